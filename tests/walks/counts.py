"""What each walk costs, counted: clocks are noisy, numbers of calls are not.

A table in `counts.csv` has the calls of functions of the project and of Django, and the
statements of each walk.
`python -m tests.walks` writes it; who lets a walk grow by a tenth changes its line, on purpose.
"""

import csv
from collections.abc import Iterable
from pathlib import Path

from tests.walks.tracing import Walk

TABLE = Path(__file__).with_name("counts.csv")
# Whether an earlier test has warmed the caches makes a few hundred calls of difference.
TENTH = 0.1


def table() -> dict[str, tuple[int, int]]:
    """Return the calls and statements of each walk, as the table has them."""
    with TABLE.open(encoding="utf-8") as lines:
        return {
            row["walk"]: (int(row["calls"]), int(row["statements"]))
            for row in csv.DictReader(lines)
        }


def write(walks: Iterable[Walk]) -> None:
    """Write the table of these walks."""
    with TABLE.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(["walk", "calls", "statements"])
        for walk in walks:
            writer.writerow([walk.title, walk.calls, walk.statements])


def changes(walks: Iterable[Walk], known: dict[str, tuple[int, int]]) -> list[str]:
    """Return a sentence for each walk whose line no longer holds.

    Also for one that takes a tenth less: else its next growth would pass unseen.
    """
    told = []
    for walk in walks:
        calls, statements = known.get(walk.title, (0, 0))
        if statements != walk.statements:
            told.append(f"{walk.title}: {walk.statements} statements, {statements} in the table")
        if abs(walk.calls - calls) > TENTH * calls:
            told.append(f"{walk.title}: {walk.calls} calls, {calls} in the table")
    return told
