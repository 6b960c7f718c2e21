"""The operator's console: who sees it, what it holds, and the limits of organisations."""

import datetime
from http import HTTPStatus

import pytest
from django.test import Client

from events.core.events.actions import EventData, create_event
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.hosting.operator import queries
from events.models import Organisation, OrganisationEntry
from tests import factories
from tests.events.scenario import refused
from tests.queries import queries_of

pytestmark = pytest.mark.django_db
CONSOLE = "/operator/"
MORE = "or ask the operator of the server for a higher limit."


def data_of(name: str) -> EventData:
    return EventData(name=name, date=datetime.date(2026, 11, 24), rounds=3)


def test_only_a_superuser_sees_it_and_no_player_is_named() -> None:
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
    wrong = browser.post(path, {"events_a_day": "many"}, follow=True)
    assert "Enter whole numbers. Leave blank for no limit." in wrong.content.decode()
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
