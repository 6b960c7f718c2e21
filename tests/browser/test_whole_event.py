"""A whole event through the pages: nine players, four rounds, a desk and a phone."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from events.models import Event
from tests import factories
from tests.browser.venue import Desk, Phone
from tests.browser.windows import PHONE
from tests.browser.words import Words

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = [
    *("Anna Rossi", "José García", "田中 太郎", "Mei Lin", "Kofi Addo"),
    *("Ingrid Berg", "佐藤 花子", "Tomás Silva", "Olga Petrova"),
]
LIST = "\n".join([*NAMES[:8], "anna rossi", f"{NAMES[8]}, olga@example.org"])
EVENT = "Friday 金曜"
OWN = [*NAMES, EVENT, "keeper", "slip", "wrong", "Friday", "Olga", "example", "org", "Mario"]


class Evening:
    """The event as it goes, and the points that a pencil gives."""

    def __init__(self, desk: Desk, phone: Phone, server: str) -> None:
        self.desk = desk
        self.phone = phone
        self.server = server
        self.points: Counter[str] = Counter(dict.fromkeys(NAMES, 0))
        self.tables: dict[int, tuple[str, str]] = {}
        self.firsts: dict[tuple[int, int], tuple[str, str]] = {}

    @property
    def public(self) -> str:
        return f"{self.server}/e/{Event.objects.get().slug}"

    def won(self, table: int, first: int, second: int) -> None:
        """Note a result: 3 points to the winner, 1 to each in a draw."""
        one, two = self.tables[table]
        if first == second:
            self.points.update([one, two])
        else:
            self.points[one if first > second else two] += 3

    def create(self) -> None:
        desk = self.desk
        desk.link("Create your first event").click()
        desk.heading("New event")
        desk.fill("Name", EVENT)
        desk.page.get_by_text(desk.words("Rounds and matches"), exact=True).click()
        desk.fill("Number of rounds", "4")
        desk.button("Create event").click()
        desk.told("%(name)s was created. Add the players.", name=EVENT)
        desk.heading("Before round 1")

    def enroll(self) -> None:
        desk = self.desk
        desk.fill("List of players", LIST)
        desk.button("Add players").click()
        expect(desk.page.locator("#preview tbody tr")).to_have_count(10)
        expect(desk.page.locator("#preview")).to_contain_text(
            desk.words("Same as line %(line)d.", line=1)
        )
        desk.is_in_its_language()
        desk.choose("Same person: do not enroll")
        desk.button("Enroll as chosen").click()
        desk.heading("Before round 1")
        expect(desk.page.locator("ol.steps")).to_contain_text(
            desk.words.counted("%(count)s on the list", "%(count)s on the list", 9)
        )

    def pair(self, number: int) -> None:
        """Pair the round, look at it, post it, and let the phone find out by itself."""
        desk, phone = self.desk, self.phone
        source = "Pair round %(next_number)s"
        desk.button(source, next_number=number).click()
        desk.heading("Round %(number)s", number=number)
        active = 9 if number < 3 else 8 if number == 3 else 7
        draft = desk.page.locator("#round-table tbody tr")
        expect(draft).to_have_count((active + 1) // 2)
        bye = draft.filter(has=desk.page.get_by_text(desk.words("bye"), exact=True))
        expect(bye).to_have_count(active % 2)
        if active % 2:
            self.points[bye.locator("td").nth(1).inner_text()] += 3
        expect(phone.page.get_by_role("heading", level=1)).not_to_have_text(
            desk.words("Round %(number)s", number=number)
        )
        desk.button("Post round %(number)s", number=number).click()
        desk.left(active // 2)
        self.tables = {table: desk.names(table) for table in range(1, active // 2 + 1)}
        self.firsts |= {(number, table): names for table, names in self.tables.items()}
        self.read_tables(number)
        desk.button("Start the clock").click()
        expect(desk.page.locator("#desk-head .clock").first).to_be_visible()
        desk.heading("Round %(number)s", number=number)

    def read_tables(self, number: int) -> None:
        phone = self.phone
        phone.comes_to("Round %(number)s", number=number)
        for table, pair in self.tables.items():
            for name in pair:
                assert phone.table_of(name) == str(table)

    def complete_and_publish(self, number: int) -> None:
        desk, phone = self.desk, self.phone
        desk.button("Complete round %(number)s", number=number).click()
        desk.told("Round %(number)d is complete.", number=number)
        phone.page.goto(f"{self.public}/standings/")
        if number == 1:
            phone.heading("Standings")
            expect(phone.page.locator("#list")).to_have_count(0)
        else:
            phone.heading("Standings after round %(number)d", number=number - 1)
        self.answer_questions()
        desk.button("Publish standings after round %(number)s", number=number).click()
        desk.told(
            "The standings after round %(number)d are published (revision %(revision)d).",
            number=number,
            revision=1,
        )
        phone.comes_to("Standings after round %(number)d", number=number)
        assert phone.points() == self.points
        phone.tab_of_event("Pairings").click()
        phone.heading("Round %(number)s", number=number)

    def answer_questions(self) -> None:
        """Give the first answer to each question at the end of the round."""
        questions = self.desk.page.locator(".question:visible")
        for left in reversed(range(questions.count())):
            questions.first.get_by_role("button").first.click()
            expect(questions).to_have_count(left)

    def first_round(self) -> None:
        """Each kind of slip once, the first with what the box says before Enter."""
        desk = self.desk
        one, two = self.tables[1]
        beats = "%(first)s beats %(second)s %(score)s"
        words = desk.words(beats, first=one, second=two, score="2‑0")
        desk.type_entry("1 20")
        echo = desk.page.locator("#echo")
        expect(echo.locator(".echo-words")).to_have_text(words)
        expect(echo).to_contain_text(f"{one} – {two}")
        desk.page.keyboard.press("Enter")
        expect(desk.page.locator("#answer .answer-words")).to_contain_text(words)
        self.won(1, 2, 0)
        desk.left(3)
        self.conflict(words)
        desk.recorded("3 d")
        self.won(3, 0, 0)
        desk.recorded("4 02")
        desk.left(1)
        desk.page.keyboard.press("Control+z")
        expect(desk.page.locator("#answer")).to_contain_text(desk.words("Undone."))
        desk.left(2)
        desk.recorded("4 2-1")
        self.won(4, 2, 1)
        self.refused()
        desk.recorded("2 12")
        self.won(2, 1, 2)
        desk.left(0)
        desk.is_in_its_language()

    def conflict(self, words: str) -> None:
        """Enter another result for table 1: both are shown, the one that is there is kept."""
        desk = self.desk
        answer = desk.enter("1 02")
        expect(answer).to_contain_text(words)
        expect(answer).to_contain_text(desk.words("You entered:"))
        desk.is_in_its_language()
        desk.page.keyboard.press("Escape")
        expect(desk.button("Keep current result")).to_have_count(0)

    def refused(self) -> None:
        """Type a table that does not exist: the reason is shown and the text kept."""
        desk = self.desk
        expect(desk.enter("31 20")).to_contain_text(
            desk.words(
                "Table %(table)d does not exist in round %(number)d. "
                "Tables run from %(low)d to %(high)d.",
                table=31,
                number=1,
                low=1,
                high=4,
            )
        )
        expect(desk.page.locator("#entry")).to_have_value("31 20")
        desk.is_in_its_language()
        desk.page.keyboard.press("Escape")
        expect(desk.page.locator("#entry")).to_have_value("")

    def second_round(self) -> None:
        """The second-named player of table 1 drops; a wrong slip is replaced."""
        desk = self.desk
        desk.recorded("2 02")
        desk.recorded("1 20 x2")
        expect(desk.page.locator("#answer")).to_contain_text(
            desk.words("%(name)s drops", name=self.tables[1][1])
        )
        answer = desk.enter("2 20")
        expect(answer).to_contain_text(desk.words("You entered:"))
        expect(desk.page.locator("#entry")).to_have_value("2 20")
        desk.enter("!")
        expect(desk.button("Keep current result")).to_have_count(0)
        expect(answer.locator(".answer-words")).to_contain_text("2‑0")
        desk.recorded("3 11")
        desk.recorded("4 21")
        for table, first, second in ((1, 2, 0), (2, 2, 0), (3, 1, 1), (4, 2, 1)):
            self.won(table, first, second)

    def third_round(self) -> None:
        """Table 4 stays without a result: its second-named player did not show up."""
        desk = self.desk
        for table in (1, 2, 3):
            desk.recorded(f"{table} 21")
            self.won(table, 2, 1)
        expect(desk.button("Complete round %(number)s", number=3)).to_have_count(0)
        desk.link("Complete round %(number)s", number=3).click()
        desk.heading("Complete round %(number)s", number=3)
        absent = self.tables[4][1]
        choice = desk.words("%(name)s did not appear: dropped", name=absent)
        desk.page.locator("#choice-4").select_option(label=choice)
        self.won(4, 2, 0)

    def fourth_round(self) -> None:
        """Three tables, entered without waiting for the answers."""
        for table in (1, 2, 3):
            self.desk.type_entry(f"{table} 12")
            self.desk.page.keyboard.press("Enter")
            self.won(table, 1, 2)
        self.desk.left(0)

    def correct(self) -> None:
        """Table 1 of round 1 was the other way round; players see a new revision."""
        desk, phone = self.desk, self.phone
        desk.page.get_by_role("navigation", name=desk.words("Rounds")).get_by_text("1").click()
        desk.heading("Round %(number)s", number=1)
        desk.page.locator("#round-table tbody a", has_text="1").first.click()
        desk.heading("Table %(table)s", table=1)
        desk.fill("Corrected result", "02")
        desk.fill("Reason", "slip")
        desk.button("Correct result").click()
        desk.told(
            "Round %(number)d, table %(table)d was corrected to %(score)s. The pairings did not"
            " change.",
            number=1,
            table=1,
            score="0-2",
        )
        one, two = self.firsts[1, 1]
        self.points[one] -= 3
        self.points[two] += 3
        phone.page.goto(f"{self.public}/standings/")
        phone.heading("Standings after round %(number)d", number=4)
        expect(phone.page.locator("#live")).to_contain_text(
            phone.words("revision %(number)s", number=2)
        )
        assert phone.points() == self.points

    def finish(self) -> None:
        desk, phone = self.desk, self.phone
        desk.link("Desk").click()
        desk.heading("Round %(number)s", number=4)
        desk.page.locator("summary", has_text=desk.words("Finish event")).click()
        desk.button("Finish now").click()
        desk.told("The event is finished. The final report is ready.")
        phone.comes_to("Final standings")
        desk.tab("Report")
        desk.heading("Final report")
        places = desk.page.locator("section", has=desk.page.locator("#standings")).locator("tbody")
        expect(places.locator("tr")).to_have_count(9)

    def export(self, folder: Path) -> None:
        desk = self.desk
        desk.page.locator("summary", has_text=desk.words("Data")).click()
        desk.link("Event archive").click()
        desk.heading("Export the event")
        with desk.page.expect_download() as download:
            desk.link("Download archive").click()
        download.value.save_as(folder / "event.json")
        archive = json.loads((folder / "event.json").read_text("utf-8"))
        assert [player["name"] for player in archive["players"]] == NAMES
        assert len(archive["rounds"]) == 4

    def go_round_the_pages(self) -> None:
        """Look at what is left of the staff's pages, and at the phone's."""
        for label in ("Journal", "Staff", "Settings"):
            self.desk.tab(label)
            self.desk.heading(label)
        self.desk.tab("Penalties and appeals")
        self.desk.heading("Penalties")
        self.phone.link("How places are decided").click()
        self.phone.heading("How places are decided")
        self.phone.page.goto(f"{self.public}/players/1/")
        self.phone.heading(NAMES[0])


@pytest.mark.parametrize(
    ("language", "locale", "zone", "pairing"),
    [
        ("en", "en-US", "Europe/Rome", "Pair round 1"),
        ("ja", "ja-JP", "Asia/Tokyo", "第1回戦を組む"),
    ],
)
def test_a_whole_event(
    open_window: Callable[..., BrowserContext],
    live_server: LiveServer,
    tmp_path: Path,
    language: str,
    locale: str,
    zone: str,
    pairing: str,
) -> None:
    words = Words(language)
    assert words("Pair round 1") == pairing
    factories.user("keeper")
    laptop = open_window(viewport={"width": 1280, "height": 800}, locale=locale, timezone_id=zone)
    telephone = open_window(**PHONE, locale=locale, timezone_id=zone)
    telephone.clock.install()
    desk = Desk(laptop.new_page(), words, OWN)
    phone = Phone(telephone.new_page(), words, OWN)
    evening = Evening(desk, phone, live_server.url)

    desk.log_in(live_server.url, "keeper")
    evening.create()
    assert Event.objects.get().time_zone == zone
    evening.enroll()
    phone.page.goto(f"{evening.public}/pairings/")
    phone.heading("Pairings")
    rounds = (evening.first_round, evening.second_round, evening.third_round, evening.fourth_round)
    for number, play in enumerate(rounds, 1):
        evening.pair(number)
        play()
        evening.complete_and_publish(number)
    evening.correct()
    evening.finish()
    evening.export(tmp_path)
    evening.go_round_the_pages()
    assert telephone.cookies() == []
