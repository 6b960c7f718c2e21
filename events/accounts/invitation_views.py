"""Invitation links: organizers create them, invited people join with them."""

from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from domain.written_names import written
from events.accounts.invitation_actions import (
    create_invitation,
    decline_invitation,
    invitation_of,
    join_by_invitation,
    withdraw_invitation,
)
from events.accounts.staff_forms import ROLE_WORDS, InvitationForm
from events.accounts.staff_views import show_staff, to_staff
from events.core.organisations.open_invitations import invitations_of
from events.core.refusals import RefusedError
from events.models import Role, StaffInvitation
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.forms.sent_forms import made_once
from events.web.logins import remember_device
from events.web.new_accounts import join_by_link
from events.web.requests import person


@staff_view(post=Action.EDIT_STAFF, back=to_staff)
@made_once
def invite(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Create an invitation link, which the staff page shows with its code."""
    form = InvitationForm(request.POST)
    if form.is_valid():
        with ShowRefusal(form):
            create_invitation(**desk.who, **form.cleaned_data)
            messages.success(request, _("The invitation is ready. Show its code or send its link."))
            return to_staff(desk)
    return show_staff(request, desk, invitation_form=form, status=422)


@staff_view(post=Action.EDIT_STAFF, back=to_staff)
def withdraw(request: HttpRequest, desk: Desk, invitation_id: int) -> HttpResponse:
    """End an invitation."""
    withdraw_invitation(**desk.who, invitation_id=invitation_id)
    messages.success(request, _("The invitation was withdrawn. Its link no longer works."))
    return to_staff(desk)


@require_http_methods(["GET", "POST"])
def join_staff(request: HttpRequest, token: str) -> HttpResponse:
    """Join the staff of an event, with the current account or with a new one."""
    invitation = invitation_of(token)
    if invitation is None or not invitation.is_open:
        return render(request, "accounts/invitation_over.html", status=HTTPStatus.NOT_FOUND)
    member, shown = join_by_link(request, partial(join_by_invitation, invitation=invitation))
    if member is not None:
        words = _("Welcome to the staff of %(event)s.") % {"event": written(invitation.event.name)}
        messages.success(request, words)
        answer = _first_page(invitation)
        remember_device(request, answer, member.user)
        return answer
    roles = [(role.label, ROLE_WORDS[role]) for role in Role if role in invitation.roles]
    context = {"invitation": invitation, "roles": roles, **shown}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    return render(request, "accounts/join_staff.html", context, status=status)


@require_POST
@login_required
def answer_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Accept or decline an invitation that names the current account."""
    user = person(request)
    invitation = invitations_of(user).filter(pk=invitation_id).first()
    if invitation is None:
        raise Http404
    named = {"event": written(invitation.event.name)}
    try:
        if request.POST.get("answer") != "accept":
            decline_invitation(
                event_id=invitation.event_id, actor=user, invitation_id=invitation_id
            )
            messages.success(request, _("You declined the invitation to %(event)s.") % named)
            return redirect("staff:events")
        trusting = request.POST.get("trusting") == "1"
        join_by_invitation(invitation=invitation, account=user, trusting=trusting)
    except RefusedError as refused:
        messages.error(request, str(refused))
        return redirect("staff:events")
    messages.success(request, _("Welcome to the staff of %(event)s.") % named)
    return _first_page(invitation)


def _first_page(invitation: StaffInvitation) -> HttpResponse:
    """Redirect to the page of the role: judges to the floor, everyone else to the desk."""
    page = "staff:floor" if invitation.roles == {Role.JUDGE} else "staff:desk"
    return redirect(page, invitation.event.slug)
