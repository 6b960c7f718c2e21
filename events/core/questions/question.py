"""A question before an act, its answers, and the rule that settles one with the other.

An action builds its questions inside its write and gives them to `settle` together with the answers
of the request. Without an answer `settle` raises QuestionsError: nothing is written, the screen
shows the questions above the button, a program gets them with status 409. The same request is then
sent again with `answers`.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from domain.written_names import written, written_name
from events.core.refusals import RefusedError
from events.core.sentences import join_sentences
from events.core.typed_values import needed_reason
from events.models import Enrollment, Match


class Page(StrEnum):
    """Staff page to which an answer leads, by the name of its address."""

    TABLE = "table"
    PLAYER = "player"
    SOURCES = "sources"
    SETTINGS = "settings"
    CUT = "cut"
    PODS = "pods"
    STANDINGS = "standings-after"
    ROSTER = "roster"
    ROSTER_CHECK_IN = "roster-check-in"
    DECKS = "decks"
    ELIGIBILITY = "eligibility"


@dataclass(frozen=True, slots=True)
class Place:
    """A page and the numbers in its address after the event: (4, 30) for table 30 of round 4."""

    page: Page
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: a verb with an object on a button, and its effect.

    - `code`: the answer in a request, "drop".
    - `label`: "Drop Ada". `effect`: a sentence, or empty where the label says it.
    - `cancels`: nothing changes, and nothing is written.
    - `place`: the page where the question is settled; such an answer is a link, never sent.
    - `needs_reason`: the request gives a reason, which the journal stores. Only the head judge may
      leave such a question open.
    """

    code: str
    label: str
    effect: str = ""
    cancels: bool = False
    place: Place | None = None
    needs_reason: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question before an act.

    - `code`: its kind. `about`: the situation; an answer for another situation does not count.
    - `text`: names the object and what is special about it. `why`: known facts, and consequences.
    - `answers`: the first acts, the last changes nothing.
    - `players`, `match` (its table), `figures`: its subjects. `names`: people who are not players
      of the event yet.
    - `is_problem`: something to resolve; only the head judge may leave it open.
    """

    code: str
    about: str
    text: str
    answers: tuple[Answer, ...]
    why: str = ""
    players: tuple[Enrollment, ...] = ()
    match: Match | None = None
    figures: Mapping[str, int] = field(default_factory=dict)
    is_problem: bool = False
    names: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The key under which an answer is sent and stored: "leader-drops:4:41"."""
        return f"{self.code}:{self.about}" if self.about else self.code

    @property
    def is_about_a_group(self) -> bool:
        """Whether it is the only one of its kind, about all players concerned."""
        return bool(self.players) and self.about == digest_of_players(self.players)

    @property
    def acts(self) -> tuple[Answer, ...]:
        """The answers that a request can send."""
        return tuple(answer for answer in self.answers if answer.place is None)

    def answer_of(self, code: str) -> Answer | None:
        """Return the answer with this code that a request can send; None without one."""
        return next((answer for answer in self.acts if answer.code == code), None)


@dataclass(frozen=True, slots=True)
class Fact:
    """Information before an act that needs no answer: a line next to the button."""

    code: str
    text: str
    players: tuple[Enrollment, ...] = ()
    match: Match | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """The answers of a request.

    - `answers`: an answer's code by the key of its question. A question's code alone answers every
      question of that kind, whatever the situation; a program that knows the house rules sends it.
    - `reason`: of the head judge who leaves something open. `may_go_over`: whether the person may.
    - `seen`: numbers of the players whom the questions named. An answer about a group still counts
      when it now concerns fewer of them.
    """

    answers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    reason: str = ""
    may_go_over: bool = False
    seen: frozenset[int] = frozenset()

    def to(self, question: Question) -> str:
        """Return the code of the answer to a question; empty without one."""
        exact = self.answers.get(question.key) or self.answers.get(question.code, "")
        if exact or not question.is_about_a_group:
            return exact
        names_fewer = self.seen.issuperset(player.number for player in question.players)
        return self._about_more(question) if names_fewer else ""

    def _about_more(self, question: Question) -> str:
        before = f"{question.code}:"
        return next((answer for key, answer in self.answers.items() if key.startswith(before)), "")


NO_ANSWERS = Given()


class QuestionsError(RefusedError):
    """An act with open questions: nothing was written.

    - `questions`: those without an answer, in order. `facts`: further information.
    - `settled`: those that have an answer, so that a screen shows and sends it again.
    - `changed`: keys of answers to other situations than today's.
    - `unknown`: the first question with an answer that it does not have, and that answer's key.
    """

    def __init__(
        self,
        questions: Sequence[Question],
        *,
        settled: Sequence["Settled"] = (),
        facts: Sequence[Fact] = (),
        changed: Sequence[str] = (),
        unknown: tuple[Question, str] | None = None,
    ) -> None:
        super().__init__(join_sentences(question.text for question in questions))
        self.questions = tuple(questions)
        self.settled = tuple(settled)
        self.facts = tuple(facts)
        self.changed = tuple(changed)
        self.unknown = unknown


class UnchangedError(RefusedError):
    """The answer that changes nothing was chosen: nothing was written."""

    def __init__(self, question: Question, answer: Answer) -> None:
        super().__init__(_("Nothing was changed: %(answer)s.") % {"answer": answer.label})
        self.question = question
        self.answer = answer


@dataclass(frozen=True, slots=True)
class Settled:
    """A question with its answer."""

    question: Question
    answer: Answer

    @property
    def for_journal(self) -> dict[str, Any]:
        """The question for the journal: question and answer by code, players by name, the table."""
        people = [written_name(player) for player in self.question.players]
        names = ", ".join([*people, *map(written, self.question.names)])
        table = self.question.match.table if self.question.match else None
        return {
            "code": self.question.code,
            "answer": self.answer.code,
            "names": names,
            "table": table,
        }


def settle(
    questions: Sequence[Question], given: Given, facts: Sequence[Fact] = ()
) -> tuple[Settled, ...]:
    """Return each question with its answer.

    Raises QuestionsError for those without one, UnchangedError for an answer that changes nothing,
    RefusedError for one that needs a reason or the head judge.
    """
    settled, waiting = [], []
    for question in questions:
        answer = question.answer_of(given.to(question))
        if answer is None:
            waiting.append(question)
        elif answer.cancels:
            raise UnchangedError(question, answer)
        else:
            settled.append(Settled(question, answer))
    if waiting:
        raise QuestionsError(
            waiting,
            settled=settled,
            facts=facts,
            changed=_changed(questions, given),
            unknown=_unknown(waiting, given),
        )
    for each in settled:
        _check_may_answer(each, given)
    return tuple(settled)


def digest_of_players(players: Iterable[Enrollment]) -> str:
    """Return a short hash that identifies some players: `about` of a question about many."""
    text = "-".join(str(number) for number in sorted(player.number for player in players))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def answers_for_journal(settled: Sequence[Settled]) -> dict[str, Any]:
    """Return the answers as the journal entry of the act stores them; empty without questions."""
    return {"answers": [each.for_journal for each in settled]} if settled else {}


def _check_may_answer(settled: Settled, given: Given) -> None:
    if settled.question.is_problem and settled.answer.needs_reason and not given.may_go_over:
        raise RefusedError(
            _("Answer every check first. The head judge can continue with a reason.")
        )
    if settled.answer.needs_reason:
        needed_reason(given.reason)


def _unknown(waiting: Sequence[Question], given: Given) -> tuple[Question, str] | None:
    """Return the first question that was given an answer which it does not have."""
    for question in waiting:
        for key in (question.key, question.code):
            if given.answers.get(key):
                return question, key
    return None


def _changed(questions: Sequence[Question], given: Given) -> tuple[str, ...]:
    """Return the keys of answers to a question of today's kind about another situation."""
    keys = {question.key for question in questions}
    codes = {question.code for question in questions}
    return tuple(
        key
        for key in given.answers
        if key not in keys and key not in codes and key.partition(":")[0] in codes
    )
