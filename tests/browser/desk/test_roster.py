"""Pasted lists of every kind: the parsed names, the columns, the likely duplicates."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tests.browser.venue import Desk
from tests.browser.words import Words
from tests.events.support.public_events import Played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LIST = """1\tBo Lind\tbo@example.org
Rossi, Mario, mario@example.org
Ando Kenji <kenji@example.org>
12: Jan Novak (2 byes)
• Falk|Ada|Italy"""

PUSHED = """() => [...document.querySelectorAll(".scroll:not(:has(.columns))")]
  .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.innerText)"""


def test_a_list_is_pasted_its_columns_chosen_and_a_twin_merged(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    made = Played(["Mario Rossi"])
    laptop = open_window(viewport={"width": 1280, "height": 800}, locale="en-US")
    desk = Desk(laptop.new_page(), Words("en"), [made.organizer.username])
    desk.log_in(live_server.url, made.organizer.username)
    page = desk.page
    page.goto(f"{live_server.url}/staff/e/{made.event.slug}/roster/paste/")
    desk.fill("List of players", LIST)
    desk.button("Check the list").click()
    rows = page.locator("#preview tbody tr")
    expect(rows).to_have_count(5)
    cells = [
        [cell.strip() for cell in row.locator("th, td").all_inner_texts()][1:5]
        for row in rows.all()
    ]
    # Lines with a question are first.
    assert cells == [
        ["Rossi, Mario", "mario@example.org", "", ""],
        ["Bo Lind", "bo@example.org", "", ""],
        ["Ando Kenji", "kenji@example.org", "", ""],
        ["Jan Novak", "", "", "2"],
        ["Falk Ada", "", "", ""],
    ]
    # On a phone it folds instead of being pushed aside.
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(PUSHED) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    # From then on only the named columns count.
    page.locator("[name=column-0]").select_option("last")
    page.locator("[name=column-1]").select_option("first")
    page.locator("button[name=check]").first.click()
    expect(rows.nth(4).locator("th")).to_have_text("Ada Falk")
    expect(page.locator("[name=column-0]")).to_have_value("last")
    page.goto(f"{live_server.url}/staff/e/{made.event.slug}/roster/paste/")
    desk.fill("List of players", LIST)
    desk.button("Check the list").click()
    expect(rows.nth(0)).to_contain_text("possibly the same person")
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
