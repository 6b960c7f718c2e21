"""The desk while its session, its network or its round is gone: nothing typed is lost."""

import re

import pytest
from playwright.sync_api import BrowserContext, Route, expect
from pytest_django.live_server_helper import LiveServer

from events.models import StaffMember
from tests import factories
from tests.browser.desk.test_entry_box import (
    TABLES,
    desk,
    laptop,
    results,
    tries_again,
    type_slips,
)
from tests.browser.venue import Desk
from tests.browser.words import Words

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

__all__ = ["desk", "laptop"]


def second_tab(laptop: BrowserContext, live_server: LiveServer, first: Desk) -> Desk:
    """Another tab of the same browser, on the list of events."""
    (username,) = first.own_words
    tab = Desk(laptop.new_page(), Words("en"), [username])
    tab.page.goto(f"{live_server.url}/staff/")
    return tab


def test_logged_out_in_another_tab_nothing_is_lost_and_all_goes_on(
    desk: Desk, laptop: BrowserContext, live_server: LiveServer
) -> None:
    page = desk.page
    other = second_tab(laptop, live_server, desk)
    other.log_out()
    page.bring_to_front()
    type_slips(desk, {1: "20", 2: "21"})
    page.keyboard.type("3 0")
    told = page.locator("#waiting")
    expect(told).to_contain_text("You are logged out.")
    expect(told).to_contain_text("(waiting: 1 20, 2 21)")
    expect(page.locator("#entry")).to_have_value("3 0")
    expect(page.locator("#echo")).to_contain_text(" – ".join(desk.names(3)))
    expect(page.locator("input[name=password]")).to_have_count(0)
    assert results() == {}
    with laptop.expect_page() as opened:
        told.get_by_role("link", name="Log in again in another tab").click()
    (username,) = desk.own_words
    opened.value.locator("[name=username]").fill(username)
    opened.value.get_by_label("Password", exact=True).fill(factories.PASSWORD)
    opened.value.get_by_role("button", name="Log in", exact=True).click()
    expect(opened.value.get_by_role("heading", level=1)).to_contain_text("Today")
    page.bring_to_front()
    tries_again(desk, TABLES - 2)
    expect(told).to_be_hidden()
    expect(page.locator("#entry")).to_have_value("3 0")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    desk.left(TABLES - 3)
    assert results() == {1: (2, 0), 2: (2, 1), 3: (0, 2)}
    # Another form of the old page also works.
    page.get_by_role("button", name="Start the clock").click()
    page.locator(".clock-menu > summary").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def test_taken_off_the_staff_is_said_and_the_slip_comes_back(desk: Desk) -> None:
    page = desk.page
    staff = StaffMember.objects.get()
    StaffMember.objects.filter(pk=staff.pk).update(event=factories.event())
    type_slips(desk, {1: "20"})
    line = page.locator("#refused li")
    expect(line).to_contain_text("1 20")
    expect(line).to_contain_text("There is no page at this address")
    expect(page.locator("#answer")).to_have_text("")
    StaffMember.objects.filter(pk=staff.pk).update(event=staff.event)
    line.get_by_role("button", name="Edit").click()
    page.keyboard.press("Enter")
    desk.left(TABLES - 1)
    assert results() == {1: (2, 0)}


def test_refused_slips_and_the_one_in_the_box_outlive_a_reload(desk: Desk) -> None:
    page = desk.page
    # The next slip is typed before the answer arrives: the refused one must not return to the box.
    held: list[Route] = []
    page.route("**/enter/", lambda route: held.append(route))
    for text in ("99 20", "98 21"):
        page.keyboard.type(text)
        with page.expect_request("**/enter/"):
            page.keyboard.press("Enter")
        page.keyboard.type("2 21")
        held.pop().continue_()
        expect(page.locator("#refused code", has_text=text)).to_be_visible()
        page.locator("#entry").fill("")
    page.unroute("**/enter/")
    page.keyboard.type("2 2")
    page.reload()
    expect(page.locator("#refused code")).to_have_text(["99 20", "98 21"])
    expect(page.locator("#entry")).to_have_value("2 2")
    page.locator("#refused li").nth(1).get_by_role("button", name="Discard").click()
    page.locator("#refused").get_by_role("button", name="Edit").click()
    expect(page.locator("#entry")).to_have_value("99 20")
    expect(page.locator("#refused code")).to_have_text(["2 2"])
    page.reload()
    expect(page.locator("#entry")).to_have_value("99 20")
    expect(page.locator("#refused code")).to_have_text(["2 2"])


def test_without_network_the_echo_names_table_and_players(
    desk: Desk, laptop: BrowserContext
) -> None:
    names = desk.names(4)
    laptop.set_offline(True)
    desk.type_entry("4 21")
    echo = desk.page.locator("#echo")
    expect(echo).to_contain_text(re.compile(rf"4\s*{names[0]} – {names[1]}\s*21"))
    expect(echo).to_contain_text("no response yet")
    desk.page.locator("#entry").fill("77 20")
    expect(echo).to_contain_text(f"Table 77 does not exist in round 1 (tables 1-{TABLES}).")
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator("#entry")).to_have_value("77 20")
    expect(desk.page.locator("#unsent")).to_be_hidden()
    laptop.set_offline(False)
    desk.page.locator("#entry").fill("4 2")
    desk.page.keyboard.press("End")
    desk.page.keyboard.type("0")
    expect(echo).to_contain_text(f"{names[0]} beats {names[1]} 2‑0")


def test_what_was_typed_for_a_round_that_is_gone_stays_in_sight(desk: Desk) -> None:
    page = desk.page
    page.route("**/enter/", lambda route: route.fulfill(status=204))
    type_slips(desk, {5: "20"})
    expect(page.locator("#refused code")).to_have_text(["5 20"])
    expect(page.locator("#waiting")).to_be_hidden()
