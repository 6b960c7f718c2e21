"""Phones at a table of four whose places have points: chosen offline, sent later, confirmed."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.core.players.private_address import token_of
from events.models import Enrollment, Event, Match
from standings.tables.table_profiles import FIVE_ONE
from tests.browser.windows import PHONE
from tests.events.scenario import start_round
from tests.events.support.phones import EVERYTHING
from tests.events.tables_of_four.playing import table_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ASK = "dispatchEvent(new Event('online'))"
PLACES = "2413"
OFFLINE_SECONDS = 20


def _table(event: Event) -> Match:
    return Match.objects.of_tables().get(round__event=event, round__number=1, table=1)


def test_a_finishing_order_waits_for_the_network_and_a_second_phone(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    event, owner = table_event(8, rounds=2)
    profile = replace(FIVE_ONE, name="League", by_place=True).to_dict()
    Event.objects.filter(pk=event.pk).update(**EVERYTHING, profile=profile)
    start_round(event, owner, 1)

    def phone(player: Enrollment) -> Page:
        page = open_window(**PHONE, locale="en-US").new_page()
        page.goto(f"{live_server.url}/me/{token_of(player.pk, player.address_nonce)}/")
        return page

    players = _table(event).players
    one, other = phone(players[0]), phone(players[3])
    for seat, place in enumerate(PLACES):
        one.locator("select[name=place]").nth(seat).select_option(place)
    one.context.set_offline(True)
    one.get_by_role("button", name="Send finishing order").click()
    send = one.get_by_role("button", name="Send now")
    send.click()
    expect(one.locator("#kept")).to_contain_text("Saved on this phone.")
    assert not _table(event).reports.exists()
    one.context.set_offline(False)
    one.evaluate(ASK)
    expect(one.get_by_text("1 of 4 reported this.")).to_be_visible(timeout=OFFLINE_SECONDS * 1000)
    expect(one.locator(".seat-marks .agrees")).to_have_count(1)
    other.evaluate(ASK)
    other.get_by_role("button", name="Confirm:").click()
    expect(other.locator(".recorded strong")).to_be_visible()
    assert _table(event).marks == PLACES
    one.evaluate(ASK)
    expect(one.locator(".recorded strong")).to_have_text(
        other.locator(".recorded strong").inner_text()
    )
