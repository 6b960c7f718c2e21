"""`python -m tests.interchange.shapes`: how each shape is read; with a name, its text and facts."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict

from tests.interchange.shapes import SHAPES, judged, made_up


def main(wanted: list[str]) -> None:
    """Print a line for each kind of shape, and every shape that is not read as it should be."""
    verdicts: dict[str, Counter[str]] = defaultdict(Counter)
    wrong: list[str] = []
    refusals: list[str] = []
    for shape in SHAPES.values():
        if wanted and not any(word in shape.name for word in wanted):
            continue
        cup = made_up(1, shape.players)
        verdict, reading = judged(shape, cup)
        verdicts[shape.kind][verdict] += 1
        if verdict == "refused":
            refusals.append(f"{shape.name}: {reading.refused}")
        if verdict != shape.verdict or wanted:
            wrong.append(f"{shape.name}: {verdict}, should be {shape.verdict}; {reading.label}")
            told = [reading.refused, *reading.doubts, *reading.notes]
            wrong += [f"    {line}" for line in told if line]
            if verdict in ("other", "doubted and other"):
                wrong.append(f"    read   {reading.facts}")
                wrong.append(f"    should {shape.facts(cup)}")
        if wanted:
            wrong.append(shape.data(cup).decode("utf-8", "replace"))
    columns = ("equal", "doubted", "refused", "doubted and other", "other")
    print(f"| kind | shapes | {' | '.join(columns)} |")
    print(f"|---|---|{'---|' * len(columns)}")
    for kind, counts in sorted(verdicts.items()):
        cells = " | ".join(str(counts[column]) for column in columns)
        print(f"| {kind} | {counts.total()} | {cells} |")
    for line in ["", *refusals, "", *wrong]:
        print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
