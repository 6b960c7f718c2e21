"""An organisation's name, its members and the links by which they join."""

from collections.abc import Callable, Collection
from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from events.core.eligibility.queries import fact_sheet_of
from events.core.eligibility.staff_players import refuse_owners_who_play
from events.core.event_write import accounts_write, events_write
from events.core.organisations.account_trust import note_made, trust
from events.core.players.inheritance import follow_member
from events.core.refusals import RefusedError
from events.core.signed_tokens import row_of_token, signed_token
from events.core.typed_values import check_line
from events.models import (
    Authenticator,
    Event,
    Organisation,
    OrganisationEntry,
    OrganisationInvitation,
    OrganisationMember,
    Role,
    StaffMember,
)
from events.models.roles import role_columns, role_values

DAYS = 7
MOST_OPEN = 50
_SALT = "matchslip.organisation-invitation"
_Verb = OrganisationEntry.Verb


def organisation_token(invitation: OrganisationInvitation) -> str:
    """Return the secret part of an invitation's address."""
    return signed_token(_SALT, invitation)


def organisation_invitation_of(token: str) -> OrganisationInvitation | None:
    """Return the invitation of a token, open or not; None for an invalid token."""
    rows = OrganisationInvitation.objects.select_related("organisation")
    return row_of_token(_SALT, token, rows)


def rename_organisation(*, organisation_id: int, actor: User, name: str) -> Organisation:
    """Give an organisation another name; its address stays. RefusedError for an empty name."""
    with accounts_write():
        organisation = owned(organisation_id, actor)
        name = name.strip()
        check_line(name, "name")
        if not name:
            raise RefusedError(_("Type a name."), "name")
        if name != organisation.name:
            journal(organisation, actor, _Verb.RENAMED, before=organisation.name, name=name)
            organisation.name = name
            organisation.save(update_fields=["name"])
    return organisation


def require_second_factor(*, organisation_id: int, actor: User, required: bool) -> Organisation:
    """Require a second factor of the members from their next login on, or no longer.

    RefusedError for an owner without one, whose next login would only reach the account's page.
    """
    with accounts_write():
        organisation = owned(organisation_id, actor)
        if required and not Authenticator.objects.filter(user=actor).exists():
            raise RefusedError(_("Add a second factor to your own account first."))
        if required != organisation.second_factor_required:
            organisation.second_factor_required = required
            organisation.save(update_fields=["second_factor_required"])
            journal(organisation, actor, _Verb.SECURED, required=required)
    return organisation


def invite_member(
    *, organisation_id: int, actor: User, roles: Collection[Role], owner: bool
) -> OrganisationInvitation:
    """Create a link by which one person joins within a week.

    Raises RefusedError for a person without a role who is no owner, and too many open links.
    """
    with accounts_write():
        organisation = owned(organisation_id, actor)
        _check_roles(roles, owner=owner)
        now = timezone.now()
        if organisation.invitations.filter(used_at=None, expires_at__gt=now).count() >= MOST_OPEN:
            raise RefusedError(_("Too many links are active. Withdraw one first."))
        invitation = OrganisationInvitation.objects.create(
            organisation=organisation,
            owner=owner,
            expires_at=now + timedelta(days=DAYS),
            made_by=actor,
            **role_columns(roles),
        )
        journal(organisation, actor, _Verb.INVITED, roles=role_values(roles), owner=owner)
    return invitation


def withdraw_member_invitation(*, organisation_id: int, actor: User, invitation_id: int) -> None:
    """Withdraw an invitation; RefusedError if it is another organisation's or no longer open."""
    with accounts_write():
        organisation = owned(organisation_id, actor)
        invitation = organisation.invitations.filter(pk=invitation_id).first()
        if invitation is None or not invitation.is_open:
            raise RefusedError(_("This invitation is no longer valid."))
        invitation.used_at = timezone.now()
        invitation.save(update_fields=["used_at"])
        journal(organisation, actor, _Verb.WITHDRAWN)


def join_organisation(
    *,
    invitation: OrganisationInvitation,
    account: User | Callable[[], User],
    trusting: bool = False,
) -> OrganisationMember:
    """Make an account a member, and put it on the staff of every event that is not over.

    `account`: the account, or a function that creates it; an organisation is trusted with the
    accounts that its links create. `trusting`: the owner of an existing account trusts it, too. An
    existing member gets the invitation's roles in addition. Raises RefusedError if the invitation
    is no longer open.
    """
    with accounts_write():
        row = OrganisationInvitation.objects.get(pk=invitation.pk)
        if not row.is_open:
            raise RefusedError(_("This invitation no longer works. Ask for a new link."))
        user = account if isinstance(account, User) else account()
        if not isinstance(account, User):
            note_made(user, row.organisation)
        elif trusting:
            trust(user, row.organisation)
        member = OrganisationMember.objects.filter(
            organisation=row.organisation_id, user=user
        ).first() or OrganisationMember(organisation=row.organisation, user=user)
        member.owner = member.owner or row.owner
        for role in row.roles:
            setattr(member, role.value, True)
        member.save()
        row.used_at = timezone.now()
        row.save(update_fields=["used_at"])
        journal(member.organisation, user, _Verb.JOINED, user=user.get_username())
        _follow(member.organisation, user, user, member)
    return member


def change_organisation_member(
    *, organisation_id: int, actor: User, username: str, roles: Collection[Role], owner: bool
) -> OrganisationMember | None:
    """Set a member's roles, here and in every event that is not over; return None if removed.

    A member without a role who is no owner is removed, also from finished events. Raises
    RefusedError for the last owner.
    """
    with accounts_write():
        organisation = owned(organisation_id, actor)
        member = organisation.members.select_related("user").filter(user__username=username).first()
        if member is None:
            raise RefusedError(_("%(user)s is not a member.") % {"user": username})
        others = organisation.members.filter(owner=True).exclude(pk=member.pk)
        if member.owner and not owner and not others.exists():
            words = _("%(user)s is the last owner. Make another member an owner first.")
            raise RefusedError(words % {"user": username}, "roles")
        user = member.user
        if not owner:
            # Otherwise a removed owner could return by a link of their own.
            links = organisation.invitations.filter(made_by=user, used_at=None)
            links.update(used_at=timezone.now())
        if not roles and not owner:
            member.delete()
            journal(organisation, actor, _Verb.REMOVED, user=username)
            _follow(organisation, actor, user, None)
            return None
        columns = {**role_columns(roles), "owner": owner}
        before = {name: getattr(member, name) for name in columns}
        for name, value in columns.items():
            setattr(member, name, value)
        member.save()
        if before != columns:
            current = {"roles": role_values(roles), "owner": owner}
            journal(organisation, actor, _Verb.CHANGED, user=username, **current)
        _follow(organisation, actor, user, member)
    return member


def _follow(
    organisation: Organisation, actor: User, user: User, member: OrganisationMember | None
) -> None:
    """Apply a member's change to the staff of each event that is not over.

    A removed member also leaves the staff of finished events, which have names and addresses of
    players and can be reopened.
    """
    events = going_on(organisation)
    if member is None:
        inherited = StaffMember.objects.filter(user=user, inherited=True)
        events = Event.objects.filter(organisation=organisation, pk__in=inherited.values("event"))
    with events_write(events, actor) as writes:
        for write in writes:
            if member is not None and member.owner and fact_sheet_of(write.event).is_premier:
                refuse_owners_who_play(write.event, [user], "roles")
            follow_member(write, member, user)


def going_on(organisation: Organisation) -> QuerySet[Event]:
    """Return the events of an organisation that are not over."""
    return Event.objects.filter(organisation=organisation).exclude(state=Event.State.FINISHED)


def owned(organisation_id: int, actor: User) -> Organisation:
    """Return the organisation if this account owns it; RefusedError otherwise."""
    organisation = Organisation.objects.get(pk=organisation_id)
    if not organisation.members.filter(user=actor, owner=True).exists():
        raise RefusedError(_("Only an owner can change this."))
    return organisation


def journal(
    organisation: Organisation, actor: User, verb: OrganisationEntry.Verb, **data: object
) -> None:
    """Write a line of the organisation's journal, in the caller's transaction."""
    OrganisationEntry.objects.create(organisation=organisation, actor=actor, verb=verb, data=data)


def _check_roles(roles: Collection[Role], *, owner: bool) -> None:
    if not roles and not owner:
        raise RefusedError(_("Choose at least one role."), "roles")
