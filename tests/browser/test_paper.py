"""Paper from the desk: the files open, and a scanned slip waits for its score."""

import io
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from events.models import Match
from tests.browser.venue import Desk
from tests.browser.words import Words
from tests.events.support.public_events import Played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ["Anna Rossi", "安藤 健司", "김민준", "Łukasz Żółć", "Дмитрий Ђокић", "Élodie Favre"]


@pytest.fixture
def desk(open_window: Callable[..., BrowserContext], live_server: LiveServer) -> Desk:
    made = Played(NAMES)
    made.post(1)
    laptop = open_window(viewport={"width": 1280, "height": 800}, locale="en-US")
    opened = Desk(laptop.new_page(), Words("en"), [made.organizer.username])
    opened.resume(live_server.url, made.organizer.username)
    opened.page.goto(f"{live_server.url}/staff/e/{made.event.slug}/")
    opened.left(3)
    return opened


def scan(desk: Desk, code: str) -> None:
    """Type as a scanner does: the code at once, then Enter."""
    desk.type_entry(code)
    desk.page.keyboard.press("Enter")


def test_slips_are_printed_scanned_and_entered(desk: Desk) -> None:
    page = desk.page
    desk.menu("Print and show")
    desk.link("Print slips").focus()
    address = desk.link("Print slips").get_attribute("href")
    answer = page.request.get(f"{page.url.split('/staff/')[0]}{address}")
    assert answer.headers["content-type"] == "application/pdf"
    text = PdfReader(io.BytesIO(answer.body())).pages[0].extract_text()
    assert all(name in text for name in NAMES)
    codes = re.findall(r"T\d+R1\b", text)
    assert sorted(codes) == ["T1R1", "T2R1", "T3R1"]

    page.locator("#entry").focus()
    scan(desk, codes[1])
    expect(page.locator("#echo .echo-table")).to_have_text("2")
    expect(page.locator("#entry")).to_have_value("T2R1 ")
    # The next slip is scanned before a score is typed, so it replaces this one.
    scan(desk, codes[2])
    expect(page.locator("#echo .echo-table")).to_have_text("3")
    expect(page.locator("#entry")).to_have_value("T3R1 ")
    desk.enter("21")
    desk.left(2)
    assert Match.objects.get(table=3).games == (2, 1, 0)
    assert not Match.objects.get(table=2).has_result

    # A laptop with a French keyboard layout types other characters.
    page.locator("#entry").fill("")
    scan(desk, "TéR&")
    expect(page.locator("#echo .echo-table")).to_have_text("2")
    expect(page.locator("#entry")).to_have_value("T2R1 ")

    scan(desk, "T1R7")
    expect(page.locator("#echo .echo-error")).to_contain_text("from round 7, table 1")
    desk.enter("20")
    expect(page.locator("#answer .notice.error")).to_contain_text("You are entering round 1.")
    assert not Match.objects.get(table=1).has_result


def test_one_slip_from_the_list_of_what_can_be_printed(desk: Desk) -> None:
    page = desk.page
    desk.menu("Print and show")
    desk.link("Other printouts").click()
    desk.heading("Print")
    tables = page.locator("form[action*='slips.pdf'] [name=tables]")
    tables.fill("9")
    desk.button("Print slips").click()
    expect(page.locator(".error").first).to_be_visible()
    expect(tables).to_have_value("9")
    expect(page.locator("body")).to_contain_text("None of these tables is used in round 1.")
    tables.fill("2")
    action = page.locator("form[action*='slips.pdf']").get_attribute("action")
    answer = page.request.get(f"{page.url.split('/staff/')[0]}{action}?tables=2&a_page=6")
    text = PdfReader(io.BytesIO(answer.body())).pages[0].extract_text()
    assert re.findall(r"T\d+R1\b", text) == ["T2R1"]
