"""Print how often planned deck checks cover the whole later top 8 of real events.

    python -m tests.bench.deck_checks
    python -m tests.bench.deck_checks --seeds 100 --folder ../shared/corpus

The events are those of 64 to 500 players with a cut to a top 8. Each is checked once with each
seed: by the plan, by points and "not yet checked", and at random. The last table is in
docs/background/deck-checks.md.
"""

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from archive.values import Archive
from domain.kinds import MatchKind
from events.decks.check_plan import chances, tables_to_check
from pairings.archive import read_archives
from standings.sampled_chances import Course
from tests.shared import SHARED
from tests.standings.real_cuts import course_of

FEWEST, MOST, TOP, PER_ROUND = 64, 500, 8, (2, 3)


@dataclass(frozen=True, slots=True)
class Posted:
    """A round after its posting: points before it, chances of the top 8, players of each table."""

    points: dict[int, int]
    shares: dict[int, float]
    tables: dict[int, tuple[int, ...]]


# Ways to choose: from a posted round, players checked before and a seed to tables, the best first.
Way = Callable[[Posted, frozenset[int], int], Sequence[int]]


def by_plan(posted: Posted, checked: frozenset[int], seed: int) -> Sequence[int]:
    """Choose as the product does."""
    return tables_to_check(posted.tables, posted.shares, checked, [seed])


def by_points(posted: Posted, checked: frozenset[int], seed: int) -> Sequence[int]:
    """Choose the tables with the most points of a player who is not checked yet."""
    luck = random.Random(seed)
    lots = {table: luck.random() for table in posted.tables}

    def worth(table: int) -> tuple[list[int], float]:
        new = [posted.points[player] for player in posted.tables[table] if player not in checked]
        return sorted(new, reverse=True), lots[table]

    return sorted(posted.tables, key=worth, reverse=True)


def at_random(posted: Posted, checked: frozenset[int], seed: int) -> Sequence[int]:
    """Choose blindly, whoever is checked already."""
    return random.Random(seed).sample(sorted(posted.tables), len(posted.tables))


WAYS: dict[str, Way] = {"plan": by_plan, "points": by_points, "random": at_random}


def top_8_events(folder: Path) -> Iterator[tuple[str, Archive, int]]:
    """Yield each event of the sizes, and the number of the stage whose cut is to the top 8."""
    for name, archive in read_archives(folder):
        cuts = [
            number
            for number, stage in enumerate(archive.stages, 1)
            if stage.kind.counts and len(stage.advance or ()) == TOP
        ]
        if cuts and FEWEST <= len(archive.players) <= MOST:
            yield name, archive, cuts[-1]


def posted_rounds(archive: Archive, stage: int) -> Iterator[tuple[Course, Posted]]:
    """Yield every Swiss round up to a stage as it was when it was posted, without chances."""
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
    rounds: Sequence[Posted], way: Way, per_round: int, top: frozenset[int], seed: int
) -> int:
    """Return how many of the later top 8 have no deck check before the cut."""
    checked: frozenset[int] = frozenset()
    for number, posted in enumerate(rounds, 1):
        for table in way(posted, checked, seed * 100 + number)[:per_round]:
            checked |= set(posted.tables[table])
    return len(top - checked)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each number of tables a round and each way, then the events."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.deck_checks")
    parser.add_argument("--folder", type=Path, default=SHARED / "corpus")
    parser.add_argument("--seeds", type=int, default=20)
    options = parser.parse_args(arguments)
    left: dict[tuple[int, str], dict[str, list[int]]] = {
        (per_round, title): {} for per_round in PER_ROUND for title in WAYS
    }
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
            for (per_round, title), by_event in left.items():
                lost = missed(rounds, WAYS[title], per_round, top, seed)
                by_event.setdefault(name, []).append(lost)
    for by_event in left.values():
        print(f"{len(by_event)} events of {FEWEST} to {MOST} players, {options.seeds} seeds each")
        break
    print(f"Chances of a round: {seconds / max(sampled, 1):.2f} s of one core\n")
    print("| tables a round | chosen by | all of the top 8 checked | of 8 checked |")
    print("|---|---|---|---|")
    for (per_round, title), by_event in left.items():
        every = [lost for losses in by_event.values() for lost in losses]
        whole = sum(lost == 0 for lost in every) / max(len(every), 1)
        mean = TOP - sum(every) / max(len(every), 1)
        print(f"| {per_round} | {title} | {whole:.0%} | {mean:.2f} |")
    print("\nEvents by the plan:")
    for per_round in PER_ROUND:
        for name, losses in left[per_round, "plan"].items():
            print(f"{per_round} a round, {name}: {losses.count(0)} of {len(losses)}")


if __name__ == "__main__":
    main()
