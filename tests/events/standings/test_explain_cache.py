"""The cost of thousands of phones that ask for the arithmetic."""

import json
from collections.abc import Iterator
from http import HTTPStatus

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from events.models import Match
from events.public_site.page_cache import page_cache
from tests import factories
from tests.events.standings.test_explain import FIVE, read, stored, why
from tests.events.support.public_events import Played

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Played:
    made = Played(FIVE, rounds=4)
    for number in (1, 2, 3):
        made.play(number)
        made.publish(number)
    return made


@pytest.fixture
def remembering(settings: LazySettings) -> Iterator[LazySettings]:
    settings.PUBLIC_SECONDS = 600
    page_cache.forget()
    yield settings
    page_cache.forget()


@pytest.mark.parametrize("end", ["/", ".json"])
def test_kept_for_everybody_without_a_cookie(
    client: Client, played: Played, remembering: LazySettings, end: str
) -> None:
    first = client.get(why(played, 3, 1, end))
    assert not first.cookies
    with CaptureQueriesContext(connection) as queries:
        again = client.get(why(played, 3, 1, end))
        same = client.get(why(played, 3, 1, end), headers={"if-none-match": first["ETag"]})
        other = client.get(why(played, 3, 2, end))
    assert len(queries) == 0, "the next player is explained from what is held"
    assert (again.status_code, other.status_code) == (HTTPStatus.OK, HTTPStatus.OK)
    assert again.content == first.content
    assert other.content != first.content
    assert same.status_code == HTTPStatus.NOT_MODIFIED


def test_what_is_held_goes_with_the_revision(
    client: Client, played: Played, remembering: LazySettings
) -> None:
    match = Match.objects.filter(round__event=played.event, round__number=1, table=1).get()
    url = why(played, 3, match.first.number, ".json")
    before = json.loads(client.get(url).content)
    Match.objects.filter(pk=match.pk).update(first_wins=0, second_wins=2, drawn_games=0)
    played.publish(3)
    remembering.PUBLIC_SECONDS = 1e-9
    after = json.loads(client.get(url).content)
    assert before["player"]["points"] == after["player"]["points"] + 3
    row = next(row for row in stored(played, 3) if row["number"] == match.first.number)
    assert after["player"]["points"] == row["points"]
    assert after["explanation"]["parts"][0]["value"] == row["omw"]


def test_the_number_of_queries_does_not_grow_with_the_field(client: Client) -> None:
    counts = []
    for size in (4, 40):
        played = Played([f"Player {number}" for number in range(size)])
        played.play(1)
        played.publish(1)
        with CaptureQueriesContext(connection) as queries:
            read(client, why(played, 1, 1))
        desk = factories.client_of(played.organizer)
        with CaptureQueriesContext(connection) as more:
            read(desk, f"/staff{why(played, 1, 1)}")
        counts.append((len(queries), len(more)))
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 20
