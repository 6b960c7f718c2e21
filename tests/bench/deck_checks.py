"""Print how often planned deck checks cover the whole later top 8 of real events.

    python -m tests.bench.deck_checks
    python -m tests.bench.deck_checks --seeds 100 --folder ../shared/corpus

The events have 64 to 500 players and a cut to a top 8. Each is checked once with each seed: by the
plan, by points and "not yet checked", and at random, with equally many tables in total; then by the
plan with the same number in every round. "One round ahead" already knows the results of the
round that it checks, and "every result known" is the most that any choice of tables can reach.
The last table is in docs/background/deck-checks.md.
"""

import argparse
import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time

from archive.values import Archive
from domain.kinds import MatchKind
from events.decks.check_plan import chances, tables_in_rounds, tables_to_check
from pairings.archive import read_archives
from standings.sampled_chances import Course
from tests.shared import SHARED
from tests.standings.real_cuts import course_of

FEWEST, MOST, TOP, PER_ROUND = 64, 500, 8, (2, 3)


@dataclass(frozen=True, slots=True)
class Posted:
    """A round when it was posted: points before it, chances of the top 8, players of each table."""

    points: dict[int, int]
    shares: dict[int, float]
    tables: dict[int, tuple[int, ...]]


# Selection methods: from a posted round, earlier checked players and a seed to tables, the best
# first.
Way = Callable[[Posted, frozenset[int], int], Sequence[int]]


def by_plan(posted: Posted, checked: frozenset[int], seed: int) -> Sequence[int]:
    """Choose as the product does."""
    return tables_to_check(posted.tables, posted.shares, checked, [seed])


def by_points(posted: Posted, checked: frozenset[int], seed: int) -> Sequence[int]:
    """Choose the tables with the most points of a player who has not been checked."""
    luck = random.Random(seed)
    lots = {table: luck.random() for table in posted.tables}

    def worth(table: int) -> tuple[list[int], float]:
        new = [posted.points[player] for player in posted.tables[table] if player not in checked]
        return sorted(new, reverse=True), lots[table]

    return sorted(posted.tables, key=worth, reverse=True)


def at_random(posted: Posted, checked: frozenset[int], seed: int) -> Sequence[int]:
    """Choose tables at random, whether or not their players have been checked."""
    return random.Random(seed).sample(sorted(posted.tables), len(posted.tables))


WAYS: dict[str, Way] = {"plan": by_plan, "points": by_points, "random": at_random}
SAME = "the same each round"


def top_8_events(folder: Path) -> Iterator[tuple[str, Archive, int]]:
    """Yield each event within the size limits, and the stage that is followed by a top 8."""
    for name, archive in read_archives(folder):
        cuts = [
            number
            for number, stage in enumerate(archive.stages, 1)
            if stage.kind.counts and len(stage.advance or ()) == TOP
        ]
        if cuts and FEWEST <= len(archive.players) <= MOST:
            yield name, archive, cuts[-1]


def posted_rounds(archive: Archive, stage: int) -> Iterator[tuple[Course, Posted]]:
    """Yield every Swiss round up to a stage as it was when posted, without chances."""
    rounds = [round for round in archive.rounds if round.stage <= stage]
    for at, round in enumerate(rounds):
        course = course_of(archive, rounds, len(rounds) - at, True, TOP)
        tables = {
            match.table or 0: match.players
            for match in round.matches
            if match.kind is MatchKind.PLAYED
        }
        yield course, Posted(dict(course.situation.points), {}, tables)


def missed(
    rounds: Sequence[Posted], way: Way, counts: Sequence[int], top: frozenset[int], seed: int
) -> int:
    """Return how many players of the later top 8 have no deck check before the cut.

    `counts`: the number of tables in each round.
    """
    checked: frozenset[int] = frozenset()
    for number, (posted, count) in enumerate(zip(rounds, counts, strict=True), 1):
        for table in way(posted, checked, seed * 100 + number)[:count]:
            checked |= set(posted.tables[table])
    return len(top - checked)


def one_ahead(rounds: Sequence[Posted], top: frozenset[int]) -> list[Posted]:
    """Return the rounds with the chances after their results; the last one uses the real top 8."""
    after = [*(posted.shares for posted in rounds[1:]), dict.fromkeys(top, 1.0)]
    return [replace(posted, shares=known) for posted, known in zip(rounds, after, strict=True)]


def least_missed(rounds: Sequence[Posted], counts: Sequence[int], top: frozenset[int]) -> int:
    """Return how many of the top 8 the best possible choice of tables leaves unchecked."""
    reached = {frozenset[int]()}
    for posted, count in zip(rounds, counts, strict=True):
        useful = {frozenset(players) & top for players in posted.tables.values()} - {frozenset()}
        chosen = [
            frozenset().union(*tables)
            for tables in itertools.combinations(useful, min(count, len(useful)))
        ]
        reached = {before | new for before in reached for new in chosen}
    return min(len(top - checked) for checked in reached)


def losses(
    rounds: Sequence[Posted], per_round: int, top: frozenset[int], seed: int
) -> dict[str, int]:
    """Return how many of the top 8 each method leaves unchecked."""
    saved, same = tables_in_rounds(len(rounds), per_round), [per_round] * len(rounds)
    ahead = one_ahead(rounds, top)
    return {
        **{title: missed(rounds, way, saved, top, seed) for title, way in WAYS.items()},
        f"plan, {SAME}": missed(rounds, by_plan, same, top, seed),
        f"one round ahead, {SAME}": missed(ahead, by_plan, same, top, seed),
        f"every result known, {SAME}": least_missed(rounds, same, top),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each number of tables per round and each method, then the events."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.deck_checks")
    parser.add_argument("--folder", type=Path, default=SHARED / "corpus")
    parser.add_argument("--seeds", type=int, default=20)
    options = parser.parse_args(arguments)
    left: dict[tuple[int, str], dict[str, list[int]]] = {}
    seconds, sampled = 0.0, 0
    for name, archive, stage in top_8_events(options.folder):
        top = frozenset(archive.stages[stage - 1].advance or ())
        courses = list(posted_rounds(archive, stage))
        for seed in range(options.seeds):
            began = process_time()
            rounds = [
                Posted(posted.points, chances(course, seed), posted.tables)
                for course, posted in courses
            ]
            seconds, sampled = seconds + process_time() - began, sampled + len(rounds)
            for per_round in PER_ROUND:
                for title, lost in losses(rounds, per_round, top, seed).items():
                    left.setdefault((per_round, title), {}).setdefault(name, []).append(lost)
    _print(left, options.seeds, seconds / max(sampled, 1))


def _print(left: dict[tuple[int, str], dict[str, list[int]]], seeds: int, seconds: float) -> None:
    events = len(next(iter(left.values()), ()))
    print(f"{events} events of {FEWEST} to {MOST} players, {seeds} seeds each")
    print(f"Chances of a round: {seconds:.2f} s of one core\n")
    print("| tables a round on average | chosen by | all of the top 8 checked | of 8 checked |")
    print("|---|---|---|---|")
    for (per_round, title), by_event in left.items():
        every = [lost for lost_of_event in by_event.values() for lost in lost_of_event]
        whole = sum(lost == 0 for lost in every) / max(len(every), 1)
        mean = TOP - sum(every) / max(len(every), 1)
        print(f"| {per_round} | {title} | {whole:.0%} | {mean:.2f} |")
    print("\nEvents by the plan:")
    for per_round in PER_ROUND:
        for name, lost_of_event in left.get((per_round, "plan"), {}).items():
            print(f"{per_round} a round, {name}: {lost_of_event.count(0)} of {len(lost_of_event)}")


if __name__ == "__main__":
    main()
