"""The pages that import and export archives."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from archive.errors import ArchiveError
from domain.limits import MOST_BYTES
from events.models import Event, Player, Role
from events.transfer import archive_files, views
from events.transfer.archive_files import read_archive
from events.transfer.event_import import import_archive
from tests import factories
from tests.archives import as_bytes, small
from tests.markup import flat
from tests.shared import shared

pytestmark = pytest.mark.django_db
IMPORT = "/staff/import/"


def _upload(client: Client, data: bytes, name: str = "cup.json") -> Any:
    return client.post(IMPORT, {"file": SimpleUploadedFile(name, data, "application/json")})


def _packed(response: Any) -> str:
    found = re.search(r'name="packed" value="([^"]+)"', response.content.decode())
    assert found
    return found[1]


def test_a_preview_first_then_the_event() -> None:
    person = factories.user()
    client = factories.client_of(person)
    assert client.get(IMPORT).status_code == 200
    preview = _upload(client, as_bytes(small()))
    assert preview.status_code == 200
    text = preview.content.decode()
    assert "Test Cup" in text
    assert "4 of 4 matches" in text
    assert not Event.objects.exists()
    done = client.post(IMPORT, {"packed": _packed(preview)})
    event = Event.objects.get()
    assert done.status_code == 302
    assert done["Location"] == reverse("staff:desk", args=[event.slug])
    assert event.staff.get().user == person
    assert _export(client, event) == small()


def _export(client: Client, event: Event, query: str = "") -> Any:
    response = client.get(reverse("staff:export-file", args=[event.slug]) + query)
    assert response.status_code == 200
    assert response["Content-Disposition"] == f'attachment; filename="{event.slug}.json"'
    return json.loads(response.content)


@pytest.mark.parametrize("start", ["0021", "1193"])
def test_a_real_event_goes_through_the_pages(start: str) -> None:
    path: Path = next(iter(shared("corpus").glob(f"{start}-*.json")))
    client = factories.client_of(factories.user())
    preview = _upload(client, path.read_bytes(), path.name)
    client.post(IMPORT, {"packed": _packed(preview)})
    assert _export(client, Event.objects.get()) == json.loads(path.read_bytes())


def test_a_malformed_file_is_shown_with_its_name_and_the_place() -> None:
    client = factories.client_of(factories.user())
    bad = small()
    bad["rounds"][0]["matches"][0]["games"] = [2, 2, 0]
    response = _upload(client, as_bytes(bad), "bad.json")
    assert response.status_code == 422
    text = response.content.decode()
    assert "bad.json: rounds[0].matches[0].games (round 1, table 1): 2-2-0" in text
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    "data", [{}, {"packed": "***"}, {"packed": "AAAA"}, {"packed": "eJwDAAAAAAE="}]
)
def test_nothing_and_nonsense_are_refused(data: dict[str, str]) -> None:
    client = factories.client_of(factories.user())
    assert client.post(IMPORT, data).status_code == 422
    assert not Event.objects.exists()


def test_garbage_is_refused_and_a_bomb_not_unpacked() -> None:
    import base64
    import zlib

    client = factories.client_of(factories.user())
    assert _upload(client, b"\x00garbage" * 1_000_000).status_code == 422
    bomb = base64.b64encode(zlib.compress(b" " * (2 * MOST_BYTES), 1)).decode()
    response = client.post(IMPORT, {"packed": bomb})
    assert response.status_code == 422
    assert "larger than" in response.content.decode()


def test_the_same_event_again_is_pointed_out_to_its_staff_only() -> None:
    person = factories.user()
    import_archive(archive=read_archive(as_bytes(small())), actor=person)
    note = "An event with this name and date already exists:"
    page = _upload(factories.client_of(person), as_bytes(small())).content.decode()
    assert note in page
    event = Event.objects.get()
    assert f"{event.name} ({event.slug})</a>. The import creates a second event." in flat(page)
    stranger = factories.client_of(factories.user())
    assert note not in _upload(stranger, as_bytes(small())).content.decode()


def test_the_preview_says_the_rules_by_name() -> None:
    event = factories.event_with_players(2)
    client = factories.client_of(factories.staff_member(event))
    page = _upload(client, as_bytes(_export(client, event))).content.decode()
    assert "<dd>Magic Tournament Rules</dd>" in flat(page)


def test_addresses_can_stay_here() -> None:
    event = factories.event_with_players(2)
    Player.objects.filter(name="Player 001").update(email="one@example.org")
    client = factories.client_of(factories.staff_member(event))
    assert _export(client, event)["players"][0]["email"] == "one@example.org"
    assert "email" not in _export(client, event, "?emails=0")["players"][0]


@pytest.mark.parametrize("name", ["export", "export-file"])
def test_every_role_may_export_strangers_find_nothing(name: str) -> None:
    event = factories.event()
    address = reverse(f"staff:{name}", args=[event.slug])
    for role in Role:
        member = factories.client_of(factories.staff_member(event, role))
        assert member.get(address).status_code == 200
        assert member.post(address).status_code == 405
    assert factories.client_of(factories.user()).get(address).status_code == 404
    assert factories.client_of().get(address)["Location"].startswith("/login/")


def test_importing_needs_an_account() -> None:
    factories.user()
    anonymous = factories.client_of()
    assert anonymous.get(IMPORT)["Location"].startswith("/login/")
    assert _upload(anonymous, as_bytes(small())).status_code == 302
    assert not Event.objects.exists()
    assert factories.client_of(factories.user()).put(IMPORT).status_code == 405


def test_an_event_at_the_bound_is_imported_and_one_row_more_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bound is checked in the process of heavy work, which knows nothing of the patch."""
    archive = read_archive(as_bytes(small()))
    rows = archive_files.rows_of(archive)
    assert rows == 5 + 2 * 5 + 5 + 4 + 2
    monkeypatch.setattr(archive_files, "MOST_ROWS", rows)
    archive_files._check_size(archive)
    monkeypatch.setattr(archive_files, "MOST_ROWS", rows - 1)
    with pytest.raises(ArchiveError, match=r"manage\.py import_event FILE"):
        archive_files._check_size(archive)


def test_an_event_of_a_million_places_is_refused_by_the_page() -> None:
    """99 rounds of 2,000 players, with standings after each, kept a thread busy for minutes."""
    values = small()
    values["players"] = [{"id": number, "name": f"P {number}"} for number in range(1, 2001)]
    values["stages"] = [{"kind": "swiss", "rounds": 40}]
    pairs = [
        {"table": table, "players": [2 * table - 1, 2 * table], "games": [2, 0, 0]}
        for table in range(1, 1001)
    ]
    values["rounds"] = [{"number": n, "stage": 1, "matches": pairs} for n in range(1, 41)]
    values |= {"standings": list(range(1, 41)), "drops": []}
    del values["published"]
    client = factories.client_of(factories.user())
    answer = _upload(client, as_bytes(values))
    assert answer.status_code == 422
    assert "This event has 162000 players, results and places" in answer.content.decode()


def test_columns_chosen_for_a_file_that_nobody_can_read() -> None:
    client = factories.client_of(factories.user())
    file = SimpleUploadedFile("cup.json", b"PK\x03\x04 no workbook", "application/json")
    answer = client.post(IMPORT, {"file": file, "again": "1", "column": ["first"]})
    assert answer.status_code == 422


@pytest.mark.parametrize("address", ["export-file", "export-other"])
def test_an_event_that_is_too_large_to_export_names_the_command(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = factories.user()
    event = import_archive(archive=read_archive(as_bytes(small())), actor=person)
    client = factories.client_of(person)
    more = ["melee-pairings"] if address == "export-other" else []
    path = reverse(f"staff:{address}", args=[event.slug, *more])
    monkeypatch.setattr(views, "MOST_MATCHES", 7)
    assert client.get(path).status_code == 200
    monkeypatch.setattr(views, "MOST_MATCHES", 6)
    page = client.get(path, follow=True)
    assert f"manage.py export_event {event.slug}" in page.content.decode()
