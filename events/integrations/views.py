"""The page of the organizer's programs, and its buttons."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from domain.written_names import written_name
from events.integrations import actions
from events.integrations.forms import EndpointForm, KindsForm
from events.integrations.queries import programs, sent_to
from events.models import HookEndpoint
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.requests import posted


@staff_view(get=Action.EDIT_EVENT, post=Action.EDIT_EVENT)
def integrations(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the programs; posted to: add one, and show its secret this once."""
    form = EndpointForm(posted(request))
    added: HookEndpoint | None = None
    if form.is_valid():
        with ShowRefusal(form):
            added = actions.add_endpoint(event_id=desk.event.pk, actor=desk.actor, **form.values())
            form = EndpointForm()
    context = {"desk": desk, "form": form, "added": added, "programs": programs(desk.event)}
    return render(
        request, "integrations/integrations.html", context, status=422 if form.errors else 200
    )


def _to_list(desk: Desk, **_numbers: int) -> HttpResponse:
    return redirect("staff:integrations", desk.event.slug)


def _to_program(desk: Desk, endpoint: int, **_numbers: int) -> HttpResponse:
    return redirect("staff:integration", desk.event.slug, endpoint)


@staff_view(get=Action.EDIT_EVENT)
def integration(request: HttpRequest, desk: Desk, endpoint: int) -> HttpResponse:
    """Show one program with its last messages and answers."""
    known = desk.event.hook_endpoints.filter(pk=endpoint).first()
    if known is None:
        raise Http404
    program = next(each for each in programs(desk.event) if each.endpoint.pk == endpoint)
    form = KindsForm(known)
    context = {"desk": desk, "program": program, "sent": sent_to(known), "form": form}
    return render(request, "integrations/integration.html", context)


@staff_view(post=Action.EDIT_EVENT, back=_to_program)
def kinds(request: HttpRequest, desk: Desk, endpoint: int) -> HttpResponse:
    """Change what a program hears of."""
    changed = actions.choose_kinds(
        event_id=desk.event.pk,
        actor=desk.actor,
        endpoint_id=endpoint,
        kinds=request.POST.getlist("kinds"),
    )
    messages.success(
        request, _("The messages to %(name)s were saved.") % {"name": written_name(changed)}
    )
    return _to_program(desk, endpoint)


@staff_view(post=Action.EDIT_EVENT, back=_to_list)
def remove(request: HttpRequest, desk: Desk, endpoint: int) -> HttpResponse:
    """Remove a program."""
    removed = actions.remove_endpoint(
        event_id=desk.event.pk, actor=desk.actor, endpoint_id=endpoint
    )
    messages.success(request, _("%(name)s was removed.") % {"name": removed.name})
    return _to_list(desk)


@staff_view(post=Action.EDIT_EVENT, back=_to_list)
def pause(request: HttpRequest, desk: Desk, endpoint: int) -> HttpResponse:
    """Pause a program, or resume it."""
    paused = request.POST.get("paused") == "1"
    changed = actions.pause_endpoint(
        event_id=desk.event.pk, actor=desk.actor, endpoint_id=endpoint, paused=paused
    )
    words = (
        _("%(name)s is paused. Its messages are held until it resumes.")
        if paused
        else _("%(name)s is active.")
    )
    messages.success(request, words % {"name": written_name(changed)})
    return _to_program(desk, endpoint)


@staff_view(post=Action.EDIT_EVENT, back=_to_list)
def test(request: HttpRequest, desk: Desk, endpoint: int) -> HttpResponse:
    """Send a test."""
    actions.send_test(event_id=desk.event.pk, actor=desk.actor, endpoint_id=endpoint)
    messages.success(request, _("A test is on its way. Reload this page to see the answer."))
    return _to_program(desk, endpoint)


@staff_view(post=Action.EDIT_EVENT, back=_to_list)
def replay(request: HttpRequest, desk: Desk, endpoint: int, delivery: int) -> HttpResponse:
    """Send a message once more."""
    actions.replay(
        event_id=desk.event.pk, actor=desk.actor, endpoint_id=endpoint, delivery_id=delivery
    )
    messages.success(request, _("The message is sent again, with the same ID."))
    return _to_program(desk, endpoint)
