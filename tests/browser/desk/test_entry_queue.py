"""Entries that wait to be saved: none holds up the next, each can be edited or discarded."""

from functools import partial

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.desk.test_entry_box import (
    TABLES,
    desk,
    laptop,
    results,
    tries_again,
    type_slips,
    waiting,
)
from tests.browser.phones import wait_for
from tests.browser.venue import Desk

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

__all__ = ["desk", "laptop"]


def fail(page: Page, text: str, status: int) -> list[int]:
    """Answer one entry with a status, as a server does that can't take it; collect each try."""
    tries: list[int] = []

    def answer(route: Route) -> None:
        if f"entry={text.replace(' ', '+')}" not in (route.request.post_data or ""):
            route.fallback()
            return
        tries.append(status)
        route.fulfill(status=status, body="<h1>Error</h1>")

    page.route("**/enter/", answer)
    return tries


def _has(tries: list[str], least: int) -> bool:
    return len(tries) >= least


@pytest.mark.parametrize(("statuses", "most"), [((500, 502, 503), 2), ((400, 403, 404, 413), 1)])
def test_entries_that_fail_come_back_and_the_next_are_saved(
    desk: Desk, statuses: tuple[int, ...], most: int
) -> None:
    page = desk.page
    failing = {f"{table} 11tt": status for table, status in enumerate(statuses, 1)}
    tries = [fail(page, text, status) for text, status in failing.items()]
    type_slips(desk, {**dict.fromkeys(range(1, len(statuses) + 1), "11tt"), 5: "20", 6: "21"})
    tries_again(desk, TABLES - 2)
    lines = page.locator("#refused li")
    expect(lines.locator("code")).to_have_text(list(failing))
    for line in lines.all():
        expect(line.locator(".hint")).not_to_be_empty()
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator("#unsent")).to_be_hidden()
    assert tries == [[status] * most for status in statuses]
    page.reload()
    expect(lines.locator("code")).to_have_text(list(failing))
    for line in lines.all():
        expect(line.locator(".hint")).not_to_be_empty()
    lines.first.get_by_role("button", name="Edit").click()
    expect(page.locator("#entry")).to_have_value("1 11tt")
    page.locator("#entry").fill("1 11t")
    page.keyboard.press("Enter")
    desk.left(TABLES - 3)
    assert results() == {1: (1, 1), 5: (2, 0), 6: (2, 1)}


def test_a_reload_does_not_begin_to_count_failures_anew(desk: Desk) -> None:
    page = desk.page
    page.on("dialog", lambda dialog: dialog.accept())
    tries = fail(page, "1 20", 500)
    type_slips(desk, {1: "20"})
    expect(page.locator("#unsent code")).to_have_text("1 20")
    page.reload()
    expect(page.locator("#refused code")).to_have_text("1 20")
    assert len(tries) == 2


def test_what_waits_is_listed_and_can_be_edited_and_discarded(
    desk: Desk, laptop: BrowserContext
) -> None:
    page = desk.page
    page.on("dialog", lambda dialog: dialog.accept())
    laptop.set_offline(True)
    type_slips(desk, {1: "20", 2: "21", 3: "02"})
    waiting(page, "1 20", "2 21", "3 02")
    lines = page.locator("#unsent li")
    expect(lines.locator("code")).to_have_text(["1 20", "2 21", "3 02"])
    lines.nth(1).get_by_role("button", name="Discard").click()
    waiting(page, "1 20", "3 02")
    expect(lines.locator("code")).to_have_text(["1 20", "3 02"])
    lines.first.get_by_role("button", name="Edit").click()
    expect(page.locator("#entry")).to_have_value("1 20")
    page.locator("#entry").fill("1 12")
    page.keyboard.press("Enter")
    expect(lines.locator("code")).to_have_text(["3 02", "1 12"])
    laptop.set_offline(False)
    tries_again(desk, TABLES - 2)
    expect(page.locator("#unsent")).to_be_hidden()
    assert results() == {1: (1, 2), 3: (0, 2)}


def test_what_waits_is_still_listed_after_a_reload(desk: Desk) -> None:
    page = desk.page
    page.on("dialog", lambda dialog: dialog.accept())
    page.route("**/enter/", lambda route: route.abort())
    type_slips(desk, {4: "20", 5: "12"})
    expect(page.locator("#unsent code")).to_have_text(["4 20", "5 12"])
    page.reload()
    expect(page.locator("#unsent code")).to_have_text(["4 20", "5 12"])
    page.locator("#unsent li").first.get_by_role("button", name="Discard").click()
    page.unroute("**/enter/")
    tries_again(desk, TABLES - 1)
    assert results() == {5: (1, 2)}


def test_a_server_in_trouble_keeps_every_entry_and_goes_on_by_itself(desk: Desk) -> None:
    page = desk.page
    tries: list[str] = []

    def busy(route: Route) -> None:
        tries.append(route.request.url)
        body = "<p><strong>Not saved.</strong> The database is not responding.</p>"
        route.fulfill(status=503, body=body, headers={"Retry-After": "5"})

    page.route("**/enter/", busy)
    type_slips(desk, {4: "20", 5: "12"})
    expect(page.locator("#unsent code")).to_have_text(["4 20", "5 12"])
    expect(page.locator("#waiting")).to_contain_text("The database is not responding.")
    for times in range(2, 5):
        page.clock.fast_forward(2_000)
        wait_for(page, partial(_has, tries, times))
    expect(page.locator("#refused")).to_be_hidden()
    page.unroute("**/enter/")
    tries_again(desk, TABLES - 2)
    assert results() == {4: (2, 0), 5: (1, 2)}


def test_a_table_that_is_not_there_is_no_entry_that_waits(
    desk: Desk, laptop: BrowserContext
) -> None:
    page = desk.page
    page.route("**/enter/", lambda route: route.abort())
    # The page does not know yet that the server is down.
    type_slips(desk, {300: "21", 1: "20"})
    line = page.locator("#refused li")
    expect(line).to_contain_text(f"Table 300 does not exist in round 1 (tables 1-{TABLES}).")
    waiting(page, "1 20")
    page.keyboard.type("301 20")
    page.keyboard.press("Enter")
    expect(page.locator("#echo")).to_contain_text("Table 301 does not exist in round 1")
    expect(page.locator("#entry")).to_have_value("301 20")
    expect(page.locator("#unsent code")).to_have_text(["1 20"])
    laptop.set_offline(False)
