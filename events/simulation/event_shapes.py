"""The kinds of events that can be simulated: their stages, and who plays in them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db import models
from django.utils.translation import gettext as _

from domain.limits import MOST_ENTRANTS, MOST_IN_ROUND_ROBIN
from events.core.progress.recommendations import Follows, propose
from events.core.progress.recommendations import RoundsTable as Recommended
from events.core.refusals import RefusedError
from events.core.stages.plans import StagePlan
from events.core.stages.templates import TABLES_PLAYOFF
from events.models import Event, Stage
from pairings.formats.table_cuts import cut_rounds

# Quarter- and semifinals have 90 minutes (MTR Appendix B).
PLAYOFF_MINUTES = 90
DRAFT_ROUNDS = 3
TWO_DRAFTS_FROM = 16


class Kind(models.TextChoices):
    """Kind of event to simulate; the words are those of the command line."""

    SWISS = "swiss", "Swiss rounds"
    TOP_8 = "top8", "Swiss rounds and a playoff"
    TWO_DAYS = "two-days", "two days with a cut, then a playoff"
    DRAFT = "draft", "drafts, then a playoff"
    DOUBLE_ELIMINATION = "double-elimination", "double elimination"
    SINGLE_ELIMINATION = "single-elimination", "single elimination"
    ROUND_ROBIN = "round-robin", "round robin"
    TRIOS = "trios", "teams of three and a playoff"
    TWO_HEADED_GIANT = "two-headed-giant", "teams of two"
    TABLES_OF_FOUR = "tables-of-four", "tables of four"
    TABLES_CUT = "tables-cut", "tables of four and a cut"
    TABLES_BY_PLACE = "tables-by-place", "tables of four with points by place"


@dataclass(frozen=True, slots=True)
class Shape:
    """The stages of a simulated event, and how many rounds it has at the least."""

    stages: tuple[StagePlan, ...]
    least_rounds: int


AT_TABLES = frozenset({Kind.TABLES_OF_FOUR, Kind.TABLES_CUT, Kind.TABLES_BY_PLACE})
# The field that each kind takes.
FIELDS: Mapping[Kind, tuple[int, int | None]] = {
    Kind.SWISS: (2, None),
    Kind.TOP_8: (4, None),
    Kind.TWO_DAYS: (8, None),
    Kind.DRAFT: (4, None),
    Kind.DOUBLE_ELIMINATION: (3, MOST_ENTRANTS),
    Kind.SINGLE_ELIMINATION: (2, MOST_ENTRANTS),
    Kind.ROUND_ROBIN: (3, MOST_IN_ROUND_ROBIN),
    Kind.TRIOS: (4, None),
    Kind.TWO_HEADED_GIANT: (4, None),
    Kind.TABLES_OF_FOUR: (6, None),
    Kind.TABLES_CUT: (8, None),
    Kind.TABLES_BY_PLACE: (6, None),
}
GAME_FORMATS: Mapping[Kind, str] = {
    Kind.DRAFT: "Booster draft",
    Kind.TRIOS: "Team sealed",
    Kind.TWO_HEADED_GIANT: "Two-Headed Giant sealed",
    Kind.TABLES_OF_FOUR: "Commander",
    Kind.TABLES_CUT: "Commander",
    Kind.TABLES_BY_PLACE: "Commander",
}
TEAM_SIZES: Mapping[Kind, int] = {
    Kind.TRIOS: Event.TeamSize.THREE,
    Kind.TWO_HEADED_GIANT: Event.TeamSize.TWO,
}
# Kinds with late players and awarded byes.
OPEN_KINDS = frozenset({Kind.SWISS, Kind.TOP_8, Kind.TWO_DAYS})


def shape_of(kind: Kind, players: int, rounds: int) -> Shape:
    """Return the stages for so many players, or teams, and Swiss rounds in the first stage.

    Raises RefusedError for a field that the kind does not take.
    """
    least, most = FIELDS[kind]
    if players < least:
        raise RefusedError(
            _("A simulation needs at least two players.")
            if least == 2
            else _("This kind of event needs at least %(least)d players.") % {"least": least},
            "players",
        )
    if most is not None and players > most:
        raise RefusedError(
            _("This kind of event allows at most %(most)d players.") % {"most": most}, "players"
        )
    return _SHAPES[kind](players, rounds)


def _swiss(_players: int, rounds: int) -> Shape:
    return Shape((StagePlan(rounds=rounds),), rounds)


def _with_playoff(players: int, rounds: int) -> Shape:
    size = _playoff_size(players)
    return Shape((_cut_to(size, rounds), _single()), rounds + _depth(size))


def _two_days(players: int, rounds: int) -> Shape:
    """Return a two-day event: players who win half of their matches on day 1 play on day 2."""
    line = 3 * ((rounds + 1) // 2)
    first = StagePlan(rounds=rounds, cut_by=Stage.Cut.POINTS, cut_value=line)
    second_day = max(2, rounds // 2)
    # This line may cut half of the field, so the playoff fits the other half.
    size = _playoff_size(players // 2)
    second = _cut_to(size, second_day, last_by_standings=True)
    return Shape((first, second, _single()), rounds + second_day + 1)


def _draft(players: int, _rounds: int) -> Shape:
    first = StagePlan(rounds=DRAFT_ROUNDS, pods=True)
    if players < TWO_DRAFTS_FROM:
        return Shape((first,), DRAFT_ROUNDS)
    second = StagePlan(rounds=DRAFT_ROUNDS, pods=True, cut_by=Stage.Cut.RANK, cut_value=8)
    playoff = StagePlan(
        kind=Stage.Kind.SINGLE_ELIMINATION,
        seating=Stage.Seating.DRAFT,
        round_minutes=PLAYOFF_MINUTES,
    )
    return Shape((first, second, playoff), 2 * DRAFT_ROUNDS + _depth(8))


def _double_elimination(players: int, _rounds: int) -> Shape:
    plan = StagePlan(kind=Stage.Kind.DOUBLE_ELIMINATION)
    return Shape((plan,), 2 * _depth(max(players, 4)))


def _single_elimination(players: int, _rounds: int) -> Shape:
    plan = StagePlan(kind=Stage.Kind.SINGLE_ELIMINATION, third_place=players >= 4)
    return Shape((plan,), _depth(players))


def _round_robin(players: int, _rounds: int) -> Shape:
    return Shape((StagePlan(kind=Stage.Kind.ROUND_ROBIN),), players - 1 + players % 2)


def _tables(_players: int, rounds: int) -> Shape:
    return Shape((StagePlan(kind=Stage.Kind.TABLES, rounds=rounds),), rounds)


def _tables_and_cut(players: int, rounds: int) -> Shape:
    """Return tables of four with the cut that the circuit's table has for so many players."""
    size = propose([0] * players, Recommended.TABLES, Follows.PLAYOFF).playoff
    first = StagePlan(kind=Stage.Kind.TABLES, rounds=rounds, cut_by=Stage.Cut.RANK, cut_value=size)
    return Shape((first, TABLES_PLAYOFF), rounds + cut_rounds(size))


_SHAPES: Mapping[Kind, Callable[[int, int], Shape]] = {
    Kind.SWISS: _swiss,
    Kind.TOP_8: _with_playoff,
    Kind.TWO_DAYS: _two_days,
    Kind.DRAFT: _draft,
    Kind.DOUBLE_ELIMINATION: _double_elimination,
    Kind.SINGLE_ELIMINATION: _single_elimination,
    Kind.ROUND_ROBIN: _round_robin,
    Kind.TRIOS: _with_playoff,
    Kind.TWO_HEADED_GIANT: _swiss,
    Kind.TABLES_OF_FOUR: _tables,
    Kind.TABLES_CUT: _tables_and_cut,
    Kind.TABLES_BY_PLACE: _tables,
}


def _cut_to(size: int, rounds: int, *, last_by_standings: bool = False) -> StagePlan:
    return StagePlan(
        rounds=rounds,
        last_by_standings=last_by_standings,
        cut_by=Stage.Cut.RANK,
        cut_value=size,
    )


def _single() -> StagePlan:
    return StagePlan(kind=Stage.Kind.SINGLE_ELIMINATION, round_minutes=PLAYOFF_MINUTES)


def _playoff_size(players: int) -> int:
    """Choose a top 8 if that is half of the field at most, else a top 4 or a final."""
    return next((size for size in (8, 4) if players >= 2 * size), 2)


def _depth(entrants: int) -> int:
    """Return how many rounds a single elimination takes."""
    return (entrants - 1).bit_length()
