"""The tables of the room that a round may use."""

from collections.abc import Iterator
from itertools import count

from events.models import Event


def free_tables(event: Event, taken: set[int]) -> Iterator[int]:
    """Yield table numbers from the event's first one, without those that are taken."""
    return (table for table in count(event.first_table) if table not in taken)
