"""The staff page of an event."""

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _

from events.accounts.guess_limits import locked_names, unlock
from events.accounts.invitation_actions import invitation_token, invite_person
from events.accounts.password_link_actions import allow_new_password, note_unlocked
from events.accounts.queries import MemberLine, staff_of
from events.accounts.staff_actions import change_staff
from events.accounts.staff_forms import InvitationForm, RolesForm, StaffForm, roles_in_words
from events.core.edit_conflicts import EditConflictError, token_of_values
from events.core.organisations.account_trust import may_unlock
from events.core.organisations.open_invitations import still_open
from events.core.players.player_entries import member_values
from events.models import Role, StaffInvitation, StaffMember
from events.models.roles import role_words
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.player_addresses import code_of
from events.web.requests import posted
from events.web.site_address import base_for_phones


@staff_view(get=Action.SEE, post=Action.EDIT_STAFF)
def staff(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the staff; on POST, an organizer invites a person by name."""
    form = StaffForm(posted(request))
    if form.is_valid():
        with ShowRefusal(form):
            invitation = invite_person(**desk.who, **form.cleaned_data)
            words = _(
                "%(user)s was invited and can accept after logging in. Without an account, send "
                "them the link from the list."
            )
            messages.success(request, words % {"user": invitation.username})
            return redirect("staff:staff", desk.event.slug)
    return show_staff(request, desk, form=form, status=422 if form.is_bound else 200)


def to_staff(desk: Desk, **_names: str) -> HttpResponse:
    """Redirect to the staff page of the event."""
    return redirect("staff:staff", desk.event.slug)


@staff_view(post=Action.EDIT_STAFF, back=to_staff)
def change_member(request: HttpRequest, desk: Desk, username: str) -> HttpResponse:
    """Change a member's roles; without any, the member is removed from the staff."""
    form = RolesForm(request.POST)
    if not form.is_valid():
        boxes = Boxes((), request.POST.get("seen", ""), hears_appeals=False)
        return show_staff(request, desk, status=422, change=form, changed=username, refused=boxes)
    typed = dict(form.cleaned_data)
    try:
        member = change_staff(
            **desk.who,
            username=username,
            roles=typed["roles"],
            hears_appeals=typed["hears_appeals"] if desk.can["change_penalty"] else None,
            token=request.POST.get("seen", ""),
        )
    except EditConflictError as refused:
        form.add_error(
            "roles", _("These roles changed since you opened this page. Check them and save again.")
        )
        form.add_error("roles", form.words_of_now(desk.event.staff.get(user__username=username)))
        boxes = Boxes(typed["roles"], refused.token, hears_appeals=typed["hears_appeals"])
        return show_staff(request, desk, status=422, change=form, changed=username, refused=boxes)
    if member is not None:
        messages.success(request, _("The roles for %(user)s were saved.") % {"user": username})
    else:
        messages.success(request, _("%(user)s was removed from the staff.") % {"user": username})
        if username == desk.actor.get_username():
            return redirect("staff:events")
    return to_staff(desk)


@staff_view(post=Action.EDIT_STAFF, back=to_staff)
def unlock_member(request: HttpRequest, desk: Desk, username: str) -> HttpResponse:
    """Let a member log in again who is locked out after wrong passwords."""
    if not desk.event.staff.filter(user__username=username).exists():
        raise Http404
    note_unlocked(**desk.who, username=username)
    unlock(username)
    messages.success(request, _("%(user)s can log in again.") % {"user": username})
    return to_staff(desk)


@staff_view(post=Action.EDIT_EVENT, back=to_staff)
def password_link(request: HttpRequest, desk: Desk, username: str) -> HttpResponse:
    """Create a link for a member's new password, and show it once with its QR code."""
    if not desk.event.staff.filter(user__username=username).exists():
        raise Http404
    user = allow_new_password(**desk.who, username=username)
    address = base_for_phones(request) + join_path(user)
    context = {"desk": desk, "member": username, "address": address, "code": code_of(address)}
    return render(request, "accounts/password_link.html", context)


@dataclass(frozen=True, slots=True)
class Boxes:
    """The ticked boxes of a member's form, and the version token it was shown with."""

    roles: Collection[Role]
    seen: str
    hears_appeals: bool


def _boxes_of(member: StaffMember) -> Boxes:
    seen = token_of_values(member_values(member))
    return Boxes(member.roles, seen, hears_appeals=member.hears_appeals)


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """A valid invitation with its roles in words, its address and its QR code."""

    invitation: StaffInvitation
    roles: str
    address: str
    code: str


def show_staff(
    request: HttpRequest,
    desk: Desk,
    *,
    status: int,
    form: StaffForm | None = None,
    invitation_form: InvitationForm | None = None,
    change: RolesForm | None = None,
    changed: str = "",
    refused: Boxes | None = None,
) -> HttpResponse:
    """Show the staff; `change` is a refused form, `changed` the user name it is about.

    `refused` holds the boxes ticked in it.
    """
    lines, base = staff_of(desk.event), base_for_phones(request)
    names = may_unlock(desk.event).values_list("username", flat=True)
    context = {
        "desk": desk,
        "form": form or StaffForm(),
        "invitation_form": invitation_form or InvitationForm(),
        "invitations": _invitations(desk, base),
        "roles": list(Role),
        "role_words": roles_in_words(),
        "lines": [
            (line, _invitation(base, desk, line), boxes or _boxes_of(line.member))
            for line in lines
            for boxes in [refused if line.member.user.get_username() == changed else None]
        ],
        "locked": locked_names(line.member.user.get_username() for line in lines),
        "may_unlock": set(names) if desk.can["edit_staff"] else (),
        "change": change,
        "changed": changed,
    }
    return render(request, "accounts/staff.html", context, status=status)


def _invitations(desk: Desk, base: str) -> list[OpenInvitation]:
    """Return the open invitations, if the viewer may share them: their links admit people."""
    if not desk.can["edit_staff"]:
        return []
    shown = still_open(desk.event.invitations.all())
    if Role.ORGANIZER not in desk.roles:
        shown = shown.exclude(role=Role.ORGANIZER)
    opened = []
    for invitation in shown:
        address = base + reverse("join-staff", args=[invitation_token(invitation)])
        roles = role_words(invitation.roles)
        opened.append(OpenInvitation(invitation, roles, address, code_of(address)))
    return opened


def _invitation(base: str, desk: Desk, line: MemberLine) -> str:
    """Return an invited member's link to choose a password, if the viewer may invite; else "".

    Only for accounts that this event's organizers created: the link gives its holder that account
    in every event.
    """
    if not (line.waiting and line.ours and desk.can["edit_staff"]):
        return ""
    if Role.ORGANIZER in line.member.roles and Role.ORGANIZER not in desk.roles:
        return ""
    return base + join_path(line.member.user)


def join_path(user: User) -> str:
    """Return the path of the page on which the account's owner chooses a password."""
    return reverse(
        "join",
        args=[
            urlsafe_base64_encode(force_bytes(user.pk)),
            default_token_generator.make_token(user),
        ],
    )
