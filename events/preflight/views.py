"""Before pairing and publishing: what is to be looked at, answered or settled first."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from events.core.guards import find_round_or_none
from events.core.preflight.queries import preflight_check
from events.core.refusals import RefusedError
from events.preflight.actions import confirm_check, pass_preflight
from events.web.access import Action, Desk, may, staff_view, to_desk
from events.web.staff_pages.proceeding import CARRIED, NEXT_ACTIONS, carry_out, preflight_address
from events.web.staff_pages.rows_shown import rows_shown


@staff_view(get=Action.SEE)
def preflight(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show what is open before going on from a round."""
    return _show(request, desk, number)


def _show(
    request: HttpRequest, desk: Desk, number: int, error: RefusedError | None = None
) -> HttpResponse:
    round = find_round_or_none(desk.event, number)
    if round is None:
        raise Http404
    asked = request.POST if request.method == "POST" else request.GET
    next_action = asked.get("then", "pair")
    if next_action not in NEXT_ACTIONS:
        raise Http404
    check = preflight_check(round)
    context = {
        "desk": desk,
        "round": round,
        "check": check,
        "shown": rows_shown(request, check.lines, most=300, page=200),
        "then": next_action,
        "may_then": may(desk.roles, NEXT_ACTIONS[next_action]),
        "next_number": number + 1,
        "carried": [(name, asked[name]) for name in CARRIED if asked.get(name)],
        "reason": asked.get("reason", ""),
        "error": error,
    }
    return render(request, "preflight/preflight.html", context, status=422 if error else 200)


def _refused(request: HttpRequest, desk: Desk, error: RefusedError, number: int) -> HttpResponse:
    return _show(request, desk, number, error)


@staff_view(post=Action.PUBLISH, refused=_refused)
def answer(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Say of one line that it is right as it is."""
    key = request.POST.get("key", "")
    confirm_check(event_id=desk.event.pk, actor=desk.actor, number=number, key=key)
    if "then" not in request.POST:
        return to_desk(desk)
    return redirect(preflight_address(request, desk, number, request.POST.get("then", "pair")))


@staff_view(post=Action.PUBLISH, refused=_refused)
def pass_and_proceed(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Go on: what is only told counts as seen, the head judge goes over the rest with a reason."""
    next_action = request.POST.get("then", "")
    if next_action not in NEXT_ACTIONS:
        raise Http404
    if not may(desk.roles, NEXT_ACTIONS[next_action]):
        raise PermissionDenied
    pass_preflight(
        event_id=desk.event.pk,
        actor=desk.actor,
        number=number,
        seen=frozenset(request.POST.getlist("seen")),
        reason=request.POST.get("reason", ""),
        over=may(desk.roles, Action.GO_OVER),
    )
    return carry_out(request, desk, next_action, number)
