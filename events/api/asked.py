"""Questions before an act, for programs: the questions, and the answers to choose from."""

import json
from typing import Literal

import msgspec
from django.utils.translation import gettext_lazy as _

from events.api.answer_values import Value
from events.api.bodies import ProblemError
from events.core.questions.question import Fact, Question, QuestionsError
from events.web.problems import Code

QUESTIONS = _("Send the call again with an answer to each question.")


class AnswerChoice(Value, frozen=True, kw_only=True):
    """One answer: `code` is the value to send in `answers`, `effect` its consequence.

    `cancels`: it changes nothing. `needs_reason`: send `reason` as well.
    """

    code: str
    label: str
    effect: str
    cancels: bool
    needs_reason: bool


class AskedQuestion(Value, frozen=True, kw_only=True):
    """A question before an act; answer it in the next call's `answers`, by `key` or `code`.

    `key` identifies this situation alone, `code` every question of that kind. `is_problem`: only
    the head judge may leave it open, with a reason.
    """

    code: str
    key: str
    text: str
    why: str
    players: tuple[int, ...]
    table: int | None
    figures: dict[str, int]
    is_problem: bool
    answers: tuple[AnswerChoice, ...]


class KnownFact(Value, frozen=True, kw_only=True):
    """Information before an act; it needs no answer."""

    code: str
    text: str
    players: tuple[int, ...]
    table: int | None


class QuestionsProblem(Value, frozen=True, kw_only=True):
    """Questions to answer first (status 409, code `questions`); nothing was written.

    `field`: the sent answer that its question does not offer.
    """

    type: str
    code: Literal["questions"]
    title: str
    status: int
    detail: str
    questions: tuple[AskedQuestion, ...]
    facts: tuple[KnownFact, ...]
    changed: tuple[str, ...]
    field: str = ""


def questions_problem(error: QuestionsError) -> ProblemError:
    """Return an act's questions as a 409 answer."""
    questions = [asked_question(question) for question in error.questions]
    more = {
        "questions": msgspec.to_builtins(questions),
        "facts": msgspec.to_builtins([known_fact(fact) for fact in error.facts]),
        "changed": list(error.changed),
    }
    if error.unknown is None:
        return ProblemError(Code.QUESTIONS, QUESTIONS, more=more)
    question, key = error.unknown
    choices = ", ".join(json.dumps(answer.code) for answer in question.acts)
    detail = f"The question has no such answer. Send one of {choices}."
    return ProblemError(Code.QUESTIONS, detail, f"answers.{key}", more=more)


def asked_question(question: Question) -> AskedQuestion:
    """Return a question in the form that programs receive."""
    return AskedQuestion(
        code=question.code,
        key=question.key,
        text=str(question.text),
        why=str(question.why),
        players=tuple(player.number for player in question.players),
        table=question.match.table if question.match else None,
        figures=dict(question.figures),
        is_problem=question.is_problem,
        answers=tuple(
            AnswerChoice(
                code=answer.code,
                label=str(answer.label),
                effect=str(answer.effect),
                cancels=answer.cancels,
                needs_reason=answer.needs_reason,
            )
            for answer in question.acts
        ),
    )


def known_fact(fact: Fact) -> KnownFact:
    """Return a fact in the form that programs receive."""
    return KnownFact(
        code=fact.code,
        text=str(fact.text),
        players=tuple(player.number for player in fact.players),
        table=fact.match.table if fact.match else None,
    )
