"""Real files of other tools: standings as printed, equal or different for a reason with a name."""

from pathlib import Path

import pytest

from interchange.importing import BUILT_IN, Importer, importers
from tests.interchange.__main__ import measured
from tests.shared import shared


def test_every_file_with_rounds_is_equal_or_explained(capsys: pytest.CaptureFixture[str]) -> None:
    lines, refused = measured([shared("foreign")])
    assert refused == []
    assert {label: (line.files, line.explained_files) for label, line in lines.items()} == {
        "Decklist cache": (6, 6),
        "Konami Tournament Software": (1, 1),
        "Tournament Operations Manager": (2, 2),
        "Wizards Event Reporter": (3, 3),
    }
    assert {label: (line.rows, line.equal) for label, line in lines.items()} == {
        "Decklist cache": (333, 201),
        "Konami Tournament Software": (21, 21),
        "Tournament Operations Manager": (39, 39),
        "Wizards Event Reporter": (121, 112),
    }
    assert "unexplained" not in {name for line in lines.values() for name in line.reasons}


def test_an_unread_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    lines, refused = measured([tmp_path])
    assert lines == {}
    assert refused[0].startswith("notes.txt: ")


def test_each_importer_is_one_module() -> None:
    ours = importers()[-len(BUILT_IN) :]
    assert all(isinstance(importer, Importer) for importer in ours)
    assert len({importer.name for importer in ours}) == len(BUILT_IN)
