"""Invitation links end with the right to invite."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.utils import timezone

from events.core.event_write import Write
from events.models import Role


def withdraw_invitations(write: Write, user: User, roles: Collection[Role]) -> None:
    """Withdraw the open links of a person that `roles` do not allow, as a part of a write.

    Otherwise a person who was removed from the staff could return by a link of their own.
    """
    if Role.ORGANIZER in roles:
        return
    links = write.event.invitations.filter(made_by=user, withdrawn_at=None)
    if Role.HEAD_JUDGE in roles:
        links = links.filter(role=Role.ORGANIZER)
    links.update(withdrawn_at=timezone.now())
