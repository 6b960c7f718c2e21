"""The pages of an organisation: its members, how they join, and its events for everyone."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from domain.limits import MOST_LOGO_BYTES
from domain.written_names import written
from events.core.events.today import usual_zone
from events.core.organisations.ownership import memberships_of
from events.core.refusals import RefusedError
from events.models import OrganisationInvitation, OrganisationMember, Role
from events.organisations import actions, queries
from events.organisations.branding_actions import BrandingData, branding_values, change_branding
from events.organisations.forms import BrandingForm, MemberForm, NameForm
from events.organisations.queries import overview
from events.organisations.words import entry_words
from events.web.account_sessions import ask_for_second_factor
from events.web.forms.refusals import ShowRefusal
from events.web.forms.sent_forms import made_once
from events.web.logins import remember_device
from events.web.members import MemberView, everybody, managers, member_view
from events.web.new_accounts import join_by_link
from events.web.player_addresses import code_of
from events.web.requests import person
from events.web.site_address import base_for_phones
from events.web.version_tokens import VersionToken

# All members may open it; a refusal is shown on the organisation's page.
organisation_view = member_view(everybody, back="staff:organisation")


def owner_view(view: MemberView) -> Callable[..., HttpResponse]:
    """Restrict a POST view to the owners of an organisation; otherwise as organisation_view."""

    @require_POST
    @organisation_view
    @wraps(view)
    def opened(request: HttpRequest, member: OrganisationMember, **numbers: Any) -> HttpResponse:
        if not member.owner:
            raise RefusedError(_("Only an owner can change this."))
        return view(request, member, **numbers)

    return opened


@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """Redirect to the only organisation of an account, or list its organisations."""
    rows = list(memberships_of(person(request)))
    if len(rows) == 1:
        return _to(rows[0])
    return render(request, "organisations/mine.html", {"memberships": rows})


@require_safe
@organisation_view
def organisation(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """Show the members of an organisation; owners invite and change here."""
    return _show(request, member)


@owner_view
def rename(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """Give the organisation another name."""
    form = NameForm(request.POST)
    if form.is_valid():
        with ShowRefusal(form):
            actions.rename_organisation(**_by(member), name=form.cleaned_data["name"])
            messages.success(request, _("The name was saved."))
            return _to(member)
    return _show(request, member, name_form=form)


@owner_view
def secure(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """Ask the members for a second factor, or no longer."""
    required = request.POST.get("required") == "1"
    actions.require_second_factor(**_by(member), required=required)
    words = (
        _("Members need a second factor from their next login on.")
        if required
        else _("Members no longer need a second factor.")
    )
    messages.success(request, words)
    return _to(member)


@owner_view
@made_once
def invite(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """Create a link by which one person joins."""
    form = MemberForm(request.POST)
    if form.is_valid():
        with ShowRefusal(form):
            actions.invite_member(**_by(member), **form.cleaned_data)
            messages.success(request, _("The invitation is ready. Show its code or send its link."))
            return _to(member)
    return _show(request, member, invitation_form=form)


@owner_view
def withdraw(request: HttpRequest, member: OrganisationMember, invitation_id: int) -> HttpResponse:
    """End an invitation."""
    actions.withdraw_member_invitation(**_by(member), invitation_id=invitation_id)
    messages.success(request, _("The invitation was withdrawn. Its link no longer works."))
    return _to(member)


@owner_view
def change_member(request: HttpRequest, member: OrganisationMember, username: str) -> HttpResponse:
    """Change a member's roles; with no box ticked the member is removed."""
    form = MemberForm(request.POST)
    if not form.is_valid():
        raise RefusedError(_("This role does not exist."))
    changed = actions.change_organisation_member(
        **_by(member), username=username, **form.cleaned_data
    )
    if changed is None:
        messages.success(request, _("%(user)s was removed.") % {"user": username})
        if username == person(request).get_username():
            return redirect("staff:events")
    else:
        messages.success(request, _("The roles for %(user)s were saved.") % {"user": username})
    return _to(member)


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Join an organisation, with the current account or with a new one."""
    invitation = actions.organisation_invitation_of(token)
    if invitation is None or not invitation.is_open:
        return render(request, "accounts/invitation_over.html", status=HTTPStatus.NOT_FOUND)
    member, shown = join_by_link(request, partial(actions.join_organisation, invitation=invitation))
    if member is not None:
        words = _("Welcome to %(organisation)s.") % {
            "organisation": written(member.organisation.name)
        }
        messages.success(request, words)
        ask_for_second_factor(request, member.user)
        answer = redirect("staff:events")
        remember_device(request, answer, member.user)
        return answer
    context = {"invitation": invitation, **shown}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    return render(request, "organisations/join.html", context, status=status)


@dataclass(frozen=True, slots=True)
class OpenLink:
    """An invitation that still works, its address and the address as a code."""

    invitation: OrganisationInvitation
    address: str
    code: str


def _show(
    request: HttpRequest,
    member: OrganisationMember,
    name_form: NameForm | None = None,
    invitation_form: MemberForm | None = None,
) -> HttpResponse:
    here = member.organisation
    context = {
        "organisation": here,
        "is_owner": member.owner,
        "is_manager": managers(member),
        "is_organizer": member.owner or member.organizer,
        "overview": overview(here),
        "members": queries.members_of(here),
        "roles": list(Role),
        "links": list(_links(request, member)) if member.owner else [],
        "name_form": name_form or NameForm(initial={"name": here.name}),
        "invitation_form": invitation_form or MemberForm(),
        "zone": usual_zone(here.events.all()),
        "entries": [(entry, entry_words(entry)) for entry in queries.newest_entries(here)],
    }
    is_refused = name_form is not None or invitation_form is not None
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_refused else HTTPStatus.OK
    return render(request, "organisations/organisation.html", context, status=status)


def _links(request: HttpRequest, member: OrganisationMember) -> list[OpenLink]:
    base = base_for_phones(request)
    made = []
    for invitation in queries.open_links(member.organisation):
        path = reverse("join-organisation", args=[actions.organisation_token(invitation)])
        made.append(OpenLink(invitation, base + path, code_of(base + path)))
    return made


def _by(member: OrganisationMember) -> dict[str, Any]:
    return {"organisation_id": member.organisation_id, "actor": member.user}


def _to(member: OrganisationMember) -> HttpResponse:
    return redirect("staff:organisation", member.organisation.slug)


@require_http_methods(["GET", "POST"])
@organisation_view
def branding(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """Show and change logo, colour, words and contact."""
    if not member.owner:
        raise RefusedError(_("Only an owner can change this."))
    here = member.organisation
    sent = request.POST if request.method == "POST" else None
    values = branding_values(here)
    seen = VersionToken(sent, values)
    form = BrandingForm(sent, request.FILES or None, initial=values)
    if sent is not None and form.is_valid():
        with ShowRefusal(form, seen):
            change_branding(
                organisation_id=here.pk,
                actor=member.user,
                data=BrandingData(**{name: form.cleaned_data[name] for name in values}),
                logo=_logo(form.cleaned_data),
                token=seen.before,
            )
            messages.success(request, _("The look was saved. Your running events now use it."))
            return redirect("staff:organisation-look", here.slug)
    context = {"organisation": here, "form": form, "seen": seen.value}
    status = HTTPStatus.OK if sent is None else HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "organisations/look.html", context, status=status)


def _logo(cleaned: dict[str, Any]) -> bytes | None:
    """Return the uploaded picture, empty bytes to remove it, None to keep the current one."""
    upload = cleaned["logo"]
    if isinstance(upload, UploadedFile):
        content: bytes = upload.read(MOST_LOGO_BYTES + 1)
        return content
    return b"" if cleaned["remove_logo"] else None
