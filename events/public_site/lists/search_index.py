"""The lines of the pairings that a search on the server finds, and players without a match."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from events.core.adapters.stored_rows import PairingRow
from events.core.search import nearest, number_sought
from events.public_site.reads import events
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.posted import PublicRound
from events.public_site.reads.without_match import WithoutMatch, without_match


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of the pairings that are shown, those without a match whom a search finds."""

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
