"""The two screens of an event: the desk's, by its keyboard, and a player's phone."""

import re
from collections.abc import Callable, Iterable

from django.conf import settings
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from tests import factories
from tests.browser.words import Words

# English that is correct on a Japanese page: names, formats, abbreviations, keys.
NOT_TRANSLATED = {
    *(
        "matchslip",
        "english",
        "omw",
        "ogw",
        "csv",
        "xlsx",
        "pdf",
        # Names of other tools and their formats.
        "melee",
        "topdeck",
        "fide",
        "trf",
        "json",
        "ctrl",
        "esc",
        "enter",
        "sha",
    ),
    *(
        "mtr",
        "asia",
        "tokyo",
        "flesh",
        "and",
        "blood",
        "dci",
        "play",
        "europe",
        "rome",
        "shift",
        "jis",
        # Games with a Latin name in Japan too, and their second figure.
        "one",
        "piece",
        "oomw",
    ),
}

# Milliseconds: only a missing change takes that long, however busy the machine is.
TIMEOUT = 30_000
# Waiting for a live change is split into several shorter turns, the first immediate.
AT_ONCE = 250
SOON = 1_000
TURN = 10_000
# Longer than a phone's polling interval.
LONG = 21_000

LATIN = re.compile("[A-Za-zÀ-ɏ]{3,}")


class Screen:
    """A page of the event in one language."""

    def __init__(self, page: Page, words: Words, own_words: Iterable[str] = ()) -> None:
        self.page = page
        self.words = words
        self.own_words = {word.casefold() for text in own_words for word in text.split()}
        self.problems: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))

    def heading(self, source: str, **values: object) -> None:
        """Wait for the page with this heading."""
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(
            self.words(source, **values)
        )
        self.is_in_its_language()

    def is_in_its_language(self) -> None:
        """Look for English left over, and for errors of scripts."""
        assert self.problems == []
        assert self.page.locator("html").get_attribute("lang") == self.words.language
        if self.words.language == "ja":
            seen = self.page.locator("body").inner_text()
            latin = {word.casefold() for word in LATIN.findall(seen)}
            english = latin - NOT_TRANSLATED - self.own_words
            assert not english, f"{self.page.url}: {sorted(english)}"

    def button(self, source: str, **values: object) -> Locator:
        """The button of this name."""
        return self.page.get_by_role("button", name=self.words(source, **values), exact=True)

    def link(self, source: str, **values: object) -> Locator:
        """The first link of this name."""
        name = self.words(source, **values)
        return self.page.get_by_role("link", name=name, exact=True).first

    def tab_of_event(self, source: str) -> Locator:
        """The tab of this name above the public pages of an event."""
        return self.page.get_by_role("link", name=self.words.tab(source), exact=True).first

    def choose(self, source: str) -> None:
        """Choose the one answer of this name."""
        self.page.get_by_role("radio", name=self.words(source), exact=True).check()

    def fill(self, source: str, value: str) -> None:
        """Type into the field with this label."""
        self.page.get_by_label(self.words(source), exact=True).fill(value)

    def told(self, source: str, **values: object) -> None:
        """Wait for the message that says what was done."""
        expect(self.page.locator("#messages")).to_contain_text(self.words(source, **values))


class Desk(Screen):
    """The scorekeeper at a laptop."""

    def log_in(self, server: str, username: str) -> None:
        """Log in on the way to the list of one's events."""
        self.page.goto(f"{server}/staff/")
        self.heading("Log in")
        self.page.locator("[name=username]").fill(username)
        self.fill("Password", factories.PASSWORD)
        self.button("Log in").click()
        self.heading("Today")

    def resume(self, server: str, username: str) -> None:
        """Be logged in by a session that is there already; no page is opened."""
        browser = factories.client_of(User.objects.get(username=username))
        name = settings.SESSION_COOKIE_NAME
        self.page.context.add_cookies(
            [{"name": name, "value": browser.cookies[name].value, "url": server}]
        )

    def tab(self, source: str) -> None:
        """Go to a page of the event, by its tab or by the menu of those without one."""
        tabs = self.page.locator(".top .tabs")
        tab = tabs.get_by_text(self.words(source), exact=True)
        if not tab.is_visible():
            tabs.get_by_text(self.words("More"), exact=True).click()
        tab.click()

    def menu(self, source: str) -> None:
        """Open the menu of this name in the bar of a round."""
        self.page.locator(".bar summary", has_text=self.words(source)).click()

    def log_out(self) -> None:
        """Log out in the menu of the account."""
        self.page.locator(".account > summary").click()
        self.button("Log out").click()

    def type_entry(self, text: str) -> None:
        """Type a slip where the cursor is, without Enter."""
        expect(self.page.locator("#entry")).to_be_focused()
        self.page.keyboard.type(text)

    def enter(self, text: str) -> Locator:
        """Enter a slip by keyboard alone; return the place of the answer."""
        self.type_entry(text)
        self.page.keyboard.press("Enter")
        return self.page.locator("#answer")

    def recorded(self, text: str) -> None:
        """Enter a slip and wait until its table is among the results."""
        table = text.split()[0]
        self.enter(text)
        expect(self.page.locator("#answer .answer-table")).to_have_text(
            self.words("Table %(table)s", table=table)
        )
        # A small round keeps its rows: a reported table shows its result.
        expect(self.page.locator(f"#open-{table}:not(:has(.in))")).to_have_count(0)

    def left(self, count: int) -> None:
        """Wait until so many tables are outstanding."""
        expect(self.page.locator("#left")).to_have_text(str(count))

    def names(self, table: int) -> tuple[str, str]:
        """The players at an outstanding table, the first-named one first."""
        players = self.page.locator(f"#open-{table} .plain")
        return players.nth(0).inner_text().strip(), players.nth(1).inner_text().strip()


def shows(page: Page, check: Callable[[], object], interval: int = LONG) -> None:
    """Let the time go by after which a page asks by itself what is new, until it shows that.

    More than once: a request under way is given up as too slow, and a busy server may do the same
    to the next. `interval` in milliseconds; the page's clock is one that Playwright installed.
    """
    # A request is aborted after ten seconds, so a long interval leaves it a second.
    for patience in (AT_ONCE if interval < TURN else SOON, SOON, TURN) * 4:
        page.clock.fast_forward(interval)
        expect.set_options(timeout=patience)
        try:
            check()
        except AssertionError:
            continue
        finally:
            expect.set_options(timeout=TIMEOUT)
        return
    check()


class Phone(Screen):
    """A player without an account."""

    def shows(self, check: Callable[[], object]) -> None:
        """Let the time go by until the page shows what is new."""
        shows(self.page, check)

    def comes_to(self, source: str, **values: object) -> None:
        """Wait until the page has this heading by itself."""
        self.shows(lambda: self.heading(source, **values))

    def table_of(self, name: str) -> str:
        """Search for a name; return the table in its row."""
        box = self.page.get_by_role("searchbox")
        box.fill(name)
        row = self.page.locator("#list tbody tr:visible")
        expect(row).to_have_count(1)
        expect(row.locator(".p")).to_have_text(name)
        # Not the rendered text, because rows that the phone has not drawn yet have a table too.
        table = row.locator(".figure").text_content() or ""
        box.fill("")
        return table

    def points(self) -> dict[str, int]:
        """Everyone's points in the standings shown."""
        rows = self.page.locator("#list tbody tr:not([data-pin])")
        names = rows.locator("th > a").all_text_contents()
        return dict(zip(names, map(int, rows.locator("th + td").all_text_contents()), strict=True))
