"""Players' phones as the staff sees them: what they may do, their addresses, their calls."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from events.core.phones import actions as services
from events.core.version_tokens import columns_of
from events.models import Event
from events.player_pages.forms import PhonesForm
from events.web.access import Action, Desk, staff_view
from events.web.form_refusals import ShowRefusal
from events.web.requests import posted
from events.web.version_tokens import VersionToken


@staff_view(get=Action.EDIT_EVENT, post=Action.EDIT_EVENT)
def phones(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Choose what players see and do on their phones."""
    stored = Event.objects.get(pk=desk.event.pk)
    form = PhonesForm(posted(request), instance=stored)
    seen = VersionToken(posted(request), columns_of(desk.event, services.PHONES))
    if form.is_valid():
        with ShowRefusal(form, seen):
            services.change_phones(
                event_id=desk.event.pk,
                actor=desk.actor,
                data=form.data_of_phones(),
                token=seen.before,
            )
            messages.success(request, _("The settings were saved."))
            return redirect("staff:phones", desk.event.slug)
    status = 422 if form.is_bound else 200
    context = {"desk": desk, "form": form, "seen": seen}
    return render(request, "player_pages/phones.html", context, status=status)


@staff_view(post=Action.EDIT_ROSTER)
def open_check_in(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Open the check-in by phone; with `close`, close it."""
    opened = "close" not in request.POST
    services.open_check_in(event_id=desk.event.pk, actor=desk.actor, open=opened)
    words = _("Phone check-in is open.") if opened else _("Phone check-in is closed.")
    messages.success(request, words)
    return redirect("staff:roster-check-in", desk.event.slug)


def _to_player(desk: Desk, number: int) -> HttpResponse:
    return redirect("staff:player", desk.event.slug, number)


@staff_view(post=Action.EDIT_ROSTER, back=_to_player)
def issue_address(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Give a player a new private address; the old one leads nowhere."""
    player = services.issue_address(event_id=desk.event.pk, actor=desk.actor, number=number)
    messages.success(
        request,
        _("%(name)s has a new player link. The old one no longer works.") % {"name": player.name},
    )
    return redirect(reverse("staff:player", args=[desk.event.slug, number]) + "#address")
