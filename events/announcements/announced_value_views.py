"""Change values that were announced with round 1: the head judge does so, with a reason."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from events.announcements.announced_value_forms import AnnouncedForm
from events.core.events.announced_value_actions import change_announced
from events.core.events.announced_value_queries import (
    announced_changes,
    announced_stages,
    announced_values,
)
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.requests import posted
from events.web.version_tokens import VersionToken


@staff_view(get=Action.SEE, post=Action.CHANGE_ANNOUNCED)
def announced(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show what was announced and what changed of it; the head judge changes more."""
    stages = announced_stages(desk.event)
    form = AnnouncedForm(desk.event, stages, posted(request))
    seen = VersionToken(posted(request), announced_values(desk.event, stages))
    if form.is_valid():
        with ShowRefusal(form, seen):
            change_announced(
                event_id=desk.event.pk,
                actor=desk.actor,
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
