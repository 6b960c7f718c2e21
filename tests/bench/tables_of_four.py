"""Print the cost of seatings at tables of four, next to random seating and seating by standings.

    python -m tests.bench.tables_of_four
    python -m tests.bench.tables_of_four --players 256 --rounds 6 --longer 10

All three seat the same states, from events that the engine seated. `repeats`, `seats`, `spread` and
its bound are sums over the event. `longer` repeats the search in the first rounds with a repeat,
with so many times the work, to see whether it finds a seating without one. The last table is in
docs/background/tables-of-four.md.
"""

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from time import process_time

from pairings.tables_of_four import OddPolicy, Seating, TablesState, seat
from pairings.tables_of_four.bounds import lower_bound
from pairings.tables_of_four.cost import Terms
from pairings.tables_of_four.seatings import Table, TablesCost
from tests.bench.engines.simulated_tables import simulate_tables

SIZES = ((14, 2), (16, 2), (32, 4), (40, 5), (64, 5), (118, 5), (128, 5), (200, 6), (256, 7))
PROVEN = 5


@dataclass(slots=True)
class Sums:
    """The cost of one method over an event, beyond the bound if there is one."""

    repeats: int = 0
    spread: int = 0
    balance: int = 0

    def add(self, cost: TablesCost) -> None:
        """Add a round."""
        self.repeats += cost.repeats
        self.spread += cost.spread
        self.balance += cost.seat_balance


@dataclass(slots=True)
class Event:
    """The rounds of a size: times, proofs, and the sums of each method."""

    longer: float
    seconds: list[float] = field(default_factory=list)
    proven: list[int] = field(default_factory=list)
    best: list[str] = field(default_factory=list)
    ours: Sums = field(default_factory=Sums)
    least: Sums = field(default_factory=Sums)
    at_random: Sums = field(default_factory=Sums)
    by_standings: Sums = field(default_factory=Sums)
    luck: random.Random = field(default_factory=lambda: random.Random(1))

    def seat(self, state: TablesState, seed: int) -> tuple[Sequence[Table], Sequence[int]]:
        """Seat a round by all three methods; return the engine's seating."""
        start = process_time()
        made = seat(state, seed)
        self.seconds.append(process_time() - start)
        self.proven.append(made.proven)
        terms = Terms(state)
        self.ours.add(made.cost)
        self.least.add(lower_bound(terms))
        order = list(range(len(state.points)))
        self.luck.shuffle(order)
        self.at_random.add(terms.cost(*_cut(state, order)))
        order.sort(key=lambda player: -state.points[player])
        self.by_standings.add(terms.cost(*_cut(state, order)))
        if made.cost.repeats and made.proven < PROVEN and self.longer:
            self.best.append(self._longer(state, seed, made))
        return made.tables, made.byes

    def _longer(self, state: TablesState, seed: int, made: Seating) -> str:
        again = seat(state, seed, self.longer)
        return (
            f"{made.cost.repeats} repeats, {again.cost.repeats} in {self.longer:g} times the work"
        )

    def line(self, players: int, rounds: int) -> str:
        """Return the line of the table."""
        total = [self.ours, self.at_random, self.by_standings]
        cells = [
            str(players),
            str(rounds),
            f"{median(self.seconds):.2f} / {max(self.seconds):.2f}",
            f"{sum(proven >= PROVEN for proven in self.proven)} of {len(self.proven)}",
            " / ".join(str(sums.repeats) for sums in total),
            " / ".join(str(sums.spread) for sums in [*total, self.least]),
            " / ".join(str(sums.balance) for sums in [*total, self.least]),
            "; ".join(self.best) or "-",
        ]
        return "| " + " | ".join(cells) + " |"


def _cut(state: TablesState, order: list[int]) -> tuple[list[Table], list[int]]:
    """Cut an order into tables of these sizes; the last players get the byes."""
    tables: list[Table] = []
    start = 0
    for size in state.sizes:
        tables.append(tuple(order[start : start + size]))
        start += size
    return tables, order[start:]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", help="only these sizes")
    parser.add_argument("--rounds", type=int, help="so many rounds")
    parser.add_argument("--seed", type=int, default=1, help="of the simulation (default 1)")
    parser.add_argument("--policy", type=OddPolicy, default=OddPolicy.THREES)
    parser.add_argument("--longer", type=float, default=10.0, help="times the work (default 10)")
    chosen = parser.parse_args(arguments)
    print(
        "| players | rounds | s median / max | terms 1 to 5 proven | repeats: engine / random / by "
        "standings | spread: engine / random / by standings / bound | seats: engine / random / by "
        "standings / bound | longer |\n|---|---|---|---|---|---|---|---|"
    )
    usual = dict(SIZES)
    for players in chosen.players or usual:
        rounds = chosen.rounds or usual.get(players, 5)
        event = Event(chosen.longer)
        list(simulate_tables(players, rounds, chosen.seed, event.seat, chosen.policy))
        print(event.line(players, rounds), flush=True)


if __name__ == "__main__":
    main()
