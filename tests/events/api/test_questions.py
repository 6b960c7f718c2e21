"""Questions before an act, as a program gets and answers them."""

from typing import Any

import msgspec
import pytest

from events.api.asked import QuestionsProblem
from events.api.calls import WRITES
from events.core.results.slips import Slip
from events.models import Event, JournalEntry, StaffMember
from events.web.access import ALLOWED, Action
from tests.events.api.test_writing import Program
from tests.events.scenario import event_with_owner, play_round, report, start_round

pytestmark = pytest.mark.django_db


def asked(answer: Any) -> QuestionsProblem:
    """Return the questions of an answer, which has the type of the schema."""
    assert (answer.status_code, answer["Content-Type"]) == (409, "application/problem+json")
    return msgspec.json.decode(answer.content, type=QuestionsProblem)


def test_round_1_asks_who_is_not_here_and_a_program_answers() -> None:
    program = Program(*event_with_owner(4, rounds=2))
    program.done("POST", "check-in", {"players": [1, 2, 3]})
    before = JournalEntry.objects.count()
    [question] = asked(program.call("POST", "rounds/1/pair")).questions
    assert (question.code, question.players) == ("absent", (4,))
    assert question.text == "Pair round 1 without 1 player who is not checked in?"
    assert [answer.code for answer in question.answers] == ["leave-out", "pair-all"]
    assert JournalEntry.objects.count() == before
    wrong = program.call("POST", "rounds/1/pair", {"answers": {question.key: "perhaps"}})
    assert asked(wrong).questions == (question,)
    program.done("POST", "rounds/1/pair", {"answers": {question.key: "leave-out"}})
    entry = JournalEntry.objects.filter(event=program.event, verb="round-paired").get()
    assert [each["answer"] for each in entry.data["answers"]] == ["leave-out"]
    pairings = program.done("GET", "rounds/1/pairings")
    numbers = {side for match in pairings["matches"] for side in (match["first"], match["second"])}
    assert 4 not in numbers


def test_the_code_of_a_question_answers_every_one_of_its_kind() -> None:
    program = Program(*event_with_owner(4, rounds=2))
    paired = {"answers": {"absent": "pair-all"}}
    assert program.done("POST", "rounds/1/pair", paired)["state"] == "unposted"


def test_a_namesake_is_enrolled_on_purpose_only() -> None:
    program = Program(*event_with_owner(0))
    assert program.done("POST", "players", {"name": "Kim Lee"})["number"] == 1
    problem = asked(program.call("POST", "players", {"name": "Kim Lee"}, Idempotency_Key="k"))
    [question] = problem.questions
    assert (question.code, question.players) == ("namesake", (1,))
    keep = {"name": "Kim Lee", "answers": {"namesake": "keep"}}
    refused = program.call("POST", "players", keep)
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing-changed")
    assert program.event.enrollments.count() == 1
    # Nothing was stored under the key, so the same key comes again with the answer.
    sent = {"name": "Kim Lee", "answers": {question.key: "enroll"}}
    first = program.done("POST", "players", sent, Idempotency_Key="k")
    assert program.done("POST", "players", sent, Idempotency_Key="k") == first
    assert program.event.enrollments.count() == 2


def test_one_drop_does_not_end_the_day_of_a_program() -> None:
    event, owner = event_with_owner(4, rounds=3)
    program = Program(event, owner)
    start_round(event, owner, 1)
    report(event, owner, 1, {1: Slip.of(2, 0, drop_first=True)})
    program.done("POST", "rounds/1/complete")
    [question] = asked(program.call("POST", "rounds/1/publish", {})).questions
    assert [answer.code for answer in question.answers] == ["drop", "keep-in"]
    program.done("POST", "rounds/1/publish", {"answers": {question.key: "drop"}})
    # Answered once, it is not asked again before pairing.
    program.done("POST", "rounds/2/pair", {})


def test_a_drop_of_the_leader_is_asked_and_answered() -> None:
    event, owner = event_with_owner(4, rounds=3)
    program = Program(event, owner)
    play_round(event, owner, 1)
    leader = program.done("GET", "rounds/1/pairings")["matches"][0]["first"]
    answer = program.call("POST", f"players/{leader}/drop", {"reason": "ill"})
    [question] = asked(answer).questions
    assert question.players == (leader,)
    sent = {"reason": "ill", "answers": {question.key: "drop"}}
    assert program.done("POST", f"players/{leader}/drop", sent)["state"] == "dropped"
    # Asked before the drop, it is not asked again before the next round.
    program.done("POST", "rounds/2/pair", {})


def test_fewer_rounds_than_announced_need_the_head_judge_and_a_reason() -> None:
    event, owner = event_with_owner(4, rounds=3)
    program = Program(event, owner)
    play_round(event, owner, 1)
    [question] = asked(program.call("POST", "finish", {})).questions
    assert (question.code, question.answers[0].needs_reason) == ("unfinished", True)
    answers = {"answers": {question.key: "finish"}}
    refused = program.call("POST", "finish", answers)
    assert (refused.status_code, refused.json()["field"]) == (422, "reason")
    # An organizer may finish; to play fewer rounds is the head judge's.
    StaffMember.objects.filter(event=event).update(head_judge=False, scorekeeper=False)
    sent = {**answers, "reason": "the shop closes"}
    assert program.call("POST", "finish", sent).status_code == 409
    StaffMember.objects.filter(event=event).update(head_judge=True)
    assert program.done("POST", "finish", sent)["state"] == "finished"
    assert Event.objects.get(pk=event.pk).is_finished
    assert ALLOWED[Action.GO_OVER]


def test_only_calls_that_ask_take_answers() -> None:
    assert {write.name for write in WRITES if write.is_asked} == {
        *("enroll", "drop", "pair", "publish", "finish", "enter", "correct", "give-penalty"),
    }
