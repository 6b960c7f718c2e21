"""Read a pasted list without its remarks."""

from collections.abc import Sequence

from events.roster.parsing.pasted_text import read_list
from events.roster.parsing.people import RosterLine


def read_lines(text: str, seats: int = 0, columns: Sequence[str] = ()) -> list[RosterLine]:
    """Return the people of a list, as `read_list` reads them."""
    return list(read_list(text, seats, columns).lines)
