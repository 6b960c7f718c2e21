"""The page that calls a draft, on a laptop or projector, aloud if requested."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from domain.draft_script import CONSTRUCTION_MINUTES, PASSING, PodLag
from domain.limits import MOST_SMALL
from events.core.clock import draft_call_actions as draft
from events.core.clock.draft_calls import (
    call_of,
    call_token,
    position_of,
    script_of,
    shown_calls,
    shown_step,
)
from events.core.clock.preparation_actions import pause_preparation, resume_preparation
from events.core.clock.preparation_clock import Preparation, preparation_of
from events.core.clock.round_clock import clock_of
from events.core.refusals import RefusedError
from events.core.typed_values import whole_number
from events.models import DraftCall, Event, PodSeat
from events.web.access import Action, Desk, EventActor, staff_view
from events.web.requests import by_htmx

FIRST_VALUES = {
    "packs": 3,
    "cards": 14,
    "passing": PASSING,
    "construction_minutes": CONSTRUCTION_MINUTES,
}


@dataclass(frozen=True, slots=True)
class ShownPod:
    """A pod, and its lag behind the others."""

    number: int
    lag: PodLag

    @property
    def is_held(self) -> bool:
        """Whether the pod is paused."""
        return self.lag.held is not None


def _show_refused(request: HttpRequest, desk: Desk, error: RefusedError) -> HttpResponse:
    """Show the call in its current state, and why the action was refused."""
    return _page(request, desk.as_now(), error)


@staff_view(get=Action.SEE, post=Action.CLOCK, refused=_show_refused)
def draft_call(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the current step of the call; on POST, perform the action `do`."""
    if request.method != "POST":
        return _page(request, desk)
    act = _ACTS.get(request.POST.get("do", ""))
    if act is None:
        raise Http404
    act(request, desk.who)
    if request.POST.get("do") == "start":
        messages.success(request, _("The draft is being called. Players see its clock."))
    address = reverse("staff:draft-call", args=[desk.event.slug])
    pod = _pod(request)
    return redirect(f"{address}?pod={pod}" if pod and "stay" in request.POST else address)


def _start(request: HttpRequest, who: EventActor) -> None:
    numbers = {name: _number(request, name) for name in FIRST_VALUES}
    draft.start_call(**who, **numbers)


def _seen(request: HttpRequest) -> str:
    return request.POST.get("seen", "")


def _pause_pod(request: HttpRequest, who: EventActor, *, paused: bool) -> None:
    pod = _pod(request)
    if pod is None:
        raise Http404
    draft.pause_pod(**who, pod=pod, paused=paused, token=_seen(request))


_ACTS: dict[str, Callable[[HttpRequest, EventActor], None]] = {
    "start": _start,
    "pause": lambda request, who: pause_preparation(**who, token=_seen(request)),
    "resume": lambda request, who: resume_preparation(**who, token=_seen(request)),
    "next": lambda request, who: draft.move_call(**who, forward=True, token=_seen(request)),
    "back": lambda request, who: draft.move_call(**who, forward=False, token=_seen(request)),
    "pause-pod": lambda request, who: _pause_pod(request, who, paused=True),
    "resume-pod": lambda request, who: _pause_pod(request, who, paused=False),
    "construction": lambda request, who: draft.start_construction(**who, token=_seen(request)),
}


def _number(request: HttpRequest, name: str) -> int:
    number = whole_number(request.POST.get(name, "").strip(), MOST_SMALL)
    if number is None:
        raise RefusedError(_("Enter a whole number."), name)
    return number


def _pod(request: HttpRequest) -> int | None:
    fields = request.POST if request.method == "POST" else request.GET
    return whole_number(fields.get("pod", ""), MOST_SMALL)


def _page(request: HttpRequest, desk: Desk, refused: RefusedError | None = None) -> HttpResponse:
    running = preparation_of(desk.event)
    call = call_of(desk.event)
    context: dict[str, Any] = {"desk": desk, "refused": refused}
    if running is None or call is None:
        values = {
            name: (request.POST.get(name, value) if refused else value)
            for name, value in FIRST_VALUES.items()
        }
        context |= {"values": values, "busy": running}
    else:
        state = call_token(call, running)
        if by_htmx(request) and request.GET.get("state") == state:
            return HttpResponse(status=204)
        context |= _called(request, desk.event, call, running) | {"state": state}
    status = 409 if refused else 200
    return render(request, "clock/draft_call.html", context, status=status)


def _called(
    request: HttpRequest, event: Event, call: DraftCall, running: Preparation
) -> dict[str, Any]:
    script = script_of(call, running)
    of_all = position_of(running)
    pods = [ShownPod(pod, call.lag_of(pod)) for pod in _pods(event)] if running.is_draft else []
    pod = _pod(request)
    own = next((each for each in pods if each.number == pod), None)
    position = own.lag.position(of_all) if own else of_all
    step = script.steps[script.at(position)]
    return {
        "running": running,
        "clock": clock_of(running),
        "calls": shown_calls(script),
        "now": shown_step(step),
        "left": max(step.end - int(position), 0),
        "pods": pods,
        "own": own,
        "is_over": of_all >= script.seconds,
        "behind": any(each.lag != PodLag() for each in pods),
    }


def _pods(event: Event) -> Sequence[int]:
    """Return the pods of the newest draft whose pods are posted. One query."""
    posted = PodSeat.objects.filter(stage__event=event, stage__pods_posted_at__isnull=False)
    seats = posted.order_by("-stage__number", "pod").values_list("stage__number", "pod").distinct()
    newest = max((number for number, _pod_number in seats), default=0)
    return [pod for number, pod in seats if number == newest]
