"""Players whom one could play next: from published standings alone."""

import pytest
from django.test import Client

from tests.events.support.public_events import Played
from tests.markup import flat

pytestmark = pytest.mark.django_db

EIGHT = [f"Player {letter}" for letter in "ABCDEFGH"]


def page(client: Client, played: Played, number: int) -> str:
    return flat(client.get(played.url("players", number)))


def test_those_with_the_same_points_are_possible_once_standings_are_published(
    client: Client,
) -> None:
    played = Played(EIGHT, rounds=3)
    played.play(1)
    words = "Possible opponents in round 2"
    assert words not in page(client, played, 1)
    played.publish(1)
    match = played.event.rounds.get(number=1).matches.select_related("first", "second").first()
    assert match is not None
    assert match.second is not None
    found = page(client, played, match.first.number)
    assert words in found
    named = found.partition(words)[2].partition("</details>")[0]
    assert match.second.name not in named
    assert match.first.name not in named
    assert named.count("<li>") == 3
    played.post(2)
    assert words not in page(client, played, match.first.number)
