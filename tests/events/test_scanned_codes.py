"""A scanned slip, player link or badge leads to the right act in every box, on any keyboard."""

import re
from http import HTTPStatus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from domain.scans import _OTHERS, _US
from events.core.phones.queries import scanned_table
from events.core.players.private_address import token_of
from events.models import Enrollment, Event
from tests import factories
from tests.events.badges.days import (
    address_of,
    badge_for,
    event_of_day,
    in_event,
    owner_of,
    posted,
)
from tests.events.scenario import at_table
from tests.events.support.doors import address
from tests.markup import flat, with_plain_names

pytestmark = pytest.mark.django_db

SITE = "https://play.example"
KEYBOARDS = ("US", *_OTHERS)


def link_of(player: Enrollment) -> str:
    return f"{SITE}/me/open/{token_of(player.pk, player.address_nonce)}/"


def typed_on(keyboard: str, text: str) -> str:
    """Return what a scanner types for a text where a computer expects this keyboard."""
    keys = _OTHERS.get(keyboard, _US)
    return text.translate(str.maketrans(_US, keys))


def said(answer: object) -> str:
    return with_plain_names(flat(answer))


@pytest.mark.parametrize("keyboard", KEYBOARDS)
def test_the_door_checks_in_whoever_is_scanned(keyboard: str) -> None:
    owner = owner_of()
    event = event_of_day(owner, "Modern")
    client, door = factories.client_of(owner), address(event, "roster-check-in")
    badge = badge_for(owner)
    for code in [link_of(row) for row in event.enrollments.exclude(name="Ada Berg")]:
        answer = client.post(door, {"search": typed_on(keyboard, code)})
        assert answer.status_code == HTTPStatus.FOUND
    assert not in_event(event).checked_in
    client.post(door, {"search": typed_on(keyboard, SITE + address_of(badge))})
    assert event.enrollments.filter(checked_in=True).count() == 4


def test_a_code_of_another_event_or_organisation_says_so() -> None:
    owner = owner_of()
    here, there = event_of_day(owner, "Modern"), event_of_day(owner, "Legacy")
    client, door = factories.client_of(owner), address(here, "roster-check-in")
    other = there.enrollments.get(name="Ben Roth Legacy")
    answer = client.post(door, {"search": link_of(other)})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "This code is from another event: Legacy." in said(answer)
    # The badge belongs to a person, in all events of the organisation.
    badge = badge_for(owner)
    in_event(here).delete()
    assert "Ada Berg does not play in this event." in said(
        client.post(door, {"search": SITE + address_of(badge)})
    )
    abroad = event_of_day(owner_of("guild", "Guild"), "Pauper")
    factories.StaffMemberFactory.create(event=abroad, user=owner, scorekeeper=True)
    answer = client.post(address(abroad, "roster-check-in"), {"search": SITE + address_of(badge)})
    assert "This badge is from another organisation." in said(answer)
    for broken in (link_of(other)[:-3], f"{SITE}/me/open/x/", "/"):
        answer = client.post(door, {"search": broken})
        assert "This code does not lead to a player." in said(answer) or broken == "/"
    assert not here.enrollments.filter(checked_in=True).exists()


def playing() -> tuple[Event, Client, Enrollment, int]:
    owner = owner_of()
    event = posted(owner, "Modern", table=7)
    player = in_event(event)
    table = next(t for t in (7, 8) if player in at_table(event, 1, t).players)
    return event, factories.client_of(owner), player, table


@pytest.mark.parametrize("keyboard", KEYBOARDS)
def test_the_entry_box_takes_the_table_of_a_scanned_player(keyboard: str) -> None:
    event, client, player, table = playing()
    code = typed_on(keyboard, link_of(player))
    echo = client.get(address(event, "echo", number=1), {"entry": code}).content.decode()
    assert re.search(rf'class="echo-table">{table}<', echo)
    enter = address(event, "enter", number=1)
    assert client.post(enter, {"entry": code}).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert client.post(enter, {"entry": f"{code} 20"}).status_code == HTTPStatus.OK
    assert at_table(event, 1, table).official_report is not None
    again = client.post(enter, {"entry": f"{code} 21!", "seen": "2-0"})
    assert again.status_code == HTTPStatus.OK
    assert at_table(event, 1, table).result_text.startswith("2-1")


@pytest.mark.parametrize("keyboard", KEYBOARDS)
def test_search_floor_roster_and_penalties_take_codes(keyboard: str) -> None:
    event, client, player, table = playing()
    own, slip = typed_on(keyboard, link_of(player)), typed_on(keyboard, f"T{table}R1")
    page = address(event, "player", number=player.number)
    at = address(event, "table", number=1, table=table)
    find, roster = address(event, "find"), address(event, "roster")
    assert client.get(find, {"q": own})["Location"] == page
    assert client.get(find, {"q": slip})["Location"] == at
    assert client.get(roster, {"q": own})["Location"] == page
    floor = address(event, "floor")
    for code in (own, slip):
        assert f'id="table-{table}"' in client.get(floor, {"table": code}).content.decode()
    wrong = typed_on(keyboard, f"T{table}R3")
    assert "not from round 1." in said(client.get(floor, {"table": wrong}))
    assert "Round 3 does not exist." in said(client.get(find, {"q": wrong}))
    penalty = address(event, "penalty-find")
    give = address(event, "penalty-give", number=player.number)
    assert client.get(penalty, {"player": own})["Location"] == give
    assert f"Table {table}" in said(client.get(penalty, {"player": slip}))


def test_the_table_of_a_scanned_player_reads_the_player_once() -> None:
    event, _client, player, table = playing()
    round = event.rounds.select_related("event", "stage").get()
    with CaptureQueriesContext(connection) as asked:
        assert scanned_table(round, link_of(player)) == table
    assert len(asked) == 2


def test_a_code_of_another_event_is_refused_by_each_search() -> None:
    event, client, _player, _table = playing()
    stranger = link_of(event_of_day(event.staff.get().user, "Legacy").enrollments.get(number=2))
    words = "This code is from another event: Legacy."
    for name, field in (("find", "q"), ("floor", "table"), ("penalty-find", "player")):
        assert words in said(client.get(address(event, name), {field: stranger})), name
    assert words in said(client.get(address(event, "roster"), {"q": stranger}, follow=True))
    echo = client.get(address(event, "echo", number=1), {"entry": stranger})
    assert words in said(echo)


def sign_of(event: Event, table: int) -> str:
    return f"{SITE}/e/{event.slug}/tables/{table}/"


@pytest.mark.parametrize("keyboard", KEYBOARDS)
def test_a_table_sign_leads_to_its_table_in_every_box(keyboard: str) -> None:
    event, client, _player, table = playing()
    sign = typed_on(keyboard, sign_of(event, table))
    at = address(event, "table", number=1, table=table)
    assert client.get(address(event, "find"), {"q": sign})["Location"] == at
    floor = client.get(address(event, "floor"), {"table": sign}).content.decode()
    assert f'id="table-{table}"' in floor
    assert client.get(reverse("staff:day-floor"), {"table": sign})["Location"] == at
    assert f"Table {table}" in said(client.get(address(event, "penalty-find"), {"player": sign}))
    seats = client.get(address(event, "plan-seats", number=1), {"table": sign})
    assert seats["Location"] == f"{at}#swap"
    client.post(address(event, "feature"), {"table": sign})
    assert at_table(event, 1, table).feature.on_camera
    client.post(address(event, "deck-check"), {"table": sign})
    assert at_table(event, 1, table).deck_checks.count() == 1
    enter = address(event, "enter", number=1)
    assert client.post(enter, {"entry": f"{sign} 20"}).status_code == HTTPStatus.OK
    assert at_table(event, 1, table).official_report is not None


def test_a_table_sign_says_so_where_a_player_is_asked_for() -> None:
    event, client, _player, table = playing()
    words = f"This is the code of table {table}. Scan the code of a player."
    sign = sign_of(event, table)
    assert words in said(client.post(address(event, "roster-check-in"), {"search": sign}))
    assert words in said(client.get(address(event, "roster"), {"q": sign}, follow=True))


def test_the_sign_of_another_event_or_table_says_so() -> None:
    event, client, _player, _table = playing()
    other = event_of_day(event.staff.get().user, "Legacy")
    for name, field in (("find", "q"), ("floor", "table"), ("penalty-find", "player")):
        for sign, words in (
            (sign_of(other, 7), "This code is from another event: Legacy."),
            (f"{SITE}/e/nowhere/tables/7/", "This code is from an event that does not exist here."),
            (sign_of(event, 99), "99"),
        ):
            answer = client.get(address(event, name), {field: sign})
            assert words in said(answer), (name, sign)
    assert "No round has been posted yet." in said(
        client.get(address(other, "find"), {"q": sign_of(other, 7)})
    )


@pytest.mark.parametrize("keyboard", KEYBOARDS)
def test_the_floor_of_all_events_and_other_boxes_take_players(keyboard: str) -> None:
    event, client, player, table = playing()
    own, slip = typed_on(keyboard, link_of(player)), typed_on(keyboard, f"T{table}R1")
    badge = typed_on(keyboard, SITE + address_of(badge_for(event.staff.get().user)))
    at = address(event, "table", number=1, table=table)
    for code in (own, slip, badge):
        assert client.get(reverse("staff:day-floor"), {"table": code})["Location"] == at
    wrong = typed_on(keyboard, f"T{table}R3")
    assert "This code leads to no match of your events now." in said(
        client.get(reverse("staff:day-floor"), {"table": wrong})
    )
    client.post(address(event, "investigations"), {"text": "Slow play.", "number": own})
    assert event.investigation_notes.get().player_number == player.number


def test_a_phone_that_opens_a_sign_comes_to_the_floor_or_to_the_pairings() -> None:
    event, client, _player, table = playing()
    sign = f"/e/{event.slug}/tables/{table}/"
    floor = f"{address(event, 'floor')}?table={table}"
    assert client.get(sign)["Location"] == floor
    pairings = f"/e/{event.slug}/pairings/"
    stranger = factories.client_of(factories.user("kim"))
    for browser in (Client(), stranger):
        answer = browser.get(sign)
        assert answer["Location"] == pairings
        assert "no-store" in answer["Cache-Control"]
    assert client.post(sign).status_code == HTTPStatus.METHOD_NOT_ALLOWED
