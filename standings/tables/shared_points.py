"""Match points that may be shared: players in equal places receive equal parts."""


def shown_points(points: int, parts: int) -> int | float:
    """Return points as a number to show: whole, or with two digits, which distinguish all sums."""
    whole, rest = divmod(points, parts)
    return round(points / parts, 2) if rest else whole
