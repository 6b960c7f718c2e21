"""Results that are enough for a cut over two rounds, as players read it."""

import json
from typing import Any

import pytest
from django.test import Client

from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.models import Match
from tests.events.support.before_cut import rows, with_cut
from tests.events.support.phones import Phone
from tests.markup import without_tags

pytestmark = pytest.mark.django_db


def plain(text: str) -> str:
    return " ".join(without_tags(text).split())


def words(client: Client, address: str) -> str:
    return plain(client.get(address).content.decode())


def test_two_rounds_before_a_cut_a_player_reads_what_is_enough_over_both(client: Client) -> None:
    played = with_cut(value=4, private_pages=True)
    played.play(1)
    played.publish(1)
    best = rows(played, 1)[0]["number"]
    page = played.url("players", best)
    assert "A win and a draw are enough. For the top 4, by match points alone." in words(
        client, page
    )
    played.post(2)
    assert "Win now, and a draw in round 3 is enough." in words(client, page)
    card = json.loads(client.get(f"{page.removesuffix('/')}.json").content)
    assert card["plan"] == {"now": "win", "wins": 0, "draws": 1, "enough": True}
    assert card["cut"] == {"places": 4, "rounds_left": 2, "next_round": 3}
    # The player's own result counts at once, but only on that phone.
    player = played.event.enrollments.get(number=best)
    matches = Match.objects.filter(round__number=2, round__event=played.event)
    match = (matches.filter(first=player) | matches.filter(second=player)).get()
    won = Slip.of(2, 0) if match.first == player else Slip.of(0, 2)
    who: dict[str, Any] = {"event_id": played.event.pk, "actor": played.organizer}
    enter_result(**who, number=2, table=match.table or 0, slip=won)
    own = plain(Phone(player).page())
    assert "One draw is enough. For the top 4, by match points alone. 1 round to play." in own
    assert "Win now" in words(client, page)
