"""A judge with a phone: any table in three taps, few screens, two judges, no connection."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.core.clock.actions import start_clock
from events.core.phones.actions import call
from events.core.rounds.actions import complete_round
from events.floor.actions import assign_area
from events.models import Call, Enrollment, Event, Report, Role
from tests import factories
from tests.browser.test_accessibility import FAULTS, PALE, SMALL
from tests.browser.venue import shows
from tests.browser.windows import PHONE
from tests.events.scenario import (
    at_table,
    enter_slips,
    event_with_owner,
    round_of,
    start_round,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

THREE_SCREENS = 3 * 844
THREE_TAPS = 3
PHONES = {"private_pages": True, "judge_calls": True}


@pytest.fixture
def phone_of(
    live_server: LiveServer, open_window: Callable[..., Any]
) -> Callable[[Event, User], Page]:
    """Open the floor on the phone of a member of the staff; an error of a script fails."""
    problems: list[str] = []

    def open_one(event: Event, person: User, **options: object) -> Page:
        window = open_window(**PHONE, **options)
        session = factories.client_of(person).cookies["sessionid"].value
        window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page: Page = window.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        if options.get("java_script_enabled", True):
            page.clock.install()
        page.goto(f"{live_server.url}/staff/e/{event.slug}/floor/")
        assert not problems
        return page

    return open_one


class Thumb:
    """A thumb that counts its taps."""

    def __init__(self) -> None:
        self.taps = 0

    def tap(self, *targets: Locator) -> None:
        for target in targets:
            target.tap()
            self.taps += 1


def follows(page: Page, check: Callable[[], object]) -> None:
    """Let the seconds go by after which the floor is loaded again, until it shows that."""
    shows(page, check, interval=4_000)


def height(page: Page) -> int:
    found: int = page.evaluate("document.documentElement.scrollHeight")
    return found


def played_by(players: int, **columns: object) -> tuple[Event, User]:
    event, owner = event_with_owner(players, **columns)
    start_round(event, owner, 1)
    start_clock(event_id=event.pk, actor=owner, number=1)
    return event, owner


def call_at(event: Event, table: int) -> None:
    caller = at_table(event, 1, table).first.pk
    call(event_id=event.pk, enrollment_id=caller, number=1, kind=Call.Kind.JUDGE)


def test_226_players_are_three_screens_and_any_table_three_taps(
    phone_of: Callable[..., Page],
) -> None:
    event, owner = played_by(226, **PHONES)
    ann = factories.staff_member(event, Role.JUDGE, "ann")
    assign_area(event_id=event.pk, actor=owner, username="ann", first=55, last=80)
    call(
        event_id=event.pk,
        enrollment_id=at_table(event, 1, 17).first.pk,
        number=1,
        kind=Call.Kind.JUDGE,
    )
    round = round_of(event, 1)
    assert round.started_at is not None
    for passed, rows in ((5, 27), (47, 37)):
        round.started_at -= datetime.timedelta(minutes=passed)
        round.save()
        page = phone_of(event, ann)
        assert height(page) <= THREE_SCREENS
        expect(page.locator("#floor .floor-table")).to_have_count(rows)
        first = page.locator("#floor .floor-table").first
        expect(first).to_contain_text("is calling a judge")
        page.locator("#range-21").tap()
        expect(page.locator("#table-30")).to_be_visible()
        page.locator("#table-30 > summary").tap()
        faults = [*page.evaluate(FAULTS), *page.evaluate(SMALL, 43.5), *page.evaluate(PALE)]
        assert faults == []
        assert height(phone_of(event, owner)) <= THREE_SCREENS

    # From the floor to the table by its number; typing does not count as a tap.
    box, opens = page.locator("#floor-table"), page.locator("#floor-bar button")
    number, name = at_table(event, 1, 88).first.number, at_table(event, 1, 88).names[0]
    for act, there in (("Result", "/tables/88/"), (f"Penalty: {name}", f"/{number}/penalties/")):
        thumb = Thumb()
        thumb.tap(box)
        page.keyboard.type("88")
        thumb.tap(opens, page.locator("#picked").get_by_role("link", name=act))
        page.wait_for_url(f"**{there}?back=floor")
        assert thumb.taps <= THREE_TAPS
        page.go_back()
    thumb = Thumb()
    thumb.tap(box)
    page.keyboard.type("88")
    thumb.tap(opens, page.locator("#picked").get_by_role("button", name="+3 min"))
    expect(page.locator("#picked .floor-state")).to_contain_text("+3")
    assert thumb.taps <= THREE_TAPS
    assert at_table(event, 1, 88).extension_minutes == 3
    # Typed text survives an update.
    box.fill("10")
    expect(page.locator("#table-57")).to_be_visible()
    call(
        event_id=event.pk,
        enrollment_id=at_table(event, 1, 57).first.pk,
        number=1,
        kind=Call.Kind.JUDGE,
    )
    follows(page, lambda: expect(page.locator(".call")).to_have_count(2))
    expect(box).to_have_value("10")


def test_without_a_script_a_number_and_a_range_open_tables(phone_of: Callable[..., Page]) -> None:
    event, _owner = played_by(100)
    page = phone_of(
        event, factories.staff_member(event, Role.JUDGE, "ann"), java_script_enabled=False
    )
    page.locator("#range-21").tap()
    page.locator("#table-22 > summary").tap()
    page.locator("#table-22").get_by_role("button", name="I'm here").tap()
    expect(page.locator("#picked")).to_contain_text("ann is there")
    page.locator("#floor-table").fill("7")
    page.locator("#floor-bar button").tap()
    page.locator("#picked").get_by_role("button", name="+2 min").tap()
    expect(page.locator("#picked .floor-state")).to_contain_text("+2")
    assert at_table(event, 1, 7).extension_minutes == 2


def test_without_a_connection_what_is_pressed_waits(phone_of: Callable[..., Page]) -> None:
    event, _owner = played_by(8)
    page = phone_of(event, factories.staff_member(event, Role.JUDGE, "ann"))
    page.locator("#table-2 > summary").tap()
    before = page.locator("#table-2").bounding_box()
    page.context.set_offline(True)
    waiting = page.locator("#waiting")
    follows(page, lambda: expect(waiting).to_contain_text("No connection. This list is from"))
    assert page.locator("#table-2").bounding_box() == before
    page.locator("#table-2").get_by_role("button", name="+3 min").tap()
    expect(page.locator("#unsent")).to_contain_text("table 2: +3 min")
    page.locator("#table-3 > summary").tap()
    page.locator("#table-3").get_by_role("button", name="I'm here").tap()
    page.locator("#unsent li", has_text="table 3").get_by_role("button").tap()
    expect(page.locator("#unsent li")).to_have_count(1)
    assert page.evaluate(SMALL, 43.5) == []
    page.context.set_offline(False)
    follows(page, lambda: expect(page.locator("#unsent")).to_be_hidden())
    follows(page, lambda: expect(waiting).to_be_hidden())
    expect(page.locator("#table-2 .floor-state")).to_contain_text("+3")
    match = at_table(event, 1, 2)
    assert match.extension_minutes == 3
    assert at_table(event, 1, 3).judge is None


def test_a_result_without_a_connection_waits_and_a_conflict_stays_in_sight(
    phone_of: Callable[..., Page],
) -> None:
    event, owner = played_by(8)
    page = phone_of(event, factories.staff_member(event, Role.JUDGE, "ann"))
    first = at_table(event, 1, 2).names[0]
    page.context.set_offline(True)
    for table, side in ((1, 0), (2, 0), (3, 1), (4, 0)):
        row = page.locator(f"#table-{table}")
        row.locator("summary").tap()
        row.get_by_role("link", name="Result").tap()
        pad = row.locator(".floor-result")
        pad.locator(".pad > div").nth(side).locator(".pad-choice").first.tap()
        if table == 2:
            pad.get_by_text(f"{first} drops").tap()
            assert page.evaluate(SMALL, 43.5) == []
        pad.get_by_role("button", name="Save result").tap()
    waiting = page.locator("#unsent li")
    expect(waiting).to_have_count(4)
    expect(waiting.nth(1)).to_contain_text(f"table 2: {first} 2‑0, {first} drops")
    waiting.nth(3).get_by_role("button").tap()
    # Meanwhile the desk enters the same result at table 1, and another one at table 3.
    enter_slips(event, owner, 1, "1 20", "3 20")
    page.context.set_offline(False)
    follows(page, lambda: expect(waiting).to_have_count(1))
    expect(waiting).to_contain_text("Not saved: Table 3 already has a different result")
    page.reload()
    expect(waiting).to_have_count(1)
    match = at_table(event, 1, 2)
    assert match.result_text == "2-0"
    assert match.first.state == Enrollment.State.DROPPED
    assert match.official_report is not None
    assert match.official_report.source == Report.Source.JUDGE
    assert at_table(event, 1, 3).reports.disputing().count() == 1
    assert not at_table(event, 1, 4).has_result
    waiting.get_by_role("link", name="Open table").tap()
    page.wait_for_url("**/tables/3/?back=floor")
    page.go_back()
    waiting.get_by_role("button").tap()
    expect(page.locator("#unsent")).to_be_hidden()


def test_a_result_that_is_refused_later_says_why(phone_of: Callable[..., Page]) -> None:
    event, owner = played_by(4)
    page = phone_of(event, factories.staff_member(event, Role.JUDGE, "ann"))
    page.context.set_offline(True)
    row = page.locator("#table-1")
    row.locator("summary").tap()
    row.get_by_role("link", name="Result").tap()
    pad = row.locator(".floor-result")
    pad.locator(".pad-choice").first.tap()
    pad.get_by_role("button", name="Save result").tap()
    waiting = page.locator("#unsent li")
    expect(waiting).to_have_count(1)
    enter_slips(event, owner, 1, "1 20", "2 20")
    complete_round(event_id=event.pk, actor=owner, number=1)
    page.context.set_offline(False)
    follows(page, lambda: expect(waiting).to_contain_text("Not saved: Could not enter:"))
    expect(waiting).to_contain_text("Round 1 is complete")


def test_two_judges_share_the_floor(phone_of: Callable[..., Page]) -> None:
    event, owner = played_by(24)
    ann = factories.staff_member(event, Role.JUDGE, "ann")
    ben = factories.staff_member(event, Role.JUDGE, "ben")
    assign_area(event_id=event.pk, actor=owner, username="ann", first=3, last=5)
    first, second = phone_of(event, ann), phone_of(event, ben)
    own = first.locator("section", has_text="My tables").locator(".floor-table")
    expect(own).to_have_count(3)
    expect(second.locator(".floor-table")).to_have_count(12)

    # At the table, and an extension: the other judge sees both without touching the phone.
    first.locator("#table-4 > summary").tap()
    first.locator("#table-4").get_by_role("button", name="I'm here").tap()
    expect(first.locator("#table-4")).to_contain_text("ann is there")
    there = second.locator("#table-4")
    follows(second, lambda: expect(there).to_contain_text("ann is there"))
    expect(first.locator("#table-4")).to_have_attribute("open", "")
    first.locator("#table-4").get_by_role("button", name="+3 min").tap()
    follows(second, lambda: expect(there.locator(".floor-state")).to_contain_text("+3"))
    assert at_table(event, 1, 4).extension_minutes == 3

    # An open table stays open and in place when the list is reloaded.
    second.locator("#table-7 > summary").tap()
    before = second.locator("#table-7").bounding_box()
    first.locator("#table-3 > summary").tap()
    first.locator("#table-3").get_by_role("button", name="I'm here").tap()
    other = second.locator("#table-3")
    follows(second, lambda: expect(other).to_contain_text("ann is there"))
    expect(second.locator("#table-7")).to_have_attribute("open", "")
    assert second.locator("#table-7").bounding_box() == before

    # Choose, read and save a result, then return to the floor; the table is gone everywhere.
    first.locator("#table-4 > summary").tap()
    first.locator("#table-4").get_by_role("link", name="Result").tap()
    first.locator(".pad-choice").first.tap()
    expect(first.locator(".say")).to_contain_text("2\N{NON-BREAKING HYPHEN}0")
    first.get_by_role("button", name="Save result").tap()
    expect(own).to_have_count(2)
    follows(second, lambda: expect(there).to_have_count(0))
    assert at_table(event, 1, 4).has_result
