"""A posted round costs a phone that watches one request, whichever page it shows."""

from collections.abc import Callable
from datetime import datetime

import pytest
from playwright.sync_api import BrowserContext, Page, Request
from pytest_django.live_server_helper import LiveServer

from events.models import Enrollment
from tests.browser.phones import REFRESH, table_of, wait_for
from tests.events.support.public_events import Played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CLAIM = """(number) => localStorage.setItem(
  `matchslip/${document.body.dataset.event}/me`, JSON.stringify({ number, name: "Anna Rossi" }))"""
PAGES = ("event", "pairings", "standings", "players")


def _watched(phone: BrowserContext, address: str) -> Page:
    """Open a page whose clock stands still: it sends only the requests of the test."""
    page = phone.new_page()
    page.clock.install(time=datetime(2026, 4, 1, 14, 32))
    page.clock.pause_at(datetime(2026, 4, 1, 15, 32))
    page.goto(address)
    return page


def _rest(page: Page, under_way: set[Request]) -> None:
    """Wait until the page has asked for nothing more for half a second."""
    quiet = 0
    while quiet < 10:
        page.wait_for_timeout(50)
        quiet = 0 if under_way else quiet + 1


def _asked(page: Page, until: Callable[[], bool]) -> list[str]:
    """Let the page ask once; return what it asked for until it knows."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if request.resource_type == "fetch":
            asked.append("/" + request.url.split("/", 3)[3])

    page.on("request", note)
    # Includes the second before, because a phone polls while a round is due. Copies for later wait
    # at least four seconds, other news eight.
    page.clock.run_for(1950)
    wait_for(page, until)
    page.wait_for_timeout(500)
    page.remove_listener("request", note)
    return asked


@pytest.mark.parametrize("is_known", [False, True])
@pytest.mark.parametrize("name", PAGES)
def test_a_posted_round_costs_one_request(
    phone: BrowserContext, live_server: LiveServer, name: str, is_known: bool
) -> None:
    played = Played(["Anna Rossi", "Bob Stone", "Ann Lee", "José García"])
    played.post(1)
    number = Enrollment.objects.get(name="Anna Rossi").number
    parts = {"event": (), "players": ("players", number)}.get(name, (name,))
    page = _watched(phone, live_server.url + played.url(*parts))
    under_way: set[Request] = set()

    def begin(request: Request) -> None:
        under_way.add(request)

    def end(request: Request) -> None:
        under_way.discard(request)

    page.on("request", begin)
    page.on("requestfinished", end)
    page.on("requestfailed", end)
    if is_known:
        page.evaluate(CLAIM, number)
        page.reload()
    _rest(page, under_way)
    # Requests after a load have been sent by then.
    page.clock.run_for(2500)
    page.evaluate(REFRESH)
    _rest(page, under_way)
    played.finish_round(1)
    played.publish(1)
    page.evaluate(REFRESH)
    _rest(page, under_way)
    page.clock.run_for(1100)
    _rest(page, under_way)
    played.post(2)
    asked = _asked(page, lambda: page.title().startswith("● Round 2"))
    assert len(asked) == 1, asked
    if is_known or name == "players":
        table = table_of("Anna Rossi", 2).table
        assert page.title().startswith(f"● Round 2, table {table}")
