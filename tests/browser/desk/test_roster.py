"""The roster of 226 players, the check-in, and pasted lists of every kind."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.models import Enrollment, Event, SignUpSettings
from events.simulation.made_up_results import made_up_field
from tests import factories
from tests.browser.desk.test_screens import HEADER, LAPTOP, in_sight
from tests.browser.gallery.shots import become
from tests.browser.venue import Desk
from tests.browser.widths import BROKEN
from tests.browser.windows import PHONE
from tests.browser.words import Words
from tests.events.support.public_events import Played
from tests.screens.scenes import make_scene, visitor_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LIST = """1\tBo Lind\tbo@example.org
Rossi, Mario, mario@example.org
Ando Kenji <kenji@example.org>
12: Jan Novak (2 byes)
• Falk|Ada|Italy"""

PUSHED = """() => [...document.querySelectorAll(".scroll:not(:has(.list-columns))")]
  .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.innerText)"""


LEAST_ROWS, ROW, FINGER = 16, 31, 44


@pytest.fixture
def open_roster(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> Callable[..., Page]:
    """Open a page of the roster of 226 players, of whom nine in ten are here and paid."""
    event, actor = made_up_field(226)
    SignUpSettings.objects.create(event=event, fee="10")
    event.enrollments.filter(number__gt=22).update(checked_in=True, paid=True)
    event.enrollments.filter(number=200).update(name="Zoë van den Heuvel")
    session = factories.client_of(actor).cookies["sessionid"].value

    def open_one(path: str = "", **options: object) -> Page:
        window = open_window(**options)
        window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page = window.new_page()
        page.goto(f"{live_server.url}/staff/e/{Event.objects.get().slug}/roster/{path}")
        return page

    return open_one


def test_sixteen_players_a_search_by_a_key_and_several_at_once(
    open_roster: Callable[..., Page],
) -> None:
    page = open_roster(**LAPTOP)
    rows = page.locator("#roster tbody tr")
    expect(rows).to_have_count(226)
    assert len([row for row in rows.all()[:40] if in_sight(page, row)]) >= LEAST_ROWS
    height = rows.nth(3).bounding_box()
    assert height
    assert height["height"] <= ROW
    head = page.locator(".bar").bounding_box()
    assert head
    assert head["y"] + head["height"] <= HEADER
    assert page.locator("main .primary, .bar .primary").count() == 1, "one next step"
    page.keyboard.press("/")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("heuvel")
    expect(page.locator("#roster tbody tr:visible")).to_have_count(1)
    page.locator("#find").fill("nobody")
    expect(page.get_by_role("link", name="Add a player with this name")).to_have_attribute(
        "href", "?add=nobody"
    )
    page.get_by_role("link", name="Family name").click()
    expect(page.locator("th[aria-sort]")).to_contain_text("Family name")
    page.get_by_role("link", name="Not here 22").click()
    expect(rows).to_have_count(22)
    expect(page.locator(".bulk")).to_be_hidden()
    rows.nth(1).get_by_role("checkbox").check()
    rows.nth(4).get_by_role("checkbox").click(modifiers=["Shift"])
    expect(page.locator(".bulk")).to_contain_text("4 selected")
    page.locator(".bulk").get_by_role("button", name="Check in").click()
    expect(page.locator("#done")).to_contain_text("4 players are checked in.")
    expect(page.locator("#done")).to_contain_text("18 players are not here yet.")
    expect(rows).to_have_count(18)
    page.get_by_role("button", name="Undo").click()
    expect(rows).to_have_count(22)
    page.locator("#select-all").check()
    expect(page.locator(".bulk")).to_contain_text("22 selected")
    page.locator(".columns-menu > summary").click()
    expect(page.locator(".columns-menu")).to_contain_text("checked in")


def test_the_check_in_counts_down_takes_back_and_pairs_who_is_here(
    open_roster: Callable[..., Page],
) -> None:
    page = open_roster("check-in/", **LAPTOP)
    expect(page.locator("#search")).to_be_focused()
    expect(page.locator("#left")).to_contain_text("22 of 226")
    page.keyboard.type("player 00007")
    expect(page.locator("#absent tbody tr:visible")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#shown")).to_contain_text("Player 00007 is here")
    expect(page.locator("#search")).to_be_focused()
    page.locator("#absent tbody tr").first.get_by_role("button").click()
    expect(page.locator("#left")).to_contain_text("20 of 226")
    expect(page.locator("main")).to_contain_text("Before: Player 00007")
    page.locator("#shown").get_by_role("button", name="Undo").click()
    expect(page.locator("#left")).to_contain_text("21 of 226")
    page.get_by_text("Close check-in").click()
    expect(page.get_by_role("button", name="Pair all 226")).to_be_visible()
    page.get_by_role("button", name="Pair the 205 who are here").click()
    expect(page.locator("#messages")).to_contain_text("Round 1 is paired without 21 players.")
    assert Enrollment.objects.exclude(excluded="").count() == 21


def test_without_scripts_a_phone_filters_finds_and_drops(
    open_roster: Callable[..., Page],
) -> None:
    page = open_roster(**PHONE, java_script_enabled=False)
    rows = page.locator("#roster tbody tr")
    height = rows.nth(3).bounding_box()
    assert height
    assert height["height"] >= FINGER
    page.locator("#find").fill("Zoë")
    page.get_by_role("button", name="Find").tap()
    expect(page.locator("#roster tbody tr:visible")).to_have_count(1)
    page.get_by_role("link", name="Unpaid 22").tap()
    expect(rows).to_have_count(22)
    for at in (0, 1):
        rows.nth(at).get_by_role("checkbox").check()
    page.get_by_role("button", name="Drop…").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Drop 2 players?")
    page.get_by_role("button", name="Drop 2 players").tap()
    expect(page.locator("#done")).to_contain_text("2 players were dropped.")
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("#messages")).to_contain_text("2 players are back in the event.")


def test_a_list_is_pasted_its_columns_chosen_and_a_twin_merged(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    made = Played(["Mario Rossi"])
    laptop = open_window(viewport={"width": 1280, "height": 800}, locale="en-US")
    desk = Desk(laptop.new_page(), Words("en"), [made.organizer.username])
    desk.resume(live_server.url, made.organizer.username)
    page = desk.page
    page.goto(f"{live_server.url}/staff/e/{made.event.slug}/roster/paste/")
    desk.fill("List of players", LIST)
    desk.button("Check the list").click()
    rows = page.locator("#preview tbody tr")
    expect(rows).to_have_count(5)
    # The bar keeps the button visible, and a wide list does not make the page scroll sideways.
    assert in_sight(page, page.get_by_role("button", name="Enroll as chosen"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    names = page.locator("#preview textarea")
    # Lines with a question come first, then those that were shortened.
    assert [names.nth(at).input_value() for at in range(5)] == [
        "Mario Rossi",
        "Falk Ada",
        "Bo Lind",
        "Ando Kenji",
        "Jan Novak",
    ]
    expect(rows.nth(0)).to_contain_text("email: mario@example.org")
    expect(rows.nth(4)).to_contain_text("2 byes")
    # On a phone the list folds instead of scrolling sideways.
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(PUSHED) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    # From then on only the named columns count.
    page.locator("[name=column-0]").select_option("last")
    page.locator("[name=column-1]").select_option("first")
    page.locator("button[name=check]").first.click()
    expect(names.nth(4)).to_have_value("Ada Falk")
    expect(page.locator("[name=column-0]")).to_have_value("last")
    page.goto(f"{live_server.url}/staff/e/{made.event.slug}/roster/paste/")
    desk.fill("List of players", LIST)
    desk.button("Check the list").click()
    expect(rows.nth(0)).to_contain_text("same name")
    rows.nth(0).get_by_label("Same person: merge and add mario@example.org").check()
    desk.button("Enroll as chosen").click()
    desk.heading("Roster")
    expect(page.locator("#messages")).to_contain_text("4 players were enrolled.")
    one = made.event.enrollments.select_related("player").get(number=1)
    assert (one.name, one.player.email) == ("Mario Rossi", "mario@example.org")

    factories.enroll_players(made.event, ["Lind, Bo"])
    page.reload()
    desk.button("Merge").click()
    expect(page.locator("#messages")).to_contain_text("was merged into Bo Lind")
    assert sorted(made.event.enrollments.values_list("name", flat=True)) == [
        "Ando Kenji",
        "Bo Lind",
        "Falk Ada",
        "Jan Novak",
        "Mario Rossi",
    ]


def test_the_head_of_a_phones_list_is_one_line(open_roster: Callable[..., Page]) -> None:
    page = open_roster(**PHONE)
    head = page.locator("#roster thead").bounding_box()
    assert head
    assert head["height"] < 2 * FINGER
    for name in ("Given name", "Family name"):
        link = page.get_by_role("link", name=name, exact=True).bounding_box()
        assert link
        assert link["height"] >= FINGER


def test_no_name_of_a_running_roster_is_broken_on_a_phone(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    """Look at players who play, have penalties and wait: what is said of them is below the name."""
    make_scene("busy")
    window = open_window(**PHONE, locale="en-US", service_workers="block")
    page = window.new_page()
    become(window, page, live_server.url, visitor_of("busy", "staff"))
    page.goto(f"{live_server.url}/staff/e/busy/roster/")
    assert page.evaluate(BROKEN) == []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert "sideways" not in page.evaluate(BROKEN)
    line = page.locator("#roster tbody tr", has=page.locator(".state .badge")).first
    name, badge = (line.locator(part).bounding_box() for part in ("th", ".state .badge"))
    assert name is not None
    assert badge is not None
    assert badge["y"] >= name["y"] + name["height"] - 1
