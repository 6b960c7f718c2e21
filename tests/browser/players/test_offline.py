"""The server is gone: the phone still shows the own table, and says how old that is."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.phones import wait_until
from tests.browser.windows import PHONE
from tests.events.hosting.server.test_serve_process import serving

KEPT = """async () =>
  (await (await caches.open("matchslip-last")).keys()).map((one) => one.url)"""
SCOPES = """async () =>
  (await navigator.serviceWorker.getRegistrations()).map((one) => one.scope)"""


@pytest.mark.browser
def test_the_own_card_stays_readable_without_the_server(chromium: Browser, tmp_path: Path) -> None:
    phone: dict[str, Any] = {**PHONE, "locale": "en-US"}
    context = chromium.new_context(**phone)
    page = context.new_page()
    with serving(tmp_path) as (port, _printed):
        site = f"http://127.0.0.1:{port}"
        page.goto(site)
        page.get_by_role("link", name=re.compile("Harbour City Open")).first.click()
        page.get_by_role("link", name="Pairings", exact=True).first.click()
        page.locator("#list .p").first.click()
        own = page.url
        page.get_by_role("button", name="This is me").click()
        name = page.locator("h1").inner_text()
        table = page.locator(".table-number").first.inner_text()
        page.reload()
        wait_until(page, "navigator.serviceWorker.controller !== null")
        event = own[: own.index("players/")]
        for _ in range(100):
            found = page.evaluate(KEPT)
            if len(found) == 2:
                break
            page.wait_for_timeout(200)
        assert sorted(found) == sorted([f"{event}pairings/", own])
        assert page.evaluate(SCOPES) == [f"{site}/e/"], "no page of staff is its business"
        asked: list[str] = []
        # A watching page sometimes asks whether it is the newest. That loads nothing, so it is not
        # counted.
        page.on(
            "request",
            lambda each: None if "if-none-match" in each.headers else asked.append(each.url),
        )
        page.reload()
        wait_until(page, f"performance.getEntriesByName('{event}pairings/').length > 0")
        assert asked.count(own) == 1, "the worker keeps the page that it brings"
    page.goto(own)
    expect(page.locator("h1")).to_have_text(name)
    expect(page.locator(".table-number").first).to_have_text(table)
    expect(page.locator("#fresh")).to_contain_text(re.compile(r"No connection since \d\d:\d\d"))
    page.goto(f"{event}pairings/")
    expect(page.locator("#mine .table-number")).to_have_text(table)
    expect(page.locator("#fresh")).to_contain_text("No connection since")
    # A page that this phone never loaded leads to the stored one.
    page.goto(f"{event}standings/")
    expect(page).to_have_url(f"{event}pairings/")
    expect(page.locator("#fresh")).to_contain_text("No connection since")
    context.close()
