"""Players whom a cut left out: every part of the event knows that they do not play on day 2."""

from typing import Any

import pytest
from django.test import Client

from events.core.progress.presence import expected_players, fixed_tables
from events.core.stages.plans import StagePlan
from events.core.standings.actions import publish_standings
from events.day.people import in_two_events
from events.models import Enrollment, Event
from events.paper.queries import paper_page, players_by_name
from tests.events.scenario import event_with_owner, play_round, start_round
from tests.events.support.phones import EVERYTHING, Phone
from tests.events.support.stages import confirm, finish_round, staged
from tests.factories import client_of

pytestmark = pytest.mark.django_db


def day_2() -> tuple[Event, Any, list[Enrollment]]:
    """Return an event in its second Swiss stage, and the players who are not in it."""
    event, owner = staged(
        6, StagePlan(rounds=1, cut_by="rank", cut_value=4), StagePlan(rounds=2), **EVERYTHING
    )
    play_round(event, owner, 1)
    confirm(event, owner, 1)
    start_round(event, owner, 2)
    cut_off = event.enrollments.exclude(advanced_from__event=event).order_by("number")
    return event, owner, list(cut_off)


def test_players_that_a_cut_left_out_are_not_missed_on_day_2() -> None:
    event, owner, left_out = day_2()
    assert len(left_out) == 2
    listed = Client().get(f"/e/{event.slug}/pairings/?without").content.decode()
    assert listed.count("did not advance") == 2
    assert "go to the desk" not in listed
    staff, anyone = client_of(owner), Client()
    for played in (False, True):
        if played:
            finish_round(event, owner, 2)
        for player in left_out:
            card = anyone.get(f"/e/{event.slug}/players/{player.number}.json").json()
            assert (card["player_state"], card["goes_on"]) == ("cut", False)
            own = Phone(player).page()
            public = anyone.get(f"/e/{event.slug}/players/{player.number}/").content.decode()
            page = staff.get(f"/staff/e/{event.slug}/roster/players/{player.number}/")
            for text in (own, public, page.content.decode()):
                assert "Not advancing" in text
                assert "no match in round" not in text
                assert "Not paired" not in text


def test_nobody_plays_next_against_a_player_left_out() -> None:
    event, owner, left_out = day_2()
    finish_round(event, owner, 2)
    publish_standings(event_id=event.pk, actor=owner, number=2)
    pages = [
        Client().get(f"/e/{event.slug}/players/{player.number}/").content.decode()
        for player in event.enrollments.all()
    ]
    lists = [page.partition("<details")[2].partition("</details>")[0] for page in pages]
    assert any(lists)
    for player in left_out:
        assert not any(f"players/{player.number}/" in text for text in lists)


def test_players_left_out_hold_no_table_and_no_paper() -> None:
    event, _owner, left_out = day_2()
    event.enrollments.filter(pk=left_out[0].pk).update(fixed_table=40)
    inside = expected_players(event).first()
    assert inside is not None
    event.enrollments.filter(pk=inside.pk).update(fixed_table=41)
    assert [*fixed_tables(event)] == [41]
    assert paper_page(event).players == len(players_by_name(event)) == 4


def test_players_left_out_may_play_in_another_event() -> None:
    event, _owner, left_out = day_2()
    side, _other = event_with_owner(6)
    twice = {double.name for double in in_two_events([event, side])}
    assert twice == {player.name for player in expected_players(event)}
    assert not twice & {player.name for player in left_out}
