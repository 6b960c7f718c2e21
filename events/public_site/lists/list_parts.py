"""Long lists of public pages in parts: a phone loads its part, or what a search finds."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from events.core.adapters.stored_rows import PairingRow
from events.core.search import nearest, number_sought
from events.public_site.reads import events
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.posted import PublicRound
from events.public_site.reads.without_match import WithoutMatch, without_match

Row = TypeVar("Row")

# Longer lists come in parts of this many lines, about 10 KB compressed.
MOST_LINES, PART = 1_500, 400
# Lines per search result.
MOST_FOUND = 100
# Letters of the names at the bounds of a part.
LETTERS = 12


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a long list: its number from 1, and its first and last line in words."""

    number: int
    first: str
    last: str


@dataclass(frozen=True, slots=True)
class PartOfList(Generic[Row]):
    """The lines to show, and the parts of their list; no parts where it is shown as a whole."""

    rows: Sequence[Row]
    parts: tuple[Part, ...] = ()
    current: int | None = None


def part_of(
    rows: Sequence[Row], words: Callable[[Row], str], part: int | None, *, first: int | None = None
) -> PartOfList[Row] | None:
    """Return a part of a list, or all of a short list; None for a part that it does not have.

    Without `part` the part `first` is shown, or none: then the list only names its parts.
    """
    if len(rows) <= MOST_LINES:
        return PartOfList(rows) if part is None else None
    starts = range(0, len(rows), PART)
    parts = tuple(
        Part(at, words(rows[start])[:LETTERS], words(rows[start : start + PART][-1])[:LETTERS])
        for at, start in enumerate(starts, start=1)
    )
    current = first if part is None else part
    if current is None:
        return PartOfList([], parts)
    if not 1 <= current <= len(parts):
        return None
    start = starts[current - 1]
    return PartOfList(rows[start : start + PART], parts, current)


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of the pairings that are shown, and found players without a match."""

    rows: Sequence[PairingRow]
    without: Sequence[WithoutMatch] = ()
    is_near: bool = False


def pairings_sought(shown: PublicEvent, round: PublicRound | None, search: str) -> Lines:
    """Return the lines of a round that a search finds; all of them without a search."""
    if round is None:
        return Lines([])
    is_newest = round == shown.round()
    pairings = shown.newest_pairings.values() if is_newest else events.pairing_rows(round)
    if not search:
        return Lines([*pairings])
    without = without_match(shown) if is_newest else []
    nearby = nearest([*pairings, *without], search, _spellings)
    named = {row.number for row in nearby.rows}
    table = number_sought(search)
    return Lines(
        [row for row in pairings if row.number in named or (table and row.table == table)],
        [player for player in without if player.number in named],
        nearby.is_near,
    )


def _spellings(row: PairingRow | WithoutMatch) -> Iterable[tuple[str, str]]:
    return ((name, row.reading) for name in (row.name, *row.members))
