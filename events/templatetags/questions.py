"""Questions before an act, for templates."""

from django import template

from events.core.questions.question import Place, Question
from events.models import Event
from events.web.staff_pages.given_answers import PREFIX, address_of_place

register = template.Library()


@register.simple_tag
def place_address(event: Event, place: Place) -> str:
    """Return the address of the page that an answer leads to."""
    return address_of_place(event, place)


@register.filter
def field_name(question: Question) -> str:
    """Return the name of the form's field that carries the answer to a question."""
    return f"{PREFIX}{question.key}"
