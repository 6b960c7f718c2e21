"""The journal's sentences about stages."""

from typing import Any

import pytest

from events.core.journal.words.entries import sentence
from events.core.stages.cut_actions import take_cut_back
from events.core.stages.plans import StagePlan
from events.core.stages.playoff_actions import choose_play
from events.core.stages.pod_actions import draw_stage_pods, post_pods, wish_for_seat
from events.models import Event, Verb
from events.stages.actions import add_stage, drop_stage
from tests.events.scenario import journaled
from tests.events.support.stages import SINGLE, confirm, finish_round, play_swiss, playoff, staged

pytestmark = pytest.mark.django_db


def said(event: Event, verb: Verb) -> list[str]:
    return [sentence(entry) for entry in journaled(event, verb)]


def test_laying_out_adding_and_removing() -> None:
    event, owner = staged(8, StagePlan(rounds=3, pods=True), StagePlan(rounds=1))
    add_stage(
        event_id=event.pk, actor=owner, plan=StagePlan(kind=SINGLE, cut_by="rank", cut_value=4)
    )
    drop_stage(event_id=event.pk, actor=owner)
    assert said(event, Verb.STAGES_CHANGED) == [
        "The stages were set up: a draft, 3 rounds, Swiss rounds, 1 round.",
        "A stage was added: single elimination.",
        "Stage 3 was removed.",
    ]


def test_wishes_and_pods() -> None:
    event, owner = staged(8, StagePlan(rounds=3, pods=True))
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "stage": 1}
    wish_for_seat(**who, player=5, pod=1, seat=2)
    wish_for_seat(**who, player=5, pod=1, seat=None)
    wish_for_seat(**who, player=5, pod=None, seat=None)
    draw_stage_pods(**who, seed=9)
    post_pods(**who)
    assert said(event, Verb.STAGES_CHANGED)[1:] == [
        "Draft of stage 1: player 5 is assigned to pod 1, seat 2.",
        "Draft of stage 1: player 5 is assigned to pod 1.",
        "Draft of stage 1: player 5 has no assigned seat.",
    ]
    assert said(event, Verb.PODS_DRAWN) == ["The pods of stage 1 were drawn: 8 players, seed 9."]
    assert said(event, Verb.PODS_POSTED) == ["The pods of stage 1 were posted."]


def test_a_cut_and_what_became_of_it() -> None:
    plans = StagePlan(rounds=1, cut_by="rank", cut_value=2), StagePlan(kind=SINGLE)
    event, owner = staged(4, *plans)
    play_swiss(event, owner, 1, 1)
    one, two = confirm(event, owner, 1)
    take_cut_back(event_id=event.pk, actor=owner, number=1, reason="a slip was wrong")
    assert said(event, Verb.CUT_CONFIRMED) == [
        f"2 players advance from stage 1: players {one}, {two}."
    ]
    assert said(event, Verb.CUT_TAKEN_BACK) == [
        "The cut after stage 1 was undone. Reason: a slip was wrong."
    ]


def test_rounds_of_a_bracket_have_no_seed() -> None:
    event, owner = playoff(8, 4)
    choose_play(event_id=event.pk, actor=owner, number=2, table=1, first="first")
    finish_round(event, owner, 2)
    assert said(event, Verb.ROUND_PAIRED) == [
        "Round 1 was paired with seed 1. It is not posted yet.",
        "Round 2 was created from the bracket. It is not posted yet.",
    ]
    assert said(event, Verb.ROUND_POSTED) == [
        "Round 1 was posted, seed 1.",
        "Round 2 was posted.",
        "Round 3 of the bracket was filled in from the results.",
    ]
    chosen = said(event, Verb.PLAY_CHOSEN)[0]
    assert chosen.startswith("Round 2, table 1: Player ")
    assert chosen.endswith(" plays first in game 1.")


def test_a_league_is_named() -> None:
    event, _owner = staged(4, StagePlan(kind="round-robin"))
    assert said(event, Verb.STAGES_CHANGED) == ["The stages were set up: round robin."]
