"""`python -m tests.interchange.shapes.fuzz 20000`: mutated files are never lost in silence.

A mutated file is read as before, or refused in words, or read with a doubt or a note that the file
without the mutation does not have. Anything else is a failure, and so is any other error.
"""

from __future__ import annotations

import itertools
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tests.interchange.shapes import SHAPES, made_up
from tests.interchange.shapes.mutations import MUTATIONS
from tests.interchange.shapes.reading import Read, read


@dataclass(frozen=True)
class Trial:
    """One mutation of one file, and how it was read."""

    seed: int
    shape: str
    mutation: str
    verdict: str
    data: bytes
    before: Read
    after: Read


@cache
def _written(shape: str, event: int) -> bytes:
    return SHAPES[shape].data(made_up(event, SHAPES[shape].players))


@cache
def _read_as_written(shape: str, event: int) -> Read:
    return read(_written(shape, event))


def trial(seed: int) -> Trial | None:
    """Mutate and read one file, all drawn from the seed; None where the mutation has no hold."""
    draw = random.Random(seed)
    shape = draw.choice(list(SHAPES))
    mutation = draw.choice(list(MUTATIONS))
    event = draw.randrange(5)
    data = _written(shape, event)
    changed = MUTATIONS[mutation](data, draw)
    if changed is None or changed == data:
        return None
    try:
        after = read(changed)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is reported with its seed
        before = _read_as_written(shape, event)
        return Trial(seed, shape, mutation, f"error: {error!r}", changed, before, Read())
    # A refusal in words is right for any reading of the unchanged file.
    before = Read() if after.refused else _read_as_written(shape, event)
    return Trial(seed, shape, mutation, _verdict(before, after), changed, before, after)


def _verdict(before: Read, after: Read) -> str:
    if after.refused:
        return "refused"
    if not before.refused and before.facts == after.facts:
        return "equal"
    if after.doubts:
        return "doubted"
    if before.refused:
        return "silent"
    noted = Counter(after.notes) - Counter(before.notes)
    if noted or after.different > before.different:
        return "noted"
    return "silent"


FAILED = "silent", "error"


def trials(count: int, start: int = 0) -> Iterator[Trial]:
    """Yield so many trials from consecutive seeds."""
    done = 0
    for seed in itertools.count(start):
        if done == count:
            return
        tried = trial(seed)
        if tried is not None:
            done += 1
            yield tried


def main(count: int, start: int) -> int:
    """Print how files were read by mutation, and the first failures of each."""
    table: dict[str, Counter[str]] = {name: Counter() for name in MUTATIONS}
    failures: list[Trial] = []
    for tried in trials(count, start):
        failed = tried.verdict.startswith(FAILED)
        table[tried.mutation]["failed" if failed else tried.verdict] += 1
        failures += [tried] if failed else []
    columns = ("equal", "noted", "doubted", "refused", "failed")
    print(f"| mutation | {' | '.join(columns)} |")
    print(f"|---|{'---|' * len(columns)}")
    for name, counts in table.items():
        print(f"| {name} | {' | '.join(str(counts[column]) for column in columns)} |")
    kinds: Counter[tuple[str, str]] = Counter()
    for tried in failures:
        kinds[tried.mutation, tried.shape] += 1
        if kinds[tried.mutation, tried.shape] == 1:
            print(f"\n{tried.seed} {tried.mutation} / {tried.shape}: {tried.verdict}")
            _print_difference(tried)
    print(f"\n{count} mutations, {len(failures)} failures of {len(kinds)} kinds")
    return 1 if failures else 0


def _print_difference(tried: Trial) -> None:
    before, after = tried.before.facts, tried.after.facts
    print("  players", sorted(before.players ^ after.players))
    for name in ("results", "points"):
        old, new = getattr(before, name), getattr(after, name)
        changed = {
            key: (old.get(key), new.get(key))
            for key in {*old, *new}
            if old.get(key) != new.get(key)
        }
        print(f"  {name}", changed)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
