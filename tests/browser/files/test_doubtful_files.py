"""Files in doubt are shown, read again and taken over; nothing that was typed is lost."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.models import Event
from tests import factories
from tests.browser.desk.test_screens import LAPTOP
from tests.browser.desk.test_taking_over import choose_file
from tests.browser.widths import BROKEN
from tests.browser.windows import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PEOPLE = ("Ada Quill", "Ben Rook", "Cleo Marsh", "Omar Haddad", "Imre Szűcs", "Yuki Mori")
FILES = {
    "no headings": "".join(f"{at}\t{name}\t{9 - at}\n" for at, name in enumerate(PEOPLE, 1)),
    "unknown headings": "Nr;Wer;Klub;Pkt\n"
    + "".join(f"{100 + at};{name};SC Hafen;{9 - at}\n" for at, name in enumerate(PEOPLE, 1)),
    "fewer headings": "Rank,Name,Points\n"
    + "".join(f"{at},{at + 40},{name},{9 - at}\n" for at, name in enumerate(PEOPLE, 1)),
    "unknown results": "Table,Player 1,Player 2,Outcome\n1,Ada Quill,Ben Rook,victoire A\n"
    "2,Cleo Marsh,Omar Haddad,victoire A\n3,Imre Szűcs,Yuki Mori,victoire B\n",
    "near names": "Round,Player 1,Player 2,Result\n1,Ada Quill,Ben Rook,2-0\n"
    "1,Cleo Marsh,Omar Haddad,2-1\n2,Ada Quil,Cleo Marsh,2-0\n2,Ben Rook,Omar Haddad,2-1\n",
    "columns of points": "Player,Round 1,Round 2,Total\n"
    + "".join(f"{name},3,{3 if at < 3 else 0},{6 if at < 3 else 3}\n"
              for at, name in enumerate(PEOPLE)),
}  # fmt: skip
WINDOWS: dict[str, dict[str, Any]] = {
    "laptop": {**LAPTOP, "viewport": {"width": 1280, "height": 800}},
    "phone": {**PHONE, "viewport": {"width": 390, "height": 844}},
    "no script": {**LAPTOP, "java_script_enabled": False},
}
SHOTS = os.environ.get("DOUBT_SHOTS", "")


@pytest.fixture(params=WINDOWS)
def page(
    request: pytest.FixtureRequest,
    open_window: Callable[..., BrowserContext],
    live_server: LiveServer,
) -> Page:
    owner: User = factories.user()
    session = factories.client_of(owner).cookies["sessionid"].value
    window = open_window(**WINDOWS[request.param], locale="en-US")
    window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    return window.new_page()


def check(page: Page, name: str, *, script: bool) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)
    if script:
        assert page.evaluate(BROKEN) == [], name


def look_at(page: Page, live_server: LiveServer, name: str) -> None:
    page.goto(f"{live_server.url}/staff/import/")
    choose_file(page, FILES[name].encode())
    page.locator("main button.primary").first.click()
    expect(page.locator("main [name=packed]")).to_have_count(1)


def decide(page: Page, label: str, *, script: bool) -> None:
    """Choose for a column or a word: that is kept when the file is parsed again."""
    if page.locator("select[name=means]").count():
        page.locator("select[name=means]").first.select_option("first")
        page.locator("#result-words button").click()
        expect(page.locator("select[name=means]").first).to_have_value("first")
    elif page.locator(".question button").count():
        page.locator(".question button").first.click()
        expect(page.locator(".question")).to_have_count(0)
    elif page.locator("select[name=column]").count():
        page.locator("select[name=column]").last.select_option("omw")
        page.locator("details button[name=again]").click()
        expect(page.locator("select[name=column]").last).to_have_value("omw")
    check(page, f"{label}-2", script=script)


def test_each_way_out_of_doubtful_files(
    request: pytest.FixtureRequest, page: Page, live_server: LiveServer
) -> None:
    kind = request.node.callspec.params["page"]
    script = kind != "no script"
    language = "ja" if kind == "phone" else "en"
    window = page.context
    window.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
    for made, name in enumerate(FILES, 1):
        label = f"{name}-{language}-{kind}".replace(" ", "-")
        look_at(page, live_server, name)
        check(page, f"{label}-1", script=script)
        decide(page, label, script=script)
        if page.locator("button[name=carried]").count():
            page.locator("button[name=carried]").click()
            expect(page.locator("main [name=go]").first).to_be_attached()
            check(page, f"{label}-3", script=script)
            boxes = page.locator("main textarea, main input[type=hidden]")
            carried = boxes.evaluate_all("boxes => boxes.map((box) => box.value).join()")
            assert all(person in carried for person in PEOPLE), carried
            look_at(page, live_server, name)
        page.locator("main button[name=which]").first.click()
        expect(page.locator("#messages")).to_be_visible()
        assert Event.objects.count() == made, name
