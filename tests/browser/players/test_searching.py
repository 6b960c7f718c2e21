"""A search on the phone finds what the server finds."""

import pytest
from playwright.sync_api import BrowserContext, Route, expect
from pytest_django.live_server_helper import LiveServer

from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from tests.browser.phones import open_page, table_of, wait_until
from tests.events.support.names_found import FORMS, FOUND, NEAR, NUMBERS, READINGS
from tests.events.support.public_events import Played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ["小林 美咲", "髙橋 健", "齋藤 翔", "サクラ", "Bob O'Connor", "Anna van der Berg"]

ALL = """([found, near, forms, readings, numbers]) => {
  const names = matchslip.names;
  const { known, sought, matches, isNearly, searchForm, latinReading, numberSought } = names;
  return [
    found.map(([name, reading, search]) => matches(known(name, reading), sought(search))),
    near.map(([name, reading, search]) => isNearly(known(name, reading), sought(search))),
    forms.map(([text]) => searchForm(text)),
    readings.map(([kana]) => latinReading(kana)),
    numbers.map(([text]) => numberSought(text)),
  ];
}"""


@pytest.fixture
def played(live_server: LiveServer) -> Played:
    made = Played(NAMES)
    made.post(1)
    return made


def test_the_phone_finds_what_the_server_finds(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server, played.url("pairings"))
    tables: list[list[tuple[object, ...]]] = [list(FOUND), list(NEAR), list(FORMS)]
    tables += [list(READINGS), list(NUMBERS)]
    answers = page.evaluate(ALL, [[list(row) for row in table] for table in tables])
    for table, answer in zip(tables, answers, strict=True):
        assert [(*row[:-1], got) for row, got in zip(table, answer, strict=True)] == table


def test_a_name_that_looks_like_a_blank_stays_as_it_is(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server, played.url("pairings"))
    fill = "([words, values]) => matchslip.names.filled(words, values)"
    names = {"first": "{second} $& $$", "second": "Bo"}
    assert page.evaluate(fill, ["{first} – {second}, {third}", names]) == (
        "{second} $& $$ – Bo, {third}"
    )


def test_a_name_is_found_on_the_phone_and_without_scripts(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server, played.url("pairings"))
    rows = page.locator("#list tbody tr:visible")
    searches = ("小林美咲", "高橋", "斎藤", "さくら", "oconnor", "vanderberg")
    for search, name in zip(searches, NAMES, strict=True):
        page.get_by_role("searchbox").fill(search)
        expect(rows.locator(".p")).to_have_text([name])
        answer = phone.request.get(f"{live_server.url}{played.url('pairings')}?q={search}")
        assert answer.text().count("<tr><td") == 1, search


def test_a_reading_finds_and_sorts(phone: BrowserContext, live_server: LiveServer) -> None:
    made = Played([])
    named = [
        ("渡邊 蓮", "わたなべ れん"),
        ("小林 美咲", "コバヤシ ミサキ"),
        ("青木 湊", "あおき みなと"),
    ]
    enroll(
        event_id=made.event.pk,
        actor=made.organizer,
        entries=[NewEnrollment(name=name, reading=reading) for name, reading in named],
    )
    made.post(1)
    page = open_page(phone, live_server, made.url("pairings"))
    rows = page.locator("#list tbody tr:visible")
    expect(rows.locator(".p")).to_have_text(["青木 湊", "小林 美咲", "渡邊 蓮"])
    for search in ("kobayashi", "こばやし", "ミサキ"):
        page.get_by_role("searchbox").fill(search)
        expect(rows.locator(".p")).to_have_text(["小林 美咲"])
    made.finish_round(1)
    made.publish(1)
    page.goto(live_server.url + made.url("standings"))
    page.get_by_role("searchbox").fill("watanabe")
    expect(rows.locator(".p")).to_have_text(["渡邊 蓮"])


def test_a_table_is_found_by_its_number(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server, played.url("pairings"))
    match = table_of("サクラ", 1)
    page.get_by_role("searchbox").fill(str(match.table))
    rows = page.locator("#list tbody tr:visible")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="サクラ").first).to_be_visible()
    answer = phone.request.get(f"{live_server.url}{played.url('pairings')}?q={match.table}")
    assert answer.text().count("<tr><td") == 2


def test_what_a_search_finds_waits_for_no_style_sheet(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = phone.new_page()
    held: list[Route] = []
    page.route("**/*.css", lambda route: held.append(route))
    page.goto(f"{live_server.url}{played.url('pairings')}?q=oconnor", wait_until="commit")
    line = page.locator("#list tbody tr")
    expect(line).to_be_visible()
    expect(line).to_contain_text("Bob O'Connor")
    # It is painted, not only in the document.
    wait_until(page, "performance.getEntriesByName('first-contentful-paint').length > 0")
    for route in held:
        route.continue_()
    page.unroute("**/*.css")
    expect(line.locator(".figure")).to_have_css("display", "block")


def test_a_wrong_letter_finds_similar_names_and_says_so(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = open_page(phone, live_server, played.url("pairings"))
    near = page.locator(".near")
    rows = page.locator("#list tbody tr:visible")
    page.get_by_role("searchbox").fill("ocobnor")
    expect(rows.locator(".p")).to_have_text(["Bob O'Connor"])
    expect(near).to_be_visible()
    page.get_by_role("searchbox").fill("oconnor")
    expect(near).to_be_hidden()
    answer = phone.request.get(f"{live_server.url}{played.url('pairings')}?q=ocobnor").text()
    assert answer.count("<tr><td") == 1
    assert "No exact match. Similar names:" in answer


def test_seven_names_offer_this_is_me_and_eight_do_not(
    phone: BrowserContext, live_server: LiveServer
) -> None:
    made = Played([f"Anna {letter}" for letter in "ABCDEFG"] + [f"Bob {x}" for x in "ABCDEFGH"])
    made.post(1)
    page = open_page(phone, live_server, made.url("pairings"))
    page.get_by_role("searchbox").fill("anna")
    expect(page.get_by_role("button", name="This is me")).to_have_count(7)
    page.get_by_role("searchbox").fill("bob")
    expect(page.get_by_role("button", name="This is me")).to_have_count(0)
