"""Questions before an act, for templates."""

from collections.abc import Sequence

from django import template

from events.core.questions.question import Place, Question
from events.models import Event
from events.web.staff_pages.given_answers import PREFIX, address_of_place
from events.web.staff_pages.question_groups import QuestionGroup, grouped

register = template.Library()


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
