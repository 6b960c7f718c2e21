"""The clock of a draft or of deck construction before a round."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from events.core.clock import preparation_actions
from events.core.clock.draft_calls import call_of
from events.core.clock.preparation_clock import preparation_of
from events.core.clock.round_clock import clock_of
from events.core.refusals import RefusedError
from events.core.typed_values import whole_number
from events.models import Event
from events.web.access import Action, Desk, staff_view

# Minutes that the forms suggest; staff can change both.
USUAL_MINUTES = {Event.Preparation.DRAFT: 40, Event.Preparation.CONSTRUCTION: 30}


def _show_refused(request: HttpRequest, desk: Desk, error: RefusedError) -> HttpResponse:
    """Show the clock in its current state, and why it was not changed."""
    return _page(request, desk.as_now(), error)


@staff_view(get=Action.SEE, post=Action.CLOCK, refused=_show_refused)
def preparation(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the clock; on POST: perform the action `do`."""
    if request.method != "POST":
        return _page(request, desk)
    what, token = request.POST.get("do", ""), request.POST.get("seen", "")
    who = desk.who
    if what == "start":
        kind = request.POST.get("kind", "")
        preparation_actions.start_preparation(**who, kind=kind, minutes=_minutes(request))
    elif what == "pause":
        preparation_actions.pause_preparation(**who, token=token)
    elif what == "resume":
        preparation_actions.resume_preparation(**who, token=token)
    elif what == "add":
        preparation_actions.extend_preparation(**who, minutes=_minutes(request), token=token)
    elif what == "end":
        preparation_actions.end_preparation(**who, token=token)
    else:
        raise Http404
    messages.success(request, _("The clock was changed. Players see the change now."))
    return redirect("staff:preparation", desk.event.slug)


def _minutes(request: HttpRequest) -> int:
    """Return the typed minutes; "5" adds, "-1" takes away."""
    text = request.POST.get("minutes", "").strip()
    minutes = whole_number(text.removeprefix("-").removeprefix("+"))
    if minutes is None:
        raise RefusedError(_("Enter a whole number of minutes."), "minutes")
    return -minutes if text.startswith("-") else minutes


def _page(request: HttpRequest, desk: Desk, refused: RefusedError | None = None) -> HttpResponse:
    running = preparation_of(desk.event)
    context = {
        "desk": desk,
        "running": running,
        "called": call_of(desk.event) is not None,
        "clock": clock_of(running) if running else None,
        "kinds": [
            (kind, dict(Event.PREPARATION_WORDS)[kind], USUAL_MINUTES[kind])
            for kind in Event.Preparation
            if running is None or running.kind != kind
        ],
        "refused": refused,
        "typed": request.POST,
    }
    return render(request, "clock/preparation.html", context, status=409 if refused else 200)
