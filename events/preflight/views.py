"""The pre-flight list after a round: everything that is open, and the answer to one question."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from events.core.preflight.queries import preflight_check
from events.core.preflight.round_questions import questions_of
from events.core.refusals import RefusedError
from events.core.steps.actions import answer_checks
from events.web.access import Action, Desk, staff_view, to_desk
from events.web.lookups import round_or_404
from events.web.staff_pages.given_answers import given_answers
from events.web.staff_pages.rows_shown import rows_shown


@staff_view(get=Action.SEE)
def preflight(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show what is open before going on from a round."""
    round = round_or_404(desk, number)
    questions, facts = questions_of(preflight_check(round))
    context = {
        "desk": desk,
        "round": round,
        "facts": facts,
        "shown": rows_shown(request, questions, most=300, page=200),
    }
    return render(request, "preflight/preflight.html", context)


def _refused(request: HttpRequest, desk: Desk, error: RefusedError, number: int) -> HttpResponse:
    messages.error(request, str(error))
    return _back(request, desk, number)


@staff_view(post=Action.PUBLISH, refused=_refused)
def answer(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Answer a question on its own, on the page that shows it."""
    given = given_answers(request, desk)
    answer_checks(**desk.who, number=number, given=given)
    return _back(request, desk, number)


def _back(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Return to the list, to the page of the round, else to the desk."""
    page = {"gate": "staff:preflight", "round": "staff:round"}.get(request.POST.get("back", ""))
    return redirect(page, desk.event.slug, number) if page else to_desk(desk)
