"""The events of a person, a new one, and the settings of one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from events.core.events.actions import change_event, create_event
from events.core.events.announced_queries import is_announced
from events.core.events.queries import Step, events_of, last_event_of
from events.core.stages.recommended_rounds import number_of_rounds
from events.core.version_tokens import event_values
from events.models import Event
from events.settings.forms import GAME_FORMATS, EventForm, time_zones
from events.web.access import Action, Desk, may, staff_view
from events.web.form_refusals import ShowRefusal
from events.web.requests import person, posted
from events.web.seen_forms import Seen

# Permissions for the next step of an event.
STEPS = {
    Step.LOOK: Action.SEE,
    Step.ENROLL: Action.EDIT_ROSTER,
    Step.PAIR: Action.PAIR,
    Step.POST: Action.POST,
    Step.RESULTS: Action.ENTER_RESULT,
    Step.COMPLETE: Action.COMPLETE,
    Step.GO_ON: Action.PUBLISH,
}


@login_required
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """List the events this person is on the staff of, each with the step that is theirs to do."""
    own_events = events_of(person(request))
    lines = [
        (line, line.next_step if may(line.roles, STEPS[line.next_step]) else Step.LOOK)
        for line in own_events
    ]
    return render(request, "settings/events.html", {"lines": lines})


@login_required
@require_http_methods(["GET", "POST"])
def new_event(request: HttpRequest) -> HttpResponse:
    """Create an event; everybody with an account may."""
    actor = person(request)
    form = EventForm(posted(request), initial=_initial(last_event_of(actor)))
    if form.is_valid():
        with ShowRefusal(form):
            event = create_event(actor=actor, data=form.data_of_event())
            messages.success(
                request, _("%(name)s was created. Enroll the players.") % {"name": event.name}
            )
            return redirect("staff:roster", event.slug)
    context = {"form": form, "time_zones": time_zones(), "game_formats": GAME_FORMATS}
    return render(request, "settings/new_event.html", context, status=422 if form.is_bound else 200)


@staff_view(get=Action.EDIT_EVENT, post=Action.EDIT_EVENT)
def settings(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Change the event; what is frozen once round 1 is paired says so."""
    stored = Event.objects.get(pk=desk.event.pk)
    rounds = number_of_rounds(desk.event)
    form = EventForm(
        posted(request),
        instance=stored,
        initial={"rounds": rounds.rounds if rounds.chosen else None},
    )
    if rounds.locked:
        form.freeze()
    announced = is_announced(desk.event)
    if announced:
        form.keep_announced()
    seen = Seen(posted(request), event_values(desk.event))
    if form.is_valid():
        with ShowRefusal(form, seen):
            change_event(
                event_id=desk.event.pk,
                actor=desk.actor,
                data=form.data_of_event(),
                seen=seen.before,
            )
            messages.success(request, _("The settings were saved."))
            return redirect("staff:settings", desk.event.slug)
    context = {
        "desk": desk,
        "form": form,
        "seen": seen,
        "rounds": rounds,
        "announced": announced,
        "time_zones": time_zones(),
        "game_formats": GAME_FORMATS,
    }
    return render(request, "settings/settings.html", context, status=422 if form.is_bound else 200)


def _initial(last: Event | None) -> dict[str, object]:
    """Today, and what stays the same from one event of an organizer to the next."""
    initial: dict[str, object] = {"date": timezone.localdate().isoformat()}
    if last is not None:
        initial |= {
            "time_zone": last.time_zone,
            "venue": last.venue,
            "round_minutes": last.round_minutes,
            "first_table": last.first_table,
            "paper_size": last.paper_size,
        }
    return initial
