"""Helpers for the tests of phones: a posted event, an opened page, a refresh."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from events.models import Enrollment, Match
from tests.events.support.public_events import Played

# A phone does this every ten seconds, and at once when the network returns.
REFRESH = "dispatchEvent(new Event('online'))"


def open_page(phone: BrowserContext, live_server: LiveServer, address: str) -> Page:
    """Open an address of the server; a script that breaks is the test's failure."""
    page = phone.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(live_server.url + address)
    assert not problems
    return page


def stop_clock(page: Page) -> None:
    """Stop the installed clock of a page: from then on time passes when the test says so."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 5)


def wait_for(page: Page, check: Callable[[], bool]) -> None:
    """Let the browser go on until something holds here; a minute at the most."""
    for _ in range(1200):
        if check():
            return
        page.wait_for_timeout(50)
    assert check()


def wait_until(page: Page, holds: str) -> None:
    """Let the browser go on until an expression holds in the page; a minute at the most.

    Playwright's `wait_for_function` does not do: it asks a second time by eval, which the policy of
    the pages forbids, and it takes a promise for a yes.
    """
    wait_for(page, lambda: bool(page.evaluate(holds)))


def claim(page: Page, search: str) -> None:
    """Find a name and say that it is one's own."""
    page.get_by_role("searchbox").fill(search)
    page.get_by_role("button", name="This is me").click()


def next_round(played: Played, number: int) -> None:
    """Finish and publish the round before, and post this one."""
    played.finish_round(number - 1)
    played.publish(number - 1)
    played.post(number)


def table_of(name: str, number: int) -> Match:
    """The match of a player in a round."""
    player = Enrollment.objects.get(name=name)
    matches = Match.objects.filter(round__number=number, round__event=player.event)
    return (matches.filter(first=player) | matches.filter(second=player)).get()
