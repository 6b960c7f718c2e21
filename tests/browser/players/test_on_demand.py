"""A stand: phones scan its code and join; two taps of the staff post the pod that is full."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.models import PodSeat
from tests.browser.venue import Desk, shows
from tests.browser.windows import PHONE
from tests.browser.words import Words
from tests.events.on_demand.test_on_demand import BASE, new_queue, owner_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("Ada Berg", "Ben Roth", "Cleo Vale", "Dev Anand")


def test_from_the_scan_to_the_table(
    live_server: LiveServer, open_window: Callable[..., BrowserContext]
) -> None:
    owner = owner_of("shop")
    new_queue(owner)
    desk = Desk(open_window(locale="en-US").new_page(), Words("en"), ["anna-shop"])
    desk.page.clock.install()
    desk.log_in(live_server.url, owner.get_username())
    desk.page.goto(f"{live_server.url}{BASE}1/stand/")
    # The code contains the computer's address on the venue's network.
    path = urlsplit(desk.page.locator(".break a").get_attribute("href") or "").path
    scanned = live_server.url + path
    desk.page.get_by_role("link", name="Back").click()
    phones = [join(open_window(**PHONE, locale="en-US"), scanned, name) for name in NAMES]
    first, last = phones[0], phones[-1]
    expect(last.locator(".big-place")).to_have_text("Go to tables 1–2")
    # The first phone was in a pocket: it rings, and its title names the table.
    called = first.locator(".big-place")
    shows(first, lambda: expect(called).to_have_text("Go to tables 1–2"), interval=8_000)
    expect(first).to_have_title(re.compile("^● Go to tables 1–2 · "))
    assert first.evaluate("navigator.buzzed") == 1
    # Two taps by staff.
    post = desk.page.get_by_role("button", name="Post pod 1")
    shows(desk.page, lambda: expect(post).to_be_visible(), interval=4_000)
    post.click()
    expect(desk.page.get_by_role("link", name="Draft 1")).to_be_visible()
    assert PodSeat.objects.count() == len(NAMES)
    first.get_by_role("link", name="My table").click()
    expect(first).to_have_url(re.compile("/me/draft-1/$"))
    expect(first.get_by_text(re.compile("^Seat [1-4]$"))).to_be_visible()
    expect(first.get_by_text("tables 1–2")).to_be_visible()


def join(phone: BrowserContext, address: str, name: str) -> Page:
    """Open the scanned address, type a name, join, and ask for a sound."""
    page = phone.new_page()
    page.add_init_script(
        "navigator.vibrate = () => { navigator.buzzed = (navigator.buzzed ?? 0) + 1 }"
    )
    page.clock.install()
    page.goto(address)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join queue").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    page.get_by_role("button", name="Play a sound").click()
    page.evaluate("navigator.buzzed = 0")
    return page
