"""Print how often sampled chances are right in real events, and how long they take to compute.

    python -m tests.bench.chances
    python -m tests.bench.chances --samples 4000

The events are those of ../shared/corpus. `docs/background/chances.md` has the last table.
"""

import argparse
import time
from collections.abc import Sequence
from fractions import Fraction

from pairings import pair
from standings.chances import Situation
from standings.sampled_chances import SAMPLES, Course, sampled_chances
from tests.bench.engines.simulated_events import simulate
from tests.shared import SHARED
from tests.standings.real_cuts import Case, real_cases

ENOUGH, NEAR = 300, 0.05
TURNS = 3


def reliability(title: str, cases: Sequence[Case]) -> None:
    """Print a line for each tenth: the mean estimate, and the share of players who advanced."""
    print(f"\n{title}: {len(cases):,} cases")
    print("| said | cases | mean said | advanced |\n|---|---|---|---|")
    for tenth in range(10):
        inside = [case for case in cases if min(int(case.share * 10), 9) == tenth]
        if inside:
            said, came = _means(inside)
            far = len(inside) >= ENOUGH and abs(said - came) > NEAR
            few = " (few)" if len(inside) < ENOUGH else " (!)" if far else ""
            low, high = tenth * 10, tenth * 10 + 10
            print(f"| {low}-{high} % | {len(inside):,}{few} | {said:.1%} | {came:.1%} |")
    about = [case for case in cases if 0.65 <= case.share <= 0.75]
    if about:
        said, came = _means(about)
        print(f"Said 65 to 75 %: {len(about)} cases, mean {said:.1%}, advanced {came:.1%}")


def _means(cases: Sequence[Case]) -> tuple[float, float]:
    return (
        sum(case.share for case in cases) / len(cases),
        sum(case.advanced for case in cases) / len(cases),
    )


def made_up(players: int, rounds: int, left: int) -> Course:
    """Return a simulated event with the given number of rounds left, none of them paired."""
    states = simulate(players, rounds - left + 1, 1, pair)
    *_, (state, _seed, _pairing) = states
    count = len(state.points)
    points = dict(enumerate(state.points))
    order = sorted(points, key=lambda player: -points[player])
    return Course(
        Situation(points=points, rounds_after=left, places=8),
        playing=frozenset(points),
        opponents={player: tuple(faced) for player, faced in enumerate(state.opponents)},
        rounds=dict.fromkeys(range(count), rounds - left),
        byes=dict(enumerate(state.byes)),
        places={player: place for place, player in enumerate(order, 1)},
        floor=Fraction(1, 3),
    )


def seconds(course: Course, samples: int) -> float:
    """Return the processor seconds of one estimate, the least of several runs."""
    times = []
    for _ in range(TURNS):
        began = time.process_time()
        sampled_chances(course, seed=1, samples=samples)
        times.append(time.process_time() - began)
    return min(times)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.chances")
    parser.add_argument("--samples", type=int, default=SAMPLES)
    options = parser.parse_args(arguments)
    cases = list(real_cases(SHARED / "corpus", options.samples))
    reliability("All cuts", cases)
    reliability("Real cuts only", [case for case in cases if case.is_real])
    reliability("Next round not paired", [case for case in cases if not case.is_posted])
    reliability("Next round posted", [case for case in cases if case.is_posted])
    for left in (1, 2, 3):
        few = [case for case in cases if case.rounds_left == left]
        reliability(f"Rounds left: {left}", few)
    print("\nSeconds of one core, two rounds left:")
    for players, rounds in ((64, 6), (226, 8), (1200, 11)):
        print(f"{players:5} players: {seconds(made_up(players, rounds, 2), options.samples):.2f}")


if __name__ == "__main__":
    main()
