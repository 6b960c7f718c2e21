"""The pages of an organisation's programs and their buttons, like those of an event."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from events.core.events.today import usual_zone
from events.integrations import actions
from events.integrations.buttons import BUTTONS
from events.integrations.forms import EndpointForm, KindsForm
from events.integrations.queries import programs_of, sent_to
from events.models import HookEndpoint, OrganisationMember
from events.web.forms.refusals import ShowRefusal
from events.web.members import managers, member_view
from events.web.requests import posted

_members = partial(member_view, back="staff:organisation")


def _list_address(member: OrganisationMember) -> str:
    return reverse("staff:organisation-integrations", args=[member.organisation.slug])


@require_http_methods(["GET", "HEAD", "POST"])
@_members(managers)
def integrations(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """Show the programs; on POST, add one and show its secret once."""
    form = EndpointForm(posted(request))
    added: HookEndpoint | None = None
    if form.is_valid():
        with ShowRefusal(form):
            added = actions.add_endpoint(of=member.organisation, actor=member.user, **form.values())
            form = EndpointForm()
    context = {
        "organisation": member.organisation,
        "form": form,
        "added": added,
        "programs": programs_of(member.organisation.hook_endpoints.all()),
        "at": _list_address(member),
    }
    status = 422 if form.errors else 200
    return render(request, "integrations/organisation_programs.html", context, status=status)


def _show(
    request: HttpRequest,
    member: OrganisationMember,
    endpoint: int,
    renewed: HookEndpoint | None = None,
) -> HttpResponse:
    known = member.organisation.hook_endpoints.filter(pk=endpoint)
    program = next(iter(programs_of(known)), None)
    if program is None:
        raise Http404
    context = {
        "organisation": member.organisation,
        "program": program,
        "sent": sent_to(program.endpoint),
        "form": KindsForm(program.endpoint),
        "renewed": renewed,
        "all": _list_address(member),
        "at": f"{_list_address(member)}{endpoint}/",
        "zone": usual_zone(member.organisation.events.all()),
        "of_many": True,
    }
    return render(request, "integrations/organisation_program.html", context)


@require_safe
@_members(managers)
def integration(request: HttpRequest, member: OrganisationMember, endpoint: int) -> HttpResponse:
    """Show one program with its last messages and answers."""
    return _show(request, member, endpoint)


@require_POST
@_members(managers)
def secret(request: HttpRequest, member: OrganisationMember, endpoint: int) -> HttpResponse:
    """Renew the secret of a program, and show it once."""
    renewed = actions.renew_secret(of=member.organisation, actor=member.user, endpoint_id=endpoint)
    return _show(request, member, endpoint, renewed)


@require_POST
@_members(managers)
def change(
    request: HttpRequest, member: OrganisationMember, endpoint: int, what: str
) -> HttpResponse:
    """Press a button of a program: save its messages, pause, test, send again, remove."""
    press = partial(BUTTONS[what], of=member.organisation, actor=member.user, endpoint_id=endpoint)
    messages.success(request, press(request))
    if what == "remove":
        return redirect(_list_address(member))
    return redirect("staff:organisation-integration", member.organisation.slug, endpoint)


@require_POST
@_members(managers)
def replay(
    request: HttpRequest, member: OrganisationMember, endpoint: int, delivery: int
) -> HttpResponse:
    """Send a message again."""
    actions.replay(
        of=member.organisation, actor=member.user, endpoint_id=endpoint, delivery_id=delivery
    )
    messages.success(request, _("The message is sent again, with the same ID."))
    return redirect("staff:organisation-integration", member.organisation.slug, endpoint)
