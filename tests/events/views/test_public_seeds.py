"""The page of the seeds: a hash before, the seed after posting, nothing of a draft."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import pairings
from events.models import Event, Round
from events.services.pairing import pair_again, pair_next_round
from events.services.rounds import post_round
from events.services.unposted_changes import swap_players
from tests.events.scenario import event_with_owner, play_round

pytestmark = pytest.mark.django_db


def page(event: Event) -> str:
    answer = Client().get(reverse("public:seeds", args=[event.slug]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_hash_is_announced_and_the_seed_shown_when_the_round_is_posted() -> None:
    event, owner = event_with_owner(6)
    announced = pairings.seed_hash(event.next_seed)
    assert announced in page(event)
    round = pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert round.seed == event.next_seed
    assert announced in page(event)
    assert str(round.seed) not in page(event)
    post_round(event_id=event.pk, actor=owner, number=1)
    assert str(round.seed) in page(event)
    assert announced in page(event)


def test_pairing_again_and_changes_by_hand_are_told() -> None:
    event, owner = event_with_owner(6)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    pair_next_round(**who)
    pair_again(**who)
    pair_again(**who)
    match, other = Round.objects.get(event=event).matches.order_by("table")[:2]
    swap_players(**who, first=match.first.number, second=other.first.number)
    assert "paired again" not in page(event)
    post_round(**who)
    assert "paired again 2 times" in page(event)
    assert "changed by hand" in page(event)


def test_the_number_of_queries_does_not_grow_with_the_rounds() -> None:
    event, owner = event_with_owner(6, rounds=4)
    counts = []
    for number in (1, 2, 3):
        play_round(event, owner, number)
        with CaptureQueriesContext(connection) as counted:
            page(event)
        counts.append(len(counted))
    assert len(set(counts)) == 1


def test_a_draw_that_is_not_there() -> None:
    assert Client().get("/e/nothing/draw/").status_code == 404
