"""Invitation links for the staff of an event: create, withdraw, join."""

from collections.abc import Callable
from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from events.accounts.staff_actions import check_appoints, refuse_player
from events.core.event_write import Write, event_write, lock_name
from events.core.organisations.areas import take_areas
from events.core.refusals import RefusedError
from events.core.signed_tokens import row_of_token, signed_token
from events.models import Role, StaffInvitation, StaffMember, Verb
from events.models.roles import role_values

HOURS = 24
MOST_PEOPLE = 50
_SALT = "matchslip.staff-invitation"


def invitation_token(invitation: StaffInvitation) -> str:
    """Return the secret part of an invitation's address."""
    return signed_token(_SALT, invitation)


def invitation_of(token: str) -> StaffInvitation | None:
    """Return the invitation of a token, open or not; None for what is no token."""
    return row_of_token(_SALT, token, StaffInvitation.objects.select_related("event"))


def create_invitation(*, event_id: int, actor: User, role: Role, most: int) -> StaffInvitation:
    """Create a link by which `most` people join the staff with this role, within a day.

    Raises RefusedError for a role that the actor can't appoint, and a number out of range.
    """
    with event_write(event_id, actor, finished=True) as write:
        check_appoints(write, frozenset(), {role})
        if not 1 <= most <= MOST_PEOPLE:
            words = _("A link invites 1 to %(most)d people.")
            raise RefusedError(words % {"most": MOST_PEOPLE}, "most")
        invitation = StaffInvitation.objects.create(
            event=write.event,
            role=role,
            most=most,
            expires_at=timezone.now() + timedelta(hours=HOURS),
            made_by=actor,
        )
        write.journal(Verb.STAFF_CHANGED, invitation=role.value, most=most)
    return invitation


def withdraw_invitation(*, event_id: int, actor: User, invitation_id: int) -> StaffInvitation:
    """End an invitation: its link no longer works. People who joined by it stay.

    Raises RefusedError for one of another event, or one that is over already.
    """
    with event_write(event_id, actor, finished=True) as write:
        invitation = write.event.invitations.filter(pk=invitation_id).first()
        if invitation is None or not invitation.is_open:
            raise RefusedError(_("This invitation is no longer valid."))
        check_appoints(write, frozenset(), {Role(invitation.role)})
        invitation.withdrawn_at = timezone.now()
        invitation.save(update_fields=["withdrawn_at"])
        write.journal(Verb.STAFF_CHANGED, invitation=invitation.role, withdrawn=True)
    return invitation


def join_by_invitation(
    *, invitation: StaffInvitation, account: User | Callable[[], User]
) -> StaffMember:
    """Put an account on the staff of the event that invited; return its member.

    `account`: the account, or what creates it. Somebody who is on the staff already gets the role
    as well. Raises RefusedError where the invitation is over, and for a player of the event.
    """
    with event_write(invitation.event_id, None, finished=True) as write:
        row = StaffInvitation.objects.get(pk=invitation.pk)
        if not row.is_open:
            raise RefusedError(_("This invitation no longer works. Ask for a new link."))
        lock_name("accounts")
        user = account if isinstance(account, User) else account()
        role = Role(row.role)
        member = write.event.staff.filter(user=user).first()
        had = member.roles if member else frozenset()
        if role in had and member:
            return member
        if member is None:
            refuse_player(write.event, user)
            member = StaffMember(event=write.event, user=user)
        setattr(member, role.value, True)
        member.save()
        take_areas(member)
        row.joined += 1
        row.save(update_fields=["joined"])
        Write(write.event, user).journal(
            Verb.STAFF_CHANGED,
            user=user.get_username(),
            roles=role_values(member.roles),
            had=role_values(had),
            invited=False,
            by_link=True,
        )
    return member
