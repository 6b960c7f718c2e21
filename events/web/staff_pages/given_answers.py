"""Questions before an act on the screen: the answers that a form sends, and where links lead."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from django.http import HttpRequest
from django.urls import reverse

from events.core.questions.question import Given, Place, Question, QuestionsError, Settled
from events.core.refusals import RefusedError
from events.core.seats.table_numbering import tables_value
from events.models import Event
from events.web.access import Action, Desk, may
from events.web.requests import posted_numbers

# Prefix of form field names; the key of a question follows.
PREFIX = "answers."


def given_answers(request: HttpRequest, desk: Desk) -> Given:
    """Return the answers of a posted form: `answers.leader-drops:4:41` is `drop`."""
    answers = posted_answers(request)
    # Each question that needs a reason has its own field.
    reasons = [reason for reason in request.POST.getlist("reason") if reason.strip()]
    return Given(
        answers,
        reason=reasons[-1] if reasons else "",
        may_go_over=may(desk.roles, Action.GO_OVER),
        seen=frozenset(posted_numbers(request)) if answers else frozenset(),
    )


def posted_answers(request: HttpRequest) -> dict[str, str]:
    """Return the answers of a posted form by the key of their question."""
    return {
        name.removeprefix(PREFIX): value
        for name, value in request.POST.items()
        if name.startswith(PREFIX) and isinstance(value, str) and value
    }


@dataclass(frozen=True)
class Ask:
    """The questions shown above a button, and those that have an answer by now.

    `was_tried`: the act was tried and asked them, so that they get the focus.
    """

    questions: Sequence[Question] = ()
    settled: Sequence[Settled] = ()
    was_tried: bool = False

    @classmethod
    def of(cls, error: RefusedError | None, otherwise: Sequence[Question] = ()) -> Self:
        """Return the questions of an act that was tried; `otherwise` before it is tried."""
        if isinstance(error, QuestionsError):
            return cls(error.questions, error.settled, was_tried=True)
        return cls(otherwise)

    @property
    def numbers(self) -> str:
        """The numbers of the players whom the questions name, as a form carries them."""
        named = [*self.questions, *(each.question for each in self.settled)]
        return tables_value(sorted({player.number for each in named for player in each.players}))


def address_of_place(event: Event, place: Place) -> str:
    """Return the address of the page that an answer leads to."""
    return reverse(f"staff:{place.page.value}", args=[event.slug, *place.numbers])
