"""A stranger's program, part of the documentation, rebuilds the standings of real events."""

import importlib.util
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from archive.values import Archive
from events.transfer.archive_files import read_archive
from events.transfer.event_import import import_archive
from tests.archives import MADE_UP
from tests.longer import ASKED_FOR
from tests.shared import ROOT, shared, shared_files

pytestmark = pytest.mark.django_db

SCRIPT = ROOT / "docs" / "examples" / "standings_from_api.py"
MOST_LINES = 60
# Small events, an event with two days, one with a playoff; `make faults` tries all of them.
QUICK = 6
CORPUS = shared_files("corpus", "*.json")


def differences() -> Callable[..., tuple[list[Any], list[Any]]]:
    spec = importlib.util.spec_from_file_location("standings_from_api", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[..., tuple[list[Any], list[Any]]] = module.differences
    return found


@pytest.mark.parametrize("name", CORPUS if ASKED_FOR else CORPUS[:QUICK])
def test_the_standings_of_a_real_event_are_rebuilt(name: str, client: Client) -> None:
    archive = read_archive(shared("corpus", name).read_bytes())
    event = import_archive(archive=archive, actor=None)

    def get(path: str) -> Any:
        answer = client.get(f"/api/v1/{path}")
        assert answer.status_code == 200, path
        return answer.json()

    rows, wrong = differences()(get, event.slug)
    assert len(rows) == len(archive.players) - _never_came(archive)
    assert not wrong


def _never_came(archive: Archive) -> int:
    came = {number for one in archive.rounds for match in one.matches for number in match.players}
    return len({player.number for player in archive.players} - came)


def test_a_wrong_result_is_found(client: Client) -> None:
    event = import_archive(archive=read_archive(MADE_UP.read_bytes()), actor=None)
    real = {
        path: client.get(f"/api/v1/events/{event.slug}{path}").json() for path in ("", "/rounds")
    }
    swiss = [stage["number"] for stage in real[""]["stages"] if stage["kind"] == "swiss"]
    last = max(
        one["number"]
        for one in real["/rounds"]["rounds"]
        if one["stage"] in swiss and one["results"]
    )
    real[f"/standings?round={last}"] = client.get(
        f"/api/v1/events/{event.slug}/standings?round={last}"
    ).json()

    def get(path: str) -> Any:
        return real[path.removeprefix(f"events/{event.slug}")]

    assert differences()(get, event.slug)[1] == []
    match = real["/rounds"]["rounds"][0]["matches"][0]
    match["games"] = match["games"][1::-1] + match["games"][2:]
    assert differences()(get, event.slug)[1]


def test_the_script_is_short() -> None:
    assert len(SCRIPT.read_text().splitlines()) <= MOST_LINES
