"""Two players' own phones and the desk: they agree, differ, lose the network, are replaced."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from events.core.phones.actions import issue_address
from events.core.players.private_address import token_of
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.models import Enrollment, Event, Report, Role
from tests import factories
from tests.browser.phones import stop_clock, wait_for
from tests.browser.venue import Desk, shows
from tests.browser.windows import PHONE
from tests.browser.words import Words
from tests.events.scenario import at_table, start_round
from tests.events.support.phones import EVERYTHING, pair_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ASK = "dispatchEvent(new Event('online'))"
HYPHEN = "\N{NON-BREAKING HYPHEN}"


class Venue:
    """An event with two tables, its round 1 posted, and who opens phones and desks there."""

    def __init__(
        self, server: LiveServer, open_window: Callable[..., BrowserContext], **more: object
    ) -> None:
        self.server = server
        self.open_window = open_window
        self.problems: list[str] = []
        self.event: Event = factories.event(**{**EVERYTHING, **more})
        factories.enroll_players(self.event, ["Anna Rossi", "Bob Stone", "Carla Vega", "Dan Moor"])
        self.owner = factories.staff_member(self.event, [Role.ORGANIZER, Role.SCOREKEEPER], "chief")
        start_round(self.event, self.owner, 1)

    def phone(self, player: Enrollment, language: str = "en-US") -> Page:
        """Open a player's link on a phone of their own."""
        page = self.open_window(**PHONE, locale=language).new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        token = token_of(player.pk, player.address_nonce)
        page.clock.install()
        page.goto(f"{self.server.url}/me/{token}/")
        assert page.url == f"{self.server.url}/me/{self.event.slug}/"
        return page

    def desk(self) -> Desk:
        """Open the desk of the round."""
        page = self.open_window(viewport={"width": 1280, "height": 800}).new_page()
        desk = Desk(page, Words("en"))
        desk.resume(self.server.url, "chief")
        page.goto(f"{self.server.url}/staff/e/{self.event.slug}/")
        return desk


@pytest.fixture
def venue(live_server: LiveServer, open_window: Callable[..., BrowserContext]) -> Iterator[Venue]:
    made = Venue(live_server, open_window)
    yield made
    assert made.problems == []


def choose(page: Page, words: str) -> None:
    page.locator(f'button[data-label="{words.replace("-", HYPHEN)}"]').first.click()
    page.get_by_role("button", name="Send now").click()


def tell(page: Page, words: str) -> None:
    """Choose a result and wait until the server has it."""
    with page.expect_response("**/report/"):
        choose(page, words)


def tries_again(page: Page, check: Callable[[], object]) -> None:
    """Let the seconds go by after which a phone sends again, until the page shows what it says."""
    shows(page, check, interval=4_000)


def sees(page: Page, words: str) -> None:
    page.evaluate(ASK)
    expect(page.locator("#result-title + *, .recorded").first).to_contain_text(
        words.replace("-", HYPHEN)
    )


def test_two_phones_agree(venue: Venue) -> None:
    first, second = pair_at(venue.event)
    one, other = venue.phone(first), venue.phone(second)
    tell(one, "you won 2-1")
    expect(one.get_by_text("It counts once")).to_be_visible()
    sees(other, f"{first.name} reported: {first.name} won 2-1")
    other.get_by_role("button", name="Confirm:").click()
    other.get_by_role("button", name="Send now").click()
    expect(other.locator(".recorded strong")).to_have_text(f"you lost 1{HYPHEN}2")
    sees(one, "you won 2-1")
    assert at_table(venue.event, 1, 1).result_text == "2-1"


def test_two_phones_differ_and_the_desk_takes_one(venue: Venue) -> None:
    first, second = pair_at(venue.event)
    one, other = venue.phone(first), venue.phone(second)
    desk = venue.desk()
    tell(one, "you won 2-1")
    sees(other, f"{first.name} reported")
    other.get_by_text("Report another result").click()
    tell(other, "you won 2-0")
    expect(other.get_by_text("The desk sees both reports; the slip decides.")).to_be_visible()
    differ = desk.page.locator("#phones-1")
    expect(differ).to_contain_text("reports differ: the slip decides")
    differ.get_by_role("button", name="Use this report").last.click()
    expect(desk.page.locator("#open-1:not(:has(.in))")).to_have_count(0)
    expect(differ).to_have_count(0)
    sees(one, "you lost 0-2")
    expect(one.get_by_text("the desk's result counts.")).to_be_visible()
    sees(other, "you won 2-0")
    expect(other.get_by_text("The desk recorded the result you reported.")).to_be_visible()


def test_the_desk_takes_with_one_key_what_both_say(
    live_server: LiveServer, open_window: Callable[..., BrowserContext]
) -> None:
    venue = Venue(live_server, open_window, phone_reports=Event.PhoneReports.DESK)
    first, second = pair_at(venue.event)
    one, other = venue.phone(first), venue.phone(second)
    desk = venue.desk()
    tell(one, "you won 2-0")
    tell(other, "you lost 0-2")
    expect(desk.page.locator("#phones")).to_contain_text("The phones agree")
    desk.type_entry("+")
    expect(desk.page.locator("#open-1:not(:has(.in))")).to_have_count(0)
    assert at_table(venue.event, 1, 1).result_text == "2-0"
    sees(one, "you won 2-0")


def test_what_both_phones_said_is_replaced_by_the_desk_and_both_say_so(venue: Venue) -> None:
    first, second = pair_at(venue.event)
    one, other, desk = venue.phone(first), venue.phone(second), venue.desk()
    tell(one, "you won 2-1")
    tell(other, "you lost 1-2")
    expect(other.locator(".recorded strong")).to_have_text(f"you lost 1{HYPHEN}2")
    answer = desk.enter("1 02")
    expect(answer).to_contain_text("Replace result")
    answer.get_by_role("button", name="Replace result").click()
    expect(answer).not_to_contain_text("Replace result")
    sees(one, "you lost 0-2")
    sees(other, "you won 2-0")
    for phone in (one, other):
        expect(phone.get_by_text("the desk's result counts.")).to_be_visible()
    assert at_table(venue.event, 1, 1).result_text == "0-2"


def test_without_network_it_is_kept_and_sent_once(venue: Venue) -> None:
    first, _second = pair_at(venue.event)
    one = venue.phone(first)
    one.context.set_offline(True)
    choose(one, "you won 2-1")
    kept = one.locator("#kept")
    expect(kept).to_contain_text("It is sent as soon as you are online: you won 2")
    assert not Report.objects.exists()
    one.context.set_offline(False)
    tries_again(one, lambda: expect(kept).to_be_hidden())
    expect(one.get_by_text("It counts once")).to_be_visible()
    assert Report.objects.count() == 1
    assert at_table(venue.event, 1, 1).result is None


def test_what_was_kept_outlives_a_reload_and_comes_late(venue: Venue) -> None:
    first, second = pair_at(venue.event)
    one = venue.phone(first)
    one.route("**/report/", lambda route: route.abort())
    choose(one, "you won 2-1")
    expect(one.locator("#kept")).to_be_visible()
    one.reload()
    expect(one.locator("#kept")).to_be_visible()
    enter_result(event_id=venue.event.pk, actor=venue.owner, number=1, table=1, slip=Slip.of(0, 2))
    one.unroute("**/report/")
    recorded = one.locator(".recorded strong")
    tries_again(one, lambda: expect(recorded).to_have_text(f"you lost 0{HYPHEN}2"))
    expect(one.get_by_text("the desk's result counts.")).to_be_visible()
    assert at_table(venue.event, 1, 1).result_text == "0-2"
    [late] = Report.objects.disputing()
    assert late.enrollment == first
    assert second.name


def test_a_lost_answer_does_not_count_twice(venue: Venue) -> None:
    first, _second = pair_at(venue.event)
    one = venue.phone(first)
    sent = []

    def lose_the_answer(route: object) -> None:
        sent.append(1)
        if len(sent) == 1:
            route.fetch(max_redirects=0)  # type: ignore[attr-defined]
            route.abort()  # type: ignore[attr-defined]
        else:
            route.continue_()  # type: ignore[attr-defined]

    one.route("**/report/", lose_the_answer)
    choose(one, "you won 2-1")
    tries_again(one, lambda: expect(one.get_by_text("It counts once")).to_be_visible())
    assert len(sent) == 2
    assert Report.objects.count() == 1


def test_what_is_being_typed_outlives_what_the_opponent_tells(venue: Venue) -> None:
    first, second = pair_at(venue.event)
    one, other = venue.phone(first), venue.phone(second)
    one.get_by_text("More", exact=True).click()
    one.get_by_text("My name as others see it").click()
    one.get_by_label("Show me under this alias").fill("Half a na")
    tell(other, "you won 2-1")
    sees(one, f"{second.name} reported: {second.name} won 2-1")
    expect(one.get_by_label("Show me under this alias")).to_be_focused()
    one.keyboard.type("me")
    expect(one.get_by_label("Show me under this alias")).to_have_value("Half a name")
    one.get_by_text("Report another result").click()
    tell(one, "you won 2-0")
    expect(one.get_by_text("The desk sees both reports; the slip decides.")).to_be_visible()
    expect(one.locator("button[data-label]").last).to_be_hidden()


def test_the_desk_counts_for_how_long_a_judge_is_waited_for(venue: Venue) -> None:
    first, _second = pair_at(venue.event)
    phone, desk = venue.phone(first), venue.desk()
    phone.get_by_role("button", name="Call a judge").click()
    expect(phone.get_by_text("A judge was called to your table.")).to_be_visible()
    line = desk.page.locator("#phones .notice")
    expect(line).to_contain_text(f"{first.name} is calling a judge")
    desk.page.clock.install()
    desk.page.reload()
    desk.page.clock.fast_forward(120_000)
    expect(line).to_contain_text("waiting for 2 minutes")
    phone.get_by_role("button", name="Cancel judge call").click()
    expect(line).to_have_count(0)


def test_a_wrong_tap_is_taken_back(venue: Venue) -> None:
    first, second = pair_at(venue.event)
    one, other = venue.phone(first), venue.phone(second)
    tell(one, "you lost 0-2")
    one.get_by_role("button", name="Undo my report").click()
    expect(one.get_by_text("How did your match end?")).to_be_visible()
    sees(other, "I won")
    tell(one, "you won 2-0")
    expect(one.get_by_role("button", name="Undo my report")).to_be_visible()
    sees(other, f"{first.name} reported: {first.name} won 2-0")


def test_games_are_told_one_by_one_without_network_and_stand_on_both_phones(
    live_server: LiveServer, open_window: Callable[..., BrowserContext]
) -> None:
    venue = Venue(live_server, open_window, phone_games=True)
    first, second = pair_at(venue.event)
    one, other, desk = venue.phone(first), venue.phone(second), venue.desk()
    one.get_by_label("me", exact=True).check()
    one.get_by_role("button", name="I won").click()
    expect(one.get_by_role("button", name="Undo game 1")).to_be_visible()
    sees(other, "0-1")
    with other.expect_response("**/game/"):
        other.get_by_role("button", name="Game 1 is correct").click()
    sees(one, "1-0")
    expect(one.get_by_role("button", name="Undo game 1")).to_have_count(0)
    # The new and the old line are both on the page for a moment.
    line = desk.page.locator("#open-1:not([data-fresh])")
    expect(line).to_contain_text("game 2, 1-0")
    one.context.set_offline(True)
    one.get_by_role("button", name=f"{second.name} won").click()
    number = one.locator("form [data-number]")
    expect(number).to_have_text("3")
    one.get_by_role("button", name="I won").click()
    expect(one.locator("#kept")).to_contain_text("3: I won")
    one.context.set_offline(False)
    tries_again(one, lambda: expect(one.get_by_text("It counts once")).to_be_visible())
    other.evaluate(ASK)
    other.get_by_role("button", name="Confirm:").click()
    other.get_by_role("button", name="Send now").click()
    expect(other.locator(".recorded strong").last).to_have_text(f"you lost 1{HYPHEN}2")
    official = at_table(venue.event, 1, 1).official_report
    assert official is not None
    assert [game.winner.value for game in official.result_with_games.games] == [
        "first",
        "second",
        "first",
    ]
    assert venue.problems == []


def test_a_replaced_address_is_dead_on_the_phone_too(venue: Venue) -> None:
    first, _second = pair_at(venue.event)
    one = venue.phone(first)
    issue_address(event_id=venue.event.pk, actor=venue.owner, number=first.number)
    one.evaluate(ASK)
    expect(
        one.get_by_text("The link is wrong, or the desk has issued a new one since.")
    ).to_be_visible()
    first.refresh_from_db()
    expect(venue.phone(first).get_by_role("heading", level=1)).to_have_text(first.name)


def test_the_desk_shows_the_code_and_the_phone_knows_its_page(venue: Venue) -> None:
    first, _second = pair_at(venue.event)
    desk = venue.desk()
    desk.page.goto(f"{venue.server.url}/staff/e/{venue.event.slug}/roster/players/{first.number}/")
    desk.page.get_by_role("link", name="Show link").click()
    expect(desk.page.get_by_role("img", name=f"Code of {first.name}")).to_be_visible()
    desk.page.get_by_role("button", name="Replace player link").click()
    expect(desk.page.locator("#messages")).to_contain_text("has a new player link")
    expect(desk.page.get_by_role("img", name=f"Code of {first.name}")).to_be_visible()
    first.refresh_from_db()
    one = venue.phone(first)
    one.goto(f"{venue.server.url}/e/{venue.event.slug}/pairings/")
    one.get_by_role("link", name="Me", exact=True).click()
    expect(one).to_have_url(f"{venue.server.url}/me/{venue.event.slug}/")


def test_a_phone_in_japanese_fits_its_screen(venue: Venue) -> None:
    first, second = pair_at(venue.event)
    one = venue.phone(first, "ja-JP")
    expect(one.locator("html")).to_have_attribute("lang", "ja")
    assert one.evaluate("document.documentElement.scrollWidth") <= 390
    one.locator(f'button[data-label="2{HYPHEN}1で勝ち"]').click()
    one.get_by_role("button", name="今すぐ送る").click()
    expect(one.get_by_text(f"{second.name}が同じ報告をすると有効になります")).to_be_visible()


def test_who_asks_while_an_answer_is_on_its_way_is_answered_anew(venue: Venue) -> None:
    first, _second = pair_at(venue.event)
    one = venue.phone(first)
    one.reload()
    # The page sends no requests of its own while its clock is paused.
    stop_clock(one)
    held: list[Route] = []
    one.route("**/*since=*", lambda route: held.append(route))
    one.evaluate(ASK)
    wait_for(one, lambda: len(held) == 1)
    one.evaluate(ASK)
    held[0].fulfill(status=304)
    wait_for(one, lambda: len(held) == 2)
