"""Steps after a round: answer questions, complete, publish, withdraw."""

from collections.abc import Sequence
from typing import Annotated

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from domain.limits import MOST_TABLE
from events.api.answer_values import Value
from events.api.asked import AskedQuestion, KnownFact, asked_question, known_fact
from events.api.calls.round_calls import POST_ROUND, RoundAnswer, round_answer
from events.api.calls.sent_results import TableResult, slips_of
from events.api.declared import ROUND, Asked, Call, PlainCall, Reason, call
from events.api.value_types import Answers
from events.core.guards import find_round_or_none
from events.core.questions.question import Fact, Question
from events.core.results.list_actions import slips_by_table
from events.core.rounds.actions import complete_round, reopen_round
from events.core.standings.actions import withdraw_standings
from events.core.steps.actions import answer_checks, open_questions, publish_after_round
from events.core.steps.round_1_questions import questions_before_round_1
from events.models import Report
from events.web.access import Action


class CompleteBody(Asked, frozen=True, kw_only=True):
    """Results for the tables that have none, and answers."""

    resolutions: Annotated[tuple[TableResult, ...], Meta(max_length=MOST_TABLE)] = ()


class QuestionsAnswer(Value, frozen=True, kw_only=True):
    """Current questions of the steps after a round, and facts to know."""

    number: int
    questions: tuple[AskedQuestion, ...]
    facts: tuple[KnownFact, ...]


class AnswersBody(Asked, frozen=True, kw_only=True):
    """Answers to questions of a round, in the form that the asking step takes."""

    answers: Annotated[Answers, Meta(min_length=1)]


class PublishBody(Asked, frozen=True, kw_only=True):
    """Answers, and the `reason` if standings are published again."""


class PublishedAnswer(Value, frozen=True, kw_only=True):
    """The standings that were published."""

    round: int
    revision: int


class WithdrawnAnswer(Value, frozen=True, kw_only=True):
    """The round whose standings were hidden from players."""

    round: int


@call(
    "questions",
    f"GET {ROUND}/questions",
    POST_ROUND,
    Action.SEE,
    _("Read the questions of a round"),
    absent=("number",),
)
def read_questions(call: PlainCall) -> QuestionsAnswer:
    """Read the questions that pairing the next round, publishing or finishing would ask.

    Before round 1 is paired: the questions of pairing it. During a round there are none.
    """
    number = call.numbers["number"]
    questions, facts = open_questions(call.event, number)
    if find_round_or_none(call.event, number) is None:
        if number != 1 or call.event.rounds.exists():
            raise Http404
        questions = questions_before_round_1(call.event)
    return _left(number, (questions, facts))


def _left(number: int, left: tuple[Sequence[Question], Sequence[Fact]]) -> QuestionsAnswer:
    questions, facts = left
    return QuestionsAnswer(
        number=number,
        questions=tuple(map(asked_question, questions)),
        facts=tuple(map(known_fact, facts)),
    )


@call(
    "answer-questions",
    f"POST {ROUND}/questions",
    POST_ROUND,
    Action.PUBLISH,
    _("Answer questions of a round"),
    sample={"answers": {"winner-drops": "drop"}},
)
def answer_questions(call: Call[AnswersBody]) -> QuestionsAnswer:
    """Answer questions of a complete round in advance; return the open ones.

    Each is answered alone, as on the page that lists them: the others stay open.
    """
    number = call.numbers["number"]
    answer_checks(**call.who, number=number, given=call.given)
    return _left(number, open_questions(call.event, number))


@call(
    "complete",
    f"POST {ROUND}/complete",
    POST_ROUND,
    Action.COMPLETE,
    _("Complete a round"),
)
def complete(call: Call[CompleteBody]) -> RoundAnswer:
    """Complete a round; `resolutions` has a result for each table without one.

    If both players drop with a result, a question follows. A result reported meanwhile overrides
    its resolution.
    """
    slips = slips_by_table(
        "resolutions",
        slips_of(call, "resolutions", call.body.resolutions),
    )
    sources = dict.fromkeys(slips, Report.Source.PROGRAM)
    return round_answer(
        complete_round(
            **call.who, **call.numbers, resolutions=slips, sources=sources, given=call.given
        )
    )


@call(
    "reopen-round",
    f"POST {ROUND}/reopen",
    POST_ROUND,
    Action.COMPLETE,
    _("Reopen a complete round"),
)
def reopen(call: PlainCall) -> RoundAnswer:
    """Reopen the newest round to enter results again."""
    return round_answer(reopen_round(**call.who, **call.numbers))


@call(
    "withdraw",
    f"POST {ROUND}/withdraw",
    POST_ROUND,
    Action.WITHDRAW,
    _("Withdraw published standings"),
    sample={"reason": "a result was wrong"},
)
def withdraw(call: Call[Reason]) -> WithdrawnAnswer:
    """Withdraw the standings after a round from the players."""
    withdraw_standings(**call.who, **call.numbers, reason=call.body.reason)
    return WithdrawnAnswer(round=call.numbers["number"])


@call(
    "publish",
    f"POST {ROUND}/publish",
    POST_ROUND,
    Action.PUBLISH,
    _("Publish standings"),
)
def publish(call: Call[PublishBody]) -> PublishedAnswer:
    """Publish the standings after a complete round, after its questions."""
    reason = call.body.reason
    snapshot = publish_after_round(**call.who, **call.numbers, given=call.given, reason=reason)
    return PublishedAnswer(round=call.numbers["number"], revision=snapshot.revision)
