"""Another tool stops in round 2 of 226 players: its lists go in, and round 3 is posted."""

import json
import time
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, FilePayload, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.models import Event, Match
from tests import factories
from tests.browser.desk.test_screens import LAPTOP
from tests.browser.phones import wait_until
from tests.interchange.test_formats import CACHE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAYERS = 226
MOST_SECONDS = 180
NAMES = [f"Player Number{number:03}" for number in range(1, PLAYERS + 1)]
HALF = PLAYERS // 2
# Besides the clipboard's own columns there are decks, and pronouns on separate lines.
COLUMNS = "Table\tPlayer 1\tDecklist\tPlayer 2\tDecklist\tResult"


def first_round() -> str:
    lines = ["Round,Player 1,Player 2,Result"]
    return "\n".join([*lines, *(f"1,{NAMES[at]},{NAMES[at + HALF]},2-0" for at in range(HALF))])


def second_round() -> str:
    """Winners play winners; the two middle ones play each other; table 1 is not in yet."""
    order = [*NAMES[:HALF], *NAMES[HALF:]]
    lines = ["Round 2", COLUMNS]
    for table, at in enumerate(range(0, PLAYERS, 2), start=1):
        first, second = order[at : at + 2]
        result = f"{first} won 2-1-0" if table > 1 else "Not reported"
        lines.append(f"{table}\t{first}\nthey/them\tMono Blue\t{second}\tMono Red\t{result}")
    return "\n".join(lines)


def standings() -> str:
    lines = ["Rank\tPlayer\tMatch Record\tPoints"]
    for place, name in enumerate(NAMES, start=1):
        won = place <= HALF
        lines.append(f"{place}\t{name}\t{'1-0-0' if won else '0-1-0'}\t{3 * won}")
    return "\n".join(lines)


@pytest.fixture
def page(open_window: Callable[..., BrowserContext], live_server: LiveServer) -> Page:
    owner: User = factories.user()
    session = factories.client_of(owner).cookies["sessionid"].value
    window = open_window(**LAPTOP)
    window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    return window.new_page()


def choose_file(page: Page, data: bytes) -> None:
    payload: FilePayload = {"name": "event.json", "mimeType": "application/json", "buffer": data}
    page.locator("input[type=file]").set_input_files(payload)


def test_from_the_paste_to_the_posted_next_round(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/staff/take-over/")
    started = time.monotonic()
    page.get_by_label("Name", exact=True).fill("Moved Cup")
    page.get_by_label("Rounds in total").fill("8")
    page.get_by_role("button", name="Next: this round").click()
    broken = f"{second_round()}\n114\t\t\t\t\tNot reported"
    page.get_by_label("Pairings of this round").fill(broken)
    page.get_by_role("button", name="Next: standings").click()
    page.get_by_label("Standings before this round").fill(standings())
    page.get_by_role("button", name="Compare standings").click()
    # Without earlier rounds the page says what is missing and where, and keeps all typed text.
    main = page.locator("main")
    expect(main).to_contain_text("The earlier pairings are not known")
    expect(main).to_contain_text("Pairings of this round: line 229: The row has no player.")
    page.get_by_role("button", name="Change: This round").click()
    expect(page.get_by_label("Pairings of this round")).to_have_value(broken)
    page.get_by_label("Pairings of this round").fill(second_round())
    page.get_by_role("button", name="Change: Rounds so far").click()
    expect(page.get_by_label("Rounds in total")).to_have_value("8")
    page.get_by_label("Earlier rounds with their results").fill(first_round())
    page.get_by_role("button", name="Next: this round").click()
    expect(main).to_contain_text(f"{PLAYERS} players, 1 round, {HALF} results")
    expect(page.get_by_label("Pairings of this round")).to_have_value(second_round())
    page.get_by_role("button", name="Next: standings").click()
    expect(main).to_contain_text(f"All {PLAYERS} rows match ours.")
    page.get_by_text("Change the standings").click()
    expect(page.get_by_label("Standings before this round")).to_have_value(standings())
    page.get_by_role("button", name="Take over event").click()
    expect(page.locator("#messages")).to_contain_text("continues here")
    page.locator("#entry").fill("1 20")
    page.keyboard.press("Enter")
    expect(page.locator("#left")).to_have_text("0")
    for button in ("Complete round 2", "Pair round 3", "Post round 3"):
        page.get_by_role("button", name=button).first.click()
    event = Event.objects.get()
    expect(page.locator(".bar, #messages").first).to_be_visible()
    wait_until(page, "() => !document.querySelector('.htmx-request')")
    deadline = time.monotonic() + 120
    while event.rounds.count() < 3 or event.rounds.get(number=3).state != "posted":
        assert time.monotonic() < deadline
        page.wait_for_timeout(200)
    assert time.monotonic() - started < MOST_SECONDS
    pairs = Match.objects.filter(round__event=event).exclude(second=None)
    met = [frozenset(pair) for pair in pairs.values_list("first_id", "second_id")]
    assert len(met) == len(set(met)) == 3 * HALF, "nobody meets again"


def test_enter_in_a_field_stays_at_its_step(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/staff/take-over/")
    page.get_by_label("Name", exact=True).fill("Moved Cup")
    page.get_by_role("button", name="Next: this round").click()
    page.get_by_label("Pairings of this round").fill("1\tAda\tBob\n2\tCy\tDi")
    page.get_by_label("Round being played").fill("3")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("[aria-current=step]")).to_contain_text("This round")
    expect(page.locator("[aria-current=step]")).to_contain_text("2 tables, 0 results")


def test_a_file_is_looked_at_before_it_is_imported(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/staff/import/")
    choose_file(page, b"<html>no</html>")
    page.locator("main button").first.click()
    expect(page.locator("main")).to_contain_text("This web page has no table.")
    choose_file(page, b"<league>no</league>")
    page.locator("main button").first.click()
    expect(page.locator("main")).to_contain_text("XML format is not supported")
    choose_file(page, json.dumps(CACHE).encode())
    page.locator("main button").first.click()
    expect(page.locator("main")).to_contain_text("All 3 rows match ours.")
    assert not Event.objects.exists()
    page.get_by_role("button", name="Import event").first.click()
    expect(page.locator("#messages")).to_be_visible()
    assert Event.objects.get().name == "Cup"
