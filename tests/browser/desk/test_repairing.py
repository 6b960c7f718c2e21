"""A wrong result found after the next round is posted: from the correction to the phones."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from events.models import Repairing
from tests import factories
from tests.browser.conftest import PHONE
from tests.events.scenario import event_with_owner, play_round, round_of, start_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_correction_leads_to_plans_and_one_click_moves_the_phones(
    live_server: LiveServer, open_window: Callable[..., Any]
) -> None:
    event, owner = event_with_owner(20)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    window = open_window(viewport={"width": 1280, "height": 900})
    session = factories.client_of(owner).cookies["sessionid"].value
    window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    desk = window.new_page()
    problems: list[str] = []
    desk.on("pageerror", lambda error: problems.append(str(error)))
    desk.goto(f"{live_server.url}/staff/e/{event.slug}/rounds/1/tables/3/")
    desk.get_by_label("Reason").fill("the slip says so")
    desk.get_by_label("Corrected result").fill("02")
    desk.get_by_role("button", name="Correct result").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Re-pair round 2")
    plan = desk.locator("section", has_text="Change the fewest tables")
    expect(plan).to_contain_text("best possible pairing")
    plan.get_by_role("button", name="Apply this plan").click()
    expect(desk.get_by_text("changed, and players can see")).to_be_visible()
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
    changes = desk.get_by_role("link", name="Print changes").get_attribute("href")
    paper = desk.request.get(f"{live_server.url}{changes}")
    assert paper.headers["content-type"] == "application/pdf"
    desk.get_by_role("button", name="Undo re-pairing").click()
    expect(
        desk.get_by_text(
            "The re-pairing was undone. All players are back at their previous tables."
        )
    ).to_be_visible()
    assert Repairing.objects.get().undone_at is not None
    assert not problems
