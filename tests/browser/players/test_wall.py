"""The big screen: its scenes, how it turns, several screens side by side."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from domain.names import listed_name
from events.core.events.finishing_actions import finish_event
from events.models import Role
from tests import factories
from tests.browser.phones import REFRESH
from tests.events.support.public_events import Played, long_names

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCREEN = {"viewport": {"width": 1280, "height": 720}, "locale": "en-US"}
TOO_SMALL = """(least) => [...document.querySelectorAll("li, h1, #wall-page, .clock")]
  .filter((one) => one.checkVisibility())
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < innerHeight * least)
  .map((one) => one.outerHTML.slice(0, 80))"""
CUT_OFF = """() => [...document.querySelectorAll("li")].filter((one) => one.checkVisibility())
  .filter((one) => one.getBoundingClientRect().bottom > innerHeight).length"""


# Shows these names on the wall and pages through them; returns the seconds that each page stays.
TURN = """async (names) => {
  const list = document.querySelector("ol.wall-rows");
  const row = list.querySelector("li");
  list.replaceChildren(...names.map((name, at) => {
    const made = row.cloneNode(true);
    made.hidden = false;
    made.querySelector(".n").textContent = name;
    made.querySelector(".t").textContent = at + 1;
    return made;
  }));
  dispatchEvent(new Event("resize"));
  return window.matchslip.wallSeconds();
}"""
CUT_NAMES = """() => [...document.querySelectorAll("li .n")].filter((one) => one.checkVisibility())
  .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > 60)
  .map((one) => one.textContent)"""


@pytest.fixture
def played(live_server: LiveServer) -> Played:
    return Played([*(f"{letter}nna Rossi" for letter in "ABCDEFGHIJKL"), *long_names(52)])


@pytest.fixture
def screen(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, played: Played
) -> Callable[[str], Page]:
    def open_screen(query: str = "") -> Page:
        page = open_window(**SCREEN).new_page()
        page.clock.install()
        page.goto(f"{live_server.url}{played.url('projector')}{query}")
        return page

    return open_screen


def names_on(page: Page) -> list[str]:
    """The names that can be read now."""
    expect(page.locator("li:visible").first).to_be_visible()
    return page.locator("li:visible .n").all_inner_texts()


def everybody(page: Page) -> set[str]:
    """All names that come while the pages turn."""
    seen: set[str] = set()
    pages = page.locator("#wall-page").inner_text().split("/")
    for _page in range(int(pages[-1]) if len(pages) > 1 else 1):
        seen |= set(names_on(page))
        before = page.locator("#wall-page").inner_text()
        for _half in range(60):
            page.clock.run_for(500)
            if page.locator("#wall-page").inner_text() != before:
                break
    return seen


def test_pairings_turn_until_everybody_was_there(
    screen: Callable[[str], Page], played: Played
) -> None:
    played.post(1)
    page = screen("")
    expect(page.locator("#wall-page")).to_have_text(re.compile(r"\d / \d"))
    assert not page.evaluate(TOO_SMALL, 0.045)
    assert not page.evaluate(CUT_OFF)
    assert everybody(page) == {listed_name(one.name) for one in played.players}


def test_1200_names_turn_in_two_and_a_half_minutes_and_none_is_cut(
    screen: Callable[[str], Page], played: Played
) -> None:
    played.post(1)
    page = screen("")
    page.set_viewport_size({"width": 1920, "height": 1080})
    twins = ["Maximiliano Fernández de la Vega y Castellano de la Cruz", "Maria de la Cruz"]
    names = [f"{twins[at % 2]} {at:04} {'I' * (at % 3 + 1)}" for at in range(1200)]
    seconds = page.evaluate(TURN, names)
    assert len(seconds) <= 36
    assert sum(seconds) <= 150
    assert min(seconds[:-1]) > 4
    assert not page.evaluate(CUT_OFF)
    assert not page.evaluate(CUT_NAMES)


def test_several_screens_have_a_part_each(screen: Callable[[str], Page], played: Played) -> None:
    played.post(1)
    parts = [everybody(screen(f"?part={part}of3")) for part in (1, 2, 3)]
    assert set.union(*parts) == {listed_name(one.name) for one in played.players}
    assert sum(map(len, parts)) == 64
    letters = everybody(screen("?from=Q&to=R"))
    assert {"Rossi, Anna", "Rossi, Bnna", "Rossi, Cnna"} <= letters
    assert {name[0] for name in letters} <= set("QR")


def test_before_round_1_a_code_leads_to_the_phone(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, played: Played
) -> None:
    page = open_window(**SCREEN).new_page()
    page.goto(f"{live_server.url}{played.url('projector')}")
    expect(
        page.get_by_text("Open this page at its network address to show the code here.")
    ).to_be_visible()
    answer = page.request.get(f"{live_server.url}{played.url()}code.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text().startswith("<svg")
    played.post(1)
    page.evaluate(REFRESH)
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1")


def test_standings_follow_and_stay_after_the_finish(
    screen: Callable[[str], Page], played: Played
) -> None:
    played.play(1)
    page = screen("")
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1")
    played.publish(1)
    page.evaluate(REFRESH)
    expect(page.get_by_role("heading", level=1)).to_have_text("Standings after round 1")
    assert not page.evaluate(CUT_OFF)
    head_judge = factories.staff_member(played.event, Role.HEAD_JUDGE)
    finish_event(event_id=played.event.pk, actor=head_judge, early=True, reason="hall")
    page.evaluate(REFRESH)
    expect(page.get_by_role("heading", level=1)).to_have_text("Final standings")


def test_what_runs_is_chosen_on_the_screen(screen: Callable[[str], Page], played: Played) -> None:
    played.play(1)
    played.publish(1)
    played.post(2)
    page = screen("")
    page.locator("summary", has_text="This screen").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Pairings").uncheck()
    page.get_by_label("Standings").check()
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page).to_have_url(re.compile(r"\?show=standings$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Standings after round 1")
