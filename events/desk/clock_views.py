"""The clock's buttons at the desk: answered with what changed since the desk looked."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from events.core.guards import find_round_or_none
from events.core.refusals import RefusedError
from events.desk.live_update import live_parts
from events.desk.views import revision_shown
from events.models import Event
from events.web.access import Action, Desk, staff_view
from events.web.lookups import round_or_404, to_round
from events.web.staff_pages.clock_buttons import press_posted


def _show_refused(
    request: HttpRequest, desk: Desk, error: RefusedError, number: int
) -> HttpResponse:
    """Show the desk as it is by now, and why the clock was not changed."""
    round = find_round_or_none(desk.event, number)
    if round is None or not round.is_posted:
        messages.error(request, str(error))
        return HttpResponse(headers={"HX-Redirect": to_round(desk, number)["Location"]})
    return _parts(request, desk, number, error)


@staff_view(post=Action.CLOCK, refused=_show_refused)
def clock(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Start the clock of a round at the desk, or do with it what `do` says."""
    press_posted(request, desk, number)
    return _parts(request, desk, number)


def _parts(
    request: HttpRequest, desk: Desk, number: int, refused: RefusedError | None = None
) -> HttpResponse:
    """Answer a desk with what changed since it looked."""
    event = Event.objects.get(pk=desk.event.pk)
    now = Desk(event, desk.actor, desk.roles)
    round = round_or_404(now, number)
    parts = live_parts(request, now, round, revision_shown(request.POST), refused=refused)
    if refused:
        return HttpResponse(parts, status=409)
    # "Round 2 is posted" is not news any more once its clock runs.
    return HttpResponse(parts + render_to_string("parts/messages.html", {"oob": True}, request))
