"""Invitation links: an organizer makes them, and people join by them."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from events.accounts.invitation_actions import (
    create_invitation,
    invitation_of,
    join_by_invitation,
    withdraw_invitation,
)
from events.accounts.invitation_forms import InvitationForm
from events.accounts.role_words import ROLE_WORDS
from events.accounts.staff_views import show_staff, to_staff
from events.models import Role, StaffInvitation
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.forms.sent_forms import made_once
from events.web.logins import remember_device
from events.web.new_accounts import join_by_link


@staff_view(post=Action.EDIT_STAFF, back=to_staff)
@made_once
def invite(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Create an invitation link, which the staff page shows with its code."""
    form = InvitationForm(request.POST)
    if form.is_valid():
        with ShowRefusal(form):
            create_invitation(event_id=desk.event.pk, actor=desk.actor, **form.cleaned_data)
            messages.success(request, _("The invitation is ready. Show its code or send its link."))
            return to_staff(desk)
    return show_staff(request, desk, invitation_form=form, status=422)


@staff_view(post=Action.EDIT_STAFF, back=to_staff)
def withdraw(request: HttpRequest, desk: Desk, invitation_id: int) -> HttpResponse:
    """End an invitation."""
    withdraw_invitation(event_id=desk.event.pk, actor=desk.actor, invitation_id=invitation_id)
    messages.success(request, _("The invitation was withdrawn. Its link no longer works."))
    return to_staff(desk)


@require_http_methods(["GET", "POST"])
def join_staff(request: HttpRequest, token: str) -> HttpResponse:
    """Join the staff of an event, with the account at hand or with a new one."""
    invitation = invitation_of(token)
    if invitation is None or not invitation.is_open:
        return render(request, "accounts/invitation_over.html", status=HTTPStatus.NOT_FOUND)
    member, shown = join_by_link(
        request, lambda account: join_by_invitation(invitation=invitation, account=account)
    )
    if member is not None:
        words = _("Welcome to the staff of %(event)s.") % {"event": invitation.event.name}
        messages.success(request, words)
        answer = _first_page(invitation)
        remember_device(request, answer, member.user)
        return answer
    context = {"invitation": invitation, "words": ROLE_WORDS[Role(invitation.role)], **shown}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    return render(request, "accounts/join_staff.html", context, status=status)


def _first_page(invitation: StaffInvitation) -> HttpResponse:
    """Lead to where the role works: a judge to the floor, everybody else to the desk."""
    page = "staff:floor" if invitation.role == Role.JUDGE else "staff:desk"
    return redirect(page, invitation.event.slug)
