"""Announce a text, remove it, and change values announced with round 1."""

import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from events.announcements.forms import AnnouncedForm, AnnouncementForm, filled_in
from events.announcements.words import READY_MADE
from events.core.events import announcement_actions
from events.core.events.announced_value_actions import change_announced
from events.core.events.announced_value_queries import (
    announced_changes,
    announced_stages,
    announced_values,
)
from events.core.events.queries import announced_before
from events.core.refusals import RefusedError
from events.models import Event
from events.web.access import Action, Desk, staff_view
from events.web.forms.dates import soon
from events.web.forms.refusals import ShowRefusal
from events.web.requests import posted
from events.web.version_tokens import VersionToken

TYPED = ("text_en", "text_ja", "until")


@staff_view(get=Action.SEE, post=Action.ANNOUNCE)
def announcements(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the announcements; on POST, announce a text or insert a ready-made line."""
    if request.method != "POST":
        return _page(request, desk, AnnouncementForm(desk.event))
    if request.POST.get("ready") in READY_MADE:
        return _page(request, desk, AnnouncementForm(desk.event, initial=_filled(request, desk)))
    form = AnnouncementForm(desk.event, request.POST)
    if not form.is_valid():
        return _page(request, desk, form, 422)
    try:
        announcement_actions.announce(**desk.who, **form.cleaned_data)
    except RefusedError as refused:
        form.add_error(refused.field or None, str(refused))
        return _page(request, desk, form, 409)
    messages.success(request, _("The announcement is now on every phone, projector, and desk."))
    return redirect("staff:announcements", desk.event.slug)


def _to_page(desk: Desk, **_numbers: int) -> HttpResponse:
    return redirect("staff:announcements", desk.event.slug)


@staff_view(post=Action.ANNOUNCE, back=_to_page)
def take_down(request: HttpRequest, desk: Desk, announcement: int) -> HttpResponse:
    """Remove an announcement before its end."""
    announcement_actions.take_down(**desk.who, announcement_id=announcement)
    messages.success(request, _("The announcement was taken down."))
    return _to_page(desk)


def _filled(request: HttpRequest, desk: Desk) -> dict[str, str]:
    """Return the typed text with the chosen ready-made line added."""
    typed = {name: request.POST.get(name, "") for name in TYPED}
    at = request.POST.get("at", "")
    try:
        datetime.time.fromisoformat(at)
    except ValueError:
        at = soon(AnnouncementForm(desk.event).zone)
    return filled_in(typed, request.POST["ready"], number=_next_round(desk.event), at=at)


def _next_round(event: Event) -> int:
    """Return the number of the next round to start."""
    newest = event.rounds.order_by("-number").defer("posted_rows").first()
    if newest is None:
        return 1
    begun = newest.started_at is not None or newest.is_complete
    return newest.number + 1 if begun else newest.number


def _page(
    request: HttpRequest, desk: Desk, form: AnnouncementForm, status: int = 200
) -> HttpResponse:
    context = {
        "desk": desk,
        "form": form,
        "ready_made": READY_MADE,
        "at": request.POST.get("at") or soon(form.zone),
        "over": announced_before(desk.event),
    }
    return render(request, "announcements/announcements.html", context, status=status)


@staff_view(get=Action.SEE, post=Action.CHANGE_ANNOUNCED)
def announced(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the announced values and their changes; the head judge can change them."""
    stages = announced_stages(desk.event)
    form = AnnouncedForm(desk.event, stages, posted(request))
    seen = VersionToken(posted(request), announced_values(desk.event, stages))
    if form.is_valid():
        with ShowRefusal(form, seen):
            change_announced(
                **desk.who,
                minutes=form.cleaned_data["minutes"],
                rounds=form.numbers("rounds"),
                stage_minutes=form.numbers("minutes"),
                reason=form.cleaned_data["reason"],
                token=seen.before,
            )
            messages.success(
                request, _("Changed. The pages that announced it now show the change.")
            )
            return redirect("staff:announced", desk.event.slug)
    changes = announced_changes(desk.event)
    context = {"desk": desk, "form": form, "seen": seen, "changes": changes}
    status = 422 if form.is_bound else 200
    return render(request, "announcements/change_announced.html", context, status=status)
