"""The clock of a round: started at the desk, changed there or on its page, its likely end."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.core.clock import actions as services
from events.core.clock.forecast import end_forecast
from events.core.clock.round_clock import clock_of
from events.core.refusals import RefusedError
from events.core.rounds.queries import find_round_or_none
from events.core.texts import whole_number
from events.desk.live_update import live_parts
from events.desk.views import revision_shown
from events.models import Event, Round
from events.web.access import Action, Desk, staff_view
from events.web.lookups import round_or_404, to_round
from events.web.requests import by_htmx


def _show_refused(
    request: HttpRequest, desk: Desk, error: RefusedError, number: int
) -> HttpResponse:
    """Show the clock as it is by now, and why it was not changed."""
    round = find_round_or_none(desk.event, number)
    if round is None or not round.is_posted:
        messages.error(request, str(error))
        return to_round(desk, number)
    if by_htmx(request):
        return _to_htmx(request, desk, number, error)
    return _page(request, desk, round, error)


def _minutes(request: HttpRequest) -> int:
    """Return the minutes that are to be added: "5", or "-1" where they are taken away."""
    text = request.POST.get("minutes", "")
    minutes = whole_number(text.removeprefix("-").removeprefix("+"))
    if minutes is None:
        raise RefusedError(_("Enter 1 to 120 minutes."), "minutes")
    return -minutes if text.startswith("-") else minutes


START = "start"
_CHANGES: dict[str, tuple[Callable[..., Round], Promise]] = {
    START: (services.start_clock, gettext_lazy("The clock for round %(number)d is running.")),
    "pause": (services.pause_clock, gettext_lazy("The clock is paused.")),
    "resume": (services.resume_clock, gettext_lazy("The clock is running again.")),
    "add": (services.add_time, gettext_lazy("The round time was changed.")),
    "restart": (
        services.restart_clock,
        gettext_lazy("The clock restarted with the full round time."),
    ),
    "stop": (services.stop_clock, gettext_lazy("The clock start was undone.")),
}


@staff_view(get=Action.SEE, post=Action.CLOCK, refused=_show_refused)
def clock(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show the clock of a round; posted to: start it, or do with it what `do` says."""
    if request.method != "POST":
        return _page(request, desk, round_or_404(desk, number))
    what = request.POST.get("do", START)
    if what not in _CHANGES:
        raise Http404
    write, done = _CHANGES[what]
    asked: dict[str, object] = {} if what == START else {"seen": request.POST.get("seen", "")}
    if write is services.add_time:
        asked["minutes"] = _minutes(request)
    write(event_id=desk.event.pk, actor=desk.actor, number=number, **asked)
    if by_htmx(request):
        return _to_htmx(request, desk, number)
    messages.success(request, str(done) % {"number": number})
    return to_round(desk, number) if what == START else _to_clock(desk, number)


def _to_clock(desk: Desk, number: int) -> HttpResponse:
    """Lead to the page of a round's clock."""
    return redirect("staff:clock", desk.event.slug, number)


@staff_view(get=Action.SEE)
def forecast(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Say when the round is likely to end, for the desk that watches."""
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


def _to_htmx(
    request: HttpRequest, desk: Desk, number: int, refused: RefusedError | None = None
) -> HttpResponse:
    """Answer a desk with what changed since it looked."""
    event = Event.objects.get(pk=desk.event.pk)
    now = Desk(event, desk.actor, desk.roles)
    round = round_or_404(now, number)
    parts = live_parts(request, now, round, revision_shown(request.POST), refused)
    return HttpResponse(parts, status=409 if refused else 200)
