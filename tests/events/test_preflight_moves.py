"""Answers to the pre-flight check move with the archive: no question is asked twice."""

import contextlib
import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from archive.versions import LATER_LINES
from domain.kinds import PreflightCode
from events.audit.actions import verify_slip
from events.core.check_line import CheckCode
from events.core.judging.penalty_actions import give_penalty
from events.core.players.actions import check_in
from events.core.results.actions import enter_result
from events.core.results.result_questions import ResultConflictError
from events.core.results.slips import Slip, parse_slip
from events.core.standings.correction_actions import correct_result
from events.models import (
    Call,
    EligibilityMark,
    Enrollment,
    Event,
    Infraction,
    Match,
    PenaltyKind,
    PreflightAnswer,
    Report,
    Role,
)
from events.roster.drop_actions import disqualify
from tests import factories
from tests.events.preflight.answers import drop, leave_as_it_is
from tests.events.preflight.test_preflight import check_of, started
from tests.events.scenario import (
    at_table,
    enter_slips,
    event_with_owner,
    play_round,
    round_of,
    start_round,
)
from tests.events.test_desk_moves import archived, moved

pytestmark = pytest.mark.django_db


def side(event: Event, table: int, *, second: bool = False) -> Enrollment:
    match = at_table(event, 2, table)
    player = match.second if second else match.first
    assert player is not None
    return player


def asked_of_everything() -> tuple[Event, User]:
    """Round 2 of an event on a platform, in which nearly everything is asked that there is."""
    event, owner = event_with_owner(16, platform="Arena", private_pages=True)
    play_round(event, owner, 1, publish=False)
    same: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    correct_result(**same, number=1, table=2, slip=Slip.of(1, 2), reason="slip")
    start_round(event, owner, 2)
    started(event, 40, 2)
    bye, _late = factories.enroll_players(event, ["Bye", "Late"])
    Match.bye(round_of(event, 2), bye).save()
    penalized: dict[str, Any] = {**same, "number": side(event, 2, second=True).number}
    give_penalty(**penalized, infraction=Infraction.TARDINESS, penalty=PenaltyKind.GAME_LOSS)
    cheat: dict[str, Any] = {**same, "number": side(event, 7).number}
    give_penalty(**cheat, infraction=Infraction.CHEATING, penalty=PenaltyKind.DISQUALIFICATION)
    disqualify(**same, number=side(event, 8).number, reason="cheating")
    check_in(**same, number=side(event, 4, second=True).number)
    enter_slips(event, owner, 2, "1 20 x2", "2 20 x1", "3 20", "5 20", "6 20", "7 20")
    no_show = Slip.of(2, 0, drop_second=True, no_show=True)
    enter_result(**same, number=2, table=4, slip=no_show)
    with contextlib.suppress(ResultConflictError):
        enter_slips(event, factories.staff_member(event, Role.JUDGE), 2, "5 21")
    reader = factories.staff_member(event, Role.SCOREKEEPER)
    verify_slip(event_id=event.pk, actor=reader, number=2, table=6, slip=parse_slip(["21"]))
    Report.objects.filter(match=at_table(event, 2, 7)).update(source=Report.Source.TOGETHER)
    start = timezone.now() - datetime.timedelta(minutes=40)
    Report.objects.filter(match=at_table(event, 2, 3)).update(at=start)
    for kind in (Call.Kind.JUDGE, Call.Kind.WRONG):
        Call.objects.create(
            match=at_table(event, 2, 1),
            enrollment=side(event, 1),
            kind=kind,
            seen="2-0",
            at=timezone.now(),
        )
    EligibilityMark.objects.create(event=event, kind="suspended", name=side(event, 6).name)
    return event, owner


def test_what_was_gone_over_with_a_reason_is_not_asked_there() -> None:
    event, owner = asked_of_everything()
    lines = check_of(event, 2).lines
    # No leader without a win drops here; an archive stores that answer in the form of a winner's.
    others = {CheckCode.LEADER_DROPS, *LATER_LINES}
    assert {line.code for line in lines} == set(PreflightCode) - others
    problems = sum(line.is_to_settle for line in lines)
    leave_as_it_is(event, owner, 2, reason="they agreed")
    there = moved(event, factories.user("somebody-else"))
    there.private_pages = True
    there.save()
    assert check_of(there, 2).waiting == ()
    assert archived(there) == archived(event)
    answers = PreflightAnswer.objects.filter(round__event=there)
    assert {(answer.who, answer.account) for answer in answers} == {(owner.username, None)}
    assert [answer.reason for answer in answers].count("they agreed") == problems
    # The same question about another player is asked.
    drop(event_id=there.pk, actor=owner, number=side(there, 6).number)
    again = {line.code for line in check_of(there, 2).waiting}
    assert again == {CheckCode.WITHOUT_ID}, "who drops was asked when it was done"


def test_what_nobody_answered_is_asked_there_too() -> None:
    event, owner = asked_of_everything()
    (line,) = (line for line in check_of(event, 2).lines if line.code is CheckCode.EARLY_RESULT)
    leave_as_it_is(event, owner, 2, [line])
    there = moved(event, owner)
    there.private_pages = True
    there.save()
    # An archive does not show which bye was drawn with the pairings.
    left = [
        line.code for line in check_of(event, 2).lines if line.code is not CheckCode.UNPLANNED_BYE
    ]
    assert [line.code for line in check_of(there, 2).lines] == left
    assert CheckCode.EARLY_RESULT not in left


def test_a_file_that_is_given_away_says_what_was_answered_and_not_by_whom() -> None:
    event, owner = asked_of_everything()
    waiting = check_of(event, 2).waiting
    leave_as_it_is(event, owner, 2, reason="agreed")
    given_away = archived(event, emails=False)
    assert len(given_away["gate_answers"]) == len(waiting)
    assert not [answer for answer in given_away["gate_answers"] if "by" in answer]
    there = moved(event, owner, emails=False)
    there.private_pages = True
    there.save()
    assert check_of(there, 2).waiting == ()


def test_an_answer_about_what_is_gone_stays_behind() -> None:
    event, owner = asked_of_everything()
    waiting = check_of(event, 2).waiting
    leave_as_it_is(event, owner, 2, reason="agreed")
    Call.objects.all().delete()
    assert len(archived(event)["gate_answers"]) == len(waiting) - 1
    assert check_of(moved(event, owner), 2).waiting == ()
