"""What `make` says and passes on: a full disk, and folders with an apostrophe."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.shared import ROOT

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
DF = "#!/bin/sh\necho Filesystem 1024-blocks Used Available\necho disk 9000000 1 {free} 1% /\n"


def executable(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


@pytest.mark.parametrize(
    ("free", "words"),
    [
        (100 * 1024, "The disk is full: 100 MB are free, and the environment needs 350 MB."),
        (9_000_000, "The first start needs the internet"),
    ],
)
def test_a_full_disk_is_not_taken_for_a_missing_network(
    free: int, words: str, tmp_path: Path
) -> None:
    folder = tmp_path / "the shop's folder"
    folder.mkdir()
    shutil.copy(ROOT / "Makefile", folder)
    (folder / "requirements").mkdir()
    (folder / "requirements" / "base.txt").write_text("")
    # An environment whose pip fails, newer than its sources.
    executable(folder / ".venv/bin/python", '#!/bin/sh\ntest "$1" = -c\n')
    executable(tmp_path / "bin" / "df", DF.format(free=free))
    done = subprocess.run(
        ["make", "install", "PYTHON=python3"],
        cwd=folder,
        env={**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert words in done.stderr
    other = "internet" if "full" in words else "disk is full"
    assert other not in done.stderr


@pytest.mark.parametrize(
    ("target", "words"),
    [
        (("run", "CERT={}", "KEY={}", "BACKUPS_ALSO={}"), ["--certificate", "{}", "--key", "{}"]),
        (("backup", "TO={}"), ["backup", "{}"]),
        (("restore", "FROM={}"), ["restore", "{}"]),
    ],
)
def test_folders_with_an_apostrophe_reach_the_command(
    target: tuple[str, ...], words: list[str], tmp_path: Path
) -> None:
    place = str(tmp_path / "the shop's stick")
    shutil.copy(ROOT / "Makefile", tmp_path)
    executable(tmp_path / ".venv/bin/python", '#!/bin/sh\nfor word; do echo "$word"; done\n')
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "base.txt").write_text("")
    (tmp_path / ".venv" / "base.stamp").write_text("")
    done = subprocess.run(
        ["make", *(word.format(place) for word in target)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "\n".join(word.format(place) for word in words) in done.stdout
