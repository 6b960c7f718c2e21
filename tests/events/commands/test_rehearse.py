"""The rehearsal, against a server as `make run` starts it."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.hosting.rehearsal.watching_phones import MOST_ELSEWHERE, PhonesError, room_for
from tests.databases import migrated_file
from tests.faults.running import DATABASE, Server, environment_of, manage, running
from tests.shared import ROOT

pytestmark = pytest.mark.slow
PREPARE = """
from django.contrib.auth.models import User
from django.core.management import call_command
from events.hosting.static_collection import collect_static_files
collect_static_files()
User.objects.create_superuser("organizer", password="x")
call_command("load_demo")
for name, missing in (("Rehearsal", 1), ("Playing", 2)):
    call_command("simulate_event", name=name, players=16, rounds=3, owner="organizer",
                 stop_in_round=1, outstanding=missing)
# A winner drops, which the desk asks about before the next round.
from django.test import Client
from events.models import Match
desk = Client()
desk.force_login(User.objects.get(username="organizer"))
table = Match.objects.filter(round__event__slug="rehearsal").outstanding().get().table
desk.post("/staff/e/rehearsal/rounds/1/enter/", {"entry": f"{table} 20 x1"})
desk.logout()
"""
# The rehearsal's results in the round that it posted, and the questions that it answered before.
COUNT = """
from events.models import JournalEntry, Match
print(Match.objects.filter(round__event__slug="rehearsal", round__number=2, kind="played",
                           official_report__isnull=False).count())
print(JournalEntry.objects.filter(event__slug="rehearsal", data__icontains="winner-drops").count())
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("rehearsal")
    migrated_file(folder / DATABASE)
    manage(folder, "shell", "-v0", "-c", PREPARE)
    with running(folder, MATCHSLIP_BACKUP_MINUTES="0") as server:
        yield server


def rehearse(folder: Path, *arguments: str, said: str = "") -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "manage.py", "rehearse", *arguments],
        cwd=ROOT,
        env=environment_of(folder),
        input=said,
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )
    return done.returncode, done.stdout + done.stderr


def test_every_phone_hears_of_the_round(server: Server) -> None:
    site = f"--site=http://127.0.0.1:{server.port}"
    small = ["--event=rehearsal", "--phones=40", "--every=1", site]
    code, said = rehearse(server.folder, *small, said="n\n")
    assert code == 1
    assert "Nothing was done." in said

    code, said = rehearse(server.folder, *small, "--yes")
    assert code == 0, said
    assert re.search(r"first page: 40, .* errors: none", said), said
    assert re.search(r"the new round, after it was posted: 40, .* errors: none", said), said
    assert re.search(r"a result entered meanwhile: \d+, .* errors: none", said), said
    assert "pairing took" in said
    # With the demonstration, its tables do not start at 1, but every entry is still a result.
    entered = re.search(r"a result entered meanwhile: (\d+),", said)
    assert manage(server.folder, "shell", "-v0", "-c", COUNT).split() == [entered[1], "1"]  # type: ignore[index]

    code, said = rehearse(server.folder, *small, "--yes")
    assert (code, "Round 2 of Rehearsal is still being played." in said) == (1, True), said
    left = "from django.contrib.sessions.models import Session; print(Session.objects.count())"
    assert manage(server.folder, "shell", "-v0", "-c", left).strip() == "0", (
        "nobody stays logged in"
    )


def test_what_can_not_be_rehearsed_is_said(server: Server) -> None:
    for arguments, words in (
        (["--event=nowhere", "--phones=3"], "There is no event nowhere."),
        (["--event=playing", "--phones=3"], "Round 1 of Playing is still being played."),
    ):
        code, said = rehearse(server.folder, *arguments, "--yes")
        assert (code, words in said) == (1, True), said


def test_nobody_rehearses_against_the_server_of_somebody_else() -> None:
    with pytest.raises(PhonesError, match="on this computer"):
        room_for(MOST_ELSEWHERE + 1, "192.0.2.1")
    with pytest.raises(PhonesError, match="files"):
        room_for(10**9, "127.0.0.1")


def test_a_day_of_several_events_is_played(tmp_path: Path) -> None:
    migrated_file(tmp_path / DATABASE)
    size = ["--events=2", "--phones=40", "--every=0.5"]
    size += ["--main-players=80", "--side-players=40"]
    code, said = rehearse(tmp_path, *size)
    assert code == 0, said
    assert "3 events (80 and 40 players), 40 phones" in said
    for row, number in (
        ("the new round on a phone, after posting", 40),
        ("posting a round of the main event", 1),
        ("posting a round of a side event", 2),
    ):
        assert re.search(rf"{row} +{number} .* none", said), said
    for part in ("quiet, all phones in one event", "while results are entered"):
        assert re.search(rf"a phone's question, {part} +[1-9]\d* .* none", said), said
    entered = re.search(r"answers to results: (\d+) x 200$", said, re.MULTILINE)
    assert entered, said
    left = (
        "from events.models import Match; from django.contrib.sessions.models import Session;"
        "print(Match.objects.filter(round__number=2, official_report__isnull=False, "
        "kind='played').count(), Session.objects.count())"
    )
    assert manage(tmp_path, "shell", "-v0", "-c", left).split() == [entered.group(1), "0"]

    code, said = rehearse(tmp_path, *size)
    assert (code, "name a database that has none" in said) == (1, True), said
