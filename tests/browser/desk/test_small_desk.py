"""A Friday night at the desk: buttons for results, and the address for players."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.simulation.made_up_results import made_up_field
from tests import factories
from tests.browser.windows import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAPTOP = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US"}


@pytest.fixture
def open_desk(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> Callable[..., Page]:
    """Open the desk of eleven players whose first round was just posted."""
    event, actor = made_up_field(11)
    pair_next_round(event_id=event.pk, actor=actor, number=1)
    post_round(event_id=event.pk, actor=actor, number=1)
    session = factories.client_of(actor).cookies["sessionid"].value

    def open_one(**options: object) -> Page:
        window = open_window(**options)
        window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page = window.new_page()
        page.goto(f"{live_server.url}/staff/e/{event.slug}/")
        return page

    return open_one


def top(one: Locator) -> float:
    box = one.bounding_box()
    assert box
    return box["y"]


def test_a_button_saves_a_result_and_moves_no_other_button(open_desk: Callable[..., Page]) -> None:
    page = open_desk(**LAPTOP)
    expect(page.locator("#entry")).to_be_focused()
    expect(page.locator(".for-players")).to_contain_text("/e/")
    expect(page.locator(".for-players img")).to_be_visible()
    rows = page.locator("#open-rows tr")
    expect(rows).to_have_count(5)
    before = [top(row) for row in rows.all()]
    page.locator("#result-2").get_by_role("button", name="2‑1").click()
    expect(page.locator("#result-2")).to_contain_text("2-1")
    expect(page.locator("#answer")).to_contain_text("Table 2")
    expect(page.locator("#left")).to_have_text("4")
    assert [top(row) for row in rows.all()] == before
    expect(page.locator(".for-players")).to_be_hidden()
    expect(page.locator("#entry")).to_be_focused()
    page.keyboard.type("3 d")
    page.keyboard.press("Enter")
    expect(page.locator("#result-3")).to_contain_text("0-0-3")
    page.keyboard.press("Control+z")
    expect(page.locator("#result-3").get_by_role("button", name="Draw")).to_be_visible()
    page.locator("#result-2").get_by_role("button", name="Undo").click()
    expect(page.locator("#left")).to_have_text("5")
    expect(rows).to_have_count(5)
    assert [top(row) for row in rows.all()] == before
    for table in range(1, 6):
        page.locator(f"#result-{table}").get_by_role("button", name="0‑2").click()
    expect(page.locator(".desk-open")).to_contain_text("All results are in.")
    expect(page.locator("#open-rows .in")).to_have_count(5)


def test_the_rarer_results_of_a_row_are_a_link_away(open_desk: Callable[..., Page]) -> None:
    page = open_desk(**LAPTOP)
    expect(page.locator(".no-results")).to_have_text("No results yet")
    page.get_by_role("link", name="Another result at table 4").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Table 4")
    page.get_by_text("Another result", exact=True).click()


def test_buttons_come_first_on_a_phone_and_work_without_scripts(
    open_desk: Callable[..., Page],
) -> None:
    page = open_desk(**PHONE, locale="en-US", java_script_enabled=False)
    button = page.locator("#result-1 button").first
    assert top(button) < top(page.locator("#entry"))
    box = button.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    button.tap()
    expect(page.locator("#result-1")).to_contain_text("2-0")
    page.locator("#result-1").get_by_role("button", name="Undo").tap()
    expect(page.locator("#result-1 button")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
