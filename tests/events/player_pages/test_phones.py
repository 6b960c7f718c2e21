"""Players' phones as the staff sees them."""

import datetime
from http import HTTPStatus

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.core.phones.actions import call
from events.core.players.private_address import token_of
from events.models import Call, Event, Role
from tests import factories
from tests.events.scenario import report
from tests.events.support.doors import DESK, EVERYBODY, address, check_refusals, check_wrong_method
from tests.events.support.phones import EVERYTHING, Phone, event_of_phones, pair_at
from tests.markup import flat

pytestmark = pytest.mark.django_db

GAMES_OF_TEAMS = [
    (
        "en",
        (
            "Not for teams of three, which report seats, not games.",
            "Teams of three report the winner of each seat, not single games.",
        ),
    ),
    (
        "ja",
        (
            "席ごとに報告する3人チームでは使えません。",
            "3人チームは席ごとの勝者を報告します。ゲームごとの報告はありません。",
        ),
    ),
]


def code_of(event: Event, role: Role) -> str:
    browser = factories.client_of(factories.staff_member(event, role))
    return flat(browser.get(address(event, "player", number=1), {"act": "link"}))


def test_who_may_what() -> None:
    event, _owner = event_of_phones(posted=False)
    doors = [
        ("get", address(event, "phones"), {Role.ORGANIZER}),
        ("post", address(event, "settings-group", code="shown"), {Role.ORGANIZER}),
        ("post", address(event, "phones-check-in"), DESK),
        ("post", address(event, "player-address", number=1), DESK),
        ("post", address(event, "call-answer", number=1, call_id=1), EVERYBODY),
    ]
    for method, url, allowed in doors:
        check_refusals(method, url, allowed, event)
        if url != address(event, "settings-group", code="shown"):
            check_wrong_method(method, url, event)


def test_the_organizer_switches_things_on() -> None:
    event, owner = event_of_phones(posted=False, **dict.fromkeys(EVERYTHING, False))
    Event.objects.filter(pk=event.pk).update(phone_reports=Event.PhoneReports.OFF)
    browser = factories.client_of(owner)
    url = address(event, "settings-group", code="shown")
    assert "Every player gets a player link" in flat(browser.get(url))
    answer = browser.post(url, {"phone_reports": "count", "judge_calls": "on"})
    assert answer.status_code == 422
    assert "This requires player links. Turn them on above." in flat(answer)
    answer = browser.post(url, {"phone_reports": "off", "phone_games": "on"})
    assert "This requires results from phones. Choose them above." in flat(answer)
    fields = {"private_pages": "on", "phone_reports": "count", "phone_drops": "on"}
    assert browser.post(url, fields).status_code == HTTPStatus.FOUND
    event.refresh_from_db()
    assert event.takes_reports
    assert event.phone_drops
    assert not event.show_recorded


@pytest.mark.parametrize(("language", "words"), GAMES_OF_TEAMS)
def test_games_one_by_one_are_not_for_teams_of_three_and_the_settings_say_so(
    language: str, words: tuple[str, str]
) -> None:
    event, owner = event_of_phones(posted=False, team_size=Event.TeamSize.THREE)
    browser, url = factories.client_of(owner), address(event, "settings-group", code="shown")
    browser.cookies["django_language"] = language
    shown, refusal = words
    assert shown in flat(browser.get(url))
    fields = {"private_pages": "on", "phone_reports": "count", "phone_games": "on"}
    answer = browser.post(url, fields)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert refusal in flat(answer)
    Event.objects.filter(pk=event.pk).update(team_size=Event.TeamSize.TWO)
    assert browser.post(url, fields).status_code == HTTPStatus.FOUND


@pytest.mark.parametrize("role", list(Role))
def test_the_code_is_for_those_who_may_change_the_roster(role: Role) -> None:
    event, _owner = event_of_phones(posted=False)
    page = code_of(event, role)
    assert ('href="?act=link#act">Show link' in page) is (role in DESK)
    assert ("QR code of" in page) is (role in DESK)
    one = event.enrollments.get(number=1)
    assert token_of(one.pk, one.address_nonce) not in page


def test_without_private_addresses_there_is_no_code() -> None:
    event, _owner = event_of_phones(posted=False, private_pages=False)
    page = code_of(event, Role.ORGANIZER)
    assert "Show link" not in page
    assert "QR code of" not in page


def test_a_lost_phone_is_one_click() -> None:
    event, owner = event_of_phones()
    phone = Phone(event.enrollments.get(number=1))
    browser = factories.client_of(owner)
    answer = browser.post(address(event, "player-address", number=1), follow=True)
    assert "has a new player link. The old one no longer works." in flat(answer)
    assert phone.client.get(phone.url()).status_code == HTTPStatus.NOT_FOUND
    missing = browser.post(address(event, "player-address", number=99), follow=True)
    assert missing.status_code == HTTPStatus.NOT_FOUND


def test_check_in_opens_and_closes_and_shows_the_code_of_who_came() -> None:
    event, owner = event_of_phones(posted=False)
    browser = factories.client_of(owner)
    url = address(event, "roster-check-in")
    assert "Open phone check-in" in flat(browser.get(url))
    browser.post(address(event, "phones-check-in"))
    assert "Close phone check-in" in flat(browser.get(url))
    page = flat(browser.post(url, {"number": 2}, follow=True))
    name = event.enrollments.get(number=2).name
    words = f"QR code of {name}'s player link"
    assert words in page.replace("&#x27;", "'")
    browser.post(address(event, "phones-check-in"), {"close": "1"})
    assert "Open phone check-in" in flat(browser.get(url))
    page = flat(browser.get(address(event, "desk")))
    assert "1 of 4 is here" in page
    assert address(event, "roster-drop-absent") in flat(browser.get(address(event, "roster")))


def test_a_call_is_answered_at_the_desk() -> None:
    event, owner = event_of_phones()
    first, _second = pair_at(event)
    made = call(event_id=event.pk, enrollment_id=first.pk, number=1, kind=Call.Kind.JUDGE)
    browser = factories.client_of(owner)
    url = address(event, "call-answer", number=1, call_id=made.pk)
    assert f"{first.name} is calling a judge" in flat(browser.get(address(event, "desk")))
    assert f"{first.name} is calling a judge" not in flat(browser.post(url))
    again = browser.post(url, headers={"HX-Request": "true"})
    assert again.status_code == 422
    assert "has already answered this call." in flat(again)


@pytest.mark.parametrize(
    ("language", "words"), [("en", ">waiting for 1 minute<"), ("ja", ">1分待っています<")]
)
def test_the_desk_says_for_how_long_a_call_waits(language: str, words: str) -> None:
    event, owner = event_of_phones()
    first, _second = pair_at(event)
    made = call(event_id=event.pk, enrollment_id=first.pk, number=1, kind=Call.Kind.JUDGE)
    browser = factories.client_of(owner)
    browser.cookies["django_language"] = language
    assert words not in flat(browser.get(address(event, "desk")))
    Call.objects.filter(pk=made.pk).update(at=made.at - datetime.timedelta(seconds=89))
    assert words in flat(browser.get(address(event, "desk")))


def test_the_desk_asks_the_same_number_of_queries_for_few_and_many() -> None:
    counts = []
    for players in (4, 12):
        event, owner = event_of_phones(players)
        browser = factories.client_of(owner)
        for table in range(1, players // 2 + 1):
            one, other = map(Phone, pair_at(event, table))
            one.tell("2-1", other.enrollment)
            other.tell("2-0", one.enrollment)
            one.post("call", kind="judge", round=1)
        with CaptureQueriesContext(connection) as queries:
            page = flat(browser.get(address(event, "desk")))
        assert page.count("reports differ: the slip decides") == players // 2
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_an_unknown_kind_of_call_calls_nobody() -> None:
    event, _owner = event_of_phones(4)
    phone = Phone(pair_at(event, 1)[0])
    assert "Choose one of the options." in flat(phone.post("call", kind="judges", round=1))
    assert not Call.objects.exists()


def test_an_event_without_phones_asks_nothing_more() -> None:
    counts = []
    for private in (False, True):
        event, owner = event_of_phones(private_pages=private)
        report(event, owner, 1)
        browser = factories.client_of(owner)
        with CaptureQueriesContext(connection) as queries:
            browser.get(address(event, "desk"))
        counts.append(len(queries))
    assert counts[0] < counts[1] <= counts[0] + 3
