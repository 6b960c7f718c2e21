"""`python -m tests.interchange.peers`: our FIDE reports, read by py4swiss with all of its checks.

It needs the extra `peers`, and looks at made-up events and at those of the shared folder.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from archive.folders import archives_in
from archive.values import Archive
from interchange.checking import checked_events
from interchange.exporting import EXPORTERS, names_of
from tests.interchange.reading import TODAY
from tests.interchange.shapes import SHAPES, made_up
from tests.shared import SHARED


def archives() -> Iterator[tuple[str, Archive]]:
    """Yield events with a name for each."""
    for seed in range(20):
        shape = SHAPES["CSV: every round in one list"]
        _reading, [checked] = checked_events(shape.data(made_up(seed, 8 + seed % 2)), TODAY)
        yield f"made up {seed}", checked.archive
    for path in sorted((SHARED / "corpus").glob("*.json")):
        for _label, archive in archives_in(path):
            if isinstance(archive, Archive):
                yield path.name, archive


def main() -> int:
    """Print each report that the other reader refuses; return how the program ends."""
    from py4swiss.trf import TrfParser

    read = refused = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, archive in archives():
            path = Path(folder) / "report.trf"
            text = EXPORTERS["trf26"].write(archive, names_of(archive))
            path.write_text(text, encoding="utf-8", newline="")
            try:
                report = TrfParser.parse(path)
                report.validate_contents()
                assert len(report.player_sections) == len(archive.players)
                read += 1
            except Exception as error:  # noqa: BLE001 - whatever the other program raises
                refused += 1
                print(f"{name}: {error!r}", file=sys.stderr)
    print(f"{read} reports read, {refused} refused")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
