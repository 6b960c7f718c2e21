"""Invitations to the staff of an event: create, withdraw, join, decline."""

from collections.abc import Callable, Collection
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.limits import ACCOUNT_LENGTH
from events.accounts.staff_actions import check_appoints, check_may_judge, refuse_player
from events.core.event_write import Write, event_write, lock_name
from events.core.organisations.account_trust import note_made, trust
from events.core.organisations.open_invitations import still_open, take_areas
from events.core.organisations.owner_actions import able_accounts
from events.core.refusals import RefusedError
from events.core.signed_tokens import row_of_token, signed_token
from events.core.typed_values import can_be_a_user_name
from events.models import Event, Role, StaffInvitation, StaffMember, Verb
from events.models.roles import role_values

HOURS, DAYS = 24, 7
MOST_PEOPLE, MOST_NAMED = 50, 100
_SALT = "matchslip.staff-invitation"


def invitation_token(invitation: StaffInvitation) -> str:
    """Return the secret part of an invitation's address."""
    return signed_token(_SALT, invitation)


def invitation_of(token: str) -> StaffInvitation | None:
    """Return the invitation that a token belongs to, open or not; None for an invalid token."""
    return row_of_token(_SALT, token, StaffInvitation.objects.select_related("event"))


def invite_person(
    *, event_id: int, actor: User, username: str, roles: Collection[Role]
) -> StaffInvitation:
    """Invite one person by user name, to join by link or after logging in within a week.

    The result is the same whether or not an account has the name, so it does not reveal which names
    exist. Raises RefusedError for an impossible user name, no role, a person who is on the staff or
    invited already, and a name that is enrolled in the event.
    """
    username = User.normalize_username(username.strip())
    with event_write(event_id, actor, finished=True) as write:
        event = write.event
        _check_roles(roles)
        _check_username(username)
        check_appoints(write, frozenset(), roles)
        if event.staff.filter(user__username=username).exists():
            words = _("%(user)s is already on the staff.")
            raise RefusedError(words % {"user": username}, "username")
        named = still_open(event.invitations.exclude(username=""))
        if named.filter(username=username).exists():
            words = _("%(user)s is already invited. Send them the link from the list.")
            raise RefusedError(words % {"user": username}, "username")
        if named.count() >= MOST_NAMED:
            raise RefusedError(_("Too many invitations are open. Withdraw one first."), "username")
        # The same answer as for an unknown name, so that it does not reveal which names exist.
        refuse_player(event, User(username=username))
        check_may_judge(event, User(username=username), roles)
        first, *more = role_values(roles)
        invitation = StaffInvitation.objects.create(
            event=event,
            username=username,
            account=able_accounts().filter(username=username).first(),
            role=first,
            more_roles=",".join(more),
            most=1,
            expires_at=timezone.now() + timedelta(days=DAYS),
            made_by=actor,
        )
        write.journal(
            Verb.STAFF_CHANGED, user=username, roles=role_values(roles), had=[], invited=True
        )
    return invitation


def create_invitation(*, event_id: int, actor: User, role: Role, most: int) -> StaffInvitation:
    """Create a link, valid for a day, by which up to `most` people join with this role.

    Raises RefusedError for a role that the actor cannot appoint, or a number out of range.
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
    """Withdraw an invitation: its link stops working, people who joined by it stay.

    Raises RefusedError if it belongs to another event or is already over.
    """
    with event_write(event_id, actor, finished=True) as write:
        invitation = _open_one(write.event, pk=invitation_id)
        check_appoints(write, frozenset(), invitation.roles)
        _end(write, invitation, "withdrawn")
    return invitation


def decline_invitation(*, event_id: int, actor: User, invitation_id: int) -> StaffInvitation:
    """Decline an invitation addressed to the actor; RefusedError if it is already over."""
    with event_write(event_id, actor, finished=True) as write:
        invitation = _open_one(write.event, pk=invitation_id, account=actor)
        _end(write, invitation, "declined")
    return invitation


def _open_one(event: Event, **columns: object) -> StaffInvitation:
    invitation = event.invitations.filter(**columns).first()
    if invitation is None or not invitation.is_open:
        raise RefusedError(_("This invitation is no longer valid."))
    return invitation


def _end(write: Write, invitation: StaffInvitation, how: str) -> None:
    """End an invitation; `how` is "withdrawn" or "declined" in the journal."""
    invitation.withdrawn_at = timezone.now()
    invitation.save(update_fields=["withdrawn_at"])
    data: dict[str, Any] = {how: True}
    if invitation.username:
        roles = role_values(invitation.roles)
        write.journal(Verb.STAFF_CHANGED, user=invitation.username, roles=roles, **data)
    else:
        write.journal(Verb.STAFF_CHANGED, invitation=invitation.role, **data)


def join_by_invitation(
    *, invitation: StaffInvitation, account: User | Callable[[], User], trusting: bool = False
) -> StaffMember:
    """Add an account to the staff of the inviting event; return its member.

    `account`: the account, or a function that creates it; an organisation is trusted with the
    accounts that its links create. `trusting`: the owner of an existing account trusts it, too. A
    person already on the staff receives the additional roles. Raises RefusedError if the invitation
    is over, and for a player of the event.
    """
    with event_write(invitation.event_id, None, finished=True) as write:
        event = write.event
        row = StaffInvitation.objects.get(pk=invitation.pk)
        if not row.is_open:
            raise RefusedError(_("This invitation no longer works. Ask for a new link."))
        lock_name("accounts")
        user = _joining(event, account, trusting=trusting)
        member = event.staff.filter(user=user).first()
        had = member.roles if member else frozenset()
        if row.roles <= had and member:
            if row.username:
                _count_in(row)
            return member
        check_may_judge(event, user, row.roles)
        if member is None:
            refuse_player(event, user)
            member = StaffMember(event=event, user=user)
        for role in row.roles:
            setattr(member, role.value, True)
        member.save()
        take_areas(member)
        _count_in(row)
        Write(event, user).journal(
            Verb.STAFF_CHANGED,
            user=user.get_username(),
            roles=role_values(member.roles),
            had=role_values(had),
            invited=False,
            by_link=True,
        )
    return member


def _count_in(invitation: StaffInvitation) -> None:
    invitation.joined += 1
    invitation.save(update_fields=["joined"])


def _joining(event: Event, account: User | Callable[[], User], *, trusting: bool) -> User:
    if isinstance(account, User):
        if trusting:
            trust(account, event.organisation)
        return account
    created = account()
    note_made(created, event.organisation)
    return created


def _check_username(username: str) -> None:
    try:
        UnicodeUsernameValidator()(username)
    except ValidationError as error:
        raise RefusedError(" ".join(error.messages), "username") from error
    if not can_be_a_user_name(username):
        raise RefusedError(_("A username needs at least one letter or digit."), "username")
    if len(username) > ACCOUNT_LENGTH:
        raise RefusedError(_("This username is too long."), "username")


def _check_roles(roles: Collection[Role]) -> None:
    if not roles:
        raise RefusedError(_("Choose at least one role."), "roles")
