"""The registration of pools at the desk: its steps, and the list of each pool."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from domain.limits import MOST_SMALL
from events.core.cards.pool_seats import (
    line_of,
    pool_token,
    pools_page,
    registration_values,
)
from events.core.edit_conflicts import token_of_values
from events.core.refusals import RefusedError
from events.core.typed_values import whole_number, whole_numbers
from events.decks import pool_actions
from events.web.access import Action, Desk, EventActor, staff_view
from events.web.lookups import enrollment_or_404
from events.web.version_tokens import changed_names, posted_token, token_after


def _show_refused(request: HttpRequest, desk: Desk, error: RefusedError) -> HttpResponse:
    """Show the registration in its current state, and why the action was refused."""
    return _page(request, desk.as_now(), error)


@staff_view(get=Action.SEE, post=Action.DECKS, refused=_show_refused)
def pools(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show registered pools and their later players; on POST, perform the action `do`."""
    if request.method != "POST":
        return _page(request, desk)
    act = _ACTS.get(request.POST.get("do", ""))
    if act is None:
        raise Http404
    act(request, desk.who)
    messages.success(request, _("Pool registration was changed."))
    return redirect("staff:pools", desk.event.slug)


def _open(request: HttpRequest, who: EventActor) -> None:
    pool_actions.open_pools(**who, passes=request.POST.get("passes") == "yes")


def _close(request: HttpRequest, who: EventActor) -> None:
    on = whole_number(request.POST.get("seats_on", "").strip(), MOST_SMALL)
    pool_actions.close_pools(**who, seats_on=on, token=posted_token(request))


def _reopen(request: HttpRequest, who: EventActor) -> None:
    reason = request.POST.get("reason", "")
    pool_actions.reopen_pools(**who, reason=reason, token=posted_token(request))


def _note_paper(request: HttpRequest, who: EventActor) -> None:
    pool_actions.note_paper_pools(**who, numbers=whole_numbers(request.POST.getlist("paper")))


_ACTS: dict[str, Callable[[HttpRequest, EventActor], object]] = {
    "open": _open,
    "close": _close,
    "reopen": _reopen,
    "paper": _note_paper,
    "seat-late": lambda _request, who: pool_actions.seat_late_players(**who),
    "discard": lambda request, who: pool_actions.discard_pools(**who, token=posted_token(request)),
}


def _page(request: HttpRequest, desk: Desk, refused: RefusedError | None = None) -> HttpResponse:
    page = pools_page(desk.event)
    values = registration_values(page.registration) if page.registration else {}
    context = {
        "desk": desk,
        "page": page,
        "seen": token_of_values(values),
        "refused": refused,
        "typed": request.POST if refused else {},
        "can_change": desk.can["decks"] and not desk.event.is_finished,
    }
    return render(request, "decks/pools.html", context, status=409 if refused else 200)


def _refused(request: HttpRequest, desk: Desk, refused: RefusedError, number: int) -> HttpResponse:
    return _show(request, desk, number, refused)


@staff_view(get=Action.SEE, post=Action.DECKS, refused=_refused)
def pool(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show the pool that a player registers; a POST saves its list."""
    if request.method != "POST":
        return _show(request, desk, number)
    enrollment_or_404(desk, number)
    pool_actions.save_pool(
        **desk.who,
        number=number,
        text=request.POST.get("text", ""),
        reason=request.POST.get("reason", ""),
        token=posted_token(request),
    )
    messages.success(request, _("The pool was saved."))
    return redirect("staff:pool", desk.event.slug, number)


def _show(
    request: HttpRequest, desk: Desk, number: int, refused: RefusedError | None = None
) -> HttpResponse:
    enrollment = enrollment_or_404(desk, number)
    line = line_of(enrollment)
    if line is None:
        raise Http404
    context = {
        "desk": desk,
        "line": line,
        "registration": line.registration,
        "text": request.POST.get("text", line.pool.text) if refused else line.pool.text,
        "reason": request.POST.get("reason", ""),
        "seen": token_after(request, refused, pool_token(line.pool)),
        "changed": changed_names(refused),
        "refused": refused,
        "can_change": desk.can["decks"] and not desk.event.is_finished,
    }
    return render(request, "decks/pool.html", context, status=422 if refused else 200)
