"""The private page on a phone: it sounds, stays readable, follows, knows its players, undoes."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from events.core.players.private_address import token_of
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round, post_round, unpost_round
from events.hosting.standby.leadership import Registry
from events.models import Enrollment
from tests.browser.phones import REFRESH, claim, open_page, wait_for, wait_until
from tests.browser.venue import shows
from tests.browser.windows import PHONE
from tests.events.preflight.answers import drop
from tests.events.scenario import report, start_round
from tests.events.support.phones import event_of_phones, pair_at
from tests.events.support.public_events import Played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEPT = """async () => (await (await caches.open("matchslip-last")).keys())
  .map((one) => new URL(one.url).pathname)"""


def private(page: Page, server: LiveServer, player: Enrollment) -> Page:
    """Open a player's link in a window."""
    page.goto(f"{server.url}/me/{token_of(player.pk, player.address_nonce)}/")
    return page


def next_round(event: Any, owner: Any, number: int) -> None:
    report(event, owner, number - 1)
    complete_round(event_id=event.pk, actor=owner, number=number - 1)
    start_round(event, owner, number)


def test_a_posted_round_costs_a_private_page_one_request(
    phone: BrowserContext, live_server: LiveServer
) -> None:
    event, owner = event_of_phones()
    first, _second = pair_at(event)
    page = phone.new_page()
    # The clock is paused before the page loads: the page sends only the request of the test.
    page.clock.install(time=datetime(2026, 4, 1, 14, 32))
    page.clock.pause_at(datetime(2026, 4, 1, 15, 32))
    private(page, live_server, first)
    page.wait_for_load_state("networkidle")
    next_round(event, owner, 2)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate(REFRESH)
    expect(page.locator(".own")).to_have_attribute("data-round", "2")
    page.wait_for_load_state("networkidle")
    assert len(asked) == 1
    assert "?since=" in asked[0]


def test_a_new_round_is_announced_on_the_private_page_and_a_lost_server_is_said(
    phone: BrowserContext, live_server: LiveServer
) -> None:
    event, owner = event_of_phones()
    first, _second = pair_at(event)
    page = private(phone.new_page(), live_server, first)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    alarm = page.get_by_role("button", name="Play a sound when a round is posted")
    expect(alarm).to_be_visible()
    expect(page.locator("#fresh")).to_contain_text("This page refreshes automatically.")
    phone.set_offline(True)
    page.evaluate(REFRESH)
    expect(page.locator("#fresh")).to_contain_text(re.compile(r"No connection since \d\d:\d\d"))
    next_round(event, owner, 2)
    phone.set_offline(False)
    page.evaluate(REFRESH)
    expect(page.locator("#fresh")).to_contain_text("This page refreshes automatically.")
    expect(page).to_have_title(re.compile("● Round 2, table"))
    expect(page.locator("#spoken")).to_contain_text("Round 2, table")
    unpost_round(event_id=event.pk, actor=owner, number=2, reason="a wrong roster")
    page.evaluate(REFRESH)
    expect(page.locator(".taken-back")).to_contain_text("Round 2 is no longer posted.")
    expect(page.locator(".table-number")).to_have_count(0)
    expect(page.locator("#spoken")).to_contain_text("Round 2 is no longer posted.")
    assert problems == []


def test_the_private_page_is_there_after_a_reload_without_the_server(
    phone: BrowserContext, live_server: LiveServer
) -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    page = private(phone.new_page(), live_server, first)
    path = f"/me/{event.slug}/"
    wait_for(page, lambda: path in page.evaluate(KEPT))
    wait_until(page, "navigator.serviceWorker.controller !== null")
    phone.set_offline(True)
    page.reload()
    expect(page.locator("h1")).to_have_text(first.name)
    expect(page.locator(".versus")).to_contain_text(second.name)
    expect(page.locator("html")).to_have_attribute("data-kept", re.compile("GMT"))


@pytest.fixture
def other_laptop(live_server: LiveServer, tmp_path: Path) -> Iterator[str]:
    """The other laptop's address, which the first one knows."""
    address = live_server.url.replace("localhost", "127.0.0.1") + "/"
    with override_settings(VAR_DIR=tmp_path):
        Registry(tmp_path).note_peer(address)
        yield address


def test_the_private_page_goes_to_the_other_laptop_and_still_knows_who_it_is(
    phone: BrowserContext, live_server: LiveServer, other_laptop: str
) -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    page = phone.new_page()
    page.clock.install()
    with page.expect_response("**/follow/here"):
        private(page, live_server, first)
    wait_until(page, "localStorage.getItem('matchslip/elsewhere') !== null")
    wait_until(page, "Object.keys(localStorage).some((key) => key.endsWith('/links'))")
    page.route("**/report/", lambda route: route.abort())
    page.locator('button[data-label="you won 2\N{NON-BREAKING HYPHEN}1"]').click()
    page.get_by_role("button", name="Send now").click()
    expect(page.locator("#kept")).to_be_visible()
    phone.route(f"{live_server.url}/**", lambda route: route.abort())
    page.unroute("**/report/")
    there = f"{other_laptop}me/{event.slug}/"
    shows(page, lambda: expect(page).to_have_url(there), interval=4_000)
    expect(page.locator("h1")).to_have_text(first.name)
    expect(
        page.get_by_text(f"It counts once {second.name} reports the same result")
    ).to_be_visible()
    page.goto(f"{other_laptop}e/{event.slug}/pairings/")
    expect(page.get_by_role("link", name="Me", exact=True)).to_be_visible()


def test_a_lost_report_does_not_lead_to_the_laptop_that_the_page_is_on(
    phone: BrowserContext, live_server: LiveServer, other_laptop: str
) -> None:
    event, _owner = event_of_phones()
    first, _second = pair_at(event)
    page = phone.new_page()
    page.clock.install()
    with page.expect_response("**/follow/here"):
        page.goto(f"{other_laptop}me/{token_of(first.pk, first.address_nonce)}/")
    wait_until(page, "localStorage.getItem('matchslip/elsewhere') !== null")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/report/", lambda route: route.abort())
    page.locator('button[data-label="you won 2\N{NON-BREAKING HYPHEN}1"]').click()
    page.get_by_role("button", name="Send now").click()
    expect(page.locator("#kept")).to_be_visible()
    page.unroute("**/report/")
    shows(page, lambda: expect(page.get_by_text("It counts once")).to_be_visible(), interval=4_000)
    assert page.url == f"{other_laptop}me/{event.slug}/"
    assert not [url for url in asked if "nonce=" in url]


def test_a_made_up_address_sends_nothing_in_somebodys_name(
    phone: BrowserContext, live_server: LiveServer
) -> None:
    event, _owner = event_of_phones()
    first, _second = pair_at(event)
    page = private(phone.new_page(), live_server, first)
    item = {"action": f"/me/{event.slug}/drop/", "fields": [["after", "1"], ["form", "x"]]}
    queues = {f"/{first.number}": [{**item, "label": "x", "at": 0}]}
    page.goto("about:blank")
    with page.expect_response("**/drop/") as answer:
        page.goto(f"{live_server.url}/me/{event.slug}/#carried=" + json.dumps({"queues": queues}))
        wait_until(page, "!location.hash")
        page.reload()
    assert answer.value.status == 403
    first.refresh_from_db()
    assert first.state == Enrollment.State.ACTIVE


def test_two_children_on_one_phone(phone: BrowserContext, live_server: LiveServer) -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    one = private(phone.new_page(), live_server, first)
    other = private(phone.new_page(), live_server, second)
    expect(other.locator("h1")).to_have_text(second.name)
    with one.expect_response("**/?since=*"):
        one.evaluate(REFRESH)
    expect(one.locator("h1")).to_have_text(first.name)
    other.get_by_role("navigation", name="Players on this phone").get_by_role(
        "link", name=first.name
    ).click()
    expect(other.locator("h1")).to_have_text(first.name)
    assert other.evaluate("document.documentElement.scrollWidth") <= 390


def test_one_tap_too_many_is_undone_on_both_own_cards(
    phone: BrowserContext, live_server: LiveServer
) -> None:
    event, _owner = event_of_phones()
    first, _second = pair_at(event)
    page = private(phone.new_page(), live_server, first)
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="This is not my phone").click()
    expect(page.get_by_text(f"no longer opens the page of {first.name}")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("h1")).to_have_text(first.name)
    page.goto(f"{live_server.url}/e/{event.slug}/pairings/")
    card = page.locator("#mine .card")
    expect(card).to_contain_text(first.name)
    page.get_by_role("button", name="This is not me").click()
    expect(card).to_have_count(0)
    undo = page.locator("#mine").get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    undo.click()
    expect(card).to_contain_text(first.name)


def test_the_public_own_card_says_that_a_round_was_taken_back(
    phone: BrowserContext, live_server: LiveServer
) -> None:
    played = Played(["Anna Rossi", "Bob Stone", "Carla Vega", "Dan Moor"])
    played.play(1)
    played.publish(1)
    played.post(2)
    page = open_page(phone, live_server, played.url("pairings"))
    claim(page, "rossi")
    table = page.locator("#mine .table-number")
    expect(table).to_have_text(re.compile(r"\d"))
    who: dict[str, Any] = {"event_id": played.event.pk, "actor": played.organizer, "number": 2}
    unpost_round(**who, reason="a wrong roster")
    page.evaluate(REFRESH)
    expect(table).to_have_text("–")
    expect(page.locator("#mine")).to_contain_text("Round 2 is no longer posted.")
    post_round(**who)
    page.evaluate(REFRESH)
    expect(table).to_have_text(re.compile(r"\d"))


def test_a_player_without_a_match_is_found_on_the_phone_and_told_why(
    phone: BrowserContext, live_server: LiveServer
) -> None:
    played = Played(["Anna Rossi", "Bob Stone", "Carla Vega", "Dan Moor", "Eve Drop"])
    played.play(1)
    drop(event_id=played.event.pk, actor=played.organizer, number=5)
    played.publish(1)
    played.post(2)
    page = open_page(phone, live_server, played.url("pairings"))
    search = page.get_by_role("searchbox")
    search.fill("eve d")
    row = page.locator("#without tr")
    expect(row).to_contain_text("No match in this round: dropped.")
    expect(page.locator("[data-none-of]")).to_be_hidden()
    search.fill("rossi")
    expect(row).to_have_count(0)
    search.fill("eve dorp")
    expect(row).to_contain_text("Eve Drop")
    row.get_by_role("button", name="This is me").click()
    expect(page.locator("#mine")).to_contain_text("No match in this round: dropped.")
    search.fill("no one")
    expect(page.locator("[data-none-of]")).to_be_visible()


def test_where_no_worker_may_run_the_card_stays_in_the_storage_and_the_page_says_so(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    played = Played(["Anna Rossi", "Bob Stone", "Carla Vega", "Dan Moor"])
    played.post(1)
    phone = open_window(**PHONE, locale="en-US")
    # As on a page that came over plain HTTP from another computer.
    phone.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page = phone.new_page()
    address = live_server.url + played.url("pairings")
    page.goto(address)
    old = page.content()
    note = page.locator("#no-copy")
    expect(note).to_contain_text("Leave this page open")
    claim(page, "rossi")
    played.finish_round(1)
    played.publish(1)
    played.post(2)
    page.evaluate(REFRESH)
    expect(page.locator("h1")).to_have_text("Round 2")
    wait_for(page, lambda: "Round 1" not in page.locator("body").inner_html())
    table = page.locator("#mine .table-number").inner_text()
    opponent = page.locator("#mine [data-slot=opponent]").inner_text()
    wait_for(page, lambda: opponent.split(" ")[0] in page.evaluate("matchslip.kept.card().html"))

    def gone(route: Route) -> None:
        if route.request.url == address and route.request.is_navigation_request():
            # Serve the browser's earlier copy, as when it opens a tab again.
            route.fulfill(body=old, content_type="text/html")
        elif "/static/" in route.request.url:
            route.continue_()
        else:
            route.abort()

    phone.route("**/*", gone)
    page.goto(address)
    expect(page.locator("#mine .table-number")).to_have_text(table)
    expect(page.locator("#mine")).to_contain_text(opponent)
    expect(note).to_contain_text(re.compile(r"Your table as of \d\d:\d\d"))


def test_a_public_own_page_says_what_was_recorded(
    phone: BrowserContext, live_server: LiveServer
) -> None:
    event, owner = event_of_phones()
    first, _second = pair_at(event)
    page = phone.new_page()
    page.goto(f"{live_server.url}/e/{event.slug}/players/{first.number}/")
    place = page.locator("#recorded")
    expect(place).to_contain_text("no result recorded yet.")
    enter_result(event_id=event.pk, actor=owner, number=1, table=1, slip=Slip.of(2, 1))
    page.evaluate(REFRESH)
    expect(place).to_contain_text(f"recorded: {first.name} won 2\N{NON-BREAKING HYPHEN}1")
    expect(page.locator(".own-rounds .res").first).to_have_text("Won 2-1")
