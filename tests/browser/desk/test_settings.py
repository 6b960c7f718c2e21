"""Settings and staff: how little is in sight, a search that narrows while typing, an invitation."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.models import Event
from tests import factories
from tests.browser.windows import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAPTOP = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US"}
VISIBLE = """() => [...document.querySelectorAll(
  "main input:not([type=hidden]), main select, main textarea")]
  .filter((one) => one.checkVisibility()).length"""
MOST_INPUTS, MOST_HEIGHT, GROUPS = 1, 800, 8
# Four roles and a number.
MOST_OF_INVITING = 5


@pytest.fixture
def open_page(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> Callable[..., Page]:
    """Open an address of an event, as its organizer."""
    event = factories.event_with_players(4, name="Cup", staff_may_play=True)
    session = factories.client_of(factories.staff_member(event)).cookies["sessionid"].value

    def open_one(path: str, **options: object) -> Page:
        window = open_window(**options)
        window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page = window.new_page()
        page.goto(f"{live_server.url}/staff/e/{event.slug}/{path}")
        return page

    return open_one


def test_eight_groups_that_are_searched_saved_and_reset(open_page: Callable[..., Page]) -> None:
    page = open_page("settings/", **LAPTOP)
    groups = page.locator(".setting-groups > details")
    expect(groups).to_have_count(GROUPS)
    assert page.evaluate(VISIBLE) <= MOST_INPUTS
    assert page.evaluate("document.documentElement.scrollHeight") <= MOST_HEIGHT
    page.keyboard.press("Tab")

    search = page.get_by_role("searchbox", name="Find a setting")
    search.fill("minimum 40")
    expect(page.get_by_label("Round time in minutes")).to_be_visible()
    expect(page.get_by_label("Game format")).to_be_hidden()
    expect(page.locator(".setting-groups > details:visible")).to_have_count(1)
    search.fill("zebra")
    expect(page.get_by_text("No matching settings.")).to_be_visible()
    search.fill("")
    expect(page.locator(".setting-groups > details[open]")).to_have_count(0)

    page.get_by_text("Rounds and matches", exact=True).click()
    page.get_by_label("Round time in minutes").fill("45")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("Saved: Rounds and matches.")
    expect(page.locator("#group-rounds > summary")).to_contain_text("45 minutes")
    expect(page.locator("#group-rounds > summary")).to_contain_text("1 changed")
    page.get_by_text("Rounds and matches", exact=True).click()
    page.get_by_role("button", name="Reset to “50”").click()
    expect(page.locator("#group-rounds > summary")).to_contain_text("50 minutes")
    expect(page.locator(".setting-groups .badge")).to_have_count(0)

    page.get_by_text("Add to this event", exact=True).click()
    page.get_by_role("button", name="Add results by phone").click()
    expect(page.locator("#messages")).to_contain_text("Players report results by phone.")
    expect(page.locator("#group-shown > summary")).to_contain_text("results by phone")
    expect(page.get_by_role("button", name="Add judge calls")).to_be_visible()


def test_settings_that_need_another_one_wait_for_it(open_page: Callable[..., Page]) -> None:
    page = open_page("settings/?open=shown", **LAPTOP)
    drops = page.get_by_label("Players can drop by phone")
    expect(drops).to_be_hidden()
    page.get_by_label("Every player gets a player link").check()
    expect(drops).to_be_visible()
    page.get_by_label("Every player gets a player link").uncheck()
    expect(drops).to_be_hidden()
    page.get_by_role("searchbox", name="Find a setting").fill("drop by phone")
    expect(drops).to_be_visible()
    page.get_by_role("searchbox", name="Find a setting").fill("deadline")
    expect(page.get_by_label("Sign-up deadline")).to_be_visible()
    page.get_by_role("searchbox", name="Find a setting").fill("")
    page.locator("#group-players > summary").click()
    expect(page.get_by_label("Fee")).to_be_visible()
    expect(page.get_by_label("Sign-up deadline")).to_be_hidden()


def test_without_scripts_a_phone_searches_and_saves(open_page: Callable[..., Page]) -> None:
    page = open_page("settings/", **PHONE, locale="en-US", java_script_enabled=False)
    page.get_by_label("Find a setting").fill("venue")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_label("Venue")).to_be_visible()
    expect(page.get_by_label("Time zone")).to_be_visible()
    expect(page.locator("#group-rules")).to_be_hidden()
    page.get_by_label("Venue").fill("New Hall")
    page.get_by_label("Time zone").fill("Mars/Olympus")
    page.get_by_role("button", name="Save “Event and venue”").click()
    expect(page.get_by_text("Mars/Olympus is not a time zone.")).to_be_visible()
    expect(page.locator("#group-event .notice.error")).to_be_focused()
    expect(page.locator("#group-event .notice.error")).to_be_in_viewport()
    expect(page.get_by_label("Venue")).to_have_value("New Hall")
    page.get_by_label("Time zone").fill("Asia/Tokyo")
    page.get_by_role("button", name="Save “Event and venue”").click()
    expect(page.locator("#group-event > summary")).to_contain_text("New Hall")
    assert Event.objects.get().time_zone == "Asia/Tokyo"


REFUSE_CLIPBOARD = "() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }"


def test_a_judge_joins_by_the_link_of_the_organizer(
    open_page: Callable[..., Page],
    open_window: Callable[..., BrowserContext],
    live_server: LiveServer,
) -> None:
    page = open_page("staff/", **LAPTOP)
    expect(page.locator(".people > details")).to_have_count(1)
    assert page.evaluate(VISIBLE) <= MOST_OF_INVITING
    page.get_by_label("Number of people").fill("5")
    page.get_by_role("button", name="Create invitation").click()
    expect(page.locator(".qr")).to_contain_text("0 of 5 joined")
    # A browser may refuse the clipboard. The page then copies the selected text another way.
    page.evaluate(REFUSE_CLIPBOARD)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    # The link has this computer's network address; this server listens on localhost only.
    link = live_server.url + urlsplit(page.get_by_label("Invitation link").input_value()).path
    phone = open_window(**PHONE, locale="en-US", java_script_enabled=False).new_page()
    phone.goto(link)
    phone.get_by_label("Username").fill("rin")
    phone.get_by_label("Your name").fill("Rin Aoki")
    for field in ("password1", "password2"):
        phone.locator(f"[name={field}]").fill(factories.PASSWORD)
    phone.get_by_role("button", name="Join the staff").click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Floor")
    page.reload()
    expect(page.locator(".qr")).to_contain_text("1 of 5 joined")
    expect(page.locator(".people")).to_contain_text("Rin Aoki")
    page.get_by_role("button", name="Withdraw link").click()
    expect(page.locator(".qr")).to_have_count(0)
    phone.goto(link)
    expect(phone.locator("main")).to_contain_text("Ask the organizer for a new one.")
