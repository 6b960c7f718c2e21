"""The laptop at the desk dies: open pages find the other one and bring what they entered along.

One server plays both laptops, at two addresses: a browser takes them for different sites.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.test import override_settings
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from events.core.results.report_actions import undo_result
from events.hosting.standby.leadership import Registry
from events.models import Match
from tests import factories
from tests.browser.phones import wait_until
from tests.browser.venue import Desk
from tests.browser.windows import PHONE
from tests.browser.words import Words
from tests.events.support.public_events import Played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = [f"Player {number:02}" for number in range(1, 9)]
LOST = "document.dispatchEvent(new Event('matchslip:lost'))"


@pytest.fixture
def second(live_server: LiveServer, tmp_path: Path) -> Iterator[str]:
    """The other laptop's address, which the first one knows."""
    address = live_server.url.replace("localhost", "127.0.0.1") + "/"
    with override_settings(VAR_DIR=tmp_path):
        Registry(tmp_path).note_peer(address)
        yield address


def opened(page: Page, address: str) -> None:
    """Open a page and wait until it knows the other laptop."""
    with page.expect_response("**/follow/here"):
        page.goto(address)
    wait_until(page, "localStorage.getItem('matchslip/elsewhere') !== null")


def test_a_desk_goes_to_the_other_laptop_and_lists_what_is_not_there(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, second: str
) -> None:
    made = Played(NAMES)
    made.post(1)
    owner = made.organizer
    page = open_window(viewport={"width": 1280, "height": 800}, locale="en-US").new_page()
    desk = Desk(page, Words("en"), [owner.username])
    desk.resume(live_server.url, owner.username)
    opened(page, f"{live_server.url}/staff/e/{made.event.slug}/")
    for slip in ("1 20", "2 21"):
        page.keyboard.type(slip)
        page.keyboard.press("Enter")
    desk.left(2)
    # The copy is slightly old: it lacks the second slip, and the third one is sent to a dead
    # laptop.
    undo_result(event_id=made.event.pk, actor=owner, number=1, table=2)
    page.context.route(f"{live_server.url}/**", lambda route: route.abort())
    page.keyboard.type("3 02")
    page.keyboard.press("Enter")
    link = page.locator("#elsewhere a")
    expect(link).to_have_text(second)
    page.on("dialog", lambda dialog: dialog.accept())
    link.click()
    page.fill("[name=username]", owner.username)
    page.fill("[name=password]", factories.PASSWORD)
    page.keyboard.press("Enter")
    missing = page.locator("#missing")
    expect(missing.locator("code")).to_have_text(["2 21", "3 02"])
    missing.get_by_role("button").first.click()
    expect(missing.locator("code")).to_have_text(["3 02"])
    missing.get_by_role("button").click()
    expect(missing).to_be_empty()
    played = Match.objects.exclude(first_wins=None).order_by("table")
    assert [match.table for match in played] == [1, 2, 3]
    page.reload()
    expect(missing).to_be_empty()


def test_a_phone_goes_to_the_other_laptop_by_itself(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, second: str
) -> None:
    made = Played(NAMES)
    made.post(1)
    page = open_window(**PHONE, locale="en-US").new_page()
    path = f"e/{made.event.slug}/pairings/"
    opened(page, f"{live_server.url}/{path}")
    page.context.route(f"{live_server.url}/**", lambda route: route.abort())
    # It polls every ten seconds, and looks for the other laptop when there is no answer.
    page.wait_for_url(f"{second}{path}", timeout=30_000)
    expect(page.locator("#list")).to_contain_text(NAMES[0])


def test_no_page_goes_to_an_address_that_proves_nothing(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, second: str
) -> None:
    """Another computer answers at the second laptop's address, and can't sign as that laptop."""
    made = Played(NAMES)
    made.post(1)
    page = open_window(**PHONE, locale="en-US").new_page()
    page.clock.install()
    path = f"e/{made.event.slug}/pairings/"
    opened(page, f"{live_server.url}/{path}")
    key = page.evaluate("JSON.parse(localStorage.getItem('matchslip/elsewhere')).key")
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        # Forged proofs: none, not a number, the key itself, a power that signs nothing.
        proof = [{}, {"proof": "x"}, {"proof": key}, {"proof": "01"}][len(asked) % 4]
        told = {"in_charge": True, "now_at": None, "others": [], "key": key, **proof}
        route.fulfill(json=told, headers={"Access-Control-Allow-Origin": "*"})

    page.context.route(f"{second}follow/here**", answer)
    page.context.route(f"{live_server.url}/**", lambda route: route.abort())
    # It looks once in four seconds; by its next poll it has already refused the answer.
    for _ in range(200):
        page.evaluate(LOST)
        page.wait_for_timeout(50)
        page.clock.fast_forward(4_000)
        if len(asked) > 4:
            break
    assert len(asked) > 4
    assert page.url == f"{live_server.url}/{path}"
    page.context.unroute(f"{second}follow/here**")
    page.clock.fast_forward(4_000)
    page.evaluate(LOST)
    page.wait_for_url(f"{second}{path}", timeout=30_000)
