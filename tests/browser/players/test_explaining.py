"""Tapping a figure on a phone, and at the desk."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tests.events.support.public_events import Played, long_names

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def played(live_server: LiveServer) -> Played:
    made = Played([*long_names(6), "Anna Rossi"])
    for number in (1, 2):
        made.play(number)
        made.publish(number)
    return made


def log_in(phone: BrowserContext, live_server: LiveServer, played: Played) -> None:
    session = factories.client_of(played.organizer).cookies["sessionid"].value
    phone.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])


def fits(page: Page) -> bool:
    found: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return found


@pytest.fixture
def without_scripts(open_window: Callable[..., BrowserContext]) -> Page:
    """A page in a window of a phone's size that runs no scripts."""
    viewport = {"width": 390, "height": 844}
    return open_window(java_script_enabled=False, viewport=viewport).new_page()


def show_figures(page: Page) -> None:
    """Show the tiebreakers of all rows, which a phone folds away."""
    page.get_by_label("Show tiebreakers").check()


def test_a_phone_shows_tiebreakers_of_all_rows_by_one_switch_without_scripts(
    live_server: LiveServer, played: Played, without_scripts: Page
) -> None:
    page = without_scripts
    page.goto(f"{live_server.url}{played.url('standings')}")
    row = page.locator("#list > tbody > tr", has_text="Anna Rossi")
    figures = row.locator("td:nth-of-type(n + 4)")
    folded = row.bounding_box()
    expect(row.locator("td:nth-of-type(3)")).to_be_visible()
    expect(figures.first).to_be_hidden()
    show_figures(page)
    for figure in figures.all():
        expect(figure).to_be_visible()
    shown = row.bounding_box()
    assert folded is not None
    assert shown is not None
    assert folded["height"] < shown["height"]
    assert fits(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.get_by_label("Show tiebreakers")).to_be_hidden()
    page.reload()
    expect(figures.first).to_be_visible()


@pytest.mark.parametrize("side", ["", "/staff"])
def test_a_figure_opens_below_its_row(
    phone: BrowserContext, live_server: LiveServer, played: Played, side: str
) -> None:
    log_in(phone, live_server, played)
    page = phone.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{live_server.url}{side}{played.url('standings', 2)}")
    if not side:
        show_figures(page)
    row = page.locator("table[data-explain] > tbody > tr:not(.opened)", has_text="Anna Rossi")
    figure = row.locator("td > a").first
    text = figure.inner_text()
    figure.tap()
    opened = page.locator("tr.opened")
    expect(opened).to_have_count(1)
    expect(opened.locator("[data-part=omw] strong")).to_have_text(f"{text}\u00a0%")
    expect(opened.locator("[data-part=gw]")).to_be_hidden()
    expect(figure).to_have_attribute("aria-expanded", "true")
    assert row.evaluate("row => row.nextElementSibling.className") == "opened"
    assert fits(page) or side
    row.locator("td > a").nth(1).tap()
    expect(opened.locator("[data-part=gw]")).to_be_visible()
    expect(opened).to_have_count(1)
    page.get_by_role("searchbox").fill("anna")
    expect(opened).to_have_count(0)
    figure.tap()
    expect(opened).to_have_count(1)
    figure.tap()
    expect(opened).to_have_count(0)
    assert not problems


def test_without_scripts_the_name_leads_to_the_arithmetic(
    live_server: LiveServer, played: Played, without_scripts: Page
) -> None:
    page = without_scripts
    page.goto(f"{live_server.url}{played.url('standings')}")
    page.locator("#list th > a").first.click()
    page.locator("a.why").click()
    expect(page.locator("h2").first).to_contain_text("OMW%")
    assert page.url.endswith("/")
    assert "/standings/2/players/" in page.url


def annas_standings(phone: BrowserContext, live_server: LiveServer, played: Played) -> Page:
    """Open the standings on the phone of a player who is in them."""
    number = next(one.number for one in played.players if one.name == "Anna Rossi")
    page = phone.new_page()
    page.goto(live_server.url + played.url("players", number))
    page.get_by_role("button", name="This is me").tap()
    page.goto(live_server.url + played.url("standings", 2))
    show_figures(page)
    return page


def test_figures_of_the_pinned_line_open_below_the_line_itself(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = annas_standings(phone, live_server, played)
    page.locator("tr[data-pin] td > a").first.tap()
    opened = page.locator("tr.opened")
    expect(opened).to_be_visible()
    number = next(one.number for one in played.players if one.name == "Anna Rossi")
    assert opened.evaluate("row => row.previousElementSibling.dataset.n") == str(number)
    assert opened.evaluate("row => 'pin' in row.previousElementSibling.dataset") is False
    assert opened.get_attribute("aria-hidden") is None


def test_the_pinned_line_explains_itself_while_a_search_hides_the_line(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = annas_standings(phone, live_server, played)
    page.get_by_role("searchbox").fill("xylo")
    page.locator("tr[data-pin] td > a").first.tap()
    opened = page.locator("tr.opened")
    expect(opened).to_be_visible()
    assert opened.evaluate("row => 'pin' in row.previousElementSibling.dataset") is True


def test_without_network_a_tap_says_so_and_the_standings_stay(
    phone: BrowserContext, live_server: LiveServer, played: Played
) -> None:
    page = phone.new_page()
    page.goto(live_server.url + played.url("standings", 2))
    show_figures(page)
    phone.set_offline(True)
    page.locator("#list td > a").first.tap()
    expect(page.locator("tr.opened [role=alert]")).to_contain_text("No connection")
    expect(page.locator("#list tbody tr[data-n]")).to_have_count(7)
    phone.set_offline(False)
