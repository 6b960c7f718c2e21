"""The pre-flight check: each line, answering it, going on with a reason."""

import datetime

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from events.core.check_line import Check, CheckCode, Weight
from events.core.judging.penalty_actions import give_penalty
from events.core.preflight.queries import PreflightCheck, preflight_check
from events.core.results.actions import enter_result
from events.core.results.slips import Slip, parse_slip
from events.core.rounds.actions import complete_round
from events.core.standings.actions import publish_standings
from events.core.standings.correction_actions import correct_result
from events.core.steps.actions import pair_round
from events.core.words.preflight_words import check_reason, check_words
from events.models import (
    EligibilityMark,
    Enrollment,
    Event,
    Infraction,
    Match,
    PenaltyKind,
    Report,
    Role,
)
from events.roster.drop_actions import disqualify
from events.roster.drop_actions import drop as drop_player
from tests import factories
from tests.events.preflight.answers import drop, leave_as_it_is
from tests.events.scenario import (
    at_table,
    enter_slips,
    event_with_owner,
    play_round,
    refused,
    round_of,
    start_round,
)

pytestmark = pytest.mark.django_db


def check_of(event: Event, number: int = 1) -> PreflightCheck:
    return preflight_check(event.rounds.select_related("event", "stage").get(number=number))


def lines(event: Event, number: int = 1) -> list[tuple[CheckCode, Weight, str]]:
    return [(line.code, line.weight, check_words(line)) for line in check_of(event, number).lines]


def only(event: Event, number: int = 1) -> Check:
    (line,) = check_of(event, number).lines
    return line


def started(event: Event, minutes: int, number: int = 1) -> None:
    """Let the clock of a round have been started so long ago."""
    start = timezone.now() - datetime.timedelta(minutes=minutes)
    event.rounds.filter(number=number).update(started_at=start, posted_at=start)


def playing(players: int = 8, **columns: object) -> tuple[Event, User]:
    event, owner = event_with_owner(players, **columns)
    start_round(event, owner, 1)
    started(event, 40)
    return event, owner


def names(event: Event, table: int, number: int = 1) -> tuple[Enrollment, Enrollment]:
    match = at_table(event, number, table)
    assert match.second is not None
    return match.first, match.second


def test_nothing_is_asked_after_a_round_like_any_other() -> None:
    event, owner = event_with_owner(9)
    play_round(event, owner, 1)
    assert check_of(event).lines == ()


def test_drops_are_told_by_name_and_a_winner_is_asked_about() -> None:
    event, owner = playing()
    enter_slips(event, owner, 1, "1 20 x2", "2 20 x2", "3 20 x1", "4 20")
    won = names(event, 3)[0]
    lost = sorted(names(event, table)[1].name for table in (1, 2))
    assert lines(event) == [
        (
            CheckCode.WINNER_DROPS,
            Weight.CONFIRM,
            f"Drop {won.name}, who won this round?",
        ),
        (CheckCode.DROPS, Weight.INFORM, f"{', '.join(lost)} are dropping."),
    ]


def test_a_leader_who_drops_is_asked_about() -> None:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    started(event, 40, 2)
    enter_slips(event, owner, 2, "1 11t x1", "2 11t", "3 20", "4 20 x2")
    leader = names(event, 1, 2)[0]
    drop_player(event_id=event.pk, actor=owner, number=names(event, 3, 2)[1].number)
    codes = {line.code: line.people for line in check_of(event, 2).lines}
    assert codes.keys() == {CheckCode.LEADER_DROPS, CheckCode.DROPS}
    assert codes[CheckCode.LEADER_DROPS] == (leader,)
    assert len(codes[CheckCode.DROPS]) == 2


def test_drops_of_others_are_a_fact_that_stops_nobody() -> None:
    event, owner = playing()
    enter_slips(event, owner, 1, "1 20 x2")
    complete_rest(event, owner)
    assert [player.name for player in only(event).people] == [names(event, 1)[1].name]
    drop(event_id=event.pk, actor=owner, number=names(event, 2)[1].number)
    assert len(only(event).people) == 2
    pair_round(event_id=event.pk, actor=owner, number=2)


def complete_rest(event: Event, owner: User) -> None:
    waiting = Match.objects.filter(round__event=event, first_wins=None, table__isnull=False)
    for table in list(waiting.values_list("table", flat=True)):
        enter_slips(event, owner, 1, f"{table} 20")
    complete_round(event_id=event.pk, actor=owner, number=1)


def test_a_result_within_minutes_of_the_start_is_asked_about() -> None:
    event, owner = playing()
    enter_slips(event, owner, 1, "3 20")
    start = timezone.now() - datetime.timedelta(minutes=40)
    Report.objects.filter(match__table=3).update(at=start + datetime.timedelta(minutes=3.5))
    event.rounds.update(started_at=start)
    enter_slips(event, owner, 1, "1 20", "2 20", "4 20")
    line = only(event)
    first, second = names(event, 3)
    assert check_words(line) == f"Table 3: is “{first.name} beats {second.name} 2‑0” right?"
    assert check_reason(line) == "Entered 3 min after the start of the round."
    leave_as_it_is(event, owner, 1)
    assert check_of(event).lines == ()


def test_a_round_that_was_typed_in_afterwards_asks_nothing_of_its_times() -> None:
    event, owner = playing()
    started(event, 0)
    enter_slips(event, owner, 1, "1 20", "2 20")
    assert check_of(event).lines == ()


def test_reports_that_contradict_have_to_be_settled() -> None:
    event, owner = playing()
    enter_slips(event, owner, 1, "1 20")
    with pytest.raises(Exception, match="already has a different result, entered by"):
        enter_slips(event, factories.staff_member(event, Role.JUDGE), 1, "1 21")
    line = only(event)
    assert (line.code, line.weight) == (CheckCode.CONTRADICTION, Weight.SETTLE)
    with refused("Answer every check first. The head judge can continue with a reason."):
        leave_as_it_is(event, owner, 1, reason="x", head_judge=False)


def test_a_loss_that_the_result_does_not_show_has_to_be_settled() -> None:
    event, owner = playing()
    late = names(event, 4)[0]
    give_penalty(
        event_id=event.pk,
        actor=owner,
        number=late.number,
        infraction=Infraction.TARDINESS,
        penalty=PenaltyKind.GAME_LOSS,
    )
    assert check_of(event).lines == ()
    enter_slips(event, owner, 1, "4 20")
    assert lines(event) == [
        (
            CheckCode.LOSS_NOT_SHOWN,
            Weight.SETTLE,
            f"Table 4: add the game loss of {late.name} to the result?",
        )
    ]
    slip = parse_slip(["21g1"])
    enter_result(event_id=event.pk, actor=owner, number=1, table=4, slip=slip, replace="2-0")
    assert check_of(event).lines == ()


def test_a_disqualification_has_to_be_carried_out_and_the_match_closed() -> None:
    event, owner = playing()
    cheat = names(event, 2)[0]
    give_penalty(
        event_id=event.pk,
        actor=owner,
        number=cheat.number,
        infraction=Infraction.CHEATING,
        penalty=PenaltyKind.DISQUALIFICATION,
    )
    assert only(event).code == CheckCode.TO_DISQUALIFY
    disqualify(event_id=event.pk, actor=owner, number=cheat.number, reason="cheating")
    assert only(event).code == CheckCode.DISQUALIFIED_PLAYS
    enter_slips(event, owner, 1, "2 02")
    assert check_of(event).lines == ()


def test_a_player_without_a_match_is_asked_about() -> None:
    event, owner = playing()
    forgotten = factories.enroll_players(event, ["Late"])[0]
    line = only(event)
    assert (line.code, line.people) == (CheckCode.WITHOUT_MATCH, (forgotten,))
    Enrollment.objects.filter(pk=forgotten.pk).update(first_round=2)
    assert check_of(event).lines == ()
    assert owner


def test_a_bye_that_nobody_planned_is_asked_about() -> None:
    event, _owner = playing(9)
    assert check_of(event).lines == ()
    round = round_of(event, 1)
    alone = Match.objects.filter(round=round, table=4).get()
    kept, second = alone.first, alone.second
    assert second is not None
    alone.delete()
    Match.bye(round, kept).save()
    Match.bye(round, second).save()
    Enrollment.objects.filter(pk=second.pk).update(awarded_byes=1)
    line = only(event)
    assert (line.code, line.people) == (CheckCode.UNPLANNED_BYE, (kept,))


def test_a_correction_is_told_until_it_is_published() -> None:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1, publish=False)
    correct_result(
        event_id=event.pk, actor=owner, number=1, table=2, slip=Slip.of(1, 2), reason="slip"
    )
    first, second = names(event, 2)
    assert lines(event) == [
        (
            CheckCode.CORRECTION,
            Weight.INFORM,
            f"Round 1, table 2 ({first.name} – {second.name}) was corrected to 1-2. No published "
            "standings include this yet.",
        )
    ]
    publish_standings(event_id=event.pk, actor=owner, number=1)
    assert check_of(event).lines == ()


def test_a_mark_that_came_after_round_1_is_asked_about_once() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    barred = event.enrollments.get(number=1)
    EligibilityMark.objects.create(event=event, kind="suspended", name=barred.name)
    line = only(event)
    assert (line.code, line.weight, line.people) == (
        CheckCode.NOT_ELIGIBLE,
        Weight.CONFIRM,
        (barred,),
    )
    assert check_words(line) == f"Let {barred.name} play?"
    leave_as_it_is(event, owner, 1)
    assert check_of(event).lines == ()
    start_round(event, owner, 2)
    assert check_of(event, 2).lines == ()
    other = event.enrollments.get(number=2)
    EligibilityMark.objects.create(event=event, kind="suspended", name=other.name)
    assert {player.number for player in only(event, 2).people} == {1, 2}


def test_an_exception_with_a_reason_and_a_dropped_player_are_not_asked_about() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    for player in event.enrollments.filter(number__lt=3):
        EligibilityMark.objects.create(event=event, kind="suspended", name=player.name)
    event.enrollments.filter(number=1).update(eligible_because="The head judge said so")
    assert [player.number for player in only(event).people] == [2]
    drop(event_id=event.pk, actor=owner, number=2)
    assert CheckCode.NOT_ELIGIBLE not in {line.code for line in check_of(event).lines}
