"""The entry box of the desk: fast hands, a lost connection, a reload."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import APIResponse, BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from domain.results import Result
from events.core.judging.penalty_actions import give_penalty
from events.core.refusals import RefusedError
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round
from events.models import Enrollment, Event, Infraction, Match, PenaltyKind
from tests import factories
from tests.browser.venue import Desk, shows
from tests.browser.words import Words
from tests.events.support.public_events import Played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLES = 6
NAMES = [f"Player {number:02}" for number in range(1, 2 * TABLES + 1)]


@pytest.fixture
def laptop(open_window: Callable[..., BrowserContext]) -> BrowserContext:
    return open_window(viewport={"width": 1280, "height": 800}, locale="en-US")


@pytest.fixture
def desk(laptop: BrowserContext, live_server: LiveServer) -> Desk:
    made = Played(NAMES)
    made.post(1)
    opened = Desk(laptop.new_page(), Words("en"), [made.organizer.username])
    opened.page.clock.install()
    opened.resume(live_server.url, made.organizer.username)
    opened.page.goto(f"{live_server.url}/staff/e/{made.event.slug}/")
    opened.left(TABLES)
    return opened


def type_slips(desk: Desk, slips: dict[int, str]) -> None:
    """Type them one after the other without waiting for an answer."""
    expect(desk.page.locator("#entry")).to_be_focused()
    for table, score in slips.items():
        desk.page.keyboard.type(f"{table} {score}")
        desk.page.keyboard.press("Enter")


def tries_again(desk: Desk, left: int) -> None:
    """Let the seconds go by after which entries are sent again, until so many tables are left."""
    shows(desk.page, lambda: desk.left(left), interval=2_000)


def results() -> dict[int | None, tuple[int | None, int | None]]:
    """Return the server's results by table."""
    reported = Match.objects.filter(first_wins__isnull=False, table__isnull=False)
    return {match.table: (match.first_wins, match.second_wins) for match in reported}


def waiting(page: Page, *slips: str) -> None:
    """Wait until the page says that just these are not saved yet."""
    expect(page.locator("#waiting")).to_have_text(
        re.compile(rf"^\s*Not confirmed yet.* {re.escape(', '.join(slips))}\)\s*$")
    )


def test_slips_typed_without_waiting_are_all_entered(desk: Desk) -> None:
    type_slips(desk, {1: "20", 2: "21", 3: "02", 4: "12", 5: "20", 6: "02"})
    desk.left(0)
    expect(desk.page.locator("#entry")).to_have_value("")
    expect(desk.page.locator("#waiting")).to_be_hidden()
    assert results() == {1: (2, 0), 2: (2, 1), 3: (0, 2), 4: (1, 2), 5: (2, 0), 6: (0, 2)}
    came_in = desk.page.locator(".recent .recent-table").all_inner_texts()
    assert came_in == ["6", "5", "4", "3", "2", "1"]


def test_a_refused_slip_comes_back_while_the_next_is_typed(desk: Desk) -> None:
    page = desk.page
    page.keyboard.type("99 20")
    page.keyboard.press("Enter")
    page.keyboard.type("2 21")
    back = page.locator("#refused li")
    expect(back.locator("code")).to_have_text("99 20")
    expect(page.locator("#entry")).to_have_value("2 21")
    page.keyboard.press("Enter")
    desk.left(TABLES - 1)
    back.get_by_role("button", name="Edit").click()
    expect(page.locator("#entry")).to_have_value("99 20")
    expect(page.locator("#entry")).to_be_focused()


def test_a_lost_connection_loses_no_slip(desk: Desk, laptop: BrowserContext) -> None:
    laptop.set_offline(True)
    type_slips(desk, {1: "20", 2: "21"})
    waiting(desk.page, "1 20", "2 21")
    desk.page.keyboard.type("3 0")
    laptop.set_offline(False)
    tries_again(desk, TABLES - 2)
    expect(desk.page.locator("#waiting")).to_be_hidden()
    expect(desk.page.locator("#entry")).to_have_value("3 0")
    desk.page.keyboard.type("2")
    desk.page.keyboard.press("Enter")
    desk.left(TABLES - 3)
    assert results() == {1: (2, 0), 2: (2, 1), 3: (0, 2)}


def test_slips_that_were_not_sent_outlive_a_reload(desk: Desk) -> None:
    page = desk.page
    page.on("dialog", lambda dialog: dialog.accept())
    page.route("**/enter/", lambda route: route.abort())
    type_slips(desk, {4: "20", 5: "12"})
    waiting(page, "4 20", "5 12")
    assert results() == {}
    page.unroute("**/enter/")
    page.reload()
    desk.left(TABLES - 2)
    expect(page.locator("#waiting")).to_be_hidden()
    assert results() == {4: (2, 0), 5: (1, 2)}
    page.reload()
    desk.left(TABLES - 2)
    waits = "Object.keys(localStorage).filter((key) => key.startsWith('matchslip/entries'))"
    assert page.evaluate(waits) == []


def test_a_full_disk_is_said_in_its_words_and_loses_no_slip(desk: Desk) -> None:
    page = desk.page
    full = "<p><strong>Not saved.</strong> The disk is full.</p>"
    told = {"Retry-After": "5"}
    page.route("**/enter/", lambda route: route.fulfill(status=503, body=full, headers=told))
    type_slips(desk, {4: "20", 5: "12"})
    expect(page.locator("#waiting")).to_have_text(
        re.compile(r"^Not saved. The disk is full. \(.* 4 20, 5 12\)$")
    )
    page.unroute("**/enter/")
    tries_again(desk, TABLES - 2)
    expect(page.locator("#waiting")).to_be_hidden()
    assert results() == {4: (2, 0), 5: (1, 2)}


def test_a_disqualification_that_a_judge_records_comes_to_the_desk(desk: Desk) -> None:
    player = Enrollment.objects.get(number=3)
    notice = desk.page.locator("#to-disqualify")
    expect(notice).to_be_empty()
    give_penalty(
        event_id=player.event_id,
        actor=factories.user(),
        number=3,
        infraction=Infraction.CHEATING,
        penalty=PenaltyKind.DISQUALIFICATION,
    )
    shows(desk.page, lambda: expect(notice).to_contain_text(player.name), interval=2_000)
    type_slips(desk, {1: "20"})
    desk.left(TABLES - 1)
    notice.get_by_role("link", name=player.name).click()
    expect(desk.page.get_by_role("button", name=f"Disqualify {player.name}")).to_be_visible()


def test_on_the_page_of_a_table_the_enter_key_enters_what_was_typed(desk: Desk) -> None:
    desk.page.get_by_role("link", name="2", exact=True).first.click()
    desk.page.get_by_label("drops").first.check()
    desk.page.locator("summary", has_text="Another result").click()
    desk.page.get_by_label("Other result").fill("12")
    desk.page.get_by_label("Other result").press("Enter")
    desk.left(TABLES - 1)
    assert results() == {2: (1, 2)}
    assert Enrollment.objects.filter(state=Enrollment.State.DROPPED).count() == 1


def test_a_colleague_completes_the_round(desk: Desk) -> None:
    type_slips(desk, dict.fromkeys(range(1, TABLES + 1), "20"))
    desk.left(0)
    heading = desk.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Round 1 posted")
    event = Event.objects.get()
    complete_round(event_id=event.pk, actor=User.objects.get(), number=1)
    live = desk.page.locator("#live")
    said = "Round 1 is no longer in progress."
    shows(desk.page, lambda: expect(live).to_contain_text(said), interval=2_000)
    expect(heading).to_have_text("Round 1 complete")
    expect(desk.page.locator("#live")).not_to_contain_text("For players")


def test_one_key_says_that_the_third_game_was_unfinished(desk: Desk) -> None:
    page = desk.page
    page.keyboard.type("1 11")
    expect(page.locator("#echo")).to_contain_text("Was game 3 drawn because time was called?")
    page.keyboard.press("t")
    expect(page.locator("#echo")).to_contain_text("game 3 unfinished")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_contain_text("1‑1‑1")
    page.keyboard.type("2 10")
    page.locator("#echo [data-type=t]").click()
    expect(page.locator("#entry")).to_have_value("2 10t")
    expect(page.locator("#entry")).to_be_focused()
    page.keyboard.press("Enter")
    desk.left(TABLES - 2)
    assert Match.objects.get(table=1).games == (1, 1, 1)
    assert Match.objects.get(table=2).games == (1, 0, 1)


def test_the_same_key_says_so_after_the_slip_was_entered(desk: Desk) -> None:
    page = desk.page
    desk.recorded("1 11")
    expect(page.locator("#answer")).to_contain_text("Was game 3 drawn because time was called?")
    page.keyboard.type("t")
    expect(page.locator("#echo")).to_have_text("Was game 3 drawn because time was called?")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_contain_text("1‑1‑1")
    expect(page.locator("#entry")).to_have_value("")
    assert Match.objects.get(table=1).games == (1, 1, 1)
    desk.enter("t")
    expect(page.locator("#answer")).to_contain_text("is not a table number")


def test_a_tablet_has_a_number_pad(phone: BrowserContext, live_server: LiveServer) -> None:
    made = Played(NAMES)
    made.post(1)
    tablet = Desk(phone.new_page(), Words("en"), [made.organizer.username])
    tablet.resume(live_server.url, made.organizer.username)
    tablet.page.goto(f"{live_server.url}/staff/e/{made.event.slug}/")
    pad = tablet.page.get_by_role("group", name="Number pad")
    for key in ("3", "space", "2", "2", "Delete the last character", "1", "Enter"):
        pad.get_by_role("button", name=key, exact=True).tap()
    expect(tablet.page.locator("#answer")).to_contain_text("2‑1")
    assert Match.objects.get(table=3).games == (2, 1, 0)


def test_no_key_of_the_pad_moves_while_the_page_answers(
    phone: BrowserContext, live_server: LiveServer
) -> None:
    made = Played(NAMES)
    made.post(1)
    page = phone.new_page()
    tablet = Desk(page, Words("en"), [made.organizer.username])
    tablet.resume(live_server.url, made.organizer.username)
    page.goto(f"{live_server.url}/staff/e/{made.event.slug}/")
    pad = page.get_by_role("group", name="Number pad")
    # A single scroll, as with a thumb, after the page has scrolled to its box.
    expect(page.locator("#entry")).to_be_focused()
    pad.get_by_role("button", name="Enter").tap()
    place = "document.querySelector('#pad').getBoundingClientRect().top"
    stands = page.evaluate(place)
    for key, echo in (
        ("3", "Player"),
        ("space", "Player"),
        ("2", "2"),
        ("2", "impossible"),
        ("Delete the last character", "is not a result"),
        ("1", "beats"),
    ):
        with page.expect_response("**/echo/**"):
            pad.get_by_role("button", name=key, exact=True).tap()
        expect(page.locator("#echo")).to_contain_text(echo)
        assert page.evaluate(place) == stands


# Scrolls in the tick after new rows are added, the earliest moment for a person.
SCROLL_MEANWHILE = """addEventListener("htmx:afterSwap", () => setTimeout(() => {
  scrollTo(0, 100);
  setTimeout(() => { document.body.dataset.at = scrollY; }, 200);
}), { once: true, capture: true })"""


def test_an_update_throws_back_nobody_who_scrolls_meanwhile(desk: Desk) -> None:
    page = desk.page
    page.set_viewport_size({"width": 1280, "height": 400})
    page.evaluate(SCROLL_MEANWHILE)
    event, actor = Event.objects.get(), User.objects.get()
    enter_result(event_id=event.pk, actor=actor, number=1, table=1, slip=Slip.of(2, 0))
    stays = expect(page.locator("body"))
    shows(page, lambda: stays.to_have_attribute("data-at", "100"), interval=2_000)


def test_the_games_of_a_table_fit_a_phone(phone: BrowserContext, live_server: LiveServer) -> None:
    made = Played(NAMES)
    made.post(1)
    judge = Desk(phone.new_page(), Words("en"), [made.organizer.username])
    judge.resume(live_server.url, made.organizer.username)
    judge.page.goto(f"{live_server.url}/staff/e/{made.event.slug}/rounds/1/tables/1/")
    judge.page.get_by_text("Enter games individually").tap()
    wide = judge.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390


def test_an_update_that_arrives_after_a_later_answer_changes_nothing(desk: Desk) -> None:
    page = desk.page
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if held:
            route.fulfill(status=204)
            return
        held.append((route, route.fetch()))

    desk.recorded("1 20")
    page.route("**/live/**", hold)
    # Another laptop, so that the delayed update contains both slips.
    match = Match.objects.get(table=1, round__number=1)
    with pytest.raises(RefusedError):
        enter_result(
            event_id=match.round.event_id,
            actor=User.objects.get(),
            number=1,
            table=1,
            slip=Slip(Result(0, 2)),
        )
    with page.expect_request("**/live/**"):
        page.clock.fast_forward(2_000)
    while not held:
        page.wait_for_timeout(20)
    desk.recorded("2 20")
    expect(page.locator("#dispute-1")).to_be_visible()
    page.locator("#dispute-1").get_by_role("button", name=desk.words("Keep this result")).click()
    expect(page.locator("#dispute-1")).to_have_count(0)
    shown = page.locator("#since").input_value()
    route, response = held[0]
    with page.expect_response("**/live/**"):
        route.fulfill(response=response)
    expect(page.locator("#dispute-1")).to_have_count(0)
    expect(page.locator("#since")).to_have_value(shown)
