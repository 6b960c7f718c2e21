"""Players' phones as the staff sees them: check-in by phone, and their addresses."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from domain.written_names import written_name
from events.core.phones import actions
from events.web.access import Action, Desk, staff_view
from events.web.forms.sent_forms import made_once


@staff_view(post=Action.EDIT_ROSTER)
def open_check_in(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Open the check-in by phone; with `close`, close it."""
    opened = "close" not in request.POST
    actions.open_check_in(**desk.who, open=opened)
    words = _("Phone check-in is open.") if opened else _("Phone check-in is closed.")
    messages.success(request, words)
    return redirect("staff:roster-check-in", desk.event.slug)


def _to_player(desk: Desk, number: int) -> HttpResponse:
    return redirect("staff:player", desk.event.slug, number)


@staff_view(post=Action.EDIT_ROSTER, back=_to_player)
@made_once
def issue_address(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Give a player a new private address; the old one no longer works."""
    player = actions.issue_address(**desk.who, number=number)
    messages.success(
        request,
        _("%(name)s has a new player link. The old one no longer works.")
        % {"name": written_name(player)},
    )
    return redirect(reverse("staff:player", args=[desk.event.slug, number]) + "?act=link#act")
