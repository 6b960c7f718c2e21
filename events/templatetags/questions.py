"""Questions before an act, for templates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.contrib.messages.storage.base import Message
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.core.questions.question import Place, Question
from events.models import Event
from events.web.staff_pages.given_answers import PREFIX, address_of_place
from events.web.staff_pages.undo_messages import undo_of

# Further questions of a kind are folded.
MOST_SHOWN = 5
# Buttons that answer all questions of a kind, by the code of the answer.
_FOR_ALL: Mapping[str, str | Promise] = {
    "drop": _("Drop all of them"),
    "keep-in": _("Keep all of them in"),
    "keep": _("Keep all of them as they are"),
    "leave-out": _("Leave all of them out"),
}


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """Questions of one kind: `first` are shown, `more` are folded."""

    code: str
    first: Sequence[Question]
    more: Sequence[Question]

    @property
    def for_all(self) -> list[tuple[str, str | Promise]]:
        """The answers that every question of the kind has, by code with the words of a button."""
        if not self.more:
            return []
        shared = [{answer.code for answer in each.acts} for each in (*self.first, *self.more)]
        common = set.intersection(*shared)
        return [(code, words) for code, words in _FOR_ALL.items() if code in common]


def grouped(questions: Sequence[Question]) -> list[QuestionGroup]:
    """Group questions by kind, in the order of each kind's first question."""
    kinds: dict[str, list[Question]] = {}
    for question in questions:
        kinds.setdefault(question.code, []).append(question)
    return [
        QuestionGroup(code, of_kind[:MOST_SHOWN], of_kind[MOST_SHOWN:])
        for code, of_kind in kinds.items()
    ]


register = template.Library()


@register.filter
def undo(message: Message) -> Mapping[str, Any] | None:
    """Return the form that undoes what a message reports; None for a message without undo."""
    return undo_of(message.extra_tags or "")


@register.simple_tag
def place_address(event: Event, place: Place) -> str:
    """Return the address of the page that an answer leads to."""
    return address_of_place(event, place)


@register.filter
def field_name(question: Question) -> str:
    """Return the name of the form's field that carries the answer to a question."""
    return f"{PREFIX}{question.key}"


@register.filter
def by_kind(questions: Sequence[Question]) -> list[QuestionGroup]:
    """Return questions by kind, for a page that folds many of one kind."""
    return grouped(questions)


@register.filter
def field_of_kind(group: QuestionGroup) -> str:
    """Return the name of the form's field that answers every question of a kind."""
    return f"{PREFIX}{group.code}"
