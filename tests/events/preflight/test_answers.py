"""Answers to the checks of a round: what they do, what they store, what the journal keeps."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.check_line import Check
from events.core.journal.words.entries import sentence
from events.core.questions.question import Given, QuestionsError, UnchangedError
from events.core.results.result_questions import ResultConflictError
from events.core.steps.actions import answer_checks, pair_round, publish_after_round
from events.models import Enrollment, Event, PreflightAnswer, Role, Verb
from events.roster.drop_actions import drop as drop_player
from tests import factories
from tests.events.preflight.answers import leave_as_it_is
from tests.events.preflight.test_preflight import (
    check_of,
    complete_rest,
    names,
    only,
    playing,
    started,
)
from tests.events.scenario import (
    enter_slips,
    event_with_owner,
    journaled,
    play_round,
    refused,
    round_of,
    start_round,
)

pytestmark = pytest.mark.django_db


def test_a_leader_whom_the_desk_drops_is_asked_about_once() -> None:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    started(event, 40, 2)
    enter_slips(event, owner, 2, "1 11t", "2 11t", "3 20", "4 20")
    leader = names(event, 1, 2)[0]
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": leader.number}
    with pytest.raises(QuestionsError) as asked:
        drop_player(**who)
    (question,) = asked.value.questions
    assert question.text == f"Drop {leader.name}, who leads the event?"
    assert [answer.label for answer in question.answers] == [
        f"Drop {leader.name}",
        f"Keep {leader.name} in",
    ]
    with pytest.raises(UnchangedError):
        drop_player(**who, given=Given({question.key: "keep-in"}))
    assert not journaled(event, Verb.DROPPED)
    drop_player(**who, given=Given({question.key: "drop"}))
    (entry,) = journaled(event, Verb.DROPPED)
    assert entry.data["answers"] == [
        {"code": "leader-drops", "answer": "drop", "names": leader.name, "table": None}
    ]
    assert check_of(event, 2).lines == ()


def contradicted(event: Event, owner: User) -> Check:
    enter_slips(event, owner, 1, "1 20")
    with pytest.raises(ResultConflictError):
        enter_slips(event, factories.staff_member(event, Role.JUDGE), 1, "1 21")
    complete_rest(event, owner)
    return only(event)


def test_the_head_judge_goes_on_with_a_reason_that_the_journal_keeps() -> None:
    event, owner = playing()
    line = contradicted(event, owner)
    open_left = {line.key: "leave-open"}
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 2}
    with refused("Answer every check first. The head judge can continue with a reason."):
        pair_round(**who, given=Given(open_left, "they left"))
    with refused("Give a reason. It is recorded in the journal.", "reason"):
        pair_round(**who, given=Given(open_left, " ", may_go_over=True))
    with pytest.raises(QuestionsError) as asked:
        pair_round(**who, given=Given({"contradiction:0": "leave-open"}, "x", may_go_over=True))
    assert asked.value.changed == ("contradiction:0",)
    assert not PreflightAnswer.objects.exists()
    assert event.rounds.count() == 1
    pair_round(**who, given=Given(open_left, "they left", may_go_over=True))
    assert check_of(event).lines == ()
    (entry,) = journaled(event, Verb.PREFLIGHT_PASSED)
    assert sentence(entry) == (
        "Continued from round 1 after reviewing: contradictory reports (table 1). "
        "Reason: they left."
    )


def test_keeping_a_contradicted_result_settles_it() -> None:
    event, owner = playing()
    line = contradicted(event, owner)
    publish_after_round(event_id=event.pk, actor=owner, number=1, given=Given({line.key: "keep"}))
    assert check_of(event).lines == ()
    assert journaled(event, Verb.RESULT_KEPT)
    assert round_of(event, 1).snapshots.exists()


def test_an_answer_is_given_once_and_told_in_the_journal() -> None:
    event, owner = playing()
    enter_slips(event, owner, 1, "3 20 x1")
    line = only(event)
    leave_as_it_is(event, owner, 1)
    given = Given({line.key: "drop"})
    with refused("This check has already been answered or resolved."):
        answer_checks(event_id=event.pk, actor=owner, number=1, given=given)
    (entry,) = journaled(event, Verb.PREFLIGHT_ANSWERED)
    winner = names(event, 3)[0]
    assert sentence(entry) == f"Round 1, confirmed as correct: drop after a win ({winner.name})."


def test_a_winner_who_was_dropped_by_mistake_is_kept_in() -> None:
    event, owner = playing()
    enter_slips(event, owner, 1, "3 20 x1")
    complete_rest(event, owner)
    given = Given({only(event).key: "keep-in"})
    pair_round(event_id=event.pk, actor=owner, number=2, given=given)
    winner = names(event, 3)[0]
    assert winner.state == Enrollment.State.ACTIVE
    (entry,) = journaled(event, Verb.REINSTATED)
    assert sentence(entry).endswith("Reason: answer to the pre-flight check.")
    assert winner.pk in round_of(event, 2).matches.values_list("first", flat=True) or (
        winner.pk in round_of(event, 2).matches.values_list("second", flat=True)
    )
