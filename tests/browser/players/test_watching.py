"""Phones that watch: their requests, their messages without a server, their announcements."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect
from pytest_django.live_server_helper import LiveServer

from events.core.clock.actions import start_clock
from events.core.events.finishing_actions import finish_event
from events.core.rounds.actions import extend_time, unpost_round
from events.models import Enrollment, Role, Round
from tests import factories
from tests.browser.phones import (
    REFRESH,
    claim,
    next_round,
    open_page,
    stop_clock,
    table_of,
    wait_for,
)
from tests.browser.windows import PHONE
from tests.events.support.public_events import Played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FRESH = "This page refreshes automatically."
LOST = re.compile(r"^No connection since \d\d:\d\d \(\d+ min\)\. Trying again\.$")


@pytest.fixture
def played(live_server: LiveServer) -> Played:
    made = Played(["Anna Rossi", "Bob Stone", "Ann Lee", "Ann Lee", "José García", "田中 太郎"])
    made.post(1)
    return made


def asked_for(page: Page) -> list[str]:
    """The addresses that scripts ask for from now on, as the list grows."""
    seen: list[str] = []

    def note(request: Request) -> None:
        if request.resource_type == "fetch":
            seen.append("/" + request.url.split("/", 3)[3])

    page.on("request", note)
    return seen


def stand_still(page: Page, hour: int) -> None:
    """Stop the page's clock once it has asked what it asks first: from then on it asks nothing."""
    page.clock.pause_at(datetime(2026, 4, 1, hour, 32))
    page.wait_for_load_state("networkidle")


def test_lists_and_own_pages_ask_for_something_small(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = phone.new_page()
    # The clock is paused before the page loads, so that the page sends only the test's requests.
    page.clock.install(time=datetime(2026, 4, 1, 14, 32))
    page.clock.pause_at(datetime(2026, 4, 1, 15, 32))
    page.goto(live_server.url + played.url("pairings"))
    seen = asked_for(page)
    for _time in range(3):
        with page.expect_response("**/stamp.json"):
            page.evaluate(REFRESH)
    assert seen == [f"/e/{played.event.slug}/stamp.json"] * 3

    with page.expect_response("**/players/1/recorded/"):
        page.goto(live_server.url + played.url("players", 1))
    # After its first answer the phone loads the page once; from then on it knows what is new.
    with page.expect_response("**/players/1/"):
        page.evaluate(REFRESH)
    seen.clear()
    with (
        page.expect_response("**/players/1/recorded/"),
        page.expect_response("**/players/1.json") as answer,
    ):
        page.evaluate(REFRESH)
    assert answer.value.status == 304
    own = f"/e/{played.event.slug}/players/1"
    assert sorted(seen) == [f"{own}.json", f"{own}/recorded/"]


def test_a_stalled_connection_is_noticed_and_recovers(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = phone.new_page()
    page.clock.install(time=datetime(2026, 4, 1, 14, 32))
    with page.expect_response("**/players/1.json"):
        page.goto(live_server.url + played.url("players", 1))
    line = page.locator("#fresh")
    expect(line).to_have_text(FRESH)
    # Otherwise ten seconds may pass on a busy machine.
    stop_clock(page)
    # Accepted by the network and never answered.
    stalled: list[Any] = []
    page.route("**/players/1.json", lambda route: stalled.append(route))
    with page.expect_request("**/players/1.json"):
        page.evaluate(REFRESH)
    page.clock.fast_forward(9_000)
    expect(line).to_have_text(FRESH)
    page.clock.fast_forward(1_500)
    expect(line).to_have_text(LOST)
    expect(page.locator("#spoken")).to_have_text("No connection. Trying again.")
    page.unroute("**/players/1.json")
    with page.expect_response("**/players/1.json"):
        page.clock.fast_forward(12_500)
    expect(line).to_have_text(FRESH)


def test_a_network_that_is_back_is_asked_after_the_answer_that_was_on_its_way(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = phone.new_page()
    page.clock.install(time=datetime(2026, 4, 1, 14, 32))
    with page.expect_response("**/players/1.json"):
        page.goto(live_server.url + played.url("players", 1))
    expect(page.locator("#fresh")).to_have_text(FRESH)
    stand_still(page, 15)
    held: list[Route] = []
    page.route("**/players/1.json", lambda route: held.append(route))
    page.evaluate(REFRESH)
    wait_for(page, lambda: len(held) == 1)
    page.evaluate(REFRESH)
    held[0].fulfill(status=304)
    wait_for(page, lambda: len(held) == 2)


def test_the_page_of_a_wireless_network_is_no_answer(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server, played.url("pairings"))
    page.route("**/stamp.json", lambda route: route.fulfill(body="<html>Pay here</html>"))
    page.evaluate(REFRESH)
    expect(page.locator("#fresh")).to_have_text(LOST)
    expect(page.locator("#list")).to_be_visible()


def test_a_new_round_is_announced_on_the_own_page(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    number = Enrollment.objects.get(name="Anna Rossi").number
    page = open_page(phone, live_server, played.url("players", number))
    with page.expect_response("**.json"):
        page.evaluate(REFRESH)
    next_round(played, 2)
    match = table_of("Anna Rossi", 2)
    page.evaluate(REFRESH)
    expect(page).to_have_title(re.compile(rf"^● Round 2, table {match.table} · Anna Rossi"))
    other = match.second if match.first.number == number else match.first
    assert other is not None
    expect(page.locator("#spoken")).to_have_text(
        # A namesake's number follows the name, as on the page.
        re.compile(rf"^Round 2, table {match.table}, against {other.name}( #{other.number})?$")
    )
    expect(page.locator(".table-number")).to_have_text(str(match.table))
    page.mouse.click(5, 5)
    expect(page).to_have_title(re.compile(r"^Anna Rossi"))


def test_a_new_round_is_announced_on_the_list_and_rings(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    phone.add_init_script("navigator.vibrate = (p) => { document.body.dataset.buzz = p; }")
    page = open_page(phone, live_server, played.url("pairings"))
    switch = page.get_by_role("button", name="Play a sound when a round is posted")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    claim(page, "rossi")
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    with page.expect_response("**.json"):
        page.evaluate(REFRESH)
    next_round(played, 2)
    page.evaluate(REFRESH)
    table = table_of("Anna Rossi", 2).table
    expect(page).to_have_title(re.compile(rf"^● Round 2, table {table} · "))
    expect(page.locator("body")).to_have_attribute("data-buzz", "300,150,300")
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 2")


def test_a_round_that_is_taken_back_does_not_leave_a_dead_page(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server, played.url("pairings", 1))
    who: dict[str, Any] = {"event_id": played.event.pk, "actor": played.organizer, "number": 1}
    unpost_round(**who, reason="wrong roster")
    page.evaluate(REFRESH)
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no page at this address")
    Round.objects.filter(event=played.event).delete()
    played.post(1)
    page.evaluate(REFRESH)
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1")
    expect(page.locator("#fresh")).to_have_text(FRESH)


def test_a_finished_event_is_not_asked_after_any_more(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    played.finish_round(1)
    played.publish(1)
    head_judge = factories.staff_member(played.event, Role.HEAD_JUDGE)
    finish_event(event_id=played.event.pk, actor=head_judge, early=True, reason="hall")
    page = phone.new_page()
    page.clock.install()
    page.goto(live_server.url + played.url("standings"))
    with page.expect_response("**/stamp.json"):
        page.clock.fast_forward(2_000)
    expect(page.locator("#fresh")).to_have_text("The event is over. This page no longer updates.")
    seen = asked_for(page)
    page.clock.fast_forward(200_000)
    page.wait_for_timeout(200)
    assert not [address for address in seen if address.startswith("/e/")]


def test_phones_ask_more_often_once_a_round_is_complete(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = phone.new_page()
    page.clock.install()
    page.goto(live_server.url + played.url("players", 1))
    played.finish_round(1)
    with page.expect_response("**.json"):
        page.evaluate(REFRESH)
    for _time in range(3):
        with page.expect_response("**.json"):
            page.wait_for_timeout(200)
            page.clock.fast_forward(3_100)


def test_the_focus_stays_where_it_was(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server, played.url("pairings"))
    claim(page, "rossi")
    forget = page.get_by_role("button", name="This is not me")
    forget.focus()
    who: dict[str, Any] = {"event_id": played.event.pk, "actor": played.organizer, "number": 1}
    start_clock(**who)
    page.evaluate(REFRESH)
    expect(page.locator("#live .clock")).to_be_visible()
    expect(forget).to_be_focused()
    row = page.locator("#list").get_by_role("link", name="José García")
    row.focus()
    extend_time(**who, table=1, minutes=5)
    page.evaluate(REFRESH)
    expect(page.locator("#list tr[data-x]")).to_have_count(2)
    expect(row).to_be_focused()


def test_namesakes_say_which_of_them_one_is(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server, played.url("pairings"))
    page.get_by_role("searchbox").fill("ann lee")
    table = table_of_number(4)
    expect(page.get_by_role("button", name=re.compile("This is me"))).to_have_count(2)
    page.get_by_role("button", name=f"This is me: Ann Lee #4 {table}").click()
    expect(page.locator("#mine")).to_contain_text("Ann Lee #4")
    expect(page.locator("#mine .table-number")).to_have_text(str(table))


def table_of_number(number: int) -> int | None:
    """The table of a player by number in round 1."""
    player = Enrollment.objects.get(number=number)
    round = Round.objects.get(event=player.event)
    matches = round.matches.filter(first=player) | round.matches.filter(second=player)
    return matches.get().table


def test_several_players_are_followed(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server, played.url("pairings"))
    yours = page.get_by_role("region", name="Following")
    expect(yours).to_have_count(0)
    page.get_by_role("searchbox").fill("garc")
    page.get_by_role("button", name="Follow: José García").click()
    expect(yours.get_by_role("listitem")).to_have_count(1)
    number = Enrollment.objects.get(name="Bob Stone").number
    page.goto(live_server.url + played.url("players", number))
    follow = page.get_by_role("button", name="Follow", exact=True)
    follow.click()
    expect(page.get_by_role("button", name="Unfollow")).to_be_visible()
    page.goto(live_server.url + played.url("pairings"))
    expect(yours.get_by_role("listitem")).to_have_count(2)
    expect(yours).to_contain_text("Bob Stone")
    next_round(played, 2)
    page.evaluate(REFRESH)
    table = table_of("Bob Stone", 2).table
    line = yours.get_by_role("listitem").filter(has_text=re.compile("^[^a-z]*Bob Stone"))
    expect(line.locator(".table-number")).to_have_text(str(table))
    line.get_by_role("button", name="Unfollow Bob Stone").click()
    expect(yours.get_by_role("listitem")).to_have_count(1)


def test_without_scripts_everything_is_there(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, played: Played
) -> None:
    phone = open_window(**PHONE, locale="en-US", java_script_enabled=False)
    page = phone.new_page()
    page.goto(live_server.url + played.url("pairings"))
    expect(page.locator("#list tbody tr")).to_have_count(6)
    for hidden in ("#announcing", "#yours"):
        expect(page.locator(hidden)).to_be_hidden()
    page.get_by_role("searchbox").fill("garc")
    page.keyboard.press("Enter")
    expect(page.locator("#list tbody tr")).to_have_count(1)
    page.get_by_role("link", name="José García").click()
    expect(page.locator(".table-number")).to_have_text(str(table_of("José García", 1).table))
