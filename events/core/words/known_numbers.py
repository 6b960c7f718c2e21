"""Numbers that an entry of the journal may or may not hold."""


def known_number(value: object) -> int:
    """Return the number that an entry holds; 0 where it holds none, as old entries do."""
    return value if isinstance(value, int) else 0
