"""Before pairing and publishing: what is to be looked at, answered or settled first."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from events.core.events import finishing_actions as finishing
from events.core.refusals import RefusedError
from events.core.rounds import pairing_actions as pairing
from events.core.rounds.queries import find_round_or_none
from events.core.standings import actions as publishing
from events.models import Round
from events.preflight.actions import answer_line, pass_gate
from events.preflight.queries import gate_of
from events.web.access import Action, Desk, may, staff_view, to_desk
from events.web.preflight_address import CARRIED, THEN, gate_address


@staff_view(get=Action.SEE)
def gate(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show what is open before going on from a round."""
    return _show(request, desk, number)


def _show(
    request: HttpRequest, desk: Desk, number: int, error: RefusedError | None = None
) -> HttpResponse:
    round = find_round_or_none(desk.event, number)
    if round is None:
        raise Http404
    asked = request.POST if request.method == "POST" else request.GET
    then = asked.get("then", "pair")
    if then not in THEN:
        raise Http404
    context = {
        "desk": desk,
        "round": round,
        "gate": gate_of(round),
        "then": then,
        "may_then": may(desk.roles, THEN[then]),
        "next_number": number + 1,
        "carried": [(name, asked[name]) for name in CARRIED if asked.get(name)],
        "reason": asked.get("reason", ""),
        "error": error,
    }
    return render(request, "preflight/gate.html", context, status=422 if error else 200)


def _refused(request: HttpRequest, desk: Desk, error: RefusedError, number: int) -> HttpResponse:
    return _show(request, desk, number, error)


@staff_view(post=Action.PUBLISH, refused=_refused)
def answer(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Say of one line that it is right as it is."""
    key = request.POST.get("key", "")
    answer_line(event_id=desk.event.pk, actor=desk.actor, number=number, key=key)
    return redirect(gate_address(request, desk, number, request.POST.get("then", "pair")))


@staff_view(post=Action.PUBLISH, refused=_refused)
def go(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Go on: what is only told counts as seen, the head judge goes over the rest with a reason."""
    then = request.POST.get("then", "")
    if then not in THEN:
        raise Http404
    if not may(desk.roles, THEN[then]):
        raise PermissionDenied
    pass_gate(
        event_id=desk.event.pk,
        actor=desk.actor,
        number=number,
        seen=frozenset(request.POST.getlist("seen")),
        reason=request.POST.get("reason", ""),
        over=may(desk.roles, Action.GO_OVER),
    )
    return _GO_ON[then](request, desk, number)


def go_on(request: HttpRequest, desk: Desk, then: str, number: int) -> HttpResponse:
    """Do what a button says after round `number`, or lead to what is to be looked at first."""
    round = find_round_or_none(desk.event, number)
    if round is not None and round.state == Round.State.COMPLETE and gate_of(round).lines:
        return redirect(gate_address(request, desk, number, then))
    return _GO_ON[then](request, desk, number)


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


_GO_ON: dict[str, Callable[[HttpRequest, Desk, int], HttpResponse]] = {
    "pair": _pair,
    "publish": _publish,
    "finish": _finish,
}
