"""Brackets on the big screen: matches in progress are large, and nothing is cut off."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.core.stages.plans import StagePlan
from events.models import Event
from tests.browser.words import Words
from tests.events.scenario import start_round
from tests.events.support.stages import DOUBLE, SINGLE, finish_round, staged

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# The smallest letters of players who are playing, as a share of the screen's height.
LETTERS = """() => Math.min(...[...document.querySelectorAll(".box.open :is(.name, .where)")]
  .filter((name) => name.checkVisibility())
  .map((name) => parseFloat(getComputedStyle(name).fontSize) / innerHeight))"""
CUT_OFF = """() => [...document.querySelectorAll(".box")].filter((box) => box.checkVisibility())
  .filter((box) => {
    const { bottom, right } = box.getBoundingClientRect();
    return bottom > innerHeight || right > innerWidth;
  }).map((box) => box.innerText)"""


@pytest.fixture(params=["en", "ja"])
def look(
    request: pytest.FixtureRequest,
    open_window: Callable[..., BrowserContext],
    live_server: LiveServer,
) -> Callable[[Event], tuple[Page, Words]]:
    def open_screen(event: Event) -> tuple[Page, Words]:
        screen = {"viewport": {"width": 1920, "height": 1080}, "locale": request.param}
        page = open_window(**screen).new_page()
        page.clock.install()
        page.goto(f"{live_server.url}/e/{event.slug}/projector/?show=bracket")
        expect(page.locator(".bracket")).to_be_visible()
        assert not page.evaluate(CUT_OFF)
        return page, Words(request.param)

    return open_screen


def rounds_on(page: Page) -> list[str]:
    """The rounds that can be read now."""
    return page.locator(".bracket-row:first-child h2:visible").all_inner_texts()


def test_a_bracket_of_32_is_read_in_parts_and_what_is_over_makes_room(
    look: Callable[[Event], tuple[Page, Words]],
) -> None:
    event, owner = staged(32, StagePlan(kind=SINGLE, third_place=True))
    start_round(event, owner, 1)
    page, words = look(event)
    read = pages_of(page)
    assert len(read) == 4
    assert sorted(name for names in read for name in names) == sorted(
        event.enrollments.values_list("name", flat=True)
    )
    assert rounds_on(page)[0] == words("Round of %(players)d", players=32)
    # A completed round is replaced by the next one on the screen.
    finish_round(event, owner, 1)
    finish_round(event, owner, 2)
    page, words = look(event)
    assert rounds_on(page) == [words("Quarterfinals"), words("Semifinals"), words("Final")]
    expect(page.locator(".box.open:visible")).to_have_count(4)
    assert page.evaluate(LETTERS) >= 0.0449
    finish_round(event, owner, 3)
    page, words = look(event)
    assert rounds_on(page) == [words("Semifinals"), words("Final")]
    finish_round(event, owner, 4)
    page, words = look(event)
    expect(page.locator(".part-third h2")).to_have_text(words("Third place"))
    expect(page.locator(".box.open:visible")).to_have_count(2)
    assert page.evaluate(LETTERS) >= 0.0449


def test_of_a_double_elimination_what_is_being_played_fills_the_screen(
    look: Callable[[Event], tuple[Page, Words]],
) -> None:
    event, owner = staged(16, StagePlan(kind=DOUBLE))
    start_round(event, owner, 1)
    page, _words = look(event)
    read = pages_of(page)
    assert len(read) == 2
    assert len({name for names in read for name in names}) == 16
    finish_round(event, owner, 1)
    finish_round(event, owner, 2)
    page, _words = look(event)
    expect(page.locator(".box.open:visible")).to_have_count(event_open(event))
    assert page.locator(".bracket-column:visible").count() <= 2
    assert page.evaluate(LETTERS) >= 0.0449


def pages_of(page: Page) -> list[list[str]]:
    """Turn the pages of a bracket until the first one comes again; return who is on each."""
    label = page.locator("#wall-page")
    first, read = label.inner_text(), []
    while True:
        at = label.inner_text()
        assert page.evaluate(LETTERS) >= 0.0449
        assert not page.evaluate(CUT_OFF)
        read.append(page.locator(".box.open .name:visible").all_inner_texts())
        while label.inner_text() == at:
            page.clock.run_for(1_000)
        if label.inner_text() == first:
            return read


def event_open(event: Event) -> int:
    """How many matches of the newest round wait for a result."""
    newest = event.rounds.order_by("number").last()
    assert newest is not None
    return newest.matches.filter(first_wins=None, second__isnull=False).count()
