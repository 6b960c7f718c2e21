"""Simulated events at tables of three to five with realistic states to measure."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from domain.table_marks import OddGo
from pairings.tables_of_four.seatings import USUAL, Table, TablesState
from pairings.tables_of_four.sizes import OddPolicy, sizes_for

WIN, DRAW, BYE = 5, 1, 5
DRAWS = 0.22
SEAT_CHANCES = (27, 18, 15, 15, 15)
"""How often each seat wins, as counted in 142 games of one event."""

Seater = Callable[[TablesState, int], tuple[Sequence[Table], Sequence[int]]]


@dataclass(slots=True)
class Played:
    """The history of the players of an event so far."""

    points: list[int]
    byes: list[int]
    odd: list[int]
    seats: list[list[tuple[int, int]]]
    meetings: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, players: int) -> Played:
        """Return an event with the given number of players before round 1."""
        return cls([0] * players, [0] * players, [0] * players, [[] for _ in range(players)])

    def state(self, policy: OddPolicy, odd_go: OddGo) -> TablesState:
        """Return the state from which the next round is seated."""
        sizes, byes = sizes_for(len(self.points), policy)
        return TablesState(
            points=tuple(self.points),
            byes=tuple(self.byes),
            odd=tuple(self.odd),
            seats=tuple(map(tuple, self.seats)),
            meetings=dict(self.meetings),
            sizes=sizes,
            bye_count=byes,
            odd_go=odd_go,
        )

    def enter(self, number: int, tables: Sequence[Table], byes: Sequence[int]) -> None:
        """Record the tables and seats of a round, with a result drawn for each table."""
        for table in tables:
            for seat, player in enumerate(table, 1):
                self.seats[player].append((seat, len(table)))
                self.odd[player] += len(table) != USUAL
            ordered = sorted(table)
            for at, first in enumerate(ordered):
                for second in ordered[at + 1 :]:
                    before = self.meetings.get((first, second), ())
                    self.meetings[first, second] = (*before, number)
        for player in byes:
            self.byes[player] += 1
            self.points[player] += BYE

    def result(self, table: Table, luck: random.Random) -> None:
        """Let a player win a table, or let everyone draw."""
        if luck.random() < DRAWS:
            for player in table:
                self.points[player] += DRAW
            return
        [winner] = luck.choices(table, SEAT_CHANCES[: len(table)])
        self.points[winner] += WIN


def simulate_tables(
    players: int,
    rounds: int,
    seed: int,
    seater: Seater,
    policy: OddPolicy = OddPolicy.THREES,
    odd_go: OddGo = OddGo.LOW,
) -> Iterator[tuple[TablesState, Sequence[Table], Sequence[int]]]:
    """Play an event round by round; yield each state with its tables and byes."""
    luck = random.Random(seed)
    played = Played.of(players)
    for number in range(1, rounds + 1):
        state = played.state(policy, odd_go)
        tables, byes = seater(state, luck.getrandbits(63))
        yield state, tables, byes
        played.enter(number, tables, byes)
        for table in tables:
            played.result(table, luck)
