"""Sign-ups at the desk: the waiting list and payments."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.written_names import written_name
from events.core.players.waiting_list_actions import (
    accept_all,
    accept_sign_up,
    move_up,
    refuse_sign_up,
    release,
)
from events.core.refusals import RefusedError
from events.core.sign_ups.actions import mark_paid
from events.core.sign_ups.queries import sign_ups_page
from events.models import SignUp
from events.web.access import Action, Desk, staff_view
from events.web.lookups import enrollment_or_404


@staff_view(get=Action.EDIT_ROSTER)
def sign_ups(request: HttpRequest, desk: Desk) -> HttpResponse:
    """List the sign-ups: to decide, waiting in order, enrolled, and over."""
    return _show(request, desk)


def _show(request: HttpRequest, desk: Desk, refused: RefusedError | None = None) -> HttpResponse:
    context = {
        "desk": desk,
        "page": sign_ups_page(desk.event),
        "refused": refused,
        "address": request.build_absolute_uri(reverse("me:sign-up", args=[desk.event.slug])),
    }
    return render(request, "sign_ups/sign_ups.html", context, status=409 if refused else 200)


def _refused(
    request: HttpRequest, desk: Desk, refused: RefusedError, **_numbers: int
) -> HttpResponse:
    return _show(request, desk, refused)


@staff_view(post=Action.EDIT_ROSTER, refused=_refused)
def decide(request: HttpRequest, desk: Desk, sign_up_id: int) -> HttpResponse:
    """Accept a sign-up, refuse it with a reason, or move it up, by the button pressed."""
    event, actor, pk = desk.event.pk, desk.actor, sign_up_id
    reason = request.POST.get("reason", "")
    if "refuse" in request.POST:
        sign_up = refuse_sign_up(event_id=event, actor=actor, sign_up_id=pk, reason=reason)
        words = _("The sign-up for %(name)s was refused with your reason.")
    elif "up" in request.POST:
        sign_up = move_up(event_id=event, actor=actor, sign_up_id=pk)
        words = _("%(name)s moved up the waiting list.")
    else:
        sign_up = accept_sign_up(event_id=event, actor=actor, sign_up_id=pk, because=reason)
        words = _("%(name)s was accepted and is waiting for a place.")
        if sign_up.state == SignUp.State.ENROLLED:
            words = _("%(name)s was enrolled.")
    messages.success(request, words % {"name": written_name(sign_up)})
    return redirect("staff:sign-ups", desk.event.slug)


@staff_view(post=Action.EDIT_ROSTER, refused=_refused)
def decide_all(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Accept every sign-up without an objection; with `release`, stop holding them for review."""
    if "release" in request.POST:
        release(**desk.who)
        messages.success(request, _("New sign-ups get a place right away again."))
    else:
        count = accept_all(**desk.who)
        words = ngettext(
            "%(count)d sign-up was accepted.", "%(count)d sign-ups were accepted.", count
        )
        messages.success(request, words % {"count": count})
    return redirect("staff:sign-ups", desk.event.slug)


@staff_view(post=Action.EDIT_ROSTER)
def paid(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Mark that a player has paid; with `back`, take it back."""
    enrollment_or_404(desk, number)
    has_paid = "back" not in request.POST
    player = mark_paid(**desk.who, number=number, paid=has_paid)
    words = _("%(name)s has paid.") if has_paid else _("%(name)s has not paid.")
    messages.success(request, words % {"name": written_name(player)})
    if "list" in request.POST:
        return redirect("staff:sign-ups", desk.event.slug)
    return redirect("staff:player", desk.event.slug, number)
