"""Questions about what is in the entry box: answered by keys, and closed once they are settled."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Route, expect
from pytest_django.live_server_helper import LiveServer

from events.models import Enrollment, Match
from tests.browser.desk.test_entry_box import (
    TABLES,
    desk,
    laptop,
    results,
)
from tests.browser.venue import Desk, shows
from tests.browser.windows import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

__all__ = ["desk", "laptop"]


def ask_which_counts(desk: Desk) -> None:
    """Enter two different slips for table 1."""
    desk.recorded("1 20")
    expect(desk.enter("1 02")).to_contain_text(desk.words("You entered:"))
    expect(desk.page.locator("#answer [data-keep]")).to_be_visible()
    # The question repeats the typed entry.
    expect(desk.page.locator("#entry")).to_have_value("1 02")
    expect(desk.page.locator("#echo")).to_have_text("")


@pytest.mark.parametrize(("key", "dropped"), [("Enter", 2), ("Escape", 0)])
def test_enter_lets_both_players_drop_and_escape_neither(
    desk: Desk, key: str, dropped: int
) -> None:
    expect(desk.enter("1 21 x12")).to_contain_text("Table 1: do both players drop?")
    expect(desk.page.locator("#echo")).to_have_text("")
    desk.page.keyboard.press(key)
    desk.left(TABLES - 1)
    expect(desk.page.locator("#entry")).to_have_value("")
    assert Enrollment.objects.filter(state="dropped").count() == dropped


@pytest.mark.parametrize("script", [True, False])
def test_a_question_is_in_sight_on_a_phone(
    script: bool,
    desk: Desk,
    open_window: Callable[..., BrowserContext],
    live_server: LiveServer,
) -> None:
    Match.objects.filter(table__gt=3).delete()
    phone = {**PHONE, "viewport": {"width": 390, "height": 844}}
    page = open_window(**phone, java_script_enabled=script).new_page()
    cookies = {cookie["name"]: cookie["value"] for cookie in desk.page.context.cookies()}
    session = cookies["sessionid"]
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page.goto(desk.page.url)
    page.locator("#entry").fill("1 21 x12")
    page.locator("#entry").press("Enter")
    expect(page.locator("#answer .question")).to_be_in_viewport(ratio=1)


def test_a_question_whose_answer_was_lost_closes_with_the_next_update(desk: Desk) -> None:
    ask_which_counts(desk)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    desk.page.route("**/enter/", lose)
    keep = desk.page.locator("#answer [data-keep]")
    keep.click()
    shows(desk.page, lambda: expect(keep).to_have_count(0), interval=2_000)
    expect(desk.page.locator("#answer")).to_contain_text("Settled:")
    expect(desk.page.locator("#disputes > section")).to_have_count(0)
    assert results()[1] == (2, 0)
