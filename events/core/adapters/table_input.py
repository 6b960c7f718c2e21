"""Convert rows to a state of the engine for tables of three to five, its seating and proof back."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from domain.table_marks import SMALLEST_TABLE
from events.core.adapters.match_results import (
    DecidedTable,
    Worth,
    decided_tables,
    parts_at_table,
    points_of,
    profile_of,
    results_by_key,
    swiss_matches,
)
from events.core.adapters.pairing_input import Numbered
from events.models import Event, Match, Stage
from pairings import tables_of_four
from pairings.tables_of_four import OddGo, OddPolicy, TablesState
from pairings.tables_of_four.history import History
from standings.profile import Profile


@dataclass(frozen=True, slots=True)
class TablesField:
    """Players to seat: the keys of their enrollments in a stable order, and the engine's state."""

    ids: tuple[int, ...]
    numbers: tuple[int, ...]
    state: TablesState


@dataclass(frozen=True, slots=True)
class SeatedIds:
    """A seated round: enrollment keys by table and seat, byes, and the proof."""

    tables: list[tuple[int, ...]]
    byes: list[int]
    proof: dict[str, Any]


def tables_and_byes(event: Event, players: int) -> tuple[int, int]:
    """Return the number of tables and of byes that this many players need in the first stage.

    At tables of three to five, by the stage's table sizes, with one query.
    """
    if not event.at_tables:
        return divmod(players, 2)
    if players < SMALLEST_TABLE:
        return 0, players
    policy = event.stages.order_by("number").values_list("table_sizes", flat=True)[0]
    sizes, byes = tables_of_four.sizes_for(players, OddPolicy(policy))
    return len(sizes), byes


def tables_field(
    event: Event, stage: Stage, enrollments: Iterable[Numbered], before: int | None = None
) -> TablesField:
    """Read the state from which these enrollments are seated, in two queries.

    The order is by enrollment number, so that a stored seed gives the same seating again.
    """
    ordered = sorted((enrollment.number, enrollment.pk) for enrollment in enrollments)
    history = History([pk for _number, pk in ordered])
    _count_alone(history, event, before)
    earlier = swiss_matches(event)
    if before is not None:
        earlier = earlier.filter(round__number__lt=before)
    _count_tables(history, event, decided_tables(event, earlier, "pk"))
    sizes, byes = tables_of_four.sizes_for(len(ordered), OddPolicy(stage.table_sizes))
    return TablesField(
        ids=tuple(pk for _number, pk in ordered),
        numbers=tuple(number for number, _pk in ordered),
        state=history.state(
            sizes, byes, points_first=stage.points_first, odd_go=OddGo(stage.odd_go)
        ),
    )


def seat_round(event: Event, stage: Stage, playing: Sequence[Numbered], seed: int) -> SeatedIds:
    """Seat players, at least three of them, at tables from the seed."""
    field = tables_field(event, stage, playing)
    seating = tables_of_four.seat(field.state, seed)
    return SeatedIds(
        tables=[tuple(field.ids[player] for player in table) for table in seating.tables],
        byes=[field.ids[player] for player in seating.byes],
        proof={
            "method": seating.method,
            "proven": seating.proven == len(tables_of_four.TERMS),
            "uniform": seating.uniform,
            "tables": {
                "cost": asdict(seating.cost),
                "bound": asdict(seating.bound),
                "proven": seating.proven,
                "best": seating.best,
            },
        },
    )


def _count_alone(history: History, event: Event, before: int | None) -> None:
    """Add byes and assigned losses to the players' history."""
    profile = profile_of(event)
    unit = _units(profile)
    worth = Worth(
        lambda result, kind: (points_of(profile, result, kind)[0] * unit, kind == Match.Kind.BYE)
    )
    for _round, player, _nobody, ended in results_by_key(event, before):
        points, is_bye = worth[ended]
        history.count_alone(player, points, is_bye=is_bye)


def _count_tables(history: History, event: Event, tables: Iterable[DecidedTable]) -> None:
    """Add to the history the points won at tables, the meetings and the seat of each player."""
    profile = profile_of(event)
    whole = profile.parts // _units(profile)
    for table in tables:
        points = [part // whole for part in parts_at_table(profile, table.marks)]
        history.count_table(table.round, table.players, points)


def _units(profile: Profile) -> int:
    """Return the seating units of a match point: one, or `profile.parts` for finishing orders."""
    return profile.parts if profile.by_place else 1
