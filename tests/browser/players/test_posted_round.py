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


def _asked(page: Page, say: Callable[[], object], until: Callable[[], bool]) -> list[str]:
    """Let the page ask once after `say`; return what it asked for until it knows."""
    page.wait_for_load_state("networkidle")
    say()
    asked: list[str] = []

    def note(request: Request) -> None:
        if request.resource_type == "fetch":
            asked.append("/" + request.url.split("/", 3)[3])

    page.on("request", note)
    # As the phone asks by itself while a round is due; other news waits at least eight seconds.
    page.clock.run_for(3100)
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
    if is_known:
        page.evaluate(CLAIM, number)
        page.reload()
    page.wait_for_load_state("networkidle")

    path = page.evaluate("document.body.dataset.pulse").strip()
    with page.expect_response(lambda answer: answer.url.endswith(path)):
        page.evaluate(REFRESH)
    page.wait_for_load_state("networkidle")
    played.finish_round(1)
    played.publish(1)
    with page.expect_response(lambda answer: answer.url.endswith(path) and answer.ok):
        page.evaluate(REFRESH)
    page.wait_for_timeout(500)
    asked = _asked(page, lambda: played.post(2), lambda: page.title().startswith("● Round 2"))
    assert len(asked) == 1
    if is_known or name == "players":
        table = table_of("Anna Rossi", 2).table
        assert page.title().startswith(f"● Round 2, table {table}")
