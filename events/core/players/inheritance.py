"""Staff that an event inherits from its organisation."""

from django.contrib.auth.models import User

from events.core.eligibility.queries import is_suspended
from events.core.eligibility.staff_players import enrolled_as
from events.core.event_write import Write
from events.core.organisations.open_invitations import take_areas, withdraw_invitations
from events.models import OrganisationMember, Role, StaffMember, Verb
from events.models.roles import JUDGES, role_columns, role_values


def inherit_staff(write: Write) -> None:
    """Put the members of the event's organisation on its staff, as a part of a write.

    Members without a role are left out. A person already on the staff has unchanged roles.
    """
    members = OrganisationMember.objects.filter(organisation=write.event.organisation_id)
    here = set(write.event.staff.values_list("user_id", flat=True))
    for member in members.select_related("user").exclude(user__in=here):
        follow_member(write, member)


def follow_member(
    write: Write, member: OrganisationMember | None, user: User | None = None
) -> None:
    """Give a member's roles to the account on the staff of one event, as a part of a write.

    `user` has left the organisation; then `member` is None. Staff that the event added itself do
    not change, nor does the last organizer. A player of the event is not put on its staff. A
    suspended person gets no judge's role there.
    """
    event, account = write.event, member.user if member else user
    row = event.staff.filter(user=account).first()
    roles = member.roles if member else frozenset()
    had = row.roles if row else frozenset()
    if account is not None and JUDGES & (roles - had) and is_suspended(event, account):
        roles = roles - JUDGES
    if account is None or roles == had or (row is not None and not row.inherited):
        return
    others = event.staff.filter(organizer=True).exclude(user=account)
    if Role.ORGANIZER in had and Role.ORGANIZER not in roles and not others.exists():
        return
    if row is None:
        if not event.staff_may_play and enrolled_as(event.pk, account) is not None:
            return
        row = StaffMember(event=event, user=account, inherited=True)
    withdraw_invitations(write, account, roles)
    if roles:
        for name, value in role_columns(roles).items():
            setattr(row, name, value)
        row.save()
        take_areas(row)
    else:
        row.delete()
    write.journal(
        Verb.STAFF_CHANGED,
        user=account.get_username(),
        roles=role_values(roles),
        had=role_values(had),
        invited=False,
    )
