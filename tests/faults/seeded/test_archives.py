"""The copy's archive equals the first laptop's after every answer, whatever fails."""

import contextlib
import json
import random
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connections

from events.core.journal.words.archived_entries import journal_sentences
from events.core.results.actions import enter_result
from events.core.results.report_actions import undo_last
from events.core.results.slips import parse_slip
from events.hosting.standby.database_copy import DATABASE, Copy
from events.models import Event, Match
from events.transfer.event_export import export_archive
from tests.databases import migrated_file
from tests.events.scenario import event_with_owner, start_round
from tests.faults.seeded.laptops import Machine, Rows
from tests.faults.seeded.scheduler import BrokenPromiseError, Network, Scheduler

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]
SEEDS, STEPS = 6, 25
RESULTS = ("20", "21", "12", "02", "11")


@contextlib.contextmanager
def database_at(path: Path) -> Iterator[None]:
    """Let the product use another database file."""
    before, settings = connections["default"], connections.settings["default"]
    name, settings["NAME"] = settings["NAME"], str(path)
    connections["default"] = connections.create_connection("default")
    try:
        yield
    finally:
        connections["default"].close()
        settings["NAME"] = name
        connections["default"] = before


class Laptop(Machine):
    """A laptop whose rows are the archive of its only event, with its journal."""

    def rows(self) -> Rows:
        database = self.folder / DATABASE
        if not database.exists():
            return frozenset()
        with tempfile.TemporaryDirectory() as folder:
            read = Path(folder) / DATABASE
            with (
                contextlib.closing(sqlite3.connect(database)) as there,
                contextlib.closing(sqlite3.connect(read)) as here,
            ):
                there.backup(here)
            with database_at(read):
                event = Event.objects.get()
                archive = export_archive(event, journal=journal_sentences(event))
        return frozenset([json.dumps(archive, sort_keys=True)])


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_copy_gives_the_archive_of_the_first_laptop(seed: int, tmp_path: Path) -> None:
    play(seed, tmp_path)


def test_a_change_that_is_left_out_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Copy, "_finish", lambda _copy: None)
    with pytest.raises(BrokenPromiseError, match="the copy is not what"):
        play(0, tmp_path)


def play(seed: int, tmp_path: Path) -> None:
    """Enter results on the first laptop while the second one copies; end all faults and compare."""
    time = Scheduler(seed)
    network = Network(time)
    machines: dict[str, Machine] = {}
    for number, name in enumerate(("first", "second"), 1):
        machines[name] = Laptop(
            name, f"10.0.0.{number}", tmp_path / name, time, network, machines, {}
        )
    first, second = machines["first"], machines["second"]
    with database_at(migrated_file(first.folder / DATABASE)):
        event, owner = event_with_owner(16)
        start_round(event, owner, 1)
        first.start()
        for _step in range(STEPS):
            write(time.random, event, owner.pk)
            if time.chance(0.2):
                time.random.choice([first, second]).disk.kills_at = time.random.randrange(6)
            time.now += time.random.uniform(0.5, 3.0)
            # Compares the archives after an answer; a cut line or a killed process is no answer.
            second.ask(first)
            if not first.serves:
                first.start()
        network.trouble = 0.0
        first.disk.kills_at = second.disk.kills_at = None
        for _turn in range(3):
            time.now += 20
            second.ask(first)
        assert second.rows() == first.rows() != frozenset()
        first.kill()


def write(draw: random.Random, event: Event, owner: int) -> None:
    """Enter, correct or undo a result of the round, as a desk does."""
    actor = event.staff.get(user=owner).user
    match = draw.choice(list(Match.objects.filter(round__event=event, table__isnull=False)))
    if draw.random() < 0.2 and Match.objects.exclude(official_report=None).exists():
        undo_last(event_id=event.pk, actor=actor, number=1)
        return
    enter_result(
        event_id=event.pk,
        actor=actor,
        number=1,
        table=match.table or 0,
        slip=parse_slip([draw.choice(RESULTS)]),
        replace=match.result_text or None,
    )
