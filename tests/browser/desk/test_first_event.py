"""A shop owner's first event: what a new event shows, and how far round 1 is."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.models import Event
from tests import factories
from tests.browser.venue import Desk
from tests.browser.windows import PHONE
from tests.browser.words import Words

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAPTOP = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US"}
NAMES = (
    *("Ada Whitcombe", "Callum Brackenridge", "Élodie Vasseur", "Henrik Novák", "Jonas Abelard"),
    *("Kwame Asante-Boateng", "Maximilian Featherstonehaugh-Cholmondeley", "Noa Levanon"),
    *("佐々木 健太郎", "田中 陽菜", "Zoë Þórsdóttir"),
)
VISIBLE = """() => [...document.querySelectorAll(
  "main input:not([type=hidden]), main select, main textarea")]
  .filter((one) => one.checkVisibility()).length"""
# A name, a way to begin, and five kinds.
MOST_CLICKS, MOST_TYPED, MOST_INPUTS, LAPTOP_HEIGHT = 6, 2, 7, 800


class Hand:
    """A person at the page who counts clicks and what is typed or pasted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0
        self.typed = 0

    def click(self, role: str, name: str) -> None:
        self.page.get_by_role(role, name=name, exact=True).click()  # type: ignore[arg-type]
        self.clicks += 1

    def type_where_the_cursor_is(self, text: str) -> None:
        self.page.keyboard.insert_text(text)
        self.typed += 1


@pytest.fixture
def owner(live_server: LiveServer) -> str:
    return factories.user(username="mika").username


def test_round_1_of_11_pasted_players_is_six_clicks_away(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, owner: str
) -> None:
    page = open_window(**LAPTOP).new_page()
    desk = Desk(page, Words("en"), [])
    page.goto(f"{live_server.url}/staff/")
    page.locator("[name=username]").fill(owner)
    desk.fill("Password", factories.PASSWORD)
    hand = Hand(page)
    hand.click("button", "Log in")
    hand.click("link", "Create your first event")
    expect(page.locator("#id_name")).to_be_focused()
    hand.type_where_the_cursor_is("Friday Night Modern")
    hand.click("button", "Create event")
    expect(page.locator("#list")).to_be_focused()
    hand.type_where_the_cursor_is("\n".join(NAMES))
    hand.click("button", "Add players")
    hand.click("button", "Pair round 1")
    hand.click("button", "Post round 1")
    desk.left(5)
    expect(page.locator("nav.tabs > a")).to_have_count(3)
    assert hand.clicks <= MOST_CLICKS
    assert hand.typed <= MOST_TYPED
    event = Event.objects.get()
    assert event.game_format == "Modern"
    assert event.enrollments.count() == len(NAMES)


@pytest.mark.parametrize("has_last", [False, True])
def test_a_new_event_asks_for_a_name_and_a_kind(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, owner: str, has_last: bool
) -> None:
    if has_last:
        event = factories.event(name="Last week")
        factories.StaffMemberFactory.create(event=event, user__username="owner", organizer=True)
    page = open_window(**LAPTOP).new_page()
    Desk(page, Words("en"), []).resume(live_server.url, "owner" if has_last else owner)
    page.goto(f"{live_server.url}/staff/new/")
    assert page.evaluate(VISIBLE) == MOST_INPUTS - (not has_last)
    expect(page.locator("#id_name")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollHeight") <= LAPTOP_HEIGHT
    expect(page.locator("details.fold")).to_have_count(5)
    expect(page.locator("details.fold[open]")).to_have_count(0)


def test_a_kind_shows_what_it_sets_and_keeps_what_is_typed(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, owner: str
) -> None:
    page = open_window(**LAPTOP).new_page()
    Desk(page, Words("en"), []).resume(live_server.url, owner)
    page.goto(f"{live_server.url}/staff/new/")
    page.get_by_text("Date and place", exact=True).click()
    page.get_by_label("Venue").fill("Harbour Games")
    page.get_by_role("radio", name="Draft").check()
    expect(page.locator("#summary-rounds")).to_contain_text("Booster Draft · draft in pods")
    expect(page.locator("#summary-place")).to_contain_text("Harbour Games")
    expect(page.get_by_label("Venue")).to_have_value("Harbour Games")
    page.get_by_role("radio", name="Teams Teams of three").check()
    page.get_by_role("radio", name="Two-Headed Giant").last.check()
    page.get_by_label("Name", exact=True).fill("Giants")
    page.get_by_role("button", name="Create event").click()
    expect(page.locator("ol.steps")).to_contain_text("Add teams")
    assert Event.objects.get().team_size == 2


def test_without_scripts_an_error_opens_its_group(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, owner: str
) -> None:
    page = open_window(**PHONE, locale="en-US", java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/staff/new/")
    page.locator("[name=username]").fill(owner)
    page.locator("[name=password]").fill(factories.PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_label("Name", exact=True).fill("Sunday Cup")
    page.get_by_text("Swiss and playoff").click()
    page.get_by_text("Rounds and matches", exact=True).click()
    page.get_by_label("Round time in minutes").fill("-5")
    page.get_by_role("button", name="Create event").click()
    field = page.get_by_label("Round time in minutes")
    expect(field).to_be_visible()
    expect(field).to_have_value("-5")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Sunday Cup")
    field.fill("45")
    page.get_by_role("button", name="Create event").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Before round 1")
    event = Event.objects.get()
    assert (event.round_minutes, event.stages.count()) == (45, 2)


def test_a_list_that_is_pasted_into_the_field_for_a_name_becomes_a_list(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, owner: str
) -> None:
    event = factories.event_with_players(2)
    factories.StaffMemberFactory.create(event=event, user__username="owner", organizer=True)
    page = open_window(**LAPTOP).new_page()
    Desk(page, Words("en"), []).resume(live_server.url, "owner")
    page.goto(f"{live_server.url}/staff/e/{event.slug}/")
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.setData("text", text);
          document.getElementById("add").dispatchEvent(
            new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }""",
        "\n".join(NAMES),
    )
    expect(page.locator("textarea#add")).to_be_focused()
    page.get_by_role("button", name="Add player", exact=True).click()
    expect(page.locator("ol.steps")).to_contain_text(f"{len(NAMES) + 2} on the list")
