"""The operator's console: who sees it, what it holds, and the limits of organisations."""

import datetime
import zlib
from base64 import b64encode
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client, override_settings

from events.core.events.actions import change_settings, create_event
from events.core.events.declared_settings import EventData
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.hosting.operator import queries, views
from events.models import Event, Organisation, OrganisationEntry
from events.transfer.event_export import export_archive
from tests import factories
from tests.archives import as_bytes
from tests.events.scenario import refused
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db
CONSOLE = "/operator/"
MORE = "or ask the operator of the server for a higher limit."


def data_of(name: str) -> EventData:
    return EventData(name=name, date=datetime.date(2026, 11, 24), rounds=3)


def test_only_a_superuser_sees_it_and_no_player_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    # A database answer is reused for a second, so the clock would decide which request reads again.
    monkeypatch.setattr("events.web.health.TRUSTED_SECONDS", -1)
    owner = factories.user("anna")
    event = create_event(actor=owner, data=data_of("Friday"))
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment(name="Zora Zimmermann")])
    shop = Organisation.objects.get()
    path = f"{CONSOLE}{shop.slug}/limits/"
    for browser in (factories.client_of(owner), factories.client_of(factories.user())):
        assert browser.get(CONSOLE).status_code == HTTPStatus.NOT_FOUND
        assert browser.post(path, {"events_a_day": "1"}).status_code == HTTPStatus.NOT_FOUND
    assert Client().get(CONSOLE).status_code == HTTPStatus.FOUND
    browser = factories.client_of(factories.user("root", is_superuser=True))
    page = browser.get(CONSOLE).content.decode()
    assert "Events: 1 · players: 1 · members: 1" in page
    assert "Zora" not in page
    first = queries_of(lambda: browser.get(CONSOLE))
    for number in range(5):
        Organisation.objects.create(slug=f"more-{number}", name="More")
    assert queries_of(lambda: browser.get(CONSOLE)) == first


def test_a_backup_that_leads_nowhere_hides_no_other(tmp_path: Path) -> None:
    operator = factories.client_of(User.objects.create_superuser("operator"))
    with override_settings(VAR_DIR=tmp_path):
        assert operator.get(CONSOLE).status_code == HTTPStatus.OK, "no folder yet"
        folder = tmp_path / "backups"
        folder.mkdir()
        (folder / "gone.zip").symlink_to(tmp_path / "nothing")
        assert operator.get(CONSOLE).status_code == HTTPStatus.OK


def test_an_organisation_beyond_the_listed_ones_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "MOST_LISTED", 12)
    monkeypatch.setattr(views, "MOST_LISTED", 12)
    browser = factories.client_of(factories.user("root", is_superuser=True))
    assert "Find an organisation" not in flat(browser.get(CONSOLE))
    for number in range(13):
        Organisation.objects.create(slug=f"shop-{number}", name=f"Shop {number}!")
    page = flat(browser.get(CONSOLE))
    assert "Shop 12!" not in page
    assert "These are the 12 with the most events. Search for another one." in page
    found = flat(browser.get(CONSOLE, {"find": " shop 12"}))
    assert "Shop 12!" in found
    assert "Shop 1!" not in found
    assert "No organisation matches." in flat(browser.get(CONSOLE, {"find": "castle"}))


def test_sizes_have_the_unit_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "_database_bytes", lambda: 3 * 1024**3 + 512 * 1024**2)
    browser = factories.client_of(factories.user("root", is_superuser=True))
    assert "· 3.5\xa0GB" in browser.get(CONSOLE).content.decode()
    japanese = browser.get(CONSOLE, headers={"accept-language": "ja"}).content.decode()
    assert "· 3.5\xa0GB" in japanese


def test_limits_are_set_and_hold() -> None:
    owner = factories.user("anna")
    event = create_event(actor=owner, data=data_of("Friday"))
    shop = Organisation.objects.get()
    browser = factories.client_of(factories.user("root", is_superuser=True))
    path = f"{CONSOLE}{shop.slug}/limits/"
    wrong = browser.post(path, {"events_a_day": "many", "players_an_event": "64"})
    assert wrong.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    page = flat(wrong)
    assert "Enter a whole number from 0 to 10000 in “Events per day”." in page
    assert 'value="many"' in page
    assert 'value="64"' in page
    browser.post(path, {"events_a_day": "1", "players_an_event": "2"})
    with refused(f"This organisation can have 1 event a day. Choose another date, {MORE}"):
        create_event(actor=owner, data=data_of("Second"))
    entries = [NewEnrollment(name=f"Player {letter}") for letter in "ABC"]
    with refused(f"This organisation can have 2 players per event. Enroll fewer, {MORE}"):
        enroll(event_id=event.pk, actor=owner, entries=entries)
    enroll(event_id=event.pk, actor=owner, entries=entries[:2])
    assert OrganisationEntry.objects.get().verb == "limited"
    browser.post(path, {"events_a_day": "", "players_an_event": ""})
    create_event(actor=owner, data=data_of("Second"))
    assert browser.post(f"{CONSOLE}other/limits/", {}).status_code == HTTPStatus.NOT_FOUND


def test_a_changed_date_counts_as_an_event_of_that_day() -> None:
    owner = factories.user("anna")
    create_event(actor=owner, data=data_of("Friday"))
    data = replace(data_of("Saturday"), date=datetime.date(2026, 11, 25))
    moved = create_event(actor=owner, data=data)
    Organisation.objects.update(events_a_day=1)
    with refused(f"This organisation can have 1 event a day. Choose another date, {MORE}"):
        change_settings(event_id=moved.pk, actor=owner, changes={"date": data_of("").date})
    changed = {"name": "Sunday", "date": datetime.date(2026, 11, 26)}
    change_settings(event_id=moved.pk, actor=owner, changes=changed)
    change_settings(event_id=moved.pk, actor=owner, changes=changed | {"name": "Sunday Cup"})
    moved.refresh_from_db()
    assert (moved.name, moved.date.day) == ("Sunday Cup", 26)


def test_an_import_counts_as_an_event_with_its_players() -> None:
    owner = factories.user("anna")
    event = create_event(actor=owner, data=data_of("Friday"))
    entries = [NewEnrollment(name=f"Player {letter}") for letter in "AB"]
    enroll(event_id=event.pk, actor=owner, entries=entries)
    archive = export_archive(event)
    browser = factories.client_of(owner)
    packed = {"packed": b64encode(zlib.compress(as_bytes(archive))).decode()}
    Organisation.objects.update(events_a_day=1)
    page = browser.post("/staff/import/", packed)
    assert page.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "This organisation can have 1 event a day." in page.content.decode()
    Organisation.objects.update(events_a_day=2, players_an_event=1)
    page = browser.post("/staff/import/", packed)
    assert "This organisation can have 1 player per event." in page.content.decode()
    assert not Event.every.exclude(pk=event.pk).exists()
    Organisation.objects.update(players_an_event=2)
    assert browser.post("/staff/import/", packed).status_code == HTTPStatus.FOUND
