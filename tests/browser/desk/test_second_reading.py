"""Slips keyed twice: a second person keys them blind, what differs is decided, then certified."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from events.core.rounds.actions import complete_round
from events.models import Role
from tests import factories
from tests.browser.venue import Desk
from tests.browser.words import Words
from tests.events.scenario import at_table, start_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Anna Rossi", "Bob Stone", "Carla Vega", "Dan Moor")
SCORES = ("2-1", "2-0", "2\N{NON-BREAKING HYPHEN}1", "2\N{NON-BREAKING HYPHEN}0")


@pytest.mark.parametrize(("language", "locale"), [("en", "en-US"), ("ja", "ja-JP")])
def test_a_second_scorekeeper_keys_blind_and_the_round_is_certified(
    live_server: LiveServer,
    open_window: Callable[..., BrowserContext],
    language: str,
    locale: str,
) -> None:
    event = factories.event(name="Cup")
    factories.enroll_players(event, list(NAMES))
    owner = factories.staff_member(event, [Role.ORGANIZER, Role.HEAD_JUDGE], "chief")
    for name in ("keyer", "reader"):
        factories.staff_member(event, Role.SCOREKEEPER, name)
    start_round(event, owner, 1)
    staff = f"{live_server.url}/staff/e/{event.slug}"

    def opened(username: str, path: str) -> Desk:
        page = open_window(viewport={"width": 1280, "height": 800}, locale=locale).new_page()
        desk = Desk(
            page, Words(language), (*NAMES, "Cup", username, "keyer", "reader", "chief", "UTC")
        )
        desk.resume(live_server.url, username)
        page.goto(f"{staff}/{path}")
        return desk

    keyer = opened("keyer", "")
    keyer.recorded("1 21")
    keyer.recorded("2 20")

    reader = opened("reader", "rounds/1/reading/")
    reader.heading("Verification: %(round)s", round=reader.words("Round %(number)d", number=1))
    for table, slip in ((1, "1 21"), (2, "2 02")):
        expect(reader.page.locator("#left")).to_have_text(str(3 - table))
        reader.type_entry(str(table))
        expect(reader.page.locator("#echo")).to_contain_text(at_table(event, 1, table).first.name)
        for score in SCORES:
            expect(reader.page.locator("#echo")).not_to_contain_text(score)
        reader.page.keyboard.type(slip[1:])
        reader.page.keyboard.press("Enter")
    expect(reader.page.locator("#left")).to_have_text("0")
    assert at_table(event, 1, 2).result_text == "2-0"

    reader.page.goto(f"{staff}/rounds/1/sources/")
    differing = reader.page.locator("#differ-2")
    expect(differing).to_contain_text("keyer")
    expect(differing).to_contain_text("reader")
    expect(reader.page.locator("#differ-1")).to_have_count(0)
    expect(reader.page.locator("#sources tbody tr").first).to_contain_text(
        reader.words("sources differ")
    )
    reader.is_in_its_language()
    reader.page.keyboard.press("t")
    expect(reader.page.locator("#differ-2")).to_have_count(0)
    assert at_table(event, 1, 2).result_text == "0-2"

    complete_round(event_id=event.pk, actor=owner, number=1)
    chief = opened("chief", "rounds/1/sources/")
    certify = "Certify round %(number)s"
    chief.button(certify, number=1).click()
    chief.told("Round %(number)d is certified.", number=1)
    said = chief.words("certified by %(who)s: two sources agree at every table", who="chief")
    expect(chief.page.locator("#certified")).to_contain_text(said)
    chief.page.goto(f"{staff}/report/")
    chief.page.locator("summary", has_text=chief.words("Rules and settings")).click()
    expect(chief.page.get_by_text(said)).to_be_visible()
    chief.is_in_its_language()


def test_slips_are_verified_on_a_phone(live_server: LiveServer, phone: BrowserContext) -> None:
    event = factories.event(name="Cup")
    factories.enroll_players(event, list(NAMES))
    owner = factories.staff_member(event, [Role.ORGANIZER, Role.HEAD_JUDGE], "chief")
    start_round(event, owner, 1)
    desk = Desk(phone.new_page(), Words("en"), NAMES)
    desk.resume(live_server.url, "chief")
    desk.page.goto(f"{live_server.url}/staff/e/{event.slug}/rounds/1/reading/")
    for key in "1 21":
        desk.page.locator(f"#pad [data-type='{key}']").click()
    desk.page.locator("#pad [data-send]").click()
    expect(desk.page.locator("#left")).to_have_text("1")
