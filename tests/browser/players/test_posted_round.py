"""A posted round costs a phone that watches one request, whichever page it shows."""

from collections.abc import Callable, Sequence
from datetime import datetime

import pytest
from playwright.sync_api import BrowserContext, Request
from pytest_django.live_server_helper import LiveServer

from events.models import Enrollment
from tests.browser.phones import REFRESH, table_of, wait_for
from tests.browser.windows import PHONE
from tests.events.support.public_events import Played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CLAIM = """(number) => localStorage.setItem(
  `matchslip/${document.body.dataset.event}/me`, JSON.stringify({ number, name: "Anna Rossi" }))"""


class Watched:
    """A page whose clock stands still: it sends only the requests of the test."""

    def __init__(self, phone: BrowserContext, name: str, address: str) -> None:
        self.name = name
        self.page = phone.new_page()
        self.under_way: set[Request] = set()
        self.asked: list[str] = []
        self.page.clock.install(time=datetime(2026, 4, 1, 14, 32))
        self.page.clock.pause_at(datetime(2026, 4, 1, 15, 32))
        self.page.goto(address)
        self.page.on("request", self._begin)
        self.page.on("requestfinished", self.under_way.discard)
        self.page.on("requestfailed", self.under_way.discard)

    def is_answered(self) -> bool:
        """Whether nothing that it asked for is under way."""
        return not self.under_way

    def knows_the_round(self) -> bool:
        """Whether its title says that the next round is posted."""
        return self.page.title().startswith("● Round 2")

    def _begin(self, request: Request) -> None:
        self.under_way.add(request)
        if request.resource_type == "fetch":
            self.asked.append("/" + request.url.split("/", 3)[3])


def _rest(watched: Sequence[Watched]) -> None:
    """Wait until no page has asked for anything more for half a second."""
    quiet = 0
    while quiet < 10:
        watched[0].page.wait_for_timeout(50)
        quiet = 0 if any(each.under_way for each in watched) else quiet + 1


def _refresh(watched: Sequence[Watched]) -> None:
    """Let each page ask for news, one after the other: the server has twelve connections."""
    for each in watched:
        each.page.evaluate(REFRESH)
        each.page.wait_for_timeout(50)
        wait_for(each.page, each.is_answered)
    _rest(watched)


def _let_pass(watched: Sequence[Watched], milliseconds: int) -> None:
    for each in watched:
        each.page.clock.run_for(milliseconds)


def test_a_posted_round_costs_one_request(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    """On phones of strangers and of somebody who is known; all of them are open at once."""
    played = Played(["Anna Rossi", "Bob Stone", "Ann Lee", "José García"])
    played.post(1)
    number = Enrollment.objects.get(name="Anna Rossi").number
    pages = {name: live_server.url + played.url(name) for name in ("pairings", "standings")}
    pages |= {"event": live_server.url + played.url()}
    pages |= {"players": live_server.url + played.url("players", number)}
    strangers, known = (
        [Watched(open_window(**PHONE, locale="en-US"), *page) for page in pages.items()]
        for _phones in range(2)
    )
    for each in known:
        each.page.evaluate(CLAIM, number)
        each.page.reload()
    watched = [*strangers, *known]
    _rest(watched)
    # Requests after a load have been sent by then.
    _let_pass(watched, 2500)
    _refresh(watched)
    played.finish_round(1)
    played.publish(1)
    _refresh(watched)
    _let_pass(watched, 1100)
    _rest(watched)
    played.post(2)
    for each in watched:
        each.asked.clear()
    # Includes the second before, because a phone polls while a round is due. Copies for later wait
    # at least four seconds, other news eight.
    _let_pass(watched, 1950)
    for each in watched:
        wait_for(each.page, each.knows_the_round)
    watched[0].page.wait_for_timeout(500)
    table = table_of("Anna Rossi", 2).table
    for each in watched:
        assert len(each.asked) == 1, (each.name, each.asked)
        if each in known or each.name == "players":
            assert each.page.title().startswith(f"● Round 2, table {table}"), each.name
