"""The command that measures a desk next to a program that hangs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from tests import factories
from tests.bench import hooks
from tests.databases import migrated_file

pytestmark = pytest.mark.slow


def test_it_prints_the_ratios(tmp_path: Path) -> None:
    migrated_file(tmp_path / "matchslip.sqlite3")
    size = ["--players", "8", "--keepers", "2", "--turns", "1"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "hooks", *size],
        cwd=settings.BASE_DIR,
        env={**os.environ, "MATCHSLIP_VAR": str(tmp_path), "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    middle, late, counts = done.stdout.splitlines()[-3:]
    assert re.match(r"p50 of a result: .* ratio \d+\.\d\d$", middle)
    assert re.match(r"p99 of a result: .* ratio \d+\.\d\d$", late)
    assert counts.startswith("4 results each"), done.stdout


@pytest.mark.django_db
def test_an_event_of_ones_own_is_left_alone() -> None:
    factories.event()
    with pytest.raises(CommandError, match="name a database that has none"):
        call_command(hooks.Command())
