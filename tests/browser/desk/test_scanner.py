"""A hand scanner at the desk: it types a code and Enter, and no other key is pressed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from events.core.players.private_address import token_of
from events.models import Enrollment, Event
from tests import factories
from tests.events.scenario import at_table, event_with_owner, start_round
from tests.longer import ASKED_FOR

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAYERS = 8
# MATCHSLIP_FAULTS=226 checks in a whole convention.
CONVENTION = max(ASKED_FOR, 20)


class Scanner:
    """A scanner that types for a French keyboard or an English one, at a page of an event."""

    def __init__(self, page: Page, event: Event) -> None:
        self.page, self.event = page, event

    def scan(self, code: str) -> None:
        """Type a code and Enter."""
        self.page.keyboard.type(code)
        self.page.keyboard.press("Enter")

    def scan_player(self, player: Enrollment) -> None:
        """Scan the link of a player."""
        token = token_of(player.pk, player.address_nonce)
        self.scan(f"https://play.example/me/open/{token}/")


def scanner_at_check_in(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, players: int
) -> Scanner:
    """Return a scanner at the check-in page of an event."""
    event, owner = event_with_owner(players, private_pages=True)
    window = open_window(viewport={"width": 1280, "height": 800}, locale="en-US")
    session = factories.client_of(owner).cookies["sessionid"].value
    window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = window.new_page()
    page.goto(f"{live_server.url}/staff/e/{event.slug}/roster/check-in/")
    return Scanner(page, event)


@pytest.fixture
def scanner(open_window: Callable[..., BrowserContext], live_server: LiveServer) -> Scanner:
    return scanner_at_check_in(open_window, live_server, PLAYERS)


@pytest.mark.slow
def test_a_convention_is_checked_in_by_scans_alone(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    """Scan one player after the other, each as soon as the one before is shown."""
    scanner = scanner_at_check_in(open_window, live_server, CONVENTION)
    for count, player in enumerate(scanner.event.enrollments.order_by("number"), 1):
        scanner.scan_player(player)
        expect(scanner.page.locator("#left b")).to_have_text(str(CONVENTION - count))
        expect(scanner.page.locator("#search")).to_be_focused()
    assert scanner.event.enrollments.filter(checked_in=True).count() == CONVENTION


def test_a_scanner_checks_in_finds_and_enters_without_another_key(scanner: Scanner) -> None:
    page, event = scanner.page, scanner.event
    for count, player in enumerate(event.enrollments.order_by("number"), 1):
        scanner.scan_player(player)
        expect(page.locator("#left b")).to_have_text(str(PLAYERS - count))
        expect(page.locator("#search")).to_be_focused()
    start_round(event, event.staff.get().user, 1)
    match = at_table(event, 1, 3)
    page.goto(page.url.split("roster/")[0])
    expect(page.locator("#entry")).to_be_focused()
    scanner.scan_player(match.players[1])
    expect(page.locator("#entry")).to_have_value("3 ")
    scanner.scan("20")
    expect(page.locator(".recent .recent-table")).to_have_text(["3"])
    page.keyboard.press("Control+k")
    expect(page.locator("#palette-text")).to_be_focused()
    scanner.scan("T&R&")
    expect(page).to_have_url(
        f"{page.url.split('/staff/')[0]}/staff/e/{event.slug}/rounds/1/tables/1/"
    )
    # The address changes before the scripts of the page listen for keys.
    page.wait_for_load_state()
    page.keyboard.press("Control+k")
    expect(page.locator("#palette-text")).to_be_focused()
    scanner.scan_player(match.players[0])
    number = match.players[0].number
    expect(page.get_by_role("heading", level=1)).to_contain_text(match.players[0].name)
    assert page.url.endswith(f"/{number}/")


def test_a_scan_during_a_slow_page_is_not_replaced(scanner: Scanner) -> None:
    """The box has the cursor before the scripts of the page are there."""
    page = scanner.page
    waiting: list[Route] = []
    page.route("**/js/site*.js", lambda route: waiting.append(route))
    page.goto(page.url, wait_until="commit")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type("https:")
    for route in waiting:
        route.continue_()
    page.wait_for_load_state("load")
    page.keyboard.type("//play.example")
    expect(page.locator("#search")).to_have_value("https://play.example")
