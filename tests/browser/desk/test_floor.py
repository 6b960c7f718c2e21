"""A judge with a phone: own tables, a mark, an extension, a result; another one sees them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from events.core.clock.actions import start_clock
from events.floor.actions import assign_area
from events.models import Role
from tests import factories
from tests.browser.conftest import PHONE
from tests.events.scenario import at_table, event_with_owner, start_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_two_judges_share_the_floor(
    live_server: LiveServer, open_window: Callable[..., Any]
) -> None:
    event, owner = event_with_owner(24)
    start_round(event, owner, 1)
    start_clock(event_id=event.pk, actor=owner, number=1)
    ann = factories.staff_member(event, Role.JUDGE, "ann")
    ben = factories.staff_member(event, Role.JUDGE, "ben")
    assign_area(event_id=event.pk, actor=owner, username="ann", first=3, last=5)
    problems: list[str] = []

    def phone_of(person: User) -> Page:
        window = open_window(**PHONE)
        session = factories.client_of(person).cookies["sessionid"].value
        window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page: Page = window.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(f"{live_server.url}/staff/e/{event.slug}/floor/")
        return page

    first, second = phone_of(ann), phone_of(ben)
    expect(first.get_by_role("heading", level=1)).to_have_text("My tables")
    expect(first.locator(".floor-table")).to_have_count(3)
    expect(second.locator(".floor-table")).to_have_count(12)
    assert first.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sizes = first.locator(".floor-table button:visible, .floor-table a.button:visible")
    boxes = [sizes.nth(at).bounding_box() for at in range(sizes.count())]
    assert boxes
    assert all(box is not None and box["height"] >= 44 for box in boxes)

    # There, and an extension: the other one sees it without touching the phone.
    first.locator("#table-4").get_by_role("button", name="I'm here").click()
    expect(first.locator("#table-4")).to_contain_text("ann is at the table")
    expect(second.locator("#table-4")).to_contain_text("ann is at the table")
    first.locator("#table-4 summary").click()
    first.locator("#table-4").get_by_role("button", name="+3 min").click()
    expect(second.locator(".floor-table").first).to_contain_text("+3")
    assert at_table(event, 1, 4).extension_minutes == 3

    # Open parts stay open when the list is loaded again.
    second.locator("#table-7 summary").click()
    first.locator("#table-3").get_by_role("button", name="I'm here").click()
    expect(second.locator("#table-3")).to_contain_text("ann is at the table")
    expect(second.locator("#table-7 details")).to_have_attribute("open", "")

    # A result is chosen, read and saved, back on the floor; the table is gone everywhere.
    first.locator("#table-4").get_by_role("link", name="Result").click()
    first.locator(".pad-choice").first.click()
    expect(first.locator(".say")).to_contain_text("2\N{NON-BREAKING HYPHEN}0")
    first.get_by_role("button", name="Save result").click()
    expect(first.get_by_role("heading", level=1)).to_have_text("My tables")
    expect(first.locator(".floor-table")).to_have_count(2)
    expect(second.locator("#table-4")).to_have_count(0)
    assert at_table(event, 1, 4).has_result
    assert not problems
