"""A new event, its logo, and a switch next to what it switches."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from domain.limits import MOST_LOGO_BYTES
from domain.written_names import written
from events.core.eligibility.queries import fact_sheet_of
from events.core.events.actions import create_event
from events.core.events.logo_actions import change_logo
from events.core.events.queries import events_of, recent_events_of
from events.core.organisations.ownership import organisations_of
from events.core.refusals import RefusedError
from events.core.seats.venues import venue_names
from events.settings.forms import GAME_FORMATS, time_zones
from events.settings.new_event_form import NewEventForm
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.forms.sent_forms import made_once
from events.web.requests import by_htmx, person, posted


@login_required
@require_http_methods(["GET", "POST"])
@made_once
def new_event(request: HttpRequest) -> HttpResponse:
    """Create an event; everyone with an account may.

    A changed form is answered only with its groups and summaries, as the kind sets them.
    """
    actor = person(request)
    organisations = organisations_of(actor)
    form = NewEventForm(posted(request), recent_events_of(actor), organisations)
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
    context = _context(form) | {"venues": venue_names([here.pk for here in organisations])}
    return render(request, "settings/new_event.html", context, status=status)


def _context(form: NewEventForm, *, live: bool = False) -> dict[str, object]:
    """Return what the form of a new event shows; `live`: only what changes with the kind."""
    return {
        "form": form,
        "groups": form.groups(),
        "live": live,
        "time_zones": time_zones(),
        "game_formats": GAME_FORMATS,
    }


# The list of all events has the rest.
MOST_EVENTS = 12


@staff_view(get=Action.SEE)
def switch(request: HttpRequest, desk: Desk) -> HttpResponse:
    """List the events of this person that are not over, each with its round and what is missing."""
    lines = [line for line in events_of(desk.actor) if not line.event.is_finished]
    context = {"desk": desk, "lines": lines[:MOST_EVENTS]}
    return render(request, "staff/switch_list.html", context)


@staff_view(get=Action.EDIT_EVENT, post=Action.EDIT_EVENT)
def logo(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the logo and the form for another one; `remove` removes it."""
    error = ""
    if request.method == "POST":
        error = _changed(request, desk)
        if not error:
            return redirect("staff:logo", desk.event.slug)
    context = {"desk": desk, "sheet": fact_sheet_of(desk.event), "error": error}
    return render(request, "settings/logo.html", context, status=422 if error else 200)


def _changed(request: HttpRequest, desk: Desk) -> str:
    """Store or remove the logo; return what is wrong with the file, if anything."""
    content, done = b"", _("The logo was removed.")
    if "remove" not in request.POST:
        upload = request.FILES.get("logo")
        if not isinstance(upload, UploadedFile):
            return _("Choose a file.")
        content, done = upload.read(MOST_LOGO_BYTES + 1), _("The logo is on the event page.")
        if not content:
            return _("This file is empty.")
    try:
        change_logo(**desk.who, content=content)
    except RefusedError as refused:
        return str(refused)
    messages.success(request, done)
    return ""
