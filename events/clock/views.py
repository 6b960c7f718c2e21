"""The clock of a round: start it at the desk, change it there or on its page, estimate its end."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy

from events.core.clock.forecast import end_forecast
from events.core.clock.round_clock import clock_of
from events.core.guards import find_round_or_none
from events.core.refusals import RefusedError
from events.models import Round
from events.web.access import Action, Desk, staff_view
from events.web.lookups import round_or_404, to_round
from events.web.staff_pages.clock_buttons import START, press_posted


def _show_refused(
    request: HttpRequest, desk: Desk, error: RefusedError, number: int
) -> HttpResponse:
    """Show the clock in its current state, and why it was not changed."""
    round = find_round_or_none(desk.event, number)
    if round is None or not round.is_posted:
        messages.error(request, str(error))
        return to_round(desk, number)
    return _page(request, desk, round, error)


_DONE = {
    START: gettext_lazy("The clock for round %(number)d is running."),
    "pause": gettext_lazy("The clock is paused."),
    "resume": gettext_lazy("The clock is running again."),
    "add": gettext_lazy("The round time was changed."),
    "restart": gettext_lazy("The clock restarted with the full round time."),
    "stop": gettext_lazy("The clock start was undone."),
}


@staff_view(get=Action.SEE, post=Action.CLOCK, refused=_show_refused)
def clock(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show the clock of a round; on POST, start it or perform the action `do`."""
    if request.method != "POST":
        return _page(request, desk, round_or_404(desk, number))
    button = press_posted(request, desk, number)
    messages.success(request, str(_DONE[button]) % {"number": number})
    return to_round(desk, number) if button == START else _to_clock(desk, number)


def _to_clock(desk: Desk, number: int) -> HttpResponse:
    """Redirect to the page of a round's clock."""
    return redirect("staff:clock", desk.event.slug, number)


@staff_view(get=Action.SEE)
def forecast(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show the estimated end of the round, for a watching desk."""
    round = round_or_404(desk, number)
    context = {"desk": desk, "round": round, "forecast": end_forecast(round)}
    return render(request, "clock/forecast.html", context)


def _page(
    request: HttpRequest, desk: Desk, round: Round, refused: RefusedError | None = None
) -> HttpResponse:
    context = {
        "desk": desk,
        "round": round,
        "clock": clock_of(round),
        "forecast": end_forecast(round),
        "refused": refused,
        "typed": request.POST,
    }
    return render(request, "clock/clock.html", context, status=409 if refused else 200)
