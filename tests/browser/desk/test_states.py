"""The states of a round at the desk: each has one primary action, at one place."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.models import Event, Stage
from events.simulation.made_up_results import made_up_field
from tests import factories
from tests.events.scenario import event_with_owner, play_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAPTOP = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US"}
PRIMARY = """() => [...document.querySelectorAll(".primary")]
  .filter((one) => one.checkVisibility() && !one.matches("details[open] > summary"))
  .map((one) => one.innerText.trim())"""
RIGHT_EDGE = 1264


def leads(page: Page, words: str, *, in_bar: bool = True) -> None:
    """Wait for this primary action, and check that there is no other."""
    button = page.locator(".primary:visible", has_text=words)
    expect(button).to_be_visible()
    assert page.evaluate(PRIMARY) == [words]
    if in_bar:
        box = button.bounding_box()
        assert box
        assert (box["y"] < 105, round(box["x"] + box["width"])) == (True, RIGHT_EDGE)


@pytest.fixture
def table(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> tuple[Event, object, Page]:
    event, actor = made_up_field(22)
    Stage.objects.filter(event=event).update(rounds=1)
    window = open_window(**LAPTOP)
    session = factories.client_of(actor).cookies["sessionid"].value
    window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = window.new_page()
    pair_next_round(event_id=event.pk, actor=actor, number=1)
    page.goto(f"{live_server.url}/staff/e/{event.slug}/")
    return event, actor, page


def test_every_state_of_a_round_has_one_primary_action(
    table: tuple[Event, object, Page],
) -> None:
    _event, _actor, page = table
    desk = page.url
    leads(page, "Post round 1")
    page.get_by_role("button", name="Post round 1").click()
    leads(page, "Start the clock")
    expect(page.locator(".bar")).to_contain_text("50:00 not started")
    expect(page.locator("#messages")).to_contain_text("posted")
    page.get_by_role("button", name="Start the clock").press("Enter")
    leads(page, "Enter", in_bar=False)
    expect(page.locator("#messages")).to_be_empty()
    expect(page.locator("#entry")).to_be_focused()
    page.locator("#entry").fill("1 20")
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.locator("#left")).to_have_text("10")
    leads(page, "Enter", in_bar=False)
    for number in range(2, 12):
        page.locator("#entry").fill(f"{number} 21")
        page.keyboard.press("Enter")
    leads(page, "Complete round 1")
    page.keyboard.press("Control+z")
    leads(page, "Enter", in_bar=False)
    page.locator("#entry").fill("11 21")
    page.keyboard.press("Enter")
    leads(page, "Complete round 1")
    page.reload()
    leads(page, "Complete round 1")
    page.get_by_role("button", name="Complete round 1").click()
    leads(page, "Publish standings after round 1")
    page.get_by_role("button", name="Publish standings after round 1").click()
    leads(page, "Finish event")
    page.locator(".finish > summary").click()
    leads(page, "Finish now", in_bar=False)
    page.get_by_role("button", name="Finish now").click()
    page.goto(desk)
    leads(page, "Open final report")


def test_a_round_in_which_results_came_before_the_clock(
    table: tuple[Event, object, Page],
) -> None:
    event, actor, page = table
    post_round(event_id=event.pk, actor=actor, number=1)  # type: ignore[arg-type]
    page.reload()
    page.locator("#entry").fill("1 20")
    page.keyboard.press("Enter")
    expect(page.locator("#left")).to_have_text("10")
    leads(page, "Enter", in_bar=False)
    page.reload()
    leads(page, "Enter", in_bar=False)


def test_finishing_in_the_palette_leads_to_its_button(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1)
    window = open_window(**LAPTOP)
    session = factories.client_of(owner).cookies["sessionid"].value
    window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = window.new_page()
    page.goto(f"{live_server.url}/staff/e/{event.slug}/roster/")
    page.keyboard.press("Control+k")
    page.keyboard.type("finish event")
    page.get_by_role("option", name="Finish event").click()
    expect(page.get_by_role("button", name="Finish after round 1")).to_be_visible()
    assert page.evaluate("document.getElementById('finish').closest('details').open")
