"""Data of the pages of an organisation."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from events.core.seats.venues import VenueLine, venue_lines
from events.models import (
    Badge,
    HookEndpoint,
    Organisation,
    OrganisationEntry,
    OrganisationInvitation,
    OrganisationMember,
    OrganisationToken,
    Player,
    Queue,
    QueueEntry,
    Series,
)

MOST_ENTRIES = 50


def members_of(organisation: Organisation) -> QuerySet[OrganisationMember]:
    """Return the members by user name, with their accounts."""
    return organisation.members.select_related("user")


def open_links(organisation: Organisation) -> QuerySet[OrganisationInvitation]:
    """Return the invitations by which a person can still join, the newest first."""
    return organisation.invitations.filter(used_at=None, expires_at__gt=timezone.now())


def newest_entries(organisation: Organisation) -> QuerySet[OrganisationEntry]:
    """Return the newest lines of an organisation's journal, with their actors."""
    return organisation.entries.select_related("actor")[:MOST_ENTRIES]


@dataclass(frozen=True, slots=True)
class Overview:
    """Values of an organisation's page. `queues` have `waiting`; `series`: the newest first."""

    events_this_year: int
    players: int
    venues: list[VenueLine]
    queues: list[Queue]
    series: list[Series]
    badges: int
    tokens: int
    programs: int


def overview(organisation: Organisation) -> Overview:
    """Return the values of the page, in nine queries."""
    this_year = Q(date__year=timezone.localdate().year)
    waiting = Count("entries", filter=Q(entries__state=QueueEntry.State.WAITING))
    queues = organisation.queues.exclude(state=Queue.State.CLOSED)
    return Overview(
        events_this_year=organisation.events.filter(this_year).count(),
        players=Player.objects.filter(organisation=organisation).count(),
        venues=venue_lines(organisation.venues.order_by("name")),
        queues=list(queues.annotate(waiting=waiting).order_by("number")),
        series=list(organisation.series.order_by("-last_date", "-number")),
        badges=Badge.objects.filter(organisation=organisation).count(),
        tokens=OrganisationToken.objects.filter(organisation=organisation).usable().count(),
        programs=HookEndpoint.objects.filter(organisation=organisation).count(),
    )
