"""Addresses that a stranger names in a head or a form, and that are none."""

import pytest
from django.test import Client

from events.core.players.scanned_codes import player_of_code
from events.models import Event
from tests import factories
from tests.events.scenario import event_with_owner, start_round

pytestmark = pytest.mark.django_db
ODD = ("//[::1", "?[", *(f"http:{rest}" for rest in ("//[", "//[1.2.3.4]/")))


@pytest.fixture
def started() -> Event:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    return event


@pytest.mark.parametrize("address", ODD)
def test_a_refused_form_names_no_page_that_is_none(address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    heads = {"Origin": address, "Referer": address}
    assert client.post("/login/", {}, headers=heads).status_code == 403
    heads = {"Referer": address}
    assert client.post("/login/", {}, secure=True, headers=heads).status_code == 403


@pytest.mark.parametrize("address", ODD)
@pytest.mark.parametrize("page", ["", "players/", "journal/", "rounds/1/"])
def test_a_part_of_a_page_at_an_address_that_is_none(
    address: str, page: str, started: Event
) -> None:
    client = factories.client_of(factories.staff_member(started))
    heads = {"HX-Request": "true", "HX-Current-URL": address}
    assert client.get(f"/staff/e/{started.slug}/{page}", headers=heads).status_code < 500


@pytest.mark.parametrize("text", ODD)
def test_a_scan_of_an_address_that_is_none_is_nobody(text: str) -> None:
    assert player_of_code(text, 1) is None
