"""A call that asks, sent by a program with other answers, another version, or again."""

from typing import Any

import pytest

from tests.events.api.test_writing import Program
from tests.events.core.steps.question_scenes import Asked
from tests.events.core.steps.test_same_by_screen import CASES, Case, state_of

pytestmark = pytest.mark.django_db


def named(case: Case) -> str:
    """Return a name for a case that is the same in every process."""
    return f"{case.call}-{min(case.codes)}"


OF_CASES = pytest.mark.parametrize("case", CASES, ids=named)


def sent(program: Program, asked: Asked, answers: Any, **headers: str) -> Any:
    body = {**asked.body, "answers": answers}
    return program.call(asked.method, asked.call, body, **asked.headers, **headers)


@OF_CASES
def test_an_answer_that_does_not_count_is_named_and_nothing_is_written(case: Case) -> None:
    event, owner, asked = case.scene()
    program = Program(event, owner)
    questions = sent(program, asked, {}).json()["questions"]
    assert questions, "each case asks"
    before = state_of(event)
    first = questions[0]
    for key in (first["key"], first["code"]):
        wrong = sent(program, asked, {key: "perhaps"})
        assert (wrong.status_code, wrong.json()["code"]) == (409, "questions")
        assert wrong.json()["field"] == f"answers.{key}"
        assert all(answer["code"] in wrong.json()["detail"] for answer in first["answers"])
    elsewhere = f"{first['code']}:another situation"
    other = sent(program, asked, {elsewhere: first["answers"][0]["code"]}).json()
    assert (other["questions"], other["changed"]) == (questions, [elsewhere])
    assert state_of(event) == before


@OF_CASES
def test_a_call_with_its_answers_has_one_effect_however_often_it_is_sent(case: Case) -> None:
    event, owner, asked = case.scene()
    program = Program(event, owner)
    key = {"Idempotency_Key": "tap-1"}
    refused = sent(program, asked, {}, **key)
    assert sent(program, asked, {}, **key).content == refused.content
    questions = refused.json()["questions"]
    answers = {question["key"]: question["answers"][0]["code"] for question in questions}
    done = sent(program, asked, answers, **key)
    after = state_of(event)
    again = sent(program, asked, answers, **key)
    assert (again.status_code, again.content) == (done.status_code, done.content)
    reused = sent(program, asked, {}, **key)
    assert (reused.status_code, reused.json()["code"]) == (409, "key-reused")
    assert state_of(event) == after


@pytest.mark.parametrize("case", [case for case in CASES if case.call == "correct"], ids=named)
def test_a_version_counts_before_any_answer(case: Case) -> None:
    event, owner, asked = case.scene()
    program = Program(event, owner)
    [question] = sent(program, asked, {}).json()["questions"]
    body = {**asked.body, "answers": {question["key"]: "both"}}
    before = state_of(event)
    for headers, status in (({}, 428), ({"If_Match": '"old"'}, 412)):
        assert program.call("PUT", asked.call, body, **headers).status_code == status
    assert state_of(event) == before
