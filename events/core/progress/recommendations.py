"""Recommend the Swiss rounds for an event of this size: the two published tables.

Pure functions from numbers to a proposal. The tables are those of the digital event rules (Appendix
E, the same as MTR Appendix E) and of the Japanese Swiss guide of 2008.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from domain.limits import LEAST_PLAYERS
from standings.tables.table_profiles import TABLE_PROFILES


class RoundsTable(StrEnum):
    """The published table from which a proposal is taken."""

    MTR = "mtr"
    JA_2008 = "ja-2008"
    TABLES = "tables"


class Follows(StrEnum):
    """The stage after the Swiss rounds of an event."""

    NOTHING = "nothing"
    PLAYOFF = "playoff"
    DRAFT_PLAYOFF = "draft-playoff"


class Why(StrEnum):
    """The situation in which another number than the proposed one is usual."""

    NO_PLAYOFF = "no-playoff"
    PLAYOFF = "playoff"
    DRAFT_PLAYOFF = "draft-playoff"
    SINGLE_ELIMINATION = "single-elimination"


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another usual number of rounds; `playoff` players advance, 0 for no playoff."""

    why: Why
    rounds: int
    playoff: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """Recommendation of the rules' tables for a number of players.

    - `players`: the number of players; `counted`: the number including awarded byes.
    - `rounds`: the recommended number of Swiss rounds, at least 1.
    - `playoff`: the number of players who advance to a playoff by the table, 0 for none.
    - `table`: the table used; None below 4 players, which no table covers.
    """

    players: int
    counted: int
    rounds: int
    playoff: int
    table: RoundsTable | None
    alternatives: tuple[Alternative, ...] = ()

    @property
    def first_choice(self) -> Alternative | None:
        """The single elimination that the MTR table has for 4 to 8 players."""
        few = (other for other in self.alternatives if other.why is Why.SINGLE_ELIMINATION)
        return next(few, None) if self.table is RoundsTable.MTR else None


@dataclass(frozen=True, slots=True)
class _Row:
    most: int
    rounds: int
    playoff: int


# (most players of the row, Swiss rounds, size of the playoff), smallest field first.
_MTR = (
    _Row(16, 5, 4),
    _Row(32, 5, 8),
    _Row(64, 6, 8),
    _Row(128, 7, 8),
    _Row(226, 8, 8),
    _Row(409, 9, 8),
)
_MTR_ABOVE = _Row(0, 10, 8)
_MTR_LEAST = 9
_LIMITED_TO_16 = Alternative(Why.DRAFT_PLAYOFF, 4, 8)

_JA_2008 = (
    _Row(8, 3, 0),
    _Row(16, 4, 0),
    _Row(32, 5, 0),
    _Row(64, 6, 0),
    _Row(128, 7, 0),
    _Row(256, 8, 0),
)

# Tables of four as in a large hosted platform's circuit; no official table exists.
_TABLES = (
    _Row(16, 2, 4),
    _Row(34, 3, 4),
    _Row(64, 4, 10),
    _Row(128, 5, 16),
    _Row(208, 6, 16),
)
_TABLES_ABOVE = _Row(0, 7, 16)

# A single elimination of 4 takes two rounds, of 5 to 8 three; the same number of Swiss rounds is
# enough.
_ELIMINATION_OF_4 = 2
_ELIMINATION_OF_8 = 3


def table_of(profile: str) -> RoundsTable:
    """Return the preferred table of a rule profile, by the profile's name."""
    if profile in TABLE_PROFILES:
        return RoundsTable.TABLES
    return RoundsTable.JA_2008 if profile == RoundsTable.JA_2008 else RoundsTable.MTR


def counted_players(awarded_byes: Iterable[int]) -> int:
    """Return the size of a field with awarded byes: 1, 2 or 3 count a player as 2, 4 or 8."""
    return sum(1 << byes for byes in awarded_byes)


def propose(
    awarded_byes: Iterable[int],
    table: RoundsTable = RoundsTable.MTR,
    follows: Follows | None = None,
) -> Proposal:
    """Return the recommended rounds for a field, given each player's awarded byes (0 to 3).

    The MTR table is for events with a playoff, the guide for events without one: `follows`, the
    stage after the Swiss rounds, decides between them. None: as `table` has it. If a table has no
    row for the field, the other one is used.
    """
    byes = tuple(awarded_byes)
    counted = counted_players(byes)
    if table is RoundsTable.TABLES:
        return _propose_tables(len(byes), follows)
    if counted < LEAST_PLAYERS:
        return Proposal(len(byes), counted, max(1, counted - 1), 0, None)
    if follows is None:
        follows = Follows.NOTHING if table is RoundsTable.JA_2008 else Follows.PLAYOFF
    guide = _row(_JA_2008, counted) if counted > LEAST_PLAYERS else None
    if counted < _MTR_LEAST:
        return _small(len(byes), counted, table, guide)
    row = _row(_MTR, counted) or _MTR_ABOVE
    draft = _LIMITED_TO_16 if counted <= _MTR[0].most else None
    if follows is Follows.NOTHING:
        with_playoff = Alternative(Why.PLAYOFF, row.rounds, row.playoff)
        others = (with_playoff, *((draft,) if draft else ()))
        if guide is None:
            return Proposal(len(byes), counted, row.rounds, 0, RoundsTable.MTR, others)
        return Proposal(len(byes), counted, guide.rounds, 0, RoundsTable.JA_2008, others)
    if follows is Follows.DRAFT_PLAYOFF and draft:
        return Proposal(len(byes), counted, draft.rounds, draft.playoff, RoundsTable.MTR)
    alternatives = [draft] if draft else []
    if guide is not None and guide.rounds != row.rounds:
        alternatives.append(Alternative(Why.NO_PLAYOFF, guide.rounds))
    return Proposal(
        len(byes), counted, row.rounds, row.playoff, RoundsTable.MTR, tuple(alternatives)
    )


def _propose_tables(players: int, follows: Follows | None) -> Proposal:
    """Return the proposal for tables of four: with a cut if one follows."""
    row = _row(_TABLES, players) or _TABLES_ABOVE
    if players < LEAST_PLAYERS:
        return Proposal(players, players, 1, 0, None)
    cut = 0 if follows in (None, Follows.NOTHING) else row.playoff
    return Proposal(players, players, row.rounds, cut, RoundsTable.TABLES)


def _small(players: int, counted: int, table: RoundsTable, guide: _Row | None) -> Proposal:
    """Return the proposal for 4 to 8 players: as many Swiss rounds as an elimination takes."""
    rounds = _ELIMINATION_OF_4 if counted == LEAST_PLAYERS else _ELIMINATION_OF_8
    other = (Alternative(Why.SINGLE_ELIMINATION, rounds),)
    if table is RoundsTable.JA_2008 and guide is not None:
        return Proposal(players, counted, guide.rounds, 0, RoundsTable.JA_2008, other)
    return Proposal(players, counted, rounds, 0, RoundsTable.MTR, other)


def _row(table: tuple[_Row, ...], counted: int) -> _Row | None:
    return next((row for row in table if counted <= row.most), None)
