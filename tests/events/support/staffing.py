"""People who join the staff of an event by a named invitation."""

from collections.abc import Collection

from django.contrib.auth.models import User

from events.accounts.invitation_actions import invite_person, join_by_invitation
from events.models import Role, StaffMember
from tests import factories


def add_staff(*, event_id: int, actor: User, username: str, roles: Collection[Role]) -> StaffMember:
    """Invite a person by name, accept at once, and return the staff member."""
    invitation = invite_person(event_id=event_id, actor=actor, username=username, roles=roles)
    account = User.objects.filter(username=username).first() or factories.user(username)
    return join_by_invitation(invitation=invitation, account=account)
