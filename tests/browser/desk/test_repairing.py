"""A wrong result found after the next round is posted: from the correction to the phones."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.core.results.slips import Slip
from events.core.standings.correction_actions import correct_result
from events.models import Event, Repairing
from tests import factories
from tests.browser.venue import Screen
from tests.browser.windows import PHONE
from tests.browser.words import Words
from tests.events.scenario import event_with_owner, play_round, round_of, start_round, tables

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TARGET = 44
# Buttons that look like the primary action: with the colour of the one that applies the plan.
PAINTED = """() => {
  const colour = (one) => getComputedStyle(one).backgroundColor;
  const apply = document.querySelector(".confirm:target .primary");
  return [...document.querySelectorAll("main .primary")]
    .filter((one) => one.checkVisibility() && colour(one) === colour(apply))
    .map((one) => one.innerText.trim());
}"""


@pytest.fixture
def open_page(live_server: LiveServer, open_window: Callable[..., Any]) -> Callable[..., Page]:
    """Open a page of the owner of an event in round 2."""

    def open_one(event: Event, owner: Any, path: str, **options: Any) -> Page:
        window = open_window(**options)
        session = factories.client_of(owner).cookies["sessionid"].value
        window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page: Page = window.new_page()
        page.goto(f"{live_server.url}/staff/e/{event.slug}/{path}")
        return page

    return open_one


def test_a_correction_leads_to_plans_and_two_clicks_move_the_phones(
    live_server: LiveServer, open_window: Callable[..., Any], open_page: Callable[..., Page]
) -> None:
    event, owner = event_with_owner(20)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    laptop = {"viewport": {"width": 1280, "height": 800}}
    desk = open_page(event, owner, "rounds/1/tables/3/", **laptop)
    problems: list[str] = []
    desk.on("pageerror", lambda error: problems.append(str(error)))
    desk.get_by_label("Reason").fill("the slip says so")
    desk.get_by_label("Corrected result").fill("02")
    desk.get_by_role("button", name="Correct result").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Re-pair round 2")
    expect(desk.locator("#problem")).to_have_text(
        "A result of round 1 changed after round 2 was posted"
    )
    plans = desk.locator(".plan")
    leave, best, whole = plans.all()
    expect(leave.get_by_role("heading", level=2)).to_have_text("Make no change")
    expect(best.get_by_role("heading", level=2)).to_have_text("Swap two players")
    expect(best).to_contain_text("All opponents have the same points")
    expect(whole.get_by_role("heading", level=2)).to_have_text("Re-pair the whole round")
    for row in range(3):
        assert len({heading_top(plan, row) for plan in plans.all()}) == 1
    for plan in plans.all():
        expect(plan.locator(".button, button")).to_have_count(1)
    button = best.get_by_role("link", name="Swap 2 players")
    expect(button).to_be_in_viewport(ratio=1)
    expect(desk.get_by_role("heading", name="Confirm:")).to_have_count(0)
    button.click()
    expect(desk.get_by_role("heading", name="Confirm: Swap two players")).to_be_in_viewport()
    expect(desk.get_by_label("Reason").locator("visible=true")).to_have_value(
        "Result of table 3 in round 1 corrected"
    )
    desk.keyboard.press("Control+Enter")
    apply = desk.get_by_role("button", name="Apply this plan").locator("visible=true")
    expect(apply).to_be_focused()
    assert desk.evaluate(PAINTED) == ["Apply this plan"]
    apply.press("Enter")
    expect(desk.get_by_text("Next: inform the players there")).to_be_visible()
    moved = next(
        (one["number"], row["table"])
        for row in round_of(event, 2).posted_rows or []
        for one in (row["first"], row["second"])
        if one.get("moved")
    )
    phone = open_window(**PHONE).new_page()
    phone.goto(f"{live_server.url}/e/{event.slug}/players/{moved[0]}/")
    expect(phone.get_by_text(f"You are now at table {moved[1]}")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for name in ("Print changes", "Print 2 new slips"):
        link = desk.get_by_role("link", name=name).get_attribute("href")
        paper = desk.request.get(f"{live_server.url}{link}")
        assert paper.headers["content-type"] == "application/pdf"
    desk.get_by_role("button", name="Undo re-pairing").click()
    expect(desk.get_by_text("The re-pairing was undone.")).to_be_visible()
    assert Repairing.objects.get().undone_at is not None
    desk.get_by_role("button", name="Leave round 2").click()
    expect(desk.get_by_text("Round 2 stays as it is.")).to_be_visible()
    assert not problems


def heading_top(plan: Locator, row: int) -> int:
    """Return where a line of a plan begins."""
    box = plan.get_by_role("heading", level=3).nth(row).bounding_box()
    assert box
    return round(box["y"])


def test_the_plans_on_a_judges_phone_in_japanese_without_a_script(
    open_page: Callable[..., Page],
) -> None:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    correct_result(
        event_id=event.pk, actor=owner, number=1, table=1, slip=Slip.of(0, 2), reason="slip"
    )
    before = tables(event, 2)
    page = open_page(
        event, owner, "rounds/2/plans/", **PHONE, locale="ja-JP", java_script_enabled=False
    )
    words = Words("ja")
    names = [player.name for player in event.enrollments.all()]
    screen = Screen(page, words, [*names, event.name, "owner of"])
    screen.is_in_its_language()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for button in page.locator("main .button:visible, main button:visible").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= TARGET, button.inner_text()
    screen.link("Swap 2 players").click()
    screen.is_in_its_language()
    page.get_by_role("button", name=words("Apply this plan")).locator("visible=true").click()
    expect(screen.button("Undo re-pairing")).to_be_visible()
    screen.is_in_its_language()
    assert tables(event, 2) != before
