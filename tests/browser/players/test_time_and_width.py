"""Players' lists on a phone and on a laptop: lines, columns, and the time left in sight."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.core.clock.actions import start_clock
from events.core.players.private_address import token_of
from events.core.rounds.actions import extend_time
from events.models import Enrollment
from events.public_site.estimates import estimate_what_changed
from events.simulation.names import make_names
from tests.browser.phones import next_round, open_page, table_of
from tests.browser.windows import PHONE
from tests.events.support.before_cut import with_cut
from tests.events.support.phones import EVERYTHING
from tests.events.support.public_events import Played, long_names
from tests.screens.scenes import make_scene

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# For a name of common length; a row of two lines has at least 60 px.
ONE_LINE = 48
MIDDLE = "(boxes) => boxes.map((box) => box.getBoundingClientRect()).map(({ x, y }) => [x, y])"
# Elements that overflow the screen.
TOO_WIDE = """(width) => document.documentElement.scrollWidth <= width ? [] :
  [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > width)
    .map((one) => one.outerHTML.slice(0, 80))"""


def at(page: Page, address: str) -> Page:
    page.goto(address)
    return page


def test_a_chance_shares_the_line_of_a_name(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    played = with_cut(value=4)
    for player in played.players:
        Enrollment.objects.filter(pk=player.pk).update(name=f"Agnieszka {player.name}")
    for number in (1, 2):
        played.play(number)
        played.publish(number)
    played.post(3)
    estimate_what_changed()
    for locale, word in (("en-US", "in 10"), ("ja-JP", "割")):
        page = open_window(**PHONE, locale=locale).new_page()
        at(page, live_server.url + played.url("standings"))
        rows = page.locator("#list tbody tr:not(:has(.badge + .badge))")
        estimated = rows.filter(has=page.locator(".badge", has_text=word))
        heights = estimated.evaluate_all("(rows) => rows.map((row) => row.offsetHeight)")
        assert heights
        assert max(heights) <= ONE_LINE


@pytest.fixture
def crowd() -> Played:
    made = Played(make_names(130, Random(1)), **EVERYTHING)
    made.post(1)
    start_clock(event_id=made.event.pk, actor=made.organizer, number=1)
    return made


def test_a_laptop_shows_many_pairings_in_columns(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, crowd: Played
) -> None:
    for width, columns in ((1280, 3), (900, 2), (700, 1)):
        window = open_window(viewport={"width": width, "height": 800}, locale="en-US")
        page = at(window.new_page(), live_server.url + crowd.url("pairings"))
        block = page.locator("#list tbody").first.locator("tr")
        places = block.evaluate_all(MIDDLE)
        # Columns are read downwards, then from left to right.
        assert places == sorted(places)
        assert len({x for x, _y in places}) == columns
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width
        page.get_by_role("searchbox").fill("a")
        found = page.locator("#list tbody tr:visible").evaluate_all(MIDDLE)
        assert len({x for x, _y in found}) == 1
        name = crowd.players[77].name
        page.get_by_role("searchbox").fill(name)
        row = page.locator("#list tbody tr:visible").filter(has_text=name).first
        expect(row.get_by_role("button", name="This is me")).to_be_visible()
        expect(page.locator("#list tbody:visible")).to_have_count(1)


def test_few_pairings_have_one_column(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    played = Played(make_names(16, Random(1)))
    played.post(1)
    window = open_window(viewport={"width": 1280, "height": 800}, locale="en-US")
    page = at(window.new_page(), live_server.url + played.url("pairings"))
    places = page.locator("#list tbody tr").evaluate_all(MIDDLE)
    assert len({x for x, _y in places}) == 1


def test_the_time_left_stays_in_sight_above_the_pairings(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, crowd: Played
) -> None:
    for scripts in (True, False):
        phone = open_window(**PHONE, locale="en-US", java_script_enabled=scripts)
        page = at(phone.new_page(), live_server.url + crowd.url("pairings"))
        page.locator("#list tbody tr").last.scroll_into_view_if_needed()
        clock = page.locator(".clock:visible")
        expect(clock).to_have_count(1)
        expect(clock).to_be_in_viewport(ratio=1)
        if not scripts:
            expect(clock).to_contain_text("until ")


TOPMOST = """(bar) => {
  const { x, y, width, height } = bar.getBoundingClientRect();
  return bar.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def test_the_time_left_stays_in_sight_on_the_own_page(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, crowd: Played
) -> None:
    player = crowd.players[0]
    token = token_of(player.pk, player.address_nonce)
    low = {**PHONE, "viewport": {"width": 390, "height": 560}}
    for scripts in (True, False):
        phone = open_window(**low, locale="en-US", java_script_enabled=scripts)
        page = at(phone.new_page(), f"{live_server.url}/me/{token}/")
        table = page.locator(".slip .table-number")
        bar = page.locator(".time-left")
        expect(bar).to_contain_text(f"Round 1, table {table.inner_text()}")
        # It is hidden behind the slip's head.
        assert not bar.evaluate(TOPMOST)
        page.locator("footer").scroll_into_view_if_needed()
        expect(table).not_to_be_in_viewport()
        expect(bar.locator(".clock")).to_be_in_viewport(ratio=1)
        assert bar.evaluate(TOPMOST)
        # Next to a second column it would be in the way, and the slip's clock is visible.
        page.set_viewport_size({"width": 1280, "height": 800})
        expect(bar).to_be_hidden()


DRAWN = """(texts) => texts.map((text) => {
  const svg = text.ownerSVGElement;
  return parseFloat(getComputedStyle(text).fontSize) * svg.clientWidth / svg.viewBox.baseVal.width;
})"""


def test_the_pictures_of_the_report_can_be_read_on_a_phone(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    make_scene("friday-finished")
    page = at(open_window(**PHONE).new_page(), f"{live_server.url}/e/friday-finished/report/")
    sizes = page.locator(".picture text").evaluate_all(DRAWN)
    assert len(sizes) > 20
    assert min(sizes) >= 12


ALONE = """(records) => records.filter((record) => {
  const name = [...record.parentElement.querySelector(".p, .o").getClientRects()].at(-1);
  return Math.abs(name.bottom - record.getBoundingClientRect().bottom) > 8;
}).map((record) => record.parentElement.textContent)"""


def test_a_record_goes_with_the_end_of_a_long_name(
    phone: BrowserContext, live_server: LiveServer
) -> None:
    # On a separate line it looks like the record of the opponent below.
    names = ["Deniz Magnus Bouchard-Abreu", "Maria Fernanda Abreu-Lindqvist", *long_names(4)]
    played = Played(names)
    played.post(1)
    next_round(played, 2)
    page = open_page(phone, live_server, played.url("pairings"))
    records = page.locator("#list tbody .r")
    assert records.count() >= 6
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert records.evaluate_all(ALONE) == [], width


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_letters_of_twice_the_size_fit(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, locale: str
) -> None:
    played = Played(["Anna Rossi", "Bob Stone", "Ann Lee", "Ann Lee", "José García", "田中 太郎"])
    played.post(1)
    who: dict[str, Any] = {"event_id": played.event.pk, "actor": played.organizer, "number": 1}
    start_clock(**who)
    match = table_of("Anna Rossi", 1)
    assert match.table is not None
    extend_time(**who, table=match.table, minutes=12)
    number = Enrollment.objects.get(name="Anna Rossi").number
    phone = open_window(**PHONE, locale=locale)
    me = f'{{"number": {number}, "name": "Anna Rossi"}}'
    slug = played.event.slug
    phone.add_init_script(
        f"localStorage.setItem('matchslip/{slug}/me', '{me}');"
        f"localStorage.setItem('matchslip/{slug}/follow', '[{me}]');"
    )
    for parts in (("pairings",), ("players", number), ("standings",), ()):
        page = open_page(phone, live_server, played.url(*parts))
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 700})
            assert not page.evaluate(TOO_WIDE, width), (parts, width)
            if parts and parts != ("standings",):
                own = ".mine .extension" if parts == ("pairings",) else "#live .extension"
                longer = page.locator(own).first
                expect(longer).to_be_visible()
                expect(longer).to_contain_text("12")
        page.close()
