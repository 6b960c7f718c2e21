"""The tutorial's first event, played in a browser; it also makes the tutorial's pictures.

`python -m tests.browser.tutorial` serves an empty site as `make run DEMO=0` does, plays the event
and writes the pictures of docs/tutorial/. tests/browser/test_tutorial.py plays it without pictures.
"""

import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect, sync_playwright

from tests.browser.windows import ARGUMENTS, PHONE, chromium_program
from tests.shared import ROOT

FOLDER = ROOT / "docs" / "tutorial"
TUTORIAL = FOLDER / "first-event.md"
LAPTOP: dict[str, Any] = {"viewport": {"width": 1100, "height": 800}}
ABROAD: dict[str, Any] = {"locale": "en-US", "timezone_id": "Europe/Rome"}
# Captures a page, or a part of one, under a file name.
Photograph = Callable[[Page | Locator, str], object]
PASSWORD = "seven green lanterns"


class FirstEvent:
    """The steps of the tutorial; `named` collects each name and each text that they use."""

    def __init__(self, desk: Page, phone: Page, site: str, photograph: Photograph) -> None:
        self.desk = desk
        self.phone = phone
        self.site = site
        self.photograph = photograph
        self.named: list[str] = []

    def press(self, name: str, page: Page | None = None) -> None:
        """Press the button or the link of this name; a key may be printed on it."""
        self.named.append(name)
        self.with_name(name, page or self.desk).click()

    def with_name(self, name: str, page: Page) -> Locator:
        """Return the first visible button or link of this name."""
        exactly = re.compile(rf"^{re.escape(name)}( \S+)?$")
        button = page.get_by_role("button", name=exactly)
        link = page.get_by_role("link", name=exactly)
        summary = page.locator("summary").filter(has_text=name)
        return button.or_(link).or_(summary).filter(visible=True).first

    def see(self, heading: str, page: Page | None = None) -> None:
        """Wait for a heading."""
        self.named.append(heading)
        where = (page or self.desk).get_by_role("heading", name=re.compile(re.escape(heading)))
        expect(where.first).to_be_visible()

    def fill(self, label: str, text: str, *, secret: bool = False) -> None:
        """Type into the field of this name."""
        self.named += [label] if secret else [text, label]
        self.desk.get_by_label(label, exact=True).fill(text)

    def enter(self, entry: str) -> None:
        """Type a slip into the entry box, read what it means, press Enter."""
        self.named.append(entry)
        expect(self.desk.locator("#entry")).to_be_focused()
        self.desk.keyboard.type(entry)
        expect(self.desk.locator("#echo .echo-words")).to_be_visible()
        self.desk.keyboard.press("Enter")
        expect(self.desk.locator("#answer")).to_contain_text(f"Table {entry[0]}")

    def recorded(self, *entries: str) -> None:
        """Enter slips; each table is then no longer outstanding."""
        for entry in entries:
            self.enter(entry)
            expect(self.desk.locator(f"#open-{entry[0]}:not(:has(.in))")).to_have_count(0)

    def outstanding(self, count: int) -> None:
        """Wait until so many tables are outstanding."""
        expect(self.desk.locator("#left")).to_have_text(str(count))

    def play(self) -> None:
        """Play the whole tutorial."""
        self.create_account()
        self.create_event()
        self.enroll()
        self.pair_and_post()
        self.open_phone()
        self.first_results()
        self.publish()
        self.second_round()
        self.last_round()
        self.correct()
        self.finish()

    def create_account(self) -> None:
        """Make the organizer's account on an empty site."""
        self.desk.goto(self.site)
        self.see("First organizer")
        self.fill("Username", "gwen")
        self.fill("Password", PASSWORD, secret=True)
        self.fill("Password again", PASSWORD, secret=True)
        self.press("Create account")
        self.see("Today")

    def create_event(self) -> None:
        """Make an event with the settings as they are."""
        self.press("Create your first event")
        self.see("New event")
        self.fill("Name", "Friday Night Swiss")
        self.named += ["Friday night", "Already set"]
        self.press("Create event")
        self.see("Before round 1")

    def enroll(self) -> None:
        """Enroll a list of seven players, and one more by hand."""
        self.see("Add players")
        self.desk.get_by_label("List of players", exact=True).fill(players())
        self.press("Add players")
        self.named += ["Hugo Silva", "Name, then Enter"]
        self.desk.get_by_placeholder("Name, then Enter").fill("Hugo Silva")
        self.press("Add player")
        expect(self.desk.locator("ol.steps")).to_contain_text("8 on the list")
        self.photograph(self.desk, "checklist")

    def pair_and_post(self) -> None:
        """Pair round 1, look at it, show it to the players."""
        self.press("Pair round 1")
        self.see("Round 1")
        self.photograph(self.desk, "unposted")
        self.named.append("Print and show")
        self.desk.locator(".bar summary", has_text="Print and show").click()
        self.named.append("Print slips")
        expect(self.with_name("Print slips", self.desk)).to_be_visible()
        self.desk.keyboard.press("Escape")
        self.press("Post round 1")
        self.outstanding(4)

    def open_phone(self) -> None:
        """Look at the pairings with a player's phone."""
        self.phone.goto(self.site)
        self.see("Events", self.phone)
        self.press("Friday Night Swiss", self.phone)
        self.press("Pairings", self.phone)
        self.see("Round 1", self.phone)
        self.photograph(self.phone, "phone")
        self.press("Start the clock")
        expect(self.desk.locator("#desk-head .clock").first).to_be_visible()

    def first_results(self) -> None:
        """Enter four slips, with a mistake and with a slip that says something else."""
        self.recorded("1 20", "2 12")
        self.photograph(self.desk, "desk")
        self.recorded("3 d", "4 20")
        self.named.append("Undo my last result")
        self.desk.keyboard.press("Control+z")
        self.outstanding(1)
        self.recorded("4 02")
        self.enter("1 02")
        self.photograph(self.desk.get_by_role("region", name="Enter results"), "two-slips")
        self.press("Keep current result")
        expect(self.with_name("Keep current result", self.desk)).to_be_hidden()

    def publish(self) -> None:
        """Complete round 1 and publish its standings."""
        self.press("Complete round 1")
        self.press("Publish standings after round 1")
        expect(self.desk.locator("#messages")).to_contain_text("published")
        self.press("Standings", self.phone)
        self.see("Standings after round 1", self.phone)
        self.photograph(self.phone, "standings")

    def second_round(self) -> None:
        """Play round 2; a player drops, which the page says before the next pairing."""
        self.press("Pair round 2")
        self.press("Post round 2")
        self.press("Start the clock")
        self.recorded("1 20 x2", "2 21", "3 11t", "4 20")
        self.press("Complete round 2")
        expect(self.desk.locator(".fact")).to_contain_text("is dropping.")
        self.press("Publish standings after round 2")
        expect(self.desk.locator("#messages")).to_contain_text("published")

    def last_round(self) -> None:
        """Play round 3, with a bye."""
        self.press("Pair round 3")
        self.press("Post round 3")
        self.press("Start the clock")
        self.recorded("1 20", "2 21", "3 12")
        self.press("Complete round 3")

    def correct(self) -> None:
        """Correct a result of a complete round."""
        self.desk.get_by_role("navigation", name="Rounds").get_by_text("1").click()
        self.see("Round 1")
        self.desk.locator("#round-table tbody a").filter(has_text=re.compile("^2$")).first.click()
        self.see("Table 2")
        self.fill("Corrected result", "21")
        self.fill("Reason", "slip read from the wrong side")
        self.press("Correct result")
        expect(self.desk.locator("#messages")).to_contain_text("corrected")

    def finish(self) -> None:
        """Finish the event, look at the report, take the archive along."""
        self.press("Desk")
        self.see("Round 3")
        self.press("Finish event")
        self.press("Finish now")
        self.see("Final report")
        self.photograph(self.desk, "report")
        self.named.append("Download PDF")
        expect(self.with_name("Download PDF", self.desk)).to_be_visible()
        self.press("Data")
        self.named.append("Everything (XLSX)")
        expect(self.with_name("Everything (XLSX)", self.desk)).to_be_visible()
        self.press("Event archive")
        self.see("Export the event")
        with self.desk.expect_download():
            self.press("Download archive")


def players() -> str:
    """Return the list of players in the tutorial: its block of lines without a language."""
    found = re.search(r"(?m)^```text\n((?:.+\n)+)```$", TUTORIAL.read_text(encoding="utf-8"))
    assert found
    return found[1]


def main() -> None:
    """Make the pictures."""
    from tests.events.hosting.server.test_serve_process import serving

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["MATCHSLIP_VAR"] = str(folder)
        with serving(folder, "--no-demo") as (port, _printed), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_program(), args=ARGUMENTS)
            desk = browser.new_context(**{**LAPTOP, **ABROAD}).new_page()
            phone = browser.new_context(**{**PHONE, **ABROAD}).new_page()

            def photograph(seen: Page | Locator, name: str) -> None:
                for page in (desk, phone):
                    page.evaluate("scrollTo(0, 0)")
                    page.wait_for_timeout(300)
                seen.screenshot(path=FOLDER / f"{name}.png")

            FirstEvent(desk, phone, f"http://127.0.0.1:{port}/", photograph).play()
            browser.close()


if __name__ == "__main__":
    main()
