"""Data of the pages of an organisation."""

from django.db.models import QuerySet
from django.utils import timezone

from events.models import (
    Organisation,
    OrganisationEntry,
    OrganisationInvitation,
    OrganisationMember,
)

MOST_ENTRIES = 50


def members_of(organisation: Organisation) -> QuerySet[OrganisationMember]:
    """Return the members by user name, with their accounts."""
    return organisation.members.select_related("user")


def open_links(organisation: Organisation) -> QuerySet[OrganisationInvitation]:
    """Return the invitations by which somebody can still join, the newest first."""
    return organisation.invitations.filter(used_at=None, expires_at__gt=timezone.now())


def newest_entries(organisation: Organisation) -> QuerySet[OrganisationEntry]:
    """Return the newest lines of an organisation's journal, with their actors."""
    return organisation.entries.select_related("actor")[:MOST_ENTRIES]
