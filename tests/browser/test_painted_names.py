"""Names from right to left, as they are painted: figures next to them keep their order."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, expect
from pytest_django.live_server_helper import LiveServer

from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.models import Match
from tests.browser.venue import Desk
from tests.browser.words import Words
from tests.events.support.public_events import Played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Two of the players are namesakes.
NAMES = ["שרה כהן", "سارة علي", "דוד לוי", "نور حسن", "שרה כהן", "Ada 3 Lind"]

# The characters of an element in paint order: line by line, from left to right, with a space for
# each gap.
PAINTED = """
(element) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const letters = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const around = node.parentElement;
    if (!around.checkVisibility() || around.closest(".visually-hidden")) continue;
    for (let at = 0; at < node.data.length; at += 1) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const { bottom, left, right } = range.getBoundingClientRect();
      const isPainted = right - left > 0.5 && node.data[at].trim();
      const line = Math.round(bottom / 8);
      if (isPainted) letters.push({ line, left, right, letter: node.data[at] });
    }
  }
  letters.sort((one, other) => one.line - other.line || one.left - other.left);
  return letters
    .map(({ line, left, letter }, at) => {
      const before = letters[at - 1];
      return before && (before.line !== line || left - before.right > 1.5) ? ` ${letter}` : letter;
    })
    .join("");
}
"""

# Scores, records and numbers that are not painted from left to right.
TURNED = """
() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const turned = [];
  let count = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.checkVisibility()) continue;
    for (const figures of node.data.matchAll(/#?\\d+(?:[-\u2011]\\d+)*/g)) {
      const places = [...figures[0]].map((_sign, at) => {
        range.setStart(node, figures.index + at);
        range.setEnd(node, figures.index + at + 1);
        return range.getBoundingClientRect().left;
      });
      count += 1;
      if (places.some((left, at) => at && left < places[at - 1])) turned.push(node.data);
    }
  }
  return { turned, count };
}
"""


def painted(place: Locator) -> str:
    """Return a text as it is painted, from left to right."""
    shown: str = place.evaluate(PAINTED)
    return re.sub(r"\s+", " ", shown.replace("\N{NON-BREAKING HYPHEN}", "-")).strip()


def as_painted(text: str) -> str:
    """Return a sentence as it should be painted: each name turned, everything else as it is."""
    for name in sorted(NAMES[:5], key=len, reverse=True):
        text = text.replace(name, name[::-1])
    return text


@pytest.fixture
def played(live_server: LiveServer) -> Played:
    made = Played(NAMES, show_recorded=True)
    made.play(1)
    made.publish(1)
    made.post(2)
    return made


@pytest.fixture
def desk(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, played: Played
) -> Desk:
    laptop = open_window(viewport={"width": 1280, "height": 800}, locale="en-US")
    opened = Desk(laptop.new_page(), Words("en"), [played.organizer.username])
    opened.resume(live_server.url, played.organizer.username)
    opened.page.goto(f"{live_server.url}/staff/e/{played.event.slug}/")
    return opened


def sides(played: Played, table: int) -> tuple[str, str]:
    """Return how both players of a table are called."""
    match = Match.objects.get(round__event=played.event, round__number=2, table=table)
    assert match.second is not None
    return match.first.called, match.second.called


def test_the_desk_paints_scores_as_they_are(desk: Desk, played: Played) -> None:
    first, second = sides(played, 1)
    desk.type_entry("1 21")
    words = desk.page.locator("#echo .echo-words")
    expect(words).to_be_visible()
    assert painted(words) == as_painted(f"{first} beats {second} 2-1")
    assert painted(desk.page.locator("#echo .echo-names")) == as_painted(f"{first} – {second}")
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator("#answer .answer-table")).to_have_text("Table 1")
    recent = desk.page.locator(".recent-what").first
    assert as_painted(f"{first} beats {second} 2-1") in painted(recent)
    desk.page.goto(f"{desk.page.url.partition('/staff/')[0]}/staff/e/{played.event.slug}/journal/")
    assert as_painted(f"{first} 2-1 {second}") in painted(desk.page.locator("main"))


LISTS = [
    ("pairings",),
    ("standings",),
    ("projector",),
    ("embed", "standings"),
    ("embed", "pairings"),
]


def test_public_lists_paint_records_as_they_are(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = phone.new_page()
    for parts in LISTS:
        page.goto(live_server.url + played.url(*parts))
        found = page.evaluate(TURNED)
        assert found["count"] >= len(NAMES), parts
        assert found["turned"] == [], parts
        shown = painted(page.locator("body"))
        for number in (1, 5):
            assert f"#{number}" in shown, f"namesakes are told apart on {parts}"


def test_a_public_page_names_the_opponent_and_the_record(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    who: dict[str, Any] = {"event_id": played.event.pk, "actor": played.organizer}
    enter_result(**who, number=2, table=1, slip=Slip.of(2, 1))
    match = Match.objects.get(round__event=played.event, round__number=2, table=1)
    assert match.second is not None
    page = phone.new_page()
    page.goto(live_server.url + played.url("players", match.first.number))
    heading = painted(page.locator("h1"))
    assert heading == as_painted(match.first.called)
    versus = page.locator(".slip .versus strong")
    assert painted(versus) == as_painted(match.second.called)
    page.goto(live_server.url + played.url("players", match.first.number, "recorded"))
    words = painted(page.locator("#recorded"))
    assert as_painted(f"Round 2 against {match.second.called}:") in words
    assert "2-1" in words


def test_names_are_not_translated(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = phone.new_page()
    script = """
    (names) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const wrong = [];
      while (walker.nextNode()) {
        const node = walker.currentNode;
        const named = names.some((name) => node.data.includes(name.split(" ").at(-1)));
        const around = node.parentElement;
        if (named && around.translate && !around.closest("script, template")) wrong.push(node.data);
      }
      return wrong;
    }
    """
    pages = [(), ("pairings",), ("standings",), ("players", 1), ("projector",), ("moved",)]
    for parts in pages:
        page.goto(live_server.url + played.url(*parts))
        assert page.evaluate(script, NAMES) == [], parts
