"""Rows into a state of the engine for tables of three to five, its seating and proof back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from events.core.adapters.match_results import (
    DecidedTable,
    Worth,
    decided_tables,
    points_at_table,
    points_of,
    profile_of,
    results_by_key,
    swiss_matches,
)
from events.core.adapters.pairing_input import Numbered
from events.models import Event, Match, Stage
from pairings import tables_of_four
from pairings.tables_of_four import OddPolicy, TablesState


@dataclass(frozen=True, slots=True)
class TablesField:
    """Players to seat: the keys of their enrollments in a stable order, and the engine's state."""

    ids: tuple[int, ...]
    numbers: tuple[int, ...]
    state: TablesState


@dataclass(frozen=True, slots=True)
class SeatedIds:
    """A seated round: enrollment keys by table and seat, byes, and what is known of it."""

    tables: list[tuple[int, ...]]
    byes: list[int]
    proof: dict[str, Any]


def tables_field(
    event: Event, stage: Stage, enrollments: Iterable[Numbered], before: int | None = None
) -> TablesField:
    """Read the state that these enrollments are to be seated from, in two queries.

    The order is the enrollment number's, so that a stored seed gives the same seating again.
    """
    ordered = sorted((enrollment.number, enrollment.pk) for enrollment in enrollments)
    history = _History([pk for _number, pk in ordered])
    history.count_alone(event, before)
    earlier = swiss_matches(event)
    if before is not None:
        earlier = earlier.filter(round__number__lt=before)
    history.count_tables(event, decided_tables(event, earlier, "pk"))
    sizes, byes = tables_of_four.sizes_for(len(ordered), OddPolicy(stage.table_sizes))
    return TablesField(
        ids=tuple(pk for _number, pk in ordered),
        numbers=tuple(number for number, _pk in ordered),
        state=history.state(sizes, byes, points_first=stage.points_first),
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


class _History:
    """The rounds of some players so far; a player is an index."""

    def __init__(self, ids: Sequence[int]) -> None:
        self._index = {pk: at for at, pk in enumerate(ids)}
        self._points = [0] * len(ids)
        self._byes = [0] * len(ids)
        self._odd = [0] * len(ids)
        self._seats: list[list[tuple[int, int]]] = [[] for _ in ids]
        self._met: dict[tuple[int, int], list[int]] = {}

    def count_alone(self, event: Event, before: int | None) -> None:
        """Count byes and assigned losses."""
        profile = profile_of(event)
        worth = Worth(
            lambda result, kind: (points_of(profile, result, kind)[0], kind == Match.Kind.BYE)
        )
        for _round, player, _nobody, ended in results_by_key(event, before):
            at = self._index.get(player)
            if at is not None:
                points, is_bye = worth[ended]
                self._points[at] += points
                self._byes[at] += is_bye

    def count_tables(self, event: Event, tables: Iterable[DecidedTable]) -> None:
        """Count what was won at tables, who met there and in which seat each player sat."""
        profile = profile_of(event)
        for table in tables:
            size = len(table.players)
            points = points_at_table(profile, table.marks)
            here = []
            for seat, (player, worth) in enumerate(zip(table.players, points, strict=True), 1):
                at = self._index.get(player)
                if at is None:
                    continue
                here.append(at)
                self._points[at] += worth
                self._odd[at] += size != tables_of_four.USUAL
                self._seats[at].append((seat, size))
            for two in combinations(sorted(here), 2):
                self._met.setdefault(two, []).append(table.round)

    def state(self, sizes: tuple[int, ...], byes: int, *, points_first: bool) -> TablesState:
        """Return the state that the engine takes."""
        return TablesState(
            points=tuple(self._points),
            byes=tuple(self._byes),
            odd=tuple(self._odd),
            seats=tuple(map(tuple, self._seats)),
            meetings={two: tuple(sorted(rounds)) for two, rounds in self._met.items()},
            sizes=sizes,
            bye_count=byes,
            points_first=points_first,
        )
