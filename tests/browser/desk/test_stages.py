"""Events of several stages through the pages: the cut, the playoff, the second day."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.core.stages.stage_words import complete_words, completed_words, post_words
from events.models import Event
from tests import factories
from tests.browser.venue import Desk, Phone, shows
from tests.browser.windows import PHONE
from tests.browser.words import Words
from tests.events.support.stages import report_by

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Lines = list[tuple[str, ...]]


class Venue:
    """A desk and a phone at one event, in English; `names` in the order of their numbers."""

    def __init__(self, windows: Callable[..., BrowserContext], server: str, players: int) -> None:
        words = Words("en")
        self.server = server
        self.keeper: User = factories.user("keeper")
        self.names = [f"Player {number:02}" for number in range(1, players + 1)]
        laptop = windows(viewport={"width": 1280, "height": 800}, locale="en-US")
        telephone = windows(**PHONE, locale="en-US")
        laptop.clock.install()
        telephone.clock.install()
        self.desk = Desk(laptop.new_page(), words)
        self.phone = Phone(telephone.new_page(), words)

    @property
    def event(self) -> Event:
        return Event.objects.earliest("pk")

    def public(self, page: str, slug: str = "") -> str:
        return f"{self.server}/e/{slug or self.event.slug}/{page}/"

    def create(self) -> None:
        """Create the event and enroll everyone from a list."""
        desk = self.desk
        desk.log_in(self.server, "keeper")
        desk.link("Create your first event").click()
        desk.fill("Name", "Open")
        desk.button("Create event").click()
        desk.fill("List of players", "\n".join(self.names))
        desk.button("Add players").click()
        expect(desk.page.locator("ol.steps")).to_contain_text(f"{len(self.names)} on the list")

    def lay_out(self, template: str, *stages: Mapping[str, str | bool]) -> None:
        """Begin from a template in the Stages tab, change these fields of each stage, save."""
        desk = self.desk
        desk.tab("Stages and cut")
        desk.heading("Stages")
        desk.link(template).click()
        forms = desk.page.locator("fieldset.stage-form")
        expect(forms).to_have_count(len(stages))
        for number, fields in enumerate(stages):
            options = forms.nth(number).locator("details")
            if fields and options.get_attribute("open") is None:
                options.locator("summary").click()
            for label, value in fields.items():
                field = forms.nth(number).get_by_label(label, exact=True)
                if isinstance(value, bool):
                    field.set_checked(value)
                else:
                    field.fill(value)
        desk.button("Save stages").click()
        desk.told("The stages were saved.")
        desk.link("Desk").click()
        desk.heading("Before round 1")

    def pair(self, number: int, tables: int, button: str = "Pair round %(next_number)s") -> None:
        """Pair a round, look at it and post it."""
        desk = self.desk
        desk.button(button, next_number=number).click()
        expect(desk.page.locator("#round-table tbody tr")).to_have_count(tables)
        desk.button(post_words(self.event.rounds.get(number=number))).click()
        desk.left(tables)

    def enter_lower_wins(self, tables: int) -> None:
        """Enter every table by keyboard: the player first in the list of players wins 2-1."""
        desk = self.desk
        slips = []
        for table in range(1, tables + 1):
            first, second = desk.names(table)
            slips.append(f"{table} 21" if first < second else f"{table} 12")
        for slip in slips:
            desk.type_entry(slip)
            desk.page.keyboard.press("Enter")
        desk.left(0)

    def win(self, table: int, winner: str) -> None:
        """Enter one table of a playoff: the winner wins 2-0."""
        first, second = self.desk.names(table)
        assert winner in (first, second)
        self.desk.recorded(f"{table} 20" if winner == first else f"{table} 02")

    def report_lower_wins(self, number: int) -> None:
        """Have another desk enter the whole round; this one finds out by itself."""
        report_by(self.event, self.keeper, number)
        shows(self.desk.page, partial(self.desk.left, 0), interval=2_000)

    def complete(self, number: int) -> None:
        round = self.event.rounds.get(number=number)
        self.desk.button(complete_words(round)).click()
        self.desk.told(completed_words(round))

    def publish(self, number: int) -> None:
        """Publish the standings and wait until the phone's page shows them by itself."""
        phone = self.phone
        phone.page.goto(self.public("standings"))
        self.desk.button("Publish standings after round %(number)s", number=number).click()
        self.desk.told(
            "The standings after round %(number)d are published (revision %(revision)d).",
            number=number,
            revision=1,
        )
        phone.comes_to("Standings after round %(number)d", number=number)

    def confirm(self, stage: int, count: int) -> list[str]:
        """Look at the line drawn and confirm it; return who advances, best first."""
        desk = self.desk
        desk.link("Confirm advancing players").click()
        desk.heading("Players in stage %(number)s", number=stage + 1)
        above, below = desk.page.locator(".cut-list tbody").all()
        advancing = above.locator("th").all_inner_texts()
        assert len(advancing) == count
        expect(below).to_contain_text(f"Cut line: {count} players advance")
        assert not set(advancing) & set(below.locator("th").all_inner_texts())
        desk.button(f"Confirm: {count} players advance").click()
        desk.told("%(count)d players advance to the next stage.", count=count)
        return advancing

    def finish(self) -> Lines:
        """Finish the event; return the final standings as the phone shows them."""
        self.phone.page.goto(self.public("standings"))
        self.desk.page.locator("summary", has_text=self.desk.words("Finish event")).click()
        self.desk.button("Finish now").click()
        self.desk.told("The event is finished. The final report is ready.")
        self.phone.comes_to("Final standings")
        return lines(self.phone.page)

    def move(self, folder: Path) -> None:
        """Export the event and import it again; players see the same of both."""
        desk, phone = self.desk, self.phone
        desk.page.goto(f"{self.server}/staff/e/{self.event.slug}/export/")
        with desk.page.expect_download() as download:
            desk.link("Download archive").click()
        file = folder / "event.json"
        download.value.save_as(file)
        desk.page.goto(f"{self.server}/staff/import/")
        desk.page.locator("input[type=file]").set_input_files(file)
        desk.button("Check file").click()
        desk.heading("Import “%(name)s”?", name="Open")
        desk.button("Import event").click()
        expect(desk.page.locator(".event-name")).to_have_text("Open")
        slugs = Event.objects.order_by("pk").values_list("slug", flat=True)
        seen = [self.seen(phone.page, slug) for slug in slugs]
        assert len(seen) == 2
        assert seen[0] == seen[1]

    def seen(self, page: Page, slug: str) -> list[Lines | str]:
        """Return the event as players see it: standings after every round, its end, the bracket."""
        numbers = self.event.rounds.order_by("number").values_list("number", flat=True)
        found: list[Lines | str] = []
        for number in ("", *numbers):
            page.goto(self.public(f"standings/{number}".rstrip("/"), slug))
            found.append(lines(page) if page.locator("#list").count() else "none")
        page.goto(self.public("bracket", slug))
        found.append(page.locator(".bracket").inner_text())
        return found


TEXTS = """(rows) => rows.map((row) => {
  const parts = ["td:first-child", "th > a", "th + td", "th + td + td"];
  const figures = [...row.querySelectorAll("td > a")].map((one) => one.innerText);
  return [...parts.map((part) => row.querySelector(part).innerText), figures.join(" ")];
})"""


def lines(page: Page) -> Lines:
    """The standings shown: place, name, points, record and percentages of each player."""
    rows = page.locator("#list tbody tr:not([data-pin])")
    return [tuple(row) for row in rows.evaluate_all(TEXTS)]


def players(standings: Lines) -> list[str]:
    """The names in order of place."""
    return [name for _, name, *_ in standings]


def box(page: Page, *names: str) -> Locator:
    """The match of these players in the bracket."""
    found = page.locator(".box")
    for name in names:
        found = found.filter(has=page.locator(".name:not(.muted)", has_text=name))
    return found


def column(page: Page, title: str) -> Locator:
    """A round of the bracket, by its title."""
    return page.locator(".bracket-column", has=page.get_by_role("heading", name=title, exact=True))


def fits(phone: Phone) -> None:
    """Nothing on the page is wider than the phone."""
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert phone.problems == []


def test_swiss_rounds_and_top_4(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, tmp_path: Path
) -> None:
    venue = Venue(open_window, live_server.url, players=12)
    desk, phone = venue.desk, venue.phone
    venue.create()
    venue.lay_out("Swiss rounds and top 4", {"Rounds": "4"}, {"Third-place match": True})
    for number in range(1, 5):
        venue.pair(number, tables=6)
        venue.enter_lower_wins(6)
        venue.complete(number)
        venue.publish(number)
    swiss = lines(phone.page)
    top = venue.confirm(stage=1, count=4)
    assert top == players(swiss)[:4]

    venue.pair(5, tables=2, button="Create bracket")
    phone.page.goto(venue.public("bracket"))
    phone.heading("Bracket")
    fits(phone)
    semifinals = column(phone.page, "Semifinals").locator(".box")
    expect(semifinals).to_have_count(2)
    expect(semifinals.filter(has_text=top[0])).to_contain_text(top[3])
    expect(semifinals.filter(has_text=top[1])).to_contain_text(top[2])
    _chooses(venue, top[0], top[3])

    venue.win(1, top[3])
    venue.win(2, top[1])
    venue.complete(5)
    desk.heading("Final")
    desk.left(2)
    last = box(phone.page, top[3], top[1])
    phone.shows(lambda: expect(last).to_contain_text("table 1"))
    expect(box(phone.page, top[0], top[2])).to_contain_text("table 2")
    expect(box(phone.page, top[0], top[3]).locator(".won")).to_contain_text(top[3])
    for table in (1, 2):
        pair = desk.names(table)
        venue.win(table, top[3] if top[3] in pair else top[2])
    venue.complete(6)
    champion = phone.page.locator(".champion")
    phone.shows(lambda: expect(champion).to_contain_text(top[3]))
    fits(phone)

    final = venue.finish()
    assert players(final) == [top[3], top[1], top[2], top[0], *players(swiss)[4:]]
    assert {line[1:] for line in final} == {line[1:] for line in swiss}
    fits(phone)
    venue.move(tmp_path)
    assert phone.page.context.cookies() == []


def _won(winners: list[tuple[Locator, str]]) -> None:
    for place, name in winners:
        expect(place).to_contain_text(name)


def _chooses(venue: Venue, better: str, worse: str) -> None:
    """The better seed chooses to draw; players see who plays first without reloading."""
    desk, phone = venue.desk, venue.phone
    desk.page.locator("#open-1 a").first.click()
    desk.heading("Table %(table)s", table=1)
    expect(desk.page.locator("section", has_text="Starting player")).to_contain_text(
        f"{better} (seed 1) chooses."
    )
    desk.button("%(name)s plays first", name=worse).click()
    desk.told("%(name)s plays first in game 1.", name=worse)
    side = box(phone.page, worse).locator(".side", has_text="plays first")
    phone.shows(lambda: expect(side).to_contain_text(worse))
    desk.page.locator(".crumb").click()
    desk.left(2)


def test_two_days_and_top_8(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, tmp_path: Path
) -> None:
    venue = Venue(open_window, live_server.url, players=40)
    phone = venue.phone
    venue.create()
    line = "Number of players, or minimum points"
    venue.lay_out("Two days, cut by points, top 8", {"Rounds": "3", line: "6"}, {"Rounds": "2"}, {})
    for number in range(1, 4):
        venue.pair(number, tables=20)
        venue.report_lower_wins(number)
        venue.complete(number)
        venue.publish(number)
    first_day = lines(phone.page)
    second_day = venue.confirm(stage=1, count=20)
    assert second_day == [name for _, name, points, *_ in first_day if int(points) >= 6]

    for number in range(4, 6):
        venue.pair(number, tables=10)
        venue.report_lower_wins(number)
        venue.complete(number)
        venue.publish(number)
    swiss = lines(phone.page)
    assert sorted(players(swiss)[:20]) == sorted(second_day)
    assert swiss[20:] == first_day[20:], "whoever did not advance keeps the figures"
    top = venue.confirm(stage=2, count=8)
    assert top == players(swiss)[:8]

    venue.pair(6, tables=4, button="Create bracket")
    phone.page.goto(venue.public("bracket"))
    for title, boxes in (("Quarterfinals", 4), ("Semifinals", 2), ("Final", 1)):
        expect(column(phone.page, title).locator(".box")).to_have_count(boxes)
    fits(phone)
    place = _play_off(venue, top)
    final = venue.finish()
    assert players(final) == [*place, *players(swiss)[8:]]
    venue.move(tmp_path)


def _play_off(venue: Venue, top: Sequence[str]) -> list[str]:
    """Play the top 8, the worse seed winning; the phone follows. Return them by place."""
    desk, phone = venue.desk, venue.phone
    left, out = list(top), list[str]()
    for number in (6, 7, 8):
        pairs = list(zip(left[: len(left) // 2], reversed(left), strict=False))
        desk.left(len(pairs))
        for better, worse in pairs:
            expect(box(phone.page, better, worse)).to_have_class("box open")
        for table in range(1, len(pairs) + 1):
            venue.win(table, max(desk.names(table), key=top.index))
        venue.complete(number)
        winners = [(box(phone.page, *pair).locator(".won"), pair[1]) for pair in pairs]
        phone.shows(partial(_won, winners))
        out = [better for better, _ in pairs] + out
        left = [worse for _, worse in reversed(pairs)]
    expect(phone.page.locator(".champion")).to_contain_text(left[0])
    return left + out
