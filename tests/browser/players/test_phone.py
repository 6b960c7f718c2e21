import datetime
import re

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.core.clock.actions import start_clock
from events.models import Enrollment, Match
from tests.events.scenario import start_round
from tests.events.support.public_events import Played, long_names
from tests.events.support.teams import team_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# A phone does this every 15 to 20 seconds, and at once when the network returns.
REFRESH = "dispatchEvent(new Event('online'))"


@pytest.fixture
def played(live_server: LiveServer) -> Played:
    made = Played([*long_names(12), "Anna Rossi", "José García", "田中 太郎"])
    made.post(1)
    return made


# Words of names that are broken over several lines.
BROKEN_WORDS = """list => [...list.querySelectorAll(".p, .o")].flatMap(name => {
  const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT), broken = [];
  while (texts.nextNode()) {
    for (const word of texts.currentNode.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(part => part.top)).size > 1) broken.push(word[0]);
    }
  }
  return broken;
})"""


def open_page(phone: BrowserContext, address: str) -> Page:
    page = phone.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(address)
    assert not problems
    return page


def table_of(name: str, number: int) -> Match:
    player = Enrollment.objects.get(name=name)
    matches = Match.objects.filter(round__number=number, round__event=player.event)
    return (matches.filter(first=player) | matches.filter(second=player)).get()


def claim(page: Page, search: str) -> None:
    page.get_by_role("searchbox").fill(search)
    page.get_by_role("button", name="This is me").click()


MOST_OF_A_LINE = 100  # pixels: two names of 40 letters or more, two lines each


def test_a_line_has_the_opponent_below_and_can_be_tapped_anywhere(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server.url + played.url("pairings"))
    lines = page.locator("#list tbody tr")
    heights = lines.evaluate_all("(rows) => rows.map((row) => row.offsetHeight)")
    assert len(heights) == 15
    assert 44 <= min(heights) <= max(heights) <= MOST_OF_A_LINE
    line = lines.filter(has=page.get_by_role("link", name="Anna Rossi", exact=True))
    box = line.bounding_box()
    assert box is not None
    line.click(position={"x": box["width"] - 8, "y": box["height"] - 8})
    expect(page).to_have_url(re.compile(r"/players/\d+/"))


def test_the_list_narrows_while_one_types(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server.url + played.url("pairings"))
    rows = page.locator("#list tbody tr:visible")
    expect(rows).to_have_count(15)
    for search, found in (("garcia", "José García"), ("太", "田中 太郎"), ("ROS an", "Anna Rossi")):
        page.get_by_role("searchbox").fill(search)
        expect(rows).to_have_count(1)
        expect(rows.locator(".p")).to_have_text(found)
    page.get_by_role("searchbox").fill("ossi")
    expect(rows).to_have_count(0)
    expect(
        page.get_by_text("No name in this round starts with that. Try another part of the name.")
    ).to_be_visible()


def test_a_phone_knows_its_owner_in_the_next_round(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server.url + played.url("pairings"))
    claim(page, "rossi")
    card = page.get_by_role("region", name="Your table")
    expect(card.locator(".table-number")).to_have_text(str(table_of("Anna Rossi", 1).table or "–"))
    expect(card).to_contain_text("Anna Rossi")
    expect(card).not_to_contain_text("0-0-0")

    _finish_round(played, 1)
    played.post(2)
    page.evaluate(REFRESH)
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 2")
    match = table_of("Anna Rossi", 2)
    expect(card.locator(".table-number")).to_have_text(str(match.table or "–"))
    expect(card).to_contain_text(re.compile(r"Anna Rossi\s+[0-9]-[0-9]-[0-9]"))
    if match.second is not None:
        names = {match.first.name, match.second.name} - {"Anna Rossi"}
        expect(card.locator(".versus")).to_contain_text(names.pop())

    page.get_by_role("button", name="This is not me").click()
    expect(card).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 2")
    expect(card).to_have_count(0)


def test_a_team_s_card_names_the_members_of_both(
    phone: BrowserContext, live_server: LiveServer
) -> None:
    event, owner = team_event()
    start_round(event, owner, 1)
    own, other = event.enrollments.prefetch_related("members").order_by("number")
    page = open_page(phone, f"{live_server.url}/e/{event.slug}/pairings/")
    claim(page, own.name)
    card = page.get_by_role("region", name="Your table")
    for team in (own, other):
        expect(card).to_contain_text(", ".join(member.name for member in team.members.all()))


def test_a_search_is_kept_over_a_refresh_and_for_the_next_visit(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server.url + played.url("pairings"))
    box = page.get_by_role("searchbox")
    box.fill("xylo")
    rows = page.locator("#list tbody tr:visible")
    expect(rows).to_have_count(12)
    start_clock(event_id=played.event.pk, actor=played.organizer, number=1)
    page.evaluate(REFRESH)
    expect(page.locator(".clock:visible")).to_have_text(re.compile(r"^(50:00|49:\d\d)$"))
    expect(box).to_be_focused()
    expect(box).to_have_value("xylo")
    expect(rows).to_have_count(12)
    page.reload()
    expect(box).to_have_value("xylo")
    expect(rows).to_have_count(12)


def test_a_phone_without_network_says_how_old_the_page_is(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server.url + played.url("pairings"))
    line = page.locator("#fresh")
    expect(line).to_have_text("This page refreshes automatically.")
    phone.set_offline(True)
    expect(line).to_have_text(
        re.compile(r"No connection since \d\d:\d\d \(0 min\)\. Trying again\.")
    )
    expect(page.locator("#list tbody tr:visible")).to_have_count(15)
    phone.set_offline(False)
    expect(line).to_have_text("This page refreshes automatically.")


def test_the_clock_says_that_time_is_over(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    start_clock(event_id=played.event.pk, actor=played.organizer, number=1)
    began = timezone.now() - datetime.timedelta(minutes=played.event.round_minutes)
    played.event.rounds.update(started_at=began)
    page = open_page(phone, live_server.url + played.url("pairings"))
    expect(page.locator(".clock:visible")).to_have_text(re.compile(r"^Time is up \+0:\d\d$"))


def test_the_own_line_of_the_standings_is_pinned(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    _finish_round(played, 1)
    number = Enrollment.objects.get(name="Anna Rossi").number
    page = open_page(phone, live_server.url + played.url("players", number))
    page.get_by_role("button", name="This is me").click()
    page.goto(live_server.url + played.url("standings"))
    pinned = page.locator("tr[data-pin]")
    expect(pinned.locator(".p")).to_have_text("Anna Rossi")
    page.mouse.wheel(0, 400)
    expect(pinned).to_be_in_viewport()
    page.get_by_role("link", name="Me", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna Rossi")


def test_nothing_is_wider_than_the_phone(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    _finish_round(played, 1)
    played.post(2)
    for parts in ((), ("pairings",), ("standings",), ("players", 1), ("rules",)):
        page = open_page(phone, live_server.url + played.url(*parts))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, parts
        page.close()


def test_no_word_of_a_long_name_is_broken_in_the_pairings(
    phone: BrowserContext, live_server: LiveServer
) -> None:
    played = Played(["Maximiliana-Konstantina Wolfeschlegelst.", "Nuria Vidal"])
    played.post(1)
    page = open_page(phone, live_server.url + played.url("pairings"))
    expect(page.locator("#list .p")).to_have_count(2)
    assert page.locator("#list").evaluate(BROKEN_WORDS) == []


def test_withdrawn_pages_do_not_stay_on_the_phone(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server.url + played.url("pairings", 1))
    expect(page.locator("#list")).to_be_visible()
    type(played.event).objects.filter(pk=played.event.pk).update(slug="moved")
    page.evaluate(REFRESH)
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no page at this address")


def _finish_round(played: Played, number: int) -> None:
    played.finish_round(number)
    played.publish(number)


def test_a_shared_search_has_the_whole_list_behind_it(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server.url + played.url("pairings"))
    claim(page, "anna ros")
    page.goto(f"{live_server.url}{played.url('pairings')}?q=garcia")
    rows = page.locator("#list tbody tr:visible")
    expect(page.locator("[data-slot=absent]:visible")).to_have_count(0)
    expect(rows).to_have_count(1)
    expect(rows.locator(".p")).to_have_text("José García")
    expect(page.locator("#mine .table-number")).to_have_text(str(table_of("Anna Rossi", 1).table))
    page.get_by_role("searchbox").fill("")
    expect(rows).to_have_count(15)


def test_an_old_round_shows_no_own_table(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server.url + played.url("pairings"))
    claim(page, "anna ros")
    _finish_round(played, 1)
    played.post(2)
    page.goto(live_server.url + played.url("pairings", 1))
    expect(page.locator("tr.own")).to_have_count(1)
    expect(page.locator("#mine .table-number")).to_have_count(0)
    expect(page.get_by_role("link", name="Round 2 is posted: view pairings")).to_be_visible()


def test_the_pinned_line_comes_back_after_a_search(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    _finish_round(played, 1)
    page = open_page(phone, live_server.url + played.url("standings"))
    number = Enrollment.objects.get(name="Anna Rossi").number
    page.evaluate(
        "([key, me]) => localStorage.setItem(key, me)",
        [f"matchslip/{played.event.slug}/me", f'{{"number": {number}, "name": "Anna Rossi"}}'],
    )
    page.reload()
    pinned = page.locator("tr[data-pin]")
    expect(pinned).to_be_visible()
    page.get_by_role("searchbox").fill("garcia")
    page.evaluate("document.documentElement.dataset.stamp = ''")
    page.evaluate(REFRESH)
    page.locator("html[data-stamp]:not([data-stamp=''])").wait_for(state="attached")
    page.get_by_role("searchbox").fill("")
    expect(pinned).to_be_visible()
