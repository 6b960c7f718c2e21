"""Verifier opened from a file: a stranger chooses an archive and reads what agrees."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.shared import ROOT, shared

pytestmark = pytest.mark.browser

PAGE = ROOT / "static" / "verify" / "verify.html"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_says_in_words_what_agrees(
    chromium: Browser, tmp_path: Path, language: str
) -> None:
    good = shared("corpus", "0028-players-06-rounds-bbca5c.json")
    bad = tmp_path / "bad.json"
    archive = json.loads(good.read_text(encoding="utf-8"))
    match = next(match for match in archive["rounds"][0]["matches"] if len(match["players"]) == 2)
    match["games"] = match["games"][1::-1] + match["games"][2:]
    bad.write_text(json.dumps(archive), encoding="utf-8")
    context = chromium.new_context(locale=language, offline=True)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(PAGE.as_uri())
    box, verdict = page.locator("#file"), page.get_by_role("status")
    box.set_input_files(good)
    agrees = {
        "en": "Everything that can be checked agrees.",
        "ja": "確認できる点はすべて一致します。",
    }
    expect(verdict).to_contain_text(agrees[language])
    assert page.locator("li.bad").count() == 0
    box.set_input_files(bad)
    expect(verdict).not_to_contain_text(agrees[language])
    assert page.locator("li.bad").count() == 1
    assert asked == [PAGE.as_uri()]
    context.close()
