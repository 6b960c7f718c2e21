"""The table about serving, on a small event: the command is tested, not its figures."""

import re
import subprocess
import sys

import pytest

from tests.shared import ROOT

pytestmark = pytest.mark.slow


def test_the_table_has_a_figure_in_every_row() -> None:
    size = ["--players=16", "--rounds=2", "--phones=40", "--seconds=0.3"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "serving", *size],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"a round posted, processor: \d+ ms", done.stdout)
    for row in ("pages a second", r"unchanged \(304\) a second", "40 at once, last, s"):
        assert re.search(rf"{row} +[0-9.]+", done.stdout), done.stdout
    assert re.search(r"served +40", done.stdout), done.stdout
    assert "16 own pages" in done.stdout
    assert "errors: none" in done.stdout
