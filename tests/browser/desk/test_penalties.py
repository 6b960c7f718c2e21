"""A penalty: by the name of its infraction, its game loss at entry, and on a judge's phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from events.models import Penalty, Role
from tests import factories
from tests.browser.test_accessibility import FAULTS, PALE, SMALL
from tests.browser.venue import Desk
from tests.browser.windows import PHONE
from tests.browser.words import Words
from tests.events.scenario import at_table
from tests.events.support.public_events import Played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_infraction_is_found_and_its_game_loss_shown_at_entry_until_it_is_applied(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    made = Played([f"Player {number}" for number in range(1, 5)])
    made.post(1)
    late = at_table(made.event, 1, 1).first
    laptop = open_window(viewport={"width": 1280, "height": 800}, locale="en-US")
    desk = Desk(laptop.new_page(), Words("en"), [made.organizer.username])
    desk.resume(live_server.url, made.organizer.username)
    page, base = desk.page, f"{live_server.url}/staff/e/{made.event.slug}/"
    page.goto(f"{base}roster/players/{late.number}/")
    page.get_by_label("Search infractions").fill("tardi")
    page.keyboard.press("Enter")
    expect(page.locator("#proposed")).to_contain_text("game loss")
    desk.button("Record penalty").click()
    page.goto(base)
    box = page.locator("#entry")
    box.press_sequentially("1 20")
    expect(page.locator("#echo")).to_contain_text(f"game loss for {late.name}")
    box.fill("")
    box.press_sequentially("1 21 g1")
    expect(page.locator("#echo")).to_contain_text("beats")
    expect(page.locator("#echo")).not_to_contain_text("not in the result")


def test_a_judge_gives_a_penalty_on_the_phone_and_undoes_it(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    made = Played([f"Player {number}" for number in range(1, 5)])
    made.post(1)
    judge = factories.staff_member(made.event, Role.JUDGE, "ann")
    phone = open_window(**PHONE, locale="en-US")
    session = factories.client_of(judge).cookies["sessionid"].value
    phone.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = phone.new_page()
    page.goto(f"{live_server.url}/staff/e/{made.event.slug}/floor/")
    name = at_table(made.event, 1, 2).names[0]
    page.locator("#table-2 > summary").tap()
    page.get_by_role("link", name=f"Penalty: {name}").tap()
    page.wait_for_url("**/penalties/?back=floor")
    faults = [*page.evaluate(FAULTS), *page.evaluate(SMALL, 43.5), *page.evaluate(PALE)]
    assert faults == []
    page.get_by_label("Search infractions").fill("slow")
    expect(page.locator(".infraction:visible")).to_have_count(1)
    page.get_by_role("radio", name="Slow Play").tap()
    expect(page.locator("#proposed")).to_have_text("Slow Play: warning")
    page.get_by_role("button", name="Record penalty").tap()
    expect(page.locator("#messages")).to_contain_text(f"{name}: warning for Slow Play.")
    page.get_by_role("button", name="Undo the penalty").tap()
    expect(page.locator("#messages")).to_contain_text(f"The penalty for {name} was removed.")
    expect(page.locator("#table-2")).to_be_visible()
    assert not Penalty.objects.exists()
