"""Invitations to the staff of an event: the open ones, their end, and their roles."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db.models import F, QuerySet
from django.utils import timezone

from events.core.event_write import Write
from events.models import Role, StaffInvitation, StaffMember


def withdraw_invitations(write: Write, user: User, roles: Collection[Role]) -> None:
    """Withdraw a person's open links that `roles` do not allow, as a part of a write.

    Otherwise a person who was removed from the staff could return by a link of their own.
    """
    if Role.ORGANIZER in roles:
        return
    links = write.event.invitations.filter(made_by=user, withdrawn_at=None)
    if Role.HEAD_JUDGE in roles:
        links = links.filter(role=Role.ORGANIZER)
    links.update(withdrawn_at=timezone.now())


def still_open(invitations: QuerySet[StaffInvitation]) -> QuerySet[StaffInvitation]:
    """Return the invitations that people can still accept."""
    return invitations.filter(
        withdrawn_at=None, expires_at__gt=timezone.now(), joined__lt=F("most")
    )


def invitations_of(user: User) -> QuerySet[StaffInvitation]:
    """Return the open invitations that name this account, the newest first, with their events."""
    named = StaffInvitation.objects.filter(account=user)
    return still_open(named).select_related("event__organisation", "made_by")


def take_areas(member: StaffMember) -> None:
    """Give a new staff member the tables that an archive assigns to their user name."""
    waiting = member.event.areas.filter(member=None, judge_name=member.user.get_username())
    waiting.update(member=member)
