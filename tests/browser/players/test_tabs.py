"""The tabs above a page of an event, which a phone has under the thumb."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.phones import claim, open_page
from tests.events.support.public_events import Played, long_names
from tests.screens.scenes import make_scene

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAPTOP = ViewportSize(width=1280, height=800)
TABLET = ViewportSize(width=700, height=900)
LOWER_EDGE = "bar => Math.round(innerHeight - bar.getBoundingClientRect().bottom)"
TARGETS = """tabs => tabs.map(tab => {
  const { width, height } = tab.getBoundingClientRect();
  return Math.min(width, height);
})"""
PLACES = "tabs => tabs.map(tab => tab.getBoundingClientRect().left)"
FINGER = 44  # pixels


@pytest.fixture
def played(live_server: LiveServer) -> Played:
    made = Played([*long_names(30), "Anna Rossi"])
    made.post(1)
    return made


def top_of(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"]


def test_the_tabs_are_at_the_lower_edge_of_a_phone_and_cover_nothing(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    address = reverse("public:rules", args=[played.event.slug])
    page = open_page(phone, live_server, address)
    bar = page.locator(".event-header .tabs")
    assert bar.evaluate(LOWER_EDGE) == 0
    assert min(bar.locator("a:visible").evaluate_all(TARGETS)) >= FINGER
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert bar.evaluate(LOWER_EDGE) == 0
    last = page.get_by_role("contentinfo").get_by_role("link").last
    box = last.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= top_of(page, ".event-header .tabs")


def test_a_focused_line_is_not_behind_the_tabs(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server, played.url("pairings"))
    line = page.locator("#list tbody a").nth(20)
    line.focus()
    box = line.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= top_of(page, ".event-header .tabs")


def test_no_tab_moves_when_the_phone_knows_its_player(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server, played.url("pairings"))
    tabs = page.locator(".event-header .tabs a")
    before = tabs.evaluate_all(PLACES)
    # No dead end: the tab leads to the name search until the phone knows its player.
    me = page.get_by_role("link", name="Me", exact=True)
    expect(me).to_have_attribute("href", played.url("pairings") + "#q")
    claim(page, "rossi")
    expect(me).to_have_attribute("href", re.compile("/players/31/$"))
    assert tabs.evaluate_all(PLACES) == before


@pytest.mark.parametrize("scene", ["draft", "playoff"])
def test_large_letters_leave_every_tab_on_the_screen(
    scene: str, phone: BrowserContext, live_server: LiveServer
) -> None:
    make_scene(scene)
    for language in ("en", "ja"):
        phone.set_extra_http_headers({"accept-language": language})
        page = open_page(phone, live_server, f"/e/{scene}/standings/")
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 844})
            for size in (100, 130, 150, 175, 200):
                page.evaluate(f"document.documentElement.style.fontSize = '{size}%'")
                bar = page.locator(".event-header .tabs")
                assert bar.evaluate("e => e.scrollWidth - e.clientWidth") == 0, (width, size)
                assert min(bar.locator("a").evaluate_all(TARGETS)) >= FINGER, (width, size)
        page.close()


def test_the_tabs_work_without_scripts(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    phone.route(re.compile(r"\.js"), lambda route: route.abort())
    page = open_page(phone, live_server, played.url("pairings"))
    page.get_by_role("link", name="Standings").click()
    expect(page).to_have_url(live_server.url + played.url("standings"))
    expect(page.get_by_role("link", name="Standings")).to_have_attribute("aria-current", "page")


def test_a_laptop_has_one_line_above_the_page(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = phone.new_page()
    page.set_viewport_size(LAPTOP)
    page.goto(live_server.url + played.url("pairings"))
    assert top_of(page, ".event-header .tabs") == 0
    assert top_of(page, "main") <= FINGER + 6


def test_a_long_name_leaves_every_tab_in_sight_on_a_tablet(
    phone: BrowserContext, live_server: LiveServer
) -> None:
    played = Played(["Anna", "Bob"], name="Grand Prix of the United Harbour Cities and Islands")
    played.post(1)
    page = phone.new_page()
    page.set_viewport_size(TABLET)
    page.goto(live_server.url + played.url("pairings"))
    assert page.locator(".event-header .tabs").evaluate("e => e.scrollWidth - e.clientWidth") == 0


def test_paper_and_big_screens_have_no_tabs(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server, played.url("pairings"))
    page.emulate_media(media="print")
    expect(page.locator(".event-header .tabs")).to_be_hidden()
    for name in ("projector", "embed-pairings"):
        page.goto(live_server.url + reverse(f"public:{name}", args=[played.event.slug]))
        expect(page.locator(".tabs")).to_have_count(0)
