"""How much a screen of the desk shows at once: the measures of the design."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.core.rounds.actions import extend_time, post_round, unpost_round
from events.core.rounds.pairing_actions import pair_next_round
from events.models import Event, Match
from events.simulation.made_up_results import made_up_field, report_and_complete
from tests import factories
from tests.browser.windows import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAPTOP = {"viewport": {"width": 1280, "height": 800}}
HEADER = 105
TABS = 6


@pytest.fixture
def open_desk(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> Callable[..., Page]:
    """Open an address of an event of 226 players whose first round is being played."""
    event, actor = made_up_field(226)
    pair_next_round(event_id=event.pk, actor=actor, number=1)
    post_round(event_id=event.pk, actor=actor, number=1)
    session = factories.client_of(actor).cookies["sessionid"].value

    def open_one(path: str = "", **options: object) -> Page:
        window = open_window(**options)
        window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page = window.new_page()
        page.goto(f"{live_server.url}/staff/e/{Event.objects.get().slug}/{path}")
        return page

    return open_one


def in_sight(page: Page, one: Locator) -> bool:
    """Whether an element is in the window as a whole, without scrolling."""
    box = one.bounding_box()
    size = page.viewport_size
    assert box
    assert size
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def look_at_sixteen_tables_with_the_box_the_clock_and_the_latest_results(page: Page) -> None:
    expect(page.locator("#open-rows tr")).to_have_count(113)
    rows = [row for row in page.locator("#open-rows tr").all()[:40] if in_sight(page, row)]
    assert len(rows) >= 16
    for part in ("#entry", "#desk-head .clock", "#recent", ".bar .button"):
        assert in_sight(page, page.locator(part).first), part
    head = page.locator(".bar").bounding_box()
    assert head
    assert head["y"] + head["height"] <= HEADER
    assert page.locator(".bar .primary").count() == 1, "one next step"


def look_at_six_tabs_at_most_and_the_rest_in_a_menu(page: Page) -> None:
    tabs = page.locator(".top .tabs")
    assert tabs.locator("> a").count() + 1 <= TABS
    expect(tabs.get_by_text("Journal")).to_be_hidden()
    tabs.locator("summary").click()
    expect(tabs.get_by_text("Journal")).to_be_visible()
    page.keyboard.press("Escape")
    expect(tabs.get_by_text("Journal")).to_be_hidden()
    page.locator(".switch > summary").click()
    expect(page.locator(".switch a[aria-current]")).to_contain_text("113 playing")
    page.locator(".bar h1").click()
    expect(page.locator(".switch a[aria-current]")).to_be_hidden()


def look_where_what_needs_the_desk_begins(page: Page) -> None:
    undo = page.locator("#undo-form").bounding_box()
    assert undo
    assert undo["y"] + undo["height"] <= 495, "room for what needs the desk below it"
    page.locator("#entry").fill("7 21 x2")
    expect(page.locator(".echo .badge")).to_contain_text("drops")
    assert page.locator("#undo-form").bounding_box() == undo, "nothing jumps while a slip is typed"


def test_what_the_desk_shows_of_a_round_at_once(open_desk: Callable[..., Page]) -> None:
    page = open_desk(**LAPTOP)
    look_at_sixteen_tables_with_the_box_the_clock_and_the_latest_results(page)
    look_where_what_needs_the_desk_begins(page)
    look_at_six_tabs_at_most_and_the_rest_in_a_menu(page)


def test_a_filter_of_the_tables_counts_and_stays_with_what_changes(
    open_desk: Callable[..., Page],
) -> None:
    page = open_desk(**LAPTOP)
    event = Event.objects.get()
    owner = event.staff.get().user
    filters = page.locator("#table-filters")
    expect(filters).to_be_hidden()
    extend_time(event_id=event.pk, actor=owner, number=1, table=3, minutes=5)
    extension = filters.get_by_text("Extension")
    expect(extension).to_contain_text("1")
    extension.click()
    expect(page.locator("#open-rows tr:visible")).to_have_count(1)
    extend_time(event_id=event.pk, actor=owner, number=1, table=90, minutes=5)
    expect(extension).to_contain_text("2")
    expect(page.locator("#open-rows tr:visible")).to_have_count(2)
    page.reload()
    expect(extension).to_have_attribute("aria-current", "true")
    expect(page.locator("#open-rows tr:visible")).to_have_count(2)
    filters.get_by_role("link", name="All").click()
    expect(page.locator("#open-rows tr:visible")).to_have_count(113)
    assert in_sight(page, page.locator("#open-rows tr").nth(15))


def test_a_result_is_chosen_and_saved_above_the_fold_of_a_phone(
    open_desk: Callable[..., Page],
) -> None:
    page = open_desk("rounds/1/tables/7/", **PHONE)
    choices = page.locator(".pad-choice").all()
    assert len(choices) == 7
    switches = page.locator(".switches .toggle").all()
    assert len(switches) == 4
    save = page.get_by_role("button", name="Save result")
    for one in (*choices, *switches, save):
        assert in_sight(page, one)
    page.locator(".pad-choice", has_text="Draw").tap()
    expect(page.locator(".say")).to_contain_text("draw 1")
    switches[0].tap()
    expect(page.locator(".say")).to_contain_text("game 3 unfinished")
    save.tap()
    expect(page.locator("#messages")).to_contain_text("Table 7: 1-1-1 was recorded.")


def test_a_round_with_113_missing_results_is_completed_by_a_few_choices(
    open_desk: Callable[..., Page],
) -> None:
    page = open_desk("rounds/1/complete/", **LAPTOP, java_script_enabled=False)
    fields = page.locator(".completing :is(input, select, textarea, button)")
    assert fields.count() <= 150
    rows = page.locator(".unsettled > li")
    assert rows.count() == 113
    assert len([row for row in rows.all()[:30] if in_sight(page, row)]) >= 16
    save = page.get_by_role("button", name="Complete round 1")
    assert in_sight(page, save)
    page.locator("#choice-rest").select_option("double-loss")
    page.locator("#choice-3").select_option(index=1)
    page.locator("summary", has_text="Another result").click()
    page.locator("#other").fill("5 21 x2\n7 soon")
    save.click()
    expect(page.locator("#error-7")).to_contain_text("“soon” is not a result.")
    expect(page.locator("#error-other")).to_contain_text("Line 2, “7 soon”")
    expect(page.locator("#choice-rest")).to_have_value("double-loss")
    expect(page.locator("#choice-3")).to_have_value("20")
    page.locator("#other").fill("5 21 x2\n7 21")
    save.click()
    expect(page.locator("#messages")).to_contain_text("Round 1 is complete.")
    reports = Match.objects.filter(table__in=(3, 5, 7, 8)).order_by("table")
    assert [match.result_text for match in reports] == ["2-0", "2-1", "2-1", "dl"]


STEPS = """(count) => {
  const nav = document.querySelector(".round-nav");
  while (nav.children.length < count) nav.append(nav.firstElementChild.cloneNode(true));
}"""
NAMES_APART = """() => [...document.querySelectorAll("#open-rows tr")].slice(0, 12).every((row) => {
  const [first, second] = [2, 3].map((place) => {
    const range = document.createRange();
    range.selectNodeContents(row.querySelector(`td:nth-child(${place}) > a`));
    return range.getBoundingClientRect();
  });
  return first.bottom <= second.top + 1 && second.bottom <= row.getBoundingClientRect().bottom;
})"""


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_the_next_step_stays_in_the_line_of_a_long_event(
    open_desk: Callable[..., Page], locale: str
) -> None:
    page = open_desk(**LAPTOP, locale=locale)
    page.evaluate(STEPS, 8)
    start = page.locator(".bar .start-clock .primary")
    box, head = start.bounding_box(), page.locator(".bar").bounding_box()
    assert box
    assert head
    assert head["y"] + head["height"] <= HEADER
    assert box["x"] + box["width"] == 1264
    expect(page.locator("#desk-ending .button")).to_be_hidden()
    start.click()
    expect(page.locator("#desk-ending .button")).to_be_visible()
    page.evaluate(STEPS, 8)
    head = page.locator(".bar").bounding_box()
    assert head
    assert head["y"] + head["height"] <= HEADER


def test_long_names_stay_apart_on_a_phone(open_desk: Callable[..., Page]) -> None:
    page = open_desk(**PHONE)
    for player in Event.objects.get().enrollments.all():
        player.name = f"Maximiliana-Konstantina Wolfeschl. {player.number}"
        player.save(update_fields=["name"])
    page.reload()
    assert page.evaluate(NAMES_APART)


@pytest.mark.parametrize(("state", "least"), [("unposted", 18), ("complete", 14)])
def test_rows_of_a_round_that_is_not_played_now(
    open_desk: Callable[..., Page], state: str, least: int
) -> None:
    page = open_desk(**LAPTOP)
    event = Event.objects.get()
    owner = event.staff.get().user
    if state == "unposted":
        unpost_round(event_id=event.pk, actor=owner, number=1, reason="Too early")
    else:
        report_and_complete(event, 1, Random(1))
    page.reload()
    if state == "complete":
        # The next step comes first; the results are a click away.
        page.locator("details:has(#round-table) > summary").click()
        page.locator("#round-table").evaluate("table => table.scrollIntoView()")
    rows = page.locator("#round-table tbody tr").all()[:40]
    assert len([row for row in rows if in_sight(page, row)]) >= least
    page.set_viewport_size({"width": 390, "height": 844})
    heading = page.locator("#round-table thead").bounding_box()
    assert heading
    assert heading["height"] <= 1
