"""import_event, export_event, adopt_events and simulate_event, as they are typed."""

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from events.models import Event, Player
from tests import factories
from tests.archives import as_bytes, small
from tests.shared import shared

pytestmark = pytest.mark.django_db


def _run(*words: str) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    call_command(*words, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def _write(folder: Path, name: str, archive: dict[str, Any]) -> str:
    path = folder / name
    path.write_bytes(as_bytes(archive))
    return str(path)


def test_a_line_for_each_file_ends_with_its_slug(tmp_path: Path) -> None:
    owner = factories.user()
    files = [_write(tmp_path, f"{name}.json", small()) for name in ("one", "two")]
    out, err = _run("import_event", *files)
    slugs = [line.split()[-1] for line in out.splitlines()]
    assert slugs == ["test-cup", "test-cup-2"]
    assert err == ""
    assert {event.staff.get().user for event in Event.objects.all()} == {owner}
    assert json.loads(_run("export_event", "test-cup-2")[0]) == small()


def test_a_bad_file_is_named_with_the_place_and_the_others_are_imported(tmp_path: Path) -> None:
    factories.user()
    bad = small()
    bad["rounds"][1]["matches"][1]["players"] = [5, 99]
    broken, good = _write(tmp_path, "bad.json", bad), _write(tmp_path, "good.json", small())
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(CommandError, match="2 of 3 files not imported") as failed:
        call_command("import_event", broken, str(tmp_path), good, stdout=out, stderr=err)
    assert failed.value.returncode != 0
    assert [line.split()[-1] for line in out.getvalue().splitlines()] == ["test-cup"]
    first, second = err.getvalue().splitlines()
    assert first.startswith(f"{broken}: rounds[1].matches[1].players[1] (round 2, table 1): ")
    assert "99" in first
    assert second.startswith(f"{tmp_path}: ")
    assert Event.objects.count() == 1
    assert Player.objects.count() == 5


def test_without_an_account_the_event_is_imported_and_the_person_told(tmp_path: Path) -> None:
    out, err = _run("import_event", _write(tmp_path, "a.json", small()))
    assert out.split()[-1] == "test-cup"
    assert "no account" in err
    assert not Event.objects.get().staff.exists()
    factories.user("anna")
    assert "test-cup" in _run("adopt_events")[0]
    assert Event.objects.get().staff.get().user.get_username() == "anna"


def test_the_owner_can_be_named(tmp_path: Path) -> None:
    factories.user("anna")
    bert = factories.user("bert")
    file = _write(tmp_path, "a.json", small())
    _run("import_event", "--owner", "bert", file)
    assert Event.objects.get().staff.get().user == bert
    with pytest.raises(CommandError, match="nobody"):
        _run("import_event", "--owner", "nobody", file)
    assert Event.objects.count() == 1


def test_garbage_of_fifty_megabytes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "garbage.json"
    path.write_bytes(os.urandom(1024) * 50 * 1024)
    err = io.StringIO()
    with pytest.raises(CommandError):
        call_command("import_event", str(path), stdout=io.StringIO(), stderr=err)
    assert f"{path}: The file is larger" in err.getvalue()


def test_exporting_an_unknown_event_names_those_there_are() -> None:
    event = factories.event()
    with pytest.raises(CommandError, match=event.slug):
        _run("export_event", "nothing")


def test_long_imports_say_how_far_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("events.management.commands.import_event.QUIET_SECONDS", 0)
    factories.user()
    _out, err = _run("import_event", _write(tmp_path, "a.json", small()))
    assert "rounds 2 of 3" in err


def test_a_real_archive_goes_through_the_command() -> None:
    path = next(iter(shared("corpus").glob("0095-*.json")))
    out, _err = _run("import_event", str(path))
    slug = out.split()[-1]
    assert json.loads(_run("export_event", slug)[0]) == json.loads(path.read_bytes())


def test_simulate_event_works_on_an_empty_installation() -> None:
    out, _err = _run("simulate_event", "--players", "12", "--rounds", "3", "--seed", "7")
    event = Event.objects.get(slug=out.split()[-1])
    assert event.enrollments.count() == 12
    assert event.rounds.count() == 3
    assert not User.objects.get().has_usable_password()


def test_simulate_event_says_what_is_wrong_with_its_numbers() -> None:
    with pytest.raises(CommandError, match="two players"):
        _run("simulate_event", "--players", "1", "--rounds", "3")


def test_simulate_event_makes_every_kind_and_proposes_rounds() -> None:
    out, _err = _run("simulate_event", "--players", "5", "--kind", "trios", "--finish")
    assert out.startswith("5 teams, 4 rounds in ")
    assert Event.objects.get(slug=out.split()[-1]).team_size == 3
    out, _err = _run("simulate_event", "--players", "5", "--kind", "round-robin")
    assert out.startswith("5 players, 5 rounds in ")
