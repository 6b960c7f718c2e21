"""The command that measures the desk."""

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from events.models import Event
from tests import factories
from tests.bench import desk
from tests.databases import migrated_file

pytestmark = pytest.mark.django_db


def test_a_line_for_each_page_and_button() -> None:
    out = StringIO()
    call_command(desk.Command(), players=12, round=2, times=1, keepers=0, stdout=out)
    lines = out.getvalue().splitlines()
    costs = {line[:34].strip(): line[34:].split() for line in lines if re.search(r"\d$", line)}
    assert len(costs) == 12
    for wall, processor, statements, size, packed in costs.values():
        assert float(wall) > 0
        assert float(processor) > 0
        assert int(statements) > 3
        assert float(packed) > 0
        assert float(size) > 0
    # The measured buttons are undone: the last round is complete, its standings unpublished.
    event = Event.objects.get()
    assert event.rounds.count() == 2
    assert not event.rounds.get(number=2).snapshots.exists()


@pytest.mark.slow
def test_scorekeepers_at_once_against_a_server(tmp_path: Path) -> None:
    migrated_file(tmp_path / "matchslip.sqlite3")
    size = ["--players", "12", "--round", "1", "--times", "1", "--keepers", "2", "--reads", "20"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "desk", *size],
        cwd=settings.BASE_DIR,
        env={**os.environ, "MATCHSLIP_VAR": str(tmp_path), "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    results, reads, spent = done.stdout.splitlines()[-3:]
    assert re.match(r"results +\d+ a second, p50 \d+ ms, p99 \d+ ms: 6 x 200$", results), (
        done.stderr
    )
    assert re.match(r"reads beside +\d+ a second, .*: \d+ x 200$", reads), done.stdout
    took = re.match(r"(\d+\.\d) ms of the server's processor a result", spent)
    assert took, done.stdout
    assert float(took[1]) > 0


def test_an_event_of_ones_own_is_left_alone() -> None:
    factories.event()
    with pytest.raises(CommandError, match="name a database that has none"):
        call_command(desk.Command(), players=8, round=1, times=1, keepers=0, stdout=StringIO())
    assert not Event.objects.get().rounds.exists()
