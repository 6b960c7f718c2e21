"""The camera of a browser reads codes into the boxes; a film stands for it.

Chromium on Linux has no reader of codes. That of these tests takes a shade of grey for a code. The
product uses it as it uses a phone's own.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect
from pytest_django.live_server_helper import LiveServer

from events.core.players.private_address import token_of
from events.models import Enrollment, Event
from tests import factories
from tests.browser.windows import ARGUMENTS, chromium_program
from tests.events.scenario import at_table, event_with_owner, start_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTH, HEIGHT = 640, 480
# Frames per second, and per code; gray level of the first code, and the step to the next.
RATE, EACH = 10, 15
DARKEST, STEP = 60, 60
BUTTON = "Scan with the camera"


def link_of(player: Enrollment) -> str:
    return f"https://play.example/me/open/{token_of(player.pk, player.address_nonce)}/"


def film(path: Path, count: int) -> None:
    """Write a film that shows as many codes in turn, each a shade of grey."""
    head = f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{RATE}:1 Ip A1:1 C420jpeg\n".encode()
    colours = bytes([128]) * (WIDTH * HEIGHT // 2)
    pictures = [
        b"FRAME\n" + bytes([DARKEST + number * STEP]) * (WIDTH * HEIGHT) + colours
        for number in range(count)
        for _each in range(EACH)
    ]
    path.write_bytes(head + b"".join(pictures))


READER = """
window.BarcodeDetector = class {
  static async getSupportedFormats() { return ["qr_code"]; }
  async detect(video) {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    canvas.drawImage(video, 0, 0, 1, 1);
    const number = Math.round((canvas.getImageData(0, 0, 1, 1).data[0] - %s) / %s);
    const code = %s[number];
    return code ? [{ rawValue: code }] : [];
  }
};
"""


@pytest.fixture
def filmed(driver: Playwright, tmp_path: Path) -> Iterator[Callable[[Sequence[str]], Browser]]:
    """Start a browser whose camera shows these codes."""
    opened: list[Browser] = []

    def start(codes: Sequence[str]) -> Browser:
        path = tmp_path / "codes.y4m"
        film(path, len(codes))
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


def page_of(
    browser: Browser,
    live_server: LiveServer,
    event: Event,
    codes: Sequence[str] = (),
    **more: Any,
) -> Page:
    """Open a window whose browser reads these codes, as those of phones do."""
    window: BrowserContext = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="en-US", **more
    )
    session = factories.client_of(event.staff.get().user).cookies["sessionid"].value
    window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    window.add_init_script(READER % (DARKEST, STEP, json.dumps(codes)))
    return window.new_page()


def test_the_camera_checks_one_player_in_after_the_other(
    filmed: Callable[[Sequence[str]], Browser], live_server: LiveServer
) -> None:
    # The film restarts with each page, so a third code would not be seen.
    event, _owner = event_with_owner(2, private_pages=True)
    players = list(event.enrollments.order_by("number"))
    codes = [link_of(player) for player in players]
    page = page_of(filmed(codes), live_server, event, codes)
    refused: list[str] = []
    page.on("console", lambda line: refused.append(line.text) if line.type == "error" else None)
    page.goto(f"{live_server.url}/staff/e/{event.slug}/roster/check-in/")
    page.get_by_role("button", name=BUTTON).click()
    # A single tap for all: the camera stays open and shows the arrivals.
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
    codes = [f"https://play.example/e/{event.slug}/tables/{table}/"]
    page = page_of(filmed(codes), live_server, event, codes)
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
