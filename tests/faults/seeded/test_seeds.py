"""Run many seeds; `make faults SEED=17` replays one, `make faults SEEDS=10000` runs many."""

import datetime
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from events.hosting.standby.leadership import Registry
from events.integrations.schedule import take
from events.integrations.sending import Answer
from events.models import Event, HookDelivery, HookEndpoint
from tests import factories
from tests.faults.seeded import desks
from tests.faults.seeded.desks import NODE, Host
from tests.faults.seeded.world import World

SEED, SEEDS = os.environ.get("MATCHSLIP_SEED", ""), int(os.environ.get("MATCHSLIP_SEEDS", "96"))
# Each part is a separate test, so that all processors work.
PARTS = 8

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(NODE is None, reason="Node is not installed: it runs the desk's queue"),
    pytest.mark.sqlite,
]


PLACES = {
    "LEADERSHIP": "events.hosting.standby.leadership",
    "COPY": "events.hosting.standby.database_copy.Copy",
    "DELIVERY": "events.integrations.delivery",
    "DUE": "events.integrations.schedule",
}


def _believe(
    delivery: HookDelivery, endpoint: HookEndpoint, answer: Answer, now: datetime.datetime
) -> None:
    take(delivery, endpoint, replace(answer, status=200, problem=None), now)


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder in memory if possible, because replacing files on a disk is slow."""
    memory = Path("/dev/shm")
    where = memory if os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="matchslip-seeds-", dir=where) as name:
        yield Path(name)


@pytest.fixture
def host() -> Iterator[Host]:
    made = Host()
    yield made
    made.close()


def play(seed: int, folder: Path, host: Host, event: Event) -> World:
    """Run one seed and undo its writes; AssertionError names the seed and ends with its log."""
    place = folder / str(seed)
    place.mkdir()
    try:
        with transaction.atomic():
            world = World(seed, place, host, event)
            try:
                world.run()
            except Exception as error:
                log = "\n".join(world.time.log[-80:])
                raise AssertionError(f"make faults SEED={seed}: {error}\n{log}") from error
            finally:
                for machine in world.machines.values():
                    machine.kill()
            transaction.set_rollback(True)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return world


@pytest.mark.parametrize("part", range(1 if SEED else PARTS))
def test_what_must_hold_holds_whatever_goes_wrong(part: int, host: Host, folder: Path) -> None:
    event = factories.event()
    for seed in [int(SEED)] if SEED else range(part, SEEDS, PARTS):
        play(seed, folder, host, event)


YEARS = datetime.timedelta(days=9_000)
BREAKS: list[tuple[str, str, Any]] = [
    ("a laptop that was taken over from goes on", "LEADERSHIP.Registry.successor", lambda _: None),
    ("a later term is not heard", "LEADERSHIP.Registry.hear", lambda *_: None),
    ("the term is not counted up", "LEADERSHIP.Registry.claim", Registry.own),
    ("a change of pages is left out", "COPY._finish", lambda _: None),
    ("an attempt counts as delivered", "events.integrations.delivery.take", _believe),
    ("a moment of a wrong clock is waited for", "DUE.MOST_PAUSE", YEARS),
]


@pytest.mark.parametrize(("_what", "place", "broken"), BREAKS)
def test_a_broken_part_is_found(
    _what: str,
    place: str,
    broken: Any,
    host: Host,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Check that the simulation finds a part that was broken on purpose."""
    for short, long in PLACES.items():
        place = place.replace(short, long)
    monkeypatch.setattr(place, broken)
    with pytest.raises(AssertionError, match="make faults SEED="):
        play_many(host, folder)


def test_a_queue_that_forgets_what_it_sends_is_found(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that the product's script is used: without one of its lines, entries are lost."""
    script = desks.QUEUE.read_text("utf-8")
    broken = script.replace("const item = queue[0];", "const item = queue.shift(); remember();")
    assert broken != script
    (tmp_path / "queue.js").write_text(broken, "utf-8")
    monkeypatch.setattr(desks, "QUEUE", tmp_path / "queue.js")
    host = Host()
    try:
        with pytest.raises(AssertionError, match="make faults SEED="):
            play_many(host, folder)
    finally:
        host.close()


def play_many(host: Host, folder: Path) -> None:
    """Play several seeds until one fails."""
    event = factories.event()
    for seed in range(40):
        play(seed, folder, host, event)


def test_a_seed_is_played_the_same_again(host: Host, folder: Path) -> None:
    event = factories.event()
    logs = []
    for _time in range(2):
        world = play(7, folder, host, event)
        logs.append([line for line in world.time.log if "msg_" not in line])
    assert logs[0] == logs[1]
