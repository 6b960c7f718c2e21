"""Laying out stages, the condition of one more round, the end of an event."""

import pytest
from django.contrib.auth.models import User

from events.core.events.finishing_actions import finish_event
from events.core.progress.queries import current_stage, entrants_of, stage_status
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods, post_pods
from events.models import Enrollment, Event, Verb
from events.stages.actions import add_stage, drop_stage, lay_out_stages
from tests.events.preflight.answers import drop
from tests.events.scenario import (
    event_with_owner,
    journaled,
    play_round,
    player,
    refused,
    start_round,
    tables,
)
from tests.events.support.stages import SINGLE, confirm, finish_round, play_swiss, slots, staged

pytestmark = pytest.mark.django_db

TOP_4 = (StagePlan(rounds=3, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE))


def test_stages_are_laid_out_in_order_and_journaled() -> None:
    event, owner = event_with_owner(12)
    lay_out_stages(event_id=event.pk, actor=owner, plans=TOP_4)
    assert list(event.stages.values_list("number", "kind", "cut_by", "cut_value")) == [
        (1, "swiss", "rank", 4),
        (2, "single-elimination", "", None),
    ]
    lay_out_stages(event_id=event.pk, actor=owner, plans=[StagePlan(rounds=5)])
    assert list(event.stages.values_list("number", "rounds")) == [(1, 5)]
    assert [len(one.data["stages"]) for one in journaled(event, Verb.STAGES_CHANGED)] == [2, 1]


PLAYOFF = StagePlan(kind=SINGLE)
BAD_PLANS = [
    ([], "An event has 1 to 6 stages.", None),
    ([StagePlan(rounds=3)] * 7, "An event has 1 to 6 stages.", None),
    ([PLAYOFF, StagePlan(rounds=3)], "A playoff must be the last stage.", "1.kind"),
    ([StagePlan(rounds=0)], "The number of rounds must be 1 to 40.", "1.rounds"),
    ([StagePlan(rounds=41)], "The number of rounds must be 1 to 40.", "1.rounds"),
    ([StagePlan(rounds=3), StagePlan()], "Enter the number of rounds for this stage.", "2.rounds"),
    (
        [StagePlan(kind=SINGLE, pods=True)],
        "A stage of this type (single elimination) does not have this option. Leave it out.",
        "1.pods",
    ),
    (
        [StagePlan(rounds=3, third_place=True)],
        "A stage of this type (Swiss rounds) does not have this option. Leave it out.",
        "1.third_place",
    ),
    (
        [StagePlan(kind="round-robin", points_first=True)],
        "A stage of this type (round robin) does not have this option. Leave it out.",
        "1.points_first",
    ),
    (
        [StagePlan(rounds=3, pods=True, extra_round=True)],
        "A draft cannot have a conditional round.",
        "1.extra_round",
    ),
    (
        [StagePlan(rounds=3, cut_by="rank"), PLAYOFF],
        "Enter how many players advance, or the points needed.",
        "1.cut_value",
    ),
    (
        [StagePlan(cut_by="rank", cut_value=8)],
        "No players advance from the last stage.",
        "1.cut_by",
    ),
    ([StagePlan(rounds=3), PLAYOFF], "Choose who advances to the playoff.", "1.cut_by"),
    (
        [StagePlan(rounds=3, cut_by="rank", cut_value=33), PLAYOFF],
        "A playoff takes 2 to 32 players.",
        "1.cut_value",
    ),
    ([StagePlan(games_to_win=4)], "A match is won with 1, 2 or 3 game wins.", "1.games_to_win"),
    (
        [StagePlan(round_minutes=601)],
        "A time limit must be 0 to 600 minutes; 0 means no limit.",
        "1.round_minutes",
    ),
    (
        [StagePlan(rounds=2, cut_by="points", cut_value=10_000), StagePlan(rounds=2)],
        "The cut line must be 1 to 9999.",
        "1.cut_value",
    ),
]


@pytest.mark.parametrize(("plans", "words", "field"), BAD_PLANS)
def test_a_plan_that_can_not_work_is_refused(
    plans: list[StagePlan], words: str, field: str | None
) -> None:
    event, owner = event_with_owner(8)
    with refused(words, field):
        lay_out_stages(event_id=event.pk, actor=owner, plans=plans)
    assert event.stages.count() == 1


def test_the_stages_are_fixed_once_round_1_is_paired() -> None:
    event, owner = staged(8, *TOP_4)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    with refused("Round 1 is paired. You can still add stages at the end."):
        lay_out_stages(event_id=event.pk, actor=owner, plans=[StagePlan(rounds=2)])


def test_stages_stay_while_players_sit_in_their_pods() -> None:
    event, owner = staged(8, StagePlan(rounds=3, pods=True))
    draw_stage_pods(event_id=event.pk, actor=owner, stage=1)
    post_pods(event_id=event.pk, actor=owner, stage=1)
    with refused("The pods are posted, and players are already seated."):
        lay_out_stages(event_id=event.pk, actor=owner, plans=[StagePlan(rounds=2)])


def test_a_stage_is_added_during_the_event_and_removed_again() -> None:
    event, owner = staged(8, StagePlan(rounds=2))
    play_round(event, owner, 1)
    add_stage(
        event_id=event.pk,
        actor=owner,
        plan=StagePlan(kind=SINGLE, cut_by="rank", cut_value=4),
        reason="more players than tables",
    )
    assert event.stages.get(number=1).cut_value == 4
    with refused("A playoff must be the last stage."):
        add_stage(event_id=event.pk, actor=owner, plan=StagePlan(rounds=1))
    drop_stage(event_id=event.pk, actor=owner, reason="the hall closes")
    assert event.stages.get().cut_by == ""
    with refused("An event needs at least one stage."):
        drop_stage(event_id=event.pk, actor=owner)


def test_a_stage_that_has_begun_or_a_confirmed_cut_is_not_removed() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    confirm(event, owner, 1)
    with refused("The advancing players are confirmed. Undo the cut first."):
        drop_stage(event_id=event.pk, actor=owner)
    pair_next_round(event_id=event.pk, actor=owner, number=4)
    with refused("The last stage has already started."):
        drop_stage(event_id=event.pk, actor=owner)


def test_nobody_is_paired_before_the_cut_is_confirmed() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    with refused("Confirm the advancing players before you pair the next round."):
        pair_next_round(event_id=event.pk, actor=owner, number=4)
    advanced = confirm(event, owner, 1)
    assert len(advanced) == 4
    pair_next_round(event_id=event.pk, actor=owner, number=4)
    assert set(slots(event, 4)) == {"W1-1", "W1-2"}
    entry = journaled(event, Verb.CUT_CONFIRMED)[0]
    assert entry.data == {"stage": 1, "advancing": list(advanced)}


@pytest.mark.parametrize(
    ("draw_everything", "extra"),
    [(False, False), (True, True)],
    ids=["one is perfect", "nobody is"],
)
def test_one_more_round_unless_exactly_one_player_has_won_everything(
    draw_everything: bool, extra: bool
) -> None:
    event, owner = staged(4, StagePlan(rounds=2, extra_round=True))
    if draw_everything:
        for number in (1, 2):
            start_round(event, owner, number)
            for table in tables(event, number):
                enter_result(
                    event_id=event.pk, actor=owner, number=number, table=table, slip=Slip.of(1, 1)
                )
            complete_round(event_id=event.pk, actor=owner, number=number)
    else:
        play_swiss(event, owner, 1, 2)
    status = current_stage(event)
    assert status is not None
    assert (status.extra, status.planned, status.over) == (extra, 2 + extra, not extra)
    if not extra:
        with refused("All 2 rounds have been played. Finish the event."):
            pair_next_round(event_id=event.pk, actor=owner, number=3)
        return
    start_round(event, owner, 3)
    status = stage_status(event.stages.get())
    assert (status.extra, status.planned, status.over) == (True, 3, False), "while it is played"
    finish_round(event, owner, 3)
    assert stage_status(event.stages.get()).over


def test_two_perfect_players_play_one_more_round() -> None:
    event, owner = staged(8, StagePlan(rounds=2, extra_round=True))
    play_swiss(event, owner, 1, 2)
    status = current_stage(event)
    assert status is not None
    assert status.extra is True
    finish_event_early(event, owner)


def finish_event_early(event: Event, owner: User) -> None:
    words = "Not every announced round has been played. Check the box to finish early."
    with refused(words, "early"):
        finish_event(event_id=event.pk, actor=owner)


def test_an_event_is_not_finished_before_its_last_stage() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    finish_event_early(event, owner)
    confirm(event, owner, 1)
    finish_event_early(event, owner)
    start_round(event, owner, 4)
    finish_round(event, owner, 4)
    with refused("Complete round 5 before you finish the event."):
        finish_event(event_id=event.pk, actor=owner)
    finish_round(event, owner, 5)
    assert finish_event(event_id=event.pk, actor=owner).state == Event.State.FINISHED


def test_who_left_is_no_entrant_of_the_next_stage() -> None:
    event, owner = staged(8, StagePlan(rounds=1), StagePlan(rounds=1))
    play_swiss(event, owner, 1, 1)
    drop(event_id=event.pk, actor=owner, number=3)
    second = event.stages.get(number=2)
    assert [one.number for one in entrants_of(second)] == [1, 2, 4, 5, 6, 7, 8]
    assert player(event, 3).state == Enrollment.State.DROPPED
