"""The events of a person, a new one, and the settings of one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from events.core.events.actions import change_event, create_event
from events.core.events.announced_value_queries import is_announced
from events.core.events.queries import Step, events_of, last_event_of
from events.core.stages.recommended_rounds import number_of_rounds
from events.core.version_tokens import event_values
from events.models import Event
from events.settings.additions import ADDITIONS
from events.settings.forms import GAME_FORMATS, EventForm, time_zones
from events.settings.new_event_form import NewEventForm
from events.web.access import Action, Desk, may, staff_view, to_desk
from events.web.form_refusals import ShowRefusal
from events.web.requests import by_htmx, person, posted
from events.web.version_tokens import VersionToken

# Permissions for the next step of an event.
STEPS = {
    Step.LOOK: Action.SEE,
    Step.ENROLL: Action.EDIT_ROSTER,
    Step.PAIR: Action.PAIR,
    Step.POST: Action.POST_ROUND,
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
    """Create an event; everybody with an account may.

    A form that changed is answered with its summaries only, as the kind sets them.
    """
    actor = person(request)
    form = NewEventForm(posted(request), last_event_of(actor))
    if by_htmx(request):
        return render(request, "settings/new_event_groups.html", _context(form, live=True))
    if form.is_valid():
        with ShowRefusal(form):
            event = create_event(
                actor=actor, data=form.data_of_event(), plans=form.plans(), like=form.like
            )
            messages.success(
                request, _("%(name)s was created. Add the players.") % {"name": event.name}
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
    seen = VersionToken(posted(request), event_values(desk.event))
    if form.is_valid():
        with ShowRefusal(form, seen):
            change_event(
                event_id=desk.event.pk,
                actor=desk.actor,
                data=form.data_of_event(),
                token=seen.before,
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


@staff_view(post=Action.EDIT_EVENT)
def add(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Turn on what the button names: sign-up, results by phone, decklists."""
    addition = ADDITIONS.get(request.POST.get("what", ""))
    if addition is None:
        raise Http404
    addition.turn_on(desk.event, desk.actor)
    messages.success(request, str(addition.done))
    return to_desk(desk)
