"""Input no person types: enormous numbers, NUL, texts without end, pages that are none."""

import json
from http import HTTPStatus

import pytest
from django.test import Client

from events.core.refusals import RefusedError
from events.models import DeckCheck, Enrollment, Event, JournalEntry, Role
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from events.urls_staff import of_an_event
from tests import factories
from tests.archives import small
from tests.events.scenario import event_with_owner, play_round, start_round
from tests.events.support.access_cases import actions_of
from tests.events.support.doors import address
from tests.events.support.settings import errors_of, fields_of, settings_address

pytestmark = pytest.mark.django_db
DIGITS = "9" * 5000
ABOVE_64_BITS = str(2**64)
ABOVE_32_BITS = "3000000000"
NUL = "an\0other"
LONG = "x" * 301
ENDLESS = "x" * 200_000
NUMBERS = (DIGITS, ABOVE_64_BITS, ABOVE_32_BITS, "-1", "²", "٣", NUL)


def desk_of(event: Event) -> Client:
    browser = factories.client_of(factories.staff_member(event, list(Role)))
    browser.raise_request_exception = False
    return browser


def answers(browser: Client, url: str, **fields: str) -> int:
    """Post and get; the worse of the two answers."""
    posted = browser.post(url, fields).status_code
    looked = browser.get(url, fields).status_code
    return max(posted, looked)


@pytest.mark.parametrize("text", ["\x08", "a\r\nb", "a\tb", "\x9f"])
def test_what_an_event_is_called_an_archive_holds(text: str) -> None:
    event, _owner = event_with_owner(2)
    browser = desk_of(event)
    page = browser.get(address(event, "settings"))
    groups = ("event", "rounds", "rules", "players", "paper")
    sent = {code: fields_of(page, code) for code in groups}
    every = {name: value for fields in sent.values() for name, value in fields.items()}
    for code, name in (
        *(("event", name) for name in ("name", "venue", "platform", "platform_setup")),
        *(("rounds", "game_format"), ("players", "restrictions")),
    ):
        url = settings_address(event, code)
        answer = browser.post(url, {**sent[code], name: f"Cup{text}Two"})
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY, name
        assert errors_of(answer, code).get(name), name
        new = {**every, "name": "New", name: f"Cup{text}Two"}
        assert browser.post("/staff/new/", new).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    url = settings_address(event, "event")
    assert browser.post(url, {**sent["event"], "venue": "Hall 2"}).status_code == HTTPStatus.FOUND
    read_archive(json.dumps(export_archive(Event.objects.get(pk=event.pk))).encode())


@pytest.mark.parametrize("number", NUMBERS)
def test_no_number_breaks_a_page(number: str) -> None:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    browser = desk_of(event)
    for name, fields in (
        ("roster-drop-absent", {"number": number}),
        ("roster-selected-check-in", {"number": number}),
        ("roster-selected-check-in", {"undo": number}),
        ("roster-selected-drop", {"number": number}),
        ("roster-paste-undo", {"numbers": number}),
        ("roster-check-in", {"search": number}),
        ("roster-check-in", {"number": number}),
        ("journal", {"player": number}),
        ("journal", {"table": number}),
        ("journal", {"before": number}),
        ("roster-paste", {"anyway": number, "merge": number, "text": "Ann"}),
        ("paper", {"round": number}),
        ("settings", {"q": number}),
        ("settings", {"open": number}),
        ("roster-add", {"name": "Ann", "fixed_table": number}),
    ):
        status = answers(browser, address(event, name), **fields)
        assert status < HTTPStatus.INTERNAL_SERVER_ERROR, (name, fields)
    for name, fields in (
        ("echo", {"entry": f"{number} 20"}),
        ("enter", {"entry": f"{number} 20"}),
        ("undo", {"line": number}),
        ("undo", {"line": f"1-{number}"}),
        ("pair", {"seed": number}),
        ("complete", {f"choice-{number}": "20", "other": f"{number} 20", "tables": number}),
    ):
        status = answers(browser, address(event, name, number=1), **fields)
        assert status < HTTPStatus.INTERNAL_SERVER_ERROR, (name, fields)
    for code, fields in (("paper", {"first_table": number}), ("rounds", {"rounds": number})):
        status = answers(browser, settings_address(event, code), **fields)
        assert status < HTTPStatus.INTERNAL_SERVER_ERROR, fields
    for path, fields in (
        ("", {"page": number}),
        ("day/live/", {"order": number, "stamp": number}),
        ("day/take-down/", {"announcement": number}),
        ("day/announce/", {"announce-events": number}),
    ):
        status = answers(browser, f"/staff/{path}", **fields)
        assert status < HTTPStatus.INTERNAL_SERVER_ERROR, (path, fields)
    url = address(event, "player", number=1)
    form = browser.get(url).context["form"]
    values = {name: form[name].value() or "" for name in form.fields}
    status = answers(browser, url, **{**values, "fixed_table": number})
    assert status < HTTPStatus.INTERNAL_SERVER_ERROR
    assert Client(raise_request_exception=False).get("/", {"page": number}).status_code < 500


@pytest.mark.parametrize("number", NUMBERS)
def test_no_number_breaks_a_cut(number: str) -> None:
    event, _owner = event_with_owner(8)
    browser = desk_of(event)
    url = address(event, "cut", number=1)
    assert answers(browser, url, advancing=f"1,{number}") < HTTPStatus.INTERNAL_SERVER_ERROR


@pytest.mark.parametrize("reason", [NUL, LONG, ENDLESS])
def test_a_reason_that_does_not_fit_is_refused_and_writes_nothing(reason: str) -> None:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    browser = desk_of(event)
    entries = JournalEntry.objects.count()
    for url in (
        address(event, "unpost", number=2),
        address(event, "correct", number=1, table=1),
        address(event, "withdraw", number=1),
        address(event, "player-drop", number=3),
        address(event, "player-disqualify", number=3),
        address(event, "cut-back", number=1),
    ):
        answer = browser.post(url, {"reason": reason, "score": "1-2"})
        assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, url
    assert JournalEntry.objects.count() == entries
    assert not Enrollment.objects.exclude(state=Enrollment.State.ACTIVE).exists()


@pytest.mark.parametrize("text", [NUL, ENDLESS])
def test_a_text_that_does_not_fit_is_refused_and_not_cut_off(text: str) -> None:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    browser = desk_of(event)
    browser.post(address(event, "deck-check"), {"table": "1"})
    check = DeckCheck.objects.get()
    entries = JournalEntry.objects.count()
    answer = browser.post(address(event, "deck", number=1), {"state": "", "text": text})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    browser.post(address(event, "deck-check-end", check_id=check.pk), {"findings": text})
    appeal = {"player": "1", "ruling": text, "outcome": "upheld", "note": text}
    for url, fields in (
        (address(event, "appeals"), appeal),
        (address(event, "floor-areas"), {"first": "1", "last": "2", "name": text}),
        (address(event, "pods-change", number=1), {"player": "1", "other": "2", "reason": text}),
        (address(event, "penalty-give", number=1), {"note": text}),
    ):
        assert browser.post(url, fields).status_code < HTTPStatus.INTERNAL_SERVER_ERROR, url
    check.refresh_from_db()
    assert check.ended_at is None
    assert JournalEntry.objects.count() == entries


def test_who_logs_in_again_is_led_to_a_page_and_not_to_a_write() -> None:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    led: dict[str, list[str]] = {}
    for pattern in of_an_event:
        actions = actions_of(pattern.callback)
        if actions["GET"] is None and not set(pattern.pattern.converters) - {"number", "table"}:
            numbers = dict.fromkeys(pattern.pattern.converters, 1)
            browser = Client()
            asked = browser.post(address(event, str(pattern.name), **numbers))
            fields = {"username": owner.username, "password": factories.PASSWORD}
            answer = browser.post(asked["Location"], fields)
            assert answer.status_code == HTTPStatus.FOUND, pattern
            led.setdefault(answer["Location"], []).append(str(pattern.name))
    browser = factories.client_of(owner)
    for page, names in led.items():
        assert browser.get(page, follow=True).status_code == HTTPStatus.OK, (page, names)
    assert sum(map(len, led.values())) > 50


def test_an_account_that_is_called_like_a_folder_can_be_shown() -> None:
    event, _owner = event_with_owner(4)
    factories.staff_member(event, Role.JUDGE, "..")
    assert desk_of(event).get(address(event, "staff")).status_code == HTTPStatus.OK


@pytest.mark.parametrize("seat", [NUL, LONG, "Z"])
def test_no_seat_breaks_a_drop(seat: str) -> None:
    event, _owner = event_with_owner(8)
    browser = desk_of(event)
    url = address(event, "player-drop", number=1)
    answer = browser.post(url, {"reason": "late", "seat": seat})
    assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR


@pytest.mark.parametrize(
    "target", ["abc", "", "//evil.example/", "/\\evil.example", "javascript:alert(1)", NUL, "\n/"]
)
def test_a_language_leads_to_a_page_of_this_site(target: str) -> None:
    answer = Client(raise_request_exception=False).get("/language/en/", {"next": target})
    assert answer.status_code in (HTTPStatus.FOUND, HTTPStatus.BAD_REQUEST)
    if answer.status_code == HTTPStatus.FOUND:
        assert answer["Location"] == "/"


@pytest.mark.parametrize("name", ["..", ".", "...", "@.", "-"])
def test_a_name_that_is_no_name_is_not_invited(name: str) -> None:
    event, _owner = event_with_owner(4)
    browser = desk_of(event)
    members = event.staff.count()
    answer = browser.post(address(event, "staff"), {"username": name, "roles": "judge"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert event.staff.count() == members


def test_a_table_number_that_one_database_could_not_hold_is_refused() -> None:
    event, _owner = event_with_owner(4)
    browser = desk_of(event)
    url = address(event, "player", number=1)
    form = browser.get(url).context["form"]
    values = {name: form[name].value() or "" for name in form.fields}
    answer = browser.post(url, {**values, "fixed_table": ABOVE_32_BITS})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert event.enrollments.get(number=1).fixed_table is None


@pytest.mark.parametrize("moment", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00"])
def test_a_moment_at_the_end_of_the_calendar_is_refused_in_words(moment: str) -> None:
    values = small()
    values["version"] = 2
    values["rounds"][0]["started_at"] = moment
    _event, owner = event_with_owner(4)
    with pytest.raises(RefusedError, match="must be between the years 1900 and 9998"):
        import_archive(archive=read_archive(json.dumps(values).encode()), actor=owner)
    assert Event.objects.count() == 1


def test_an_address_with_a_nul_leads_nowhere() -> None:
    event, _owner = event_with_owner(4)
    browser = desk_of(event)
    for url in (
        "/e/%00/",
        f"/staff/e/{event.slug}/staff/a%00b/",
        f"/staff/e/{event.slug}/journal/?verb=%00",
        f"/e/{event.slug}/pairings/?q=%00",
    ):
        assert browser.get(url).status_code in (HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND), url
        assert browser.post(url).status_code < HTTPStatus.INTERNAL_SERVER_ERROR, url
