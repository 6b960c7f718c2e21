"""Drafts: wishes, drawing and posting pods, a second draft podded by standing."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.players.actions import remove
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.progress.queries import seats_by_pod
from events.core.rounds.actions import complete_round, post_round, reopen_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import change_seats, draw_stage_pods, post_pods, wish_for_seat
from events.core.standings.actions import withdraw_standings
from events.models import Event, Verb
from tests.events.preflight.answers import drop
from tests.events.scenario import (
    byes,
    journaled,
    pairs,
    refused,
    report,
    round_of,
    start_round,
)
from tests.events.support.stages import play_swiss, staged

pytestmark = pytest.mark.django_db

DRAFT = StagePlan(rounds=3, pods=True)


def who(event: Event, owner: User, stage: int = 1) -> dict[str, Any]:
    return {"event_id": event.pk, "actor": owner, "stage": stage}


def seated(event: Event, stage: int = 1) -> dict[int, list[int]]:
    """The players' numbers by pod and seat."""
    pods = seats_by_pod(event.stages.get(number=stage))
    return {pod: [seat.enrollment.number for seat in seats] for pod, seats in pods.items()}


def test_everybody_has_one_seat_and_the_draw_can_be_repeated() -> None:
    event, owner = staged(22, DRAFT)
    pods = draw_stage_pods(**who(event, owner), seed=77)
    assert sorted(map(len, pods)) == [6, 8, 8]
    assert sorted(one for pod in pods for one in pod) == list(range(1, 23))
    assert list(seated(event).values()) == pods
    with refused("Give a reason. It is recorded in the journal.", "reason"):
        draw_stage_pods(**who(event, owner), seed=78)
    assert list(seated(event).values()) == pods
    assert draw_stage_pods(**who(event, owner), seed=78, reason="Late players") != pods
    assert draw_stage_pods(**who(event, owner), seed=77, reason="Back") == pods
    assert journaled(event, Verb.PODS_DRAWN)[0].data == {
        "stage": 1,
        "seed": 77,
        "sizes": [8, 8, 6],
        "reason": "",
    }


def test_sizes_are_chosen_by_hand() -> None:
    event, owner = staged(22, DRAFT)
    pods = draw_stage_pods(**who(event, owner), seed=77, sizes=[8, 7, 7])
    assert [*map(len, pods)] == [8, 7, 7]
    with refused("Pods of 8-8-8 have 24 seats for 22 players."):
        draw_stage_pods(**who(event, owner), sizes=[8, 8, 8])
    with refused("A pod needs at least 2 players."):
        draw_stage_pods(**who(event, owner), sizes=[21, 1])
    assert list(seated(event).values()) == pods


def test_two_change_places_and_what_was_posted_changes_for_a_reason() -> None:
    event, owner = staged(16, DRAFT)
    before = draw_stage_pods(**who(event, owner), seed=77)
    one, two = before[0][2], before[1][5]
    change_seats(**who(event, owner), player=one, other=two)
    assert seated(event)[1][2] == two
    assert seated(event)[2][5] == one
    post_pods(**who(event, owner))
    with refused("Give a reason. It is recorded in the journal."):
        change_seats(**who(event, owner), player=one, other=two)
    public = Event.objects.get(pk=event.pk).public_revision
    change_seats(**who(event, owner), player=one, other=two, reason="brothers")
    assert list(seated(event).values()) == before
    assert journaled(event, Verb.SEATS_CHANGED)[-1].data["reason"] == "brothers"
    assert Event.objects.get(pk=event.pk).public_revision > public
    with refused("Enter two players. At least one must have a seat."):
        change_seats(**who(event, owner), player=one, other=one, reason="x")
    with refused("Player 99 is not in this draft."):
        change_seats(**who(event, owner), player=99, other=one, reason="x")
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    with refused("Round 1 of this draft is paired. Discard it first if possible."):
        change_seats(**who(event, owner), player=one, other=two, reason="x")


def test_who_came_late_takes_the_seat_of_one_who_left() -> None:
    event, owner = staged(9, DRAFT)
    remove(event_id=event.pk, actor=owner, number=9)
    pods = draw_stage_pods(**who(event, owner), seed=77)
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment("Late Comer")])
    late = event.enrollments.get(name="Late Comer").number
    drop(event_id=event.pk, actor=owner, number=pods[0][3])
    change_seats(**who(event, owner), player=late, other=pods[0][3])
    assert seated(event)[1][3] == late
    assert len(seated(event)[1]) == 8


def test_wishes_for_a_pod_and_for_a_seat_are_kept() -> None:
    event, owner = staged(16, DRAFT)
    wish_for_seat(**who(event, owner), player=5, pod=2, seat=3)
    wish_for_seat(**who(event, owner), player=9, pod=2, seat=None)
    wish_for_seat(**who(event, owner), player=1, pod=1, seat=None)
    wish_for_seat(**who(event, owner), player=1, pod=None, seat=None)
    assert event.stages.get().wishes == {"5": [2, 3], "9": [2, None]}
    for seed in range(5):
        draw_stage_pods(**who(event, owner), seed=seed, reason="Try")
        assert seated(event)[2][2] == 5
        assert 9 in seated(event)[2]


@pytest.mark.parametrize(
    ("pod", "seat", "words"),
    [
        (0, None, "Pods and seats are numbered from 1."),
        (1, 0, "Pods and seats are numbered from 1."),
        (9, None, "Player 005 requested pod 9, but the last pod is 1."),
        (1, 9, "Player 005 requested seat 9 of pod 1, which has only 8 seats."),
    ],
)
def test_a_wish_that_can_not_be_kept_is_refused(pod: int, seat: int | None, words: str) -> None:
    event, owner = staged(8, DRAFT)

    def wish_and_draw() -> None:
        wish_for_seat(**who(event, owner), player=5, pod=pod, seat=seat)
        draw_stage_pods(**who(event, owner))

    with refused(words):
        wish_and_draw()
    assert seated(event) == {}


def test_wishes_against_each_other_are_named() -> None:
    event, owner = staged(16, DRAFT)
    for player in (3, 5):
        wish_for_seat(**who(event, owner), player=player, pod=2, seat=1)
    with refused("Player 005 and Player 003 requested the same seat: pod 2, seat 1."):
        draw_stage_pods(**who(event, owner))
    for player in range(1, 10):
        wish_for_seat(**who(event, owner), player=player, pod=2, seat=None)
    with refused("9 players requested pod 2, which has 8 seats."):
        draw_stage_pods(**who(event, owner))


def test_a_wish_is_about_somebody_who_plays_in_a_draft() -> None:
    event, owner = staged(8, StagePlan(rounds=1), DRAFT)
    with refused("Player 9 is not playing in this event.", "player"):
        wish_for_seat(**who(event, owner, 2), player=9, pod=1, seat=None)
    with refused("Stage 1 is not a draft."):
        wish_for_seat(**who(event, owner), player=1, pod=1, seat=None)


def test_posted_pods_are_final() -> None:
    event, owner = staged(8, DRAFT)
    with refused("Draw the pods first."):
        post_pods(**who(event, owner))
    with refused("Draw the draft pods before you pair the first draft round."):
        pair_next_round(event_id=event.pk, actor=owner, number=1)
    draw_stage_pods(**who(event, owner))
    post_pods(**who(event, owner))
    assert event.stages.get().pods_posted_at is not None
    with refused("The pods are already posted."):
        post_pods(**who(event, owner))
    with refused("The pods are posted, and players are already seated."):
        draw_stage_pods(**who(event, owner))
    with refused("The pods are already drawn. Draw them again after the change."):
        wish_for_seat(**who(event, owner), player=5, pod=1, seat=None)


def test_the_first_round_goes_across_the_table_and_all_stay_in_the_pod() -> None:
    event, owner = staged(24, DRAFT)
    pods = draw_stage_pods(**who(event, owner), seed=5)
    post_pods(**who(event, owner))
    start_round(event, owner, 1)
    assert round_of(event, 1).proof == {"method": "across", "proven": True, "pods": 3}
    across = {frozenset((pod[seat], pod[seat + 4])) for pod in pods for seat in range(4)}
    assert pairs(event, 1) == across
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    pod_of = {one: number for number, pod in enumerate(pods) for one in pod}
    for number in (2, 3):
        start_round(event, owner, number)
        assert round_of(event, number).proof["method"] == "pods"
        assert all(len({pod_of[one] for one in two}) == 1 for two in pairs(event, number))
        report(event, owner, number)
        complete_round(event_id=event.pk, actor=owner, number=number)
    met = [pairs(event, number) for number in (1, 2, 3)]
    assert len(met[0] | met[1] | met[2]) == 36, "no rematch inside a pod"


def test_an_odd_pod_has_a_bye_and_nobody_has_two() -> None:
    event, owner = staged(7, DRAFT)
    draw_stage_pods(**who(event, owner), seed=5)
    play_swiss(event, owner, 1, 3)
    had = [byes(event, number) for number in (1, 2, 3)]
    assert [len(one) for one in had] == [1, 1, 1]
    assert len({one for round in had for one in round}) == 3


def test_two_drafts_of_24_the_second_podded_by_standing() -> None:
    event, owner = staged(24, DRAFT, DRAFT)
    draw_stage_pods(**who(event, owner))
    post_pods(**who(event, owner))
    with refused("The stage before this draft is not over yet."):
        draw_stage_pods(**who(event, owner, 2))
    play_swiss(event, owner, 1, 3)
    drop(event_id=event.pk, actor=owner, number=24)
    snapshot = round_of(event, 3).snapshots.get()
    order = [row["number"] for row in snapshot.rows if row["number"] != 24]
    second = draw_stage_pods(**who(event, owner, 2), seed=3)
    assert [len(pod) for pod in second] == [8, 8, 7]
    assert [set(pod) for pod in second] == [set(order[:8]), set(order[8:16]), set(order[16:])]
    assert second[0] != order[:8], "seats are drawn"
    post_pods(**who(event, owner, 2))
    start_round(event, owner, 4)
    assert round_of(event, 4).proof["method"] == "across"
    (bye,) = byes(event, 4)
    assert bye in second[2]


def test_opening_the_last_round_forgets_pods_that_were_only_drawn() -> None:
    event, owner = staged(8, StagePlan(rounds=1), DRAFT)
    play_swiss(event, owner, 1, 1)
    withdraw_standings(event_id=event.pk, actor=owner, number=1, reason="to look again")
    draw_stage_pods(**who(event, owner, 2))
    reopen_round(event_id=event.pk, actor=owner, number=1)
    assert seated(event, 2) == {}
    complete_round(event_id=event.pk, actor=owner, number=1)
    draw_stage_pods(**who(event, owner, 2))
    post_pods(**who(event, owner, 2))
    with refused("The pods for the next draft are posted, and players are already seated."):
        reopen_round(event_id=event.pk, actor=owner, number=1)


def test_who_leaves_after_the_pods_are_drawn_is_not_paired() -> None:
    event, owner = staged(8, DRAFT)
    draw_stage_pods(**who(event, owner))
    post_pods(**who(event, owner))
    drop(event_id=event.pk, actor=owner, number=3)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    post_round(event_id=event.pk, actor=owner, number=1)
    playing = {one for two in pairs(event, 1) for one in two} | set(byes(event, 1))
    assert playing == {1, 2, 4, 5, 6, 7, 8}


def test_who_sits_in_a_pod_is_not_removed_without_a_trace() -> None:
    event, owner = staged(8, DRAFT)
    draw_stage_pods(**who(event, owner))
    with refused("Player 003 is seated in a pod. Drop the player and draw the pods again."):
        remove(event_id=event.pk, actor=owner, number=3)
    drop(event_id=event.pk, actor=owner, number=3)
    assert sorted(draw_stage_pods(**who(event, owner), reason="Left")[0]) == [1, 2, 4, 5, 6, 7, 8]
