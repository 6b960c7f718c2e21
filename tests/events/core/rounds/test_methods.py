"""Rounds that no Swiss engine pairs: round robin, and the last Swiss round by standings."""

import pytest
from django.test import Client

from events.core.events.finishing_actions import finish_event
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.progress.queries import current_stage
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.plans import StagePlan
from events.desk.unposted_actions import swap_players
from events.public_site.reads.events import load_event
from events.report.queries import event_report
from tests.events.preflight.answers import drop
from tests.events.scenario import byes, pairs, refused, round_of, start_round
from tests.events.support.stages import finish_round, play_swiss, staged
from tests.markup import flat

pytestmark = pytest.mark.django_db

LEAGUE = StagePlan(kind="round-robin")


def test_a_league_of_five_meets_once_and_everybody_has_one_bye() -> None:
    event, owner = staged(5, LEAGUE)
    play_swiss(event, owner, 1, 5)
    met = [two for number in range(1, 6) for two in pairs(event, number)]
    assert len(met) == len(set(met)) == 10
    assert sorted(one for number in range(1, 6) for one in byes(event, number)) == [1, 2, 3, 4, 5]
    assert round_of(event, 1).proof == {"method": "round-robin", "proven": True}
    with refused("All 5 rounds have been played. Finish the event."):
        pair_next_round(event_id=event.pk, actor=owner, number=6)
    finish_event(event_id=event.pk, actor=owner)


def test_who_leaves_a_league_leaves_the_opponents_a_bye() -> None:
    event, owner = staged(5, LEAGUE)
    play_swiss(event, owner, 1, 2)
    drop(event_id=event.pk, actor=owner, number=3)
    play_swiss(event, owner, 3, 5)
    late = [two for number in (3, 4, 5) for two in pairs(event, number)]
    assert all(3 not in two for two in late)
    met = [two for number in range(1, 6) for two in pairs(event, number)]
    assert len(met) == len(set(met))
    for number in (3, 4, 5):
        playing = {one for two in pairs(event, number) for one in two} | set(byes(event, number))
        assert playing == {1, 2, 4, 5}, "everybody else has something in every round"
    status = current_stage(event)
    assert status is not None
    assert (status.planned, status.over) == (5, True)
    rules = flat(Client().get(f"/e/{event.slug}/rules/"))
    assert "the matches played count, and each remaining opponent has a bye." in rules


def test_nobody_can_join_a_league_that_has_begun() -> None:
    event, owner = staged(5, LEAGUE)
    play_swiss(event, owner, 1, 1)
    with refused("This stage has started, so no player can join it."):
        enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment("Late")])
    play_swiss(event, owner, 2, 5)
    met = [two for number in range(1, 6) for two in pairs(event, number)]
    assert len(met) == len(set(met)) == 10
    status = current_stage(event)
    assert status is not None
    assert (status.planned, status.over) == (5, True)


def test_a_league_has_no_awarded_byes() -> None:
    event, owner = staged(4, LEAGUE)
    event.enrollments.filter(number=1).update(awarded_byes=2)
    start_round(event, owner, 1)
    assert byes(event, 1) == []
    assert len(pairs(event, 1)) == 2


def test_more_than_sixteen_players_are_no_league() -> None:
    event, owner = staged(17, LEAGUE)
    with refused("A round robin can have at most 16 players."):
        pair_next_round(event_id=event.pk, actor=owner, number=1)


def test_the_announced_last_round_is_paired_by_standings() -> None:
    event, owner = staged(8, StagePlan(rounds=3, last_by_standings=True))
    play_swiss(event, owner, 1, 2)
    order = [row["number"] for row in round_of(event, 2).snapshots.get().rows]
    start_round(event, owner, 3)
    earlier = pairs(event, 1) | pairs(event, 2)
    assert not pairs(event, 3) & earlier, "still without a rematch"
    best = next(one for one in order[1:] if frozenset((order[0], one)) not in earlier)
    assert frozenset((order[0], best)) in pairs(event, 3)
    assert round_of(event, 3).proof["method"] == "standings"
    assert round_of(event, 2).proof["method"] != "standings"
    finish_round(event, owner, 3)


def test_the_one_more_round_is_not_the_announced_last_one() -> None:
    event, owner = staged(8, StagePlan(rounds=2, last_by_standings=True, extra_round=True))
    play_swiss(event, owner, 1, 2)
    start_round(event, owner, 3)
    assert round_of(event, 2).proof["method"] == "standings"
    assert round_of(event, 3).proof["method"] != "standings"


def test_a_change_by_hand_remembers_the_bye_that_the_standings_gave() -> None:
    event, owner = staged(7, StagePlan(rounds=2, last_by_standings=True))
    play_swiss(event, owner, 1, 1)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    drawn = byes(event, 2)
    one, two = (min(pair) for pair in list(pairs(event, 2))[:2])
    swap_players(event_id=event.pk, actor=owner, number=2, first=one, second=two)
    assert [round_of(event, 2).proof["bye"]] == drawn
    swap_players(event_id=event.pk, actor=owner, number=2, first=one, second=drawn[0])
    assert [round_of(event, 2).proof["bye"]] == drawn != byes(event, 2)


def test_a_conditional_round_that_was_played_counts_as_announced() -> None:
    event, owner = staged(8, StagePlan(rounds=1, extra_round=True))
    play_swiss(event, owner, 1, 2)
    event.refresh_from_db()
    assert event_report(event).announced == 2
    assert load_event(event.slug).planned_rounds == 2
