"""A badge on a phone: it follows the day, also when the badge ends, and works without scripts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from events.badges.actions import revoke_badge
from tests.browser.windows import PHONE
from tests.events.badges.days import (
    ADA,
    ada,
    address_of,
    badge_for,
    event_of_day,
    owner_of,
    posted,
    shop,
    started,
)
from tests.events.scenario import start_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_page_follows_the_day_until_the_badge_ends(
    live_server: LiveServer, open_window: Callable[..., BrowserContext]
) -> None:
    owner = owner_of()
    posted(owner, "Modern")
    started(posted(owner, "Pauper", table=30), 10)
    legacy = event_of_day(owner, "Legacy", table=70)
    address = live_server.url + address_of(badge_for(owner))
    page = open_window(**PHONE, locale="en-GB").new_page()
    page.goto(address)
    expect(page.get_by_role("heading", name=ADA[0])).to_be_visible()
    expect(page.locator(".slip")).to_have_count(2)
    expect(page.get_by_text("both need you now")).to_have_count(1)
    expect(page.locator(".slip .clock").first).to_have_text(re.compile(r"^(39|40):\d\d$"))
    expect(page.get_by_text("Round 1 is not posted yet.")).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator("#fresh")).to_have_text("No connection. Trying again.")
    start_round(legacy, owner, 1)
    page.context.set_offline(False)
    expect(page.locator(".slip")).to_have_count(3)
    expect(page.get_by_text("both need you now")).to_have_count(3)
    expect(page.locator("#fresh")).to_have_text("This page refreshes automatically.")
    page.get_by_role("link", name=re.compile("Legacy")).click()
    expect(page).to_have_url(f"{live_server.url}/me/legacy/")
    page.go_back()
    revoke_badge(organisation=shop(), actor=owner, player_id=ada().pk)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("heading", name="This badge is not valid")).to_be_visible()


def test_the_page_works_without_scripts(
    live_server: LiveServer, open_window: Callable[..., BrowserContext]
) -> None:
    owner = owner_of()
    posted(owner, "Modern")
    address = live_server.url + address_of(badge_for(owner))
    page = open_window(**PHONE, locale="en-GB", java_script_enabled=False).new_page()
    page.goto(address)
    expect(page.locator(".slip .table-number")).to_be_visible()
    page.get_by_role("link", name=re.compile("Modern")).click()
    expect(page).to_have_url(f"{live_server.url}/me/modern/")
