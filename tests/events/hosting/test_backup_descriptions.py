"""A backup's description of itself is checked by its types; anybody could have written it."""

import json
import zipfile
from pathlib import Path

import pytest

from events.hosting.backups import BackupError
from events.hosting.backups.creation import about_of

WORDS = {
    "made_at": "2025-05-03T10:15:00+00:00",
    "vendor": "sqlite",
    "rounds": 4,
    "counts": {"events_event": 1},
    "migrations": ["events.0001_initial"],
}


def packed(path: Path, words: str) -> Path:
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("backup.json", words)
    return path


@pytest.mark.parametrize(
    "words",
    [
        *("[]", "null", "{}", "{", json.dumps({**WORDS, "vendor": []})),
        *(json.dumps({**WORDS, name: 1}) for name in ("made_at", "vendor", "counts")),
        *(json.dumps({**WORDS, name: "x"}) for name in ("rounds", "counts", "migrations")),
    ],
)
def test_a_description_of_other_types_is_refused(tmp_path: Path, words: str) -> None:
    assert about_of(packed(tmp_path / "whole.zip", json.dumps(WORDS))).rounds == WORDS["rounds"]
    with pytest.raises(BackupError, match="is not a backup, or damaged"):
        about_of(packed(tmp_path / "odd.zip", words))


@pytest.mark.parametrize("error", [TypeError, AttributeError])
def test_an_error_of_the_program_is_not_taken_for_a_damaged_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def mistaken(*_args: object) -> None:
        raise error("a mistake of the program")

    monkeypatch.setattr("events.hosting.backups.creation._about", mistaken)
    with pytest.raises(error, match="a mistake of the program"):
        about_of(packed(tmp_path / "whole.zip", json.dumps(WORDS)))
