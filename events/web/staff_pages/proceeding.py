"""Pair, publish or finish: past the pre-flight check, or by way of its page."""

from collections.abc import Callable
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from events.core.events import finishing_actions as finishing
from events.core.guards import find_round_or_none
from events.core.preflight.queries import preflight_check
from events.core.rounds import pairing_actions as pairing
from events.core.standings import actions as publishing
from events.models import Round
from events.web.access import Action, Desk, to_desk

# Actions after the pre-flight check, and the permission for each.
NEXT_ACTIONS = {"pair": Action.PAIR, "publish": Action.PUBLISH, "finish": Action.FINISH}
# Values of the pressed button, which are sent along again.
CARRIED = ("back", "early", "early_reason")


def preflight_address(request: HttpRequest, desk: Desk, number: int, next_action: str) -> str:
    """Return where the page is, with what the button that was pressed carries on."""
    carried = {name: request.POST[name] for name in CARRIED if request.POST.get(name)}
    page = reverse("staff:preflight", args=[desk.event.slug, number])
    return f"{page}?{urlencode({'then': next_action, **carried})}"


def proceed(request: HttpRequest, desk: Desk, next_action: str, number: int) -> HttpResponse:
    """Carry out what a button says after round `number`, or lead to the open checks."""
    round = find_round_or_none(desk.event, number)
    if round is not None and round.state == Round.State.COMPLETE and preflight_check(round).lines:
        return redirect(preflight_address(request, desk, number, next_action))
    return carry_out(request, desk, next_action, number)


def carry_out(request: HttpRequest, desk: Desk, next_action: str, number: int) -> HttpResponse:
    """Pair, publish or finish after round `number`; `next_action` is a key of _STEPS."""
    return _STEPS[next_action](request, desk, number)


def _pair(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    pairing.pair_next_round(event_id=desk.event.pk, actor=desk.actor, number=number + 1)
    words = _("Round %(number)d is paired. Only staff can see it until it is posted.")
    messages.success(request, words % {"number": number + 1})
    return redirect("staff:round", desk.event.slug, number + 1)


def _publish(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    snapshot = publishing.publish_standings(event_id=desk.event.pk, actor=desk.actor, number=number)
    messages.success(
        request,
        _("The standings after round %(number)d are published (revision %(revision)d).")
        % {"number": number, "revision": snapshot.revision},
    )
    if request.POST.get("back") == "desk":
        return to_desk(desk)
    return redirect("staff:standings-after", desk.event.slug, number)


def _finish(request: HttpRequest, desk: Desk, _number: int) -> HttpResponse:
    early = bool(request.POST.get("early"))
    finishing.finish_event(
        event_id=desk.event.pk,
        actor=desk.actor,
        early=early,
        reason=request.POST.get("early_reason", ""),
    )
    messages.success(request, _("The event is finished. The final report is ready."))
    return redirect("staff:report", desk.event.slug)


_STEPS: dict[str, Callable[[HttpRequest, Desk, int], HttpResponse]] = {
    "pair": _pair,
    "publish": _publish,
    "finish": _finish,
}
