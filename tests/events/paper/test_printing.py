import re
from functools import partial
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.models import Match, Role
from tests import factories
from tests.events.support.public_events import Played
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

FIVE = ["Anna Rossi", "Bob <b>", "Carla Vega", "Dan Moor", "Élodie"]
ADDRESSES = ["rounds/1/print/pairings/", "rounds/1/print/slips/", "standings/1/print/"]


@pytest.fixture
def played() -> Played:
    made = Played(FIVE)
    made.play(1)
    return made


def address(played: Played, rest: str) -> str:
    return f"/staff/e/{played.event.slug}/{rest}"


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page[page.index("<main") :]))


@pytest.mark.parametrize("rest", ADDRESSES)
@pytest.mark.parametrize("role", list(Role))
def test_every_staff_member_can_print(played: Played, rest: str, role: Role) -> None:
    client = factories.client_of(factories.staff_member(played.event, role))
    assert client.get(address(played, rest)).status_code == HTTPStatus.OK
    assert client.post(address(played, rest)).status_code == HTTPStatus.METHOD_NOT_ALLOWED


@pytest.mark.parametrize("rest", ADDRESSES)
def test_nobody_else_can(played: Played, rest: str, client: Client) -> None:
    stranger: User = factories.user()
    assert client.get(address(played, rest))["Location"].startswith("/login/")
    answer = factories.client_of(stranger).get(address(played, rest))
    assert answer.status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("rest", [one.replace("1", "7") for one in ADDRESSES])
def test_what_is_not_there_is_not_found(played: Played, rest: str) -> None:
    client = factories.client_of(played.organizer)
    assert client.get(address(played, rest)).status_code == HTTPStatus.NOT_FOUND


def test_pairings_by_name_and_by_table(played: Played) -> None:
    client = factories.client_of(played.organizer)
    page = flat(client.get(address(played, ADDRESSES[0])))
    firsts = re.findall(r"<tr><td>([^<]*)<small>", page)
    assert firsts == ["Anna Rossi", "Bob &lt;b&gt;", "Carla Vega", "Dan Moor", "Élodie"]
    by_table = client.get(address(played, ADDRESSES[0]), {"by": "table"}).content.decode()
    assert re.findall(r"table-number\">\s*(\S*)\s*<", by_table) == ["1", "2", "–"]
    assert "Bye" in words(by_table)


@pytest.mark.parametrize(("asked", "expected"), [("4", 4), ("6", 6), ("8", 8), ("7", 6), ("", 6)])
def test_slips_are_cut_into_piles_in_the_order_of_the_tables(asked: str, expected: int) -> None:
    played = Played([f"Player {number}" for number in range(41)])
    played.pair(1)
    client = factories.client_of(played.organizer)
    page = client.get(address(played, ADDRESSES[1]), {"a_page": asked}).content.decode()
    sheets = [
        [int(table) for table in re.findall(r"table-number\">(\d+)<", sheet)]
        for sheet in page.split("<section")[1:]
    ]
    assert all(len(sheet) <= expected for sheet in sheets)
    assert len(sheets) == -(-20 // expected)
    piles = [[sheet[slot] for sheet in sheets if slot < len(sheet)] for slot in range(expected)]
    assert [table for pile in piles for table in pile] == list(range(1, 21))
    assert "unposted" in words(page)


def test_a_slip_has_names_and_a_box_for_drawn_games(played: Played) -> None:
    client = factories.client_of(played.organizer)
    text = words(client.get(address(played, ADDRESSES[1])).content.decode())
    match = Match.objects.select_related("first", "second").get(table=1)
    assert match.first.name.replace("<b>", "&lt;b&gt;") in text
    assert text.count("Drawn games") == 2
    type(played.event).objects.update(draws_allowed=False)
    text = words(client.get(address(played, ADDRESSES[1])).content.decode())
    assert text.count("Drawn games") == 2


def test_standings_say_when_players_see_something_else(played: Played) -> None:
    client = factories.client_of(played.organizer)
    assert "differs from what players see" in words(
        client.get(address(played, ADDRESSES[2])).content.decode()
    )
    played.publish(1)
    text = words(client.get(address(played, ADDRESSES[2])).content.decode())
    assert "differs from what players see" not in text
    assert text.count("3 1-0-0") == 3


@pytest.mark.parametrize("rest", ADDRESSES)
def test_the_number_of_queries_does_not_grow(rest: str) -> None:
    counts = []
    for size in (4, 40):
        played = Played([f"Player {number}" for number in range(size)])
        played.play(1)
        client = factories.client_of(played.organizer)
        client.get(address(played, rest))
        counts.append(queries_of(partial(client.get, address(played, rest))))
    assert counts[0] == counts[1] <= 14
