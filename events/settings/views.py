"""A new event."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from domain.written_names import written
from events.core.events.actions import create_event
from events.core.events.queries import recent_events_of
from events.core.organisations.ownership import organisations_of
from events.settings.forms import GAME_FORMATS, time_zones
from events.settings.new_event_form import NewEventForm
from events.web.forms.refusals import ShowRefusal
from events.web.forms.sent_forms import made_once
from events.web.requests import by_htmx, person, posted


@login_required
@require_http_methods(["GET", "POST"])
@made_once
def new_event(request: HttpRequest) -> HttpResponse:
    """Create an event; everybody with an account may.

    A form that changed is answered with its summaries only, as the kind sets them.
    """
    actor = person(request)
    form = NewEventForm(posted(request), recent_events_of(actor), organisations_of(actor))
    if by_htmx(request):
        return render(request, "settings/new_event_groups.html", _context(form, live=True))
    if form.is_valid():
        with ShowRefusal(form):
            event = create_event(
                actor=actor,
                data=form.data_of_event(),
                plans=form.plans(),
                like=form.like,
                organisation=form.cleaned_data.get("organisation", ""),
            )
            messages.success(
                request, _("%(name)s was created. Add the players.") % {"name": written(event.name)}
            )
            return redirect("staff:desk", event.slug)
    form.focus_first()
    status = 422 if form.is_bound else 200
    return render(request, "settings/new_event.html", _context(form), status=status)


def _context(form: NewEventForm, *, live: bool = False) -> dict[str, object]:
    """Return what the form of a new event shows; `live`: only what changes with the kind."""
    return {
        "form": form,
        "groups": form.groups(),
        "live": live,
        "time_zones": time_zones(),
        "game_formats": GAME_FORMATS,
    }
