"""Questions before an act, as a program gets and answers them."""

from typing import Any

import msgspec
import pytest

from events.api.asked import QuestionsProblem
from events.core.results.slips import Slip
from events.models import Event, FactSheet, JournalEntry, StaffMember
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
    assert asked(wrong).field == f"answers.{question.key}"
    assert asked(wrong).detail.endswith('Send one of "leave-out", "pair-all".')
    program.done("POST", "rounds/1/pair", {"answers": {question.key: "leave-out"}})
    entry = JournalEntry.objects.filter(event=program.event, verb="round-paired").get()
    assert [each["answer"] for each in entry.data["answers"]] == ["leave-out"]
    pairings = program.done("GET", "rounds/1/pairings")
    numbers = {side for match in pairings["matches"] for side in (match["first"], match["second"])}
    assert 4 not in numbers


def test_where_nobody_can_be_left_out_the_question_does_not_ask_it() -> None:
    program = Program(*event_with_owner(2, rounds=2))
    FactSheet.objects.update_or_create(event=program.event, defaults={"decklists": "closed"})
    [question] = asked(program.call("POST", "rounds/1/pair")).questions
    assert question.text == "Pair round 1 with 2 players who have no decklist?"
    assert [answer.label for answer in question.answers] == ["Pair all 2"]


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


def test_a_program_says_why_a_player_without_an_invitation_plays() -> None:
    program = Program(*event_with_owner(0))
    FactSheet.objects.create(event=program.event, by_invitation=True)
    for path, sent in (("players", {"name": "Kim Lee"}), ("enroll", {"list": "Zoe New"})):
        refused = program.call("POST", path, sent)
        assert (refused.status_code, refused.json()["field"]) == (422, "eligible_because")
        program.done("POST", path, {**sent, "eligible_because": "asked at the door"})
    reasons = [entry.data["reason"] for entry in program.event.journal.filter(verb="enrolled")]
    assert reasons == ["asked at the door"] * 2


def test_an_address_that_a_form_refuses_is_refused_in_a_call() -> None:
    program = Program(*event_with_owner(1))
    for method, path in (("POST", "players"), ("PATCH", "players/1")):
        sent = {"name": "Kim Lee", "email": "kim at mail"}
        refused = program.call(method, path, sent, If_Match="*")
        assert (refused.status_code, refused.json()["field"]) == (422, "email")


def test_one_drop_does_not_end_the_day_of_a_program() -> None:
    event, owner = event_with_owner(4, rounds=3)
    program = Program(event, owner)
    start_round(event, owner, 1)
    report(event, owner, 1, {1: Slip.of(2, 0, drop_first=True)})
    program.done("POST", "rounds/1/complete")
    [question] = asked(program.call("POST", "rounds/1/publish", {})).questions
    assert [answer.code for answer in question.answers] == ["drop", "keep-in"]
    program.done("POST", "rounds/1/publish", {"answers": {question.key: "drop"}})
    # Once answered, the question does not return before pairing.
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
    # Asked before the drop, the question does not return before the next round.
    program.done("POST", "rounds/2/pair", {})


def test_one_drop_and_a_list_of_drops_ask_the_same() -> None:
    event, owner = event_with_owner(5, rounds=3)
    program = Program(event, owner)
    play_round(event, owner, 1)
    winner = program.done("GET", "rounds/1/pairings")["matches"][0]["first"]
    program.done("POST", "rounds/2/pair")
    program.done("DELETE", f"rounds/2/players/{winner}")
    program.done("POST", "rounds/2/post")
    alone = asked(program.call("POST", f"players/{winner}/drop", {})).questions
    together = asked(program.call("POST", "drop", {"players": [winner, 5]})).questions
    assert [question.key for question in alone] == [f"leader-drops:1:{winner}"]
    assert alone == together


def test_fewer_rounds_than_announced_need_the_head_judge_and_a_reason() -> None:
    event, owner = event_with_owner(4, rounds=3)
    program = Program(event, owner)
    play_round(event, owner, 1)
    [question] = asked(program.call("POST", "finish", {})).questions
    assert (question.code, question.answers[0].needs_reason) == ("unfinished", True)
    answers = {"answers": {question.key: "finish"}}
    refused = program.call("POST", "finish", answers)
    assert (refused.status_code, refused.json()["field"]) == (422, "reason")
    # An organizer may finish; only the head judge may shorten the event.
    StaffMember.objects.filter(event=event).update(head_judge=False, scorekeeper=False)
    sent = {**answers, "reason": "the shop closes"}
    assert program.call("POST", "finish", sent).status_code == 409
    StaffMember.objects.filter(event=event).update(head_judge=True)
    assert program.done("POST", "finish", sent)["state"] == "finished"
    assert Event.objects.get(pk=event.pk).is_finished
    assert ALLOWED[Action.GO_OVER]


def test_a_list_of_results_is_entered_whole_or_not_at_all() -> None:
    event, owner = event_with_owner(6, rounds=2)
    start_round(event, owner, 1)
    program = Program(event, owner)
    list_of = "rounds/1/results"
    won, lost = {"games": [2, 0, 0]}, {"games": [0, 2, 0]}
    program.done("POST", "rounds/1/tables/1/result", won)
    before = JournalEntry.objects.count()
    both = {"table": 2, **won, "drops": ["first", "second"]}
    results = [{"table": 1, **lost}, both, {"table": 3, **won}]
    first, second = asked(program.call("POST", list_of, {"results": results})).questions
    assert (first.code, first.table, second.code, second.table) == (
        *("result-differs", 1, "both-drop", 2),
    )
    assert JournalEntry.objects.count() == before, "no dispute is stored of a list"
    wrong = [{"table": 3, **won}, {"table": 2, "games": [3, 0, 0]}]
    for sent, field in (
        (wrong, "results[1].games"),
        ([{"table": 9, **won}], "results[0].table"),
        ([{"table": 3, **won}] * 2, "results[1].table"),
    ):
        refused = program.call("POST", list_of, {"results": sent})
        assert (refused.status_code, refused.json()["field"]) == (422, field)
    assert JournalEntry.objects.count() == before
    answers = {"result-differs": "keep", second.key: "first"}
    done = program.done("POST", list_of, {"results": results, "answers": answers})
    assert done == {"number": 1, "tables": [1, 2, 3]}
    assert program.done("GET", "rounds/1/tables/1/result")["games"] == [2, 0, 0]
    assert event.enrollments.filter(state="dropped").count() == 1
    again = {"results": [{"table": 3, **won}]}
    assert program.done("POST", list_of, again)["tables"] == [], "it has this result already"


def test_what_is_wrong_in_a_list_is_named_by_its_place() -> None:
    event, owner = event_with_owner(6, rounds=2)
    start_round(event, owner, 1)
    program = Program(event, owner)
    won, never = {"games": [2, 0, 0]}, {"games": [3, 3, 0]}
    program.done("POST", "rounds/1/tables/1/result", won)
    both = [{"table": 2, **won}, {"table": 3, **won}]
    complete, wrong = "rounds/1/complete", {"table": 3, **never}
    for path, body, field in (
        (complete, {"resolutions": [both[0], wrong]}, "resolutions[1].games"),
        (complete, {"resolutions": [*both, both[0]]}, "resolutions[2].table"),
        (complete, {"resolutions": [*both, {"table": 9, **won}]}, "resolutions[2].table"),
        (complete, {"resolutions": [both[0], {"table": 3}]}, "resolutions[1].games"),
        ("check-in", {"players": [1, 99]}, "players[1]"),
        ("check-in/undo", {"players": [99]}, "players[0]"),
        ("drop", {"players": [1, 2, 99]}, "players[2]"),
        ("drop-absent", {"players": [1, 99]}, "players[1]"),
    ):
        before = JournalEntry.objects.count()
        refused = program.call("POST", path, body)
        assert (refused.status_code, refused.json()["field"]) == (422, field), path
        assert JournalEntry.objects.count() == before
    # A result that arrives in the meantime replaces its resolution.
    program.done("POST", complete, {"resolutions": [{"table": 1, "games": [0, 2, 0]}, *both]})
    assert program.done("GET", "rounds/1/tables/1/result")["games"] == [2, 0, 0]


def test_a_list_of_players_returns_its_wrong_lines() -> None:
    program = Program(*event_with_owner(0))
    text = "Kim Lee\nZoe New, 12 byes\nMario Rossi, mario@mail.example"
    done = program.done("POST", "enroll", {"list": text})
    assert done["players"] == list(range(1, len(done["players"]) + 1))
    assert len(done["players"]) + len(done["wrong"]) == 3
    more = "Kim Lee, kim@mail.example\nMario Rossi, mario@mail.example"
    [question] = asked(program.call("POST", "enroll", {"list": more})).questions
    assert (question.key, question.figures) == ("namesake:line-1", {"line": 1})
    answers = {"answers": {question.key: "merge"}}
    done = program.done("POST", "enroll", {"list": more, **answers})
    assert (done["players"], done["updated"], done["left_out"]) == ([], [1], 1)
    assert program.done("GET", "players/1")["email"] == "kim@mail.example"
