"""The camera of a browser reads codes into the boxes; a film of printed codes stands for it."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import segno
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect
from pytest_django.live_server_helper import LiveServer

from events.core.players.private_address import token_of
from events.models import Enrollment, Event
from tests import factories
from tests.browser.windows import ARGUMENTS, chromium_program
from tests.events.scenario import at_table, event_with_owner, start_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTH, HEIGHT, PIXELS = 640, 480, 8
# Pictures a second, and of each code.
RATE, EACH = 10, 15
BUTTON = "Scan with the camera"


def link_of(player: Enrollment) -> str:
    return f"https://play.example/me/open/{token_of(player.pk, player.address_nonce)}/"


def film(path: Path, codes: Sequence[str]) -> None:
    """Write a film that shows each code in turn, as a camera sees a printed one."""
    head = f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{RATE}:1 Ip A1:1 C420jpeg\n".encode()
    colours = bytes([128]) * (WIDTH * HEIGHT // 2)
    pictures = [b"FRAME\n" + _grey(code) + colours for code in codes for _each in range(EACH)]
    path.write_bytes(head + b"".join(pictures))


def _grey(code: str) -> bytes:
    rows = [bytearray([225]) * WIDTH for _row in range(HEIGHT)]
    matrix = segno.make(code, micro=False, error="l").matrix
    top, left = ((size - len(matrix) * PIXELS) // 2 for size in (HEIGHT, WIDTH))
    for down, modules in enumerate(matrix):
        for across, dark in enumerate(modules):
            if dark:
                at = left + across * PIXELS
                for row in range(top + down * PIXELS, top + (down + 1) * PIXELS):
                    rows[row][at : at + PIXELS] = bytes([30]) * PIXELS
    return bytes(b"".join(rows))


@pytest.fixture
def filmed(driver: Playwright, tmp_path: Path) -> Iterator[Callable[[Sequence[str]], Browser]]:
    """Start a browser whose camera shows these codes."""
    opened: list[Browser] = []

    def start(codes: Sequence[str]) -> Browser:
        path = tmp_path / "codes.y4m"
        film(path, codes)
        camera = (
            "--use-fake-device-for-media-stream",
            "--use-fake-ui-for-media-stream",
            f"--use-file-for-fake-video-capture={path}",
        )
        browser = driver.chromium.launch(
            executable_path=chromium_program(), args=[*ARGUMENTS, *camera]
        )
        opened.append(browser)
        return browser

    yield start
    for browser in opened:
        browser.close()


def page_of(browser: Browser, live_server: LiveServer, event: Event, **more: Any) -> Page:
    window: BrowserContext = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="en-US", **more
    )
    session = factories.client_of(event.staff.get().user).cookies["sessionid"].value
    window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    return window.new_page()


def test_the_camera_checks_one_player_in_after_the_other(
    filmed: Callable[[Sequence[str]], Browser], live_server: LiveServer
) -> None:
    # The film begins anew with each page: a third code would not be seen.
    event, _owner = event_with_owner(2, private_pages=True)
    players = list(event.enrollments.order_by("number"))
    browser = filmed([link_of(player) for player in players])
    page = page_of(browser, live_server, event)
    refused: list[str] = []
    page.on("console", lambda line: refused.append(line.text) if line.type == "error" else None)
    page.goto(f"{live_server.url}/staff/e/{event.slug}/roster/check-in/")
    page.get_by_role("button", name=BUTTON).click()
    # One tap for all: the camera stays open, and says who came.
    expect(page.locator("#left b")).to_have_text("0", timeout=30_000)
    expect(page.locator("#camera .camera-says")).to_contain_text(re.compile("is here|already"))
    assert event.enrollments.filter(checked_in=True).count() == len(players)
    page.get_by_role("button", name="Close camera").click()
    expect(page.locator("#camera")).to_be_hidden()
    assert not [line for line in refused if "Content Security" in line or "ermissions" in line]


def test_the_camera_opens_the_table_of_a_sign(
    filmed: Callable[[Sequence[str]], Browser], live_server: LiveServer
) -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    table = at_table(event, 1, 2).table
    browser = filmed([f"https://play.example/e/{event.slug}/tables/{table}/"])
    page = page_of(browser, live_server, event)
    page.goto(f"{live_server.url}/staff/e/{event.slug}/floor/")
    page.get_by_role("button", name=BUTTON).click()
    expect(page.locator(f"#table-{table} details[open], #picked, .picked").first).to_be_visible(
        timeout=30_000
    )
    expect(page.locator("#camera")).to_be_hidden()


def test_no_button_without_a_script_and_words_without_a_camera(
    chromium: Browser, live_server: LiveServer
) -> None:
    event, _owner = event_with_owner(2, private_pages=True)
    address = f"{live_server.url}/staff/e/{event.slug}/roster/check-in/"
    plain = page_of(chromium, live_server, event, java_script_enabled=False)
    plain.goto(address)
    expect(plain.get_by_role("button", name=BUTTON)).to_have_count(0)
    expect(plain.locator("#search")).to_be_visible()
    page = page_of(chromium, live_server, event)
    page.goto(address)
    page.get_by_role("button", name=BUTTON).click()
    expect(page.locator(".camera-says")).to_have_text("This device has no camera.", timeout=10_000)
