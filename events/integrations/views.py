"""The page of an event's programs, and its buttons."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from events.integrations import actions
from events.integrations.buttons import BUTTONS
from events.integrations.forms import EndpointForm, KindsForm
from events.integrations.queries import programs_of, sent_to
from events.models import HookEndpoint
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.requests import posted


@staff_view(get=Action.EDIT_EVENT, post=Action.EDIT_EVENT)
def integrations(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the programs; on POST, add one and show its secret once."""
    form = EndpointForm(posted(request))
    added: HookEndpoint | None = None
    if form.is_valid():
        with ShowRefusal(form):
            added = actions.add_endpoint(of=desk.event.pk, actor=desk.actor, **form.values())
            form = EndpointForm()
    context = {
        "desk": desk,
        "form": form,
        "added": added,
        "programs": programs_of(desk.event.hook_endpoints.all()),
        "at": _address(desk),
    }
    return render(
        request, "integrations/integrations.html", context, status=422 if form.errors else 200
    )


def _to_list(desk: Desk, **_numbers: int) -> HttpResponse:
    return redirect("staff:integrations", desk.event.slug)


def _to_program(desk: Desk, endpoint: int, **_numbers: int) -> HttpResponse:
    return redirect("staff:integration", desk.event.slug, endpoint)


def _address(desk: Desk) -> str:
    return reverse("staff:integrations", args=[desk.event.slug])


@staff_view(get=Action.EDIT_EVENT)
def integration(request: HttpRequest, desk: Desk, endpoint: int) -> HttpResponse:
    """Show one program with its last messages and answers."""
    return _show(request, desk, endpoint)


def _show(
    request: HttpRequest, desk: Desk, endpoint: int, renewed: HookEndpoint | None = None
) -> HttpResponse:
    known = desk.event.hook_endpoints.filter(pk=endpoint)
    program = next(iter(programs_of(known)), None)
    if program is None:
        raise Http404
    context = {
        "desk": desk,
        "program": program,
        "sent": sent_to(program.endpoint),
        "form": KindsForm(program.endpoint),
        "renewed": renewed,
        "at": f"{_address(desk)}{endpoint}/",
        "zone": desk.event.time_zone,
    }
    return render(request, "integrations/integration.html", context)


def _back(desk: Desk, what: str, endpoint: int) -> HttpResponse:
    """Redirect to the page with the button that was refused."""
    return _to_program(desk, endpoint) if what in ("kinds", "failed") else _to_list(desk)


@staff_view(post=Action.EDIT_EVENT, back=_back)
def change(request: HttpRequest, desk: Desk, endpoint: int, what: str) -> HttpResponse:
    """Press a button of a program: save its messages, pause, test, send again, remove."""
    who = {"of": desk.event.pk, "actor": desk.actor, "endpoint_id": endpoint}
    messages.success(request, BUTTONS[what](request, **who))
    return _to_list(desk) if what == "remove" else _to_program(desk, endpoint)


@staff_view(post=Action.EDIT_EVENT, back=_to_list)
def secret(request: HttpRequest, desk: Desk, endpoint: int) -> HttpResponse:
    """Renew the secret of a program, and show it once."""
    renewed = actions.renew_secret(of=desk.event.pk, actor=desk.actor, endpoint_id=endpoint)
    return _show(request, desk, endpoint, renewed)


@staff_view(post=Action.EDIT_EVENT, back=_to_list)
def replay(request: HttpRequest, desk: Desk, endpoint: int, delivery: int) -> HttpResponse:
    """Send a message again."""
    actions.replay(of=desk.event.pk, actor=desk.actor, endpoint_id=endpoint, delivery_id=delivery)
    messages.success(request, _("The message is sent again, with the same ID."))
    return _to_program(desk, endpoint)
