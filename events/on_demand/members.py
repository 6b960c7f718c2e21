"""The people of a queue: an organisation's members, and players by name or badge."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db.models import Count, Q

from domain.names import name_key
from events.models import Event, OrganisationMember, Player, Queue, QueueEntry


def may_run(member: OrganisationMember) -> bool:
    """Whether a member adds players, posts pods and hands out tickets; a judge only reads."""
    return bool(member.owner or member.organizer or member.head_judge or member.scorekeeper)


def may_manage(member: OrganisationMember) -> bool:
    """Whether a member opens, changes and closes queues."""
    return bool(member.owner or member.organizer)


def creator_of(queue: Queue) -> User | None:
    """Return the account that creates a queue's events: its opener, else the first owner."""
    able = OrganisationMember.objects.filter(
        Q(owner=True) | Q(organizer=True), organisation=queue.organisation_id
    ).select_related("user")
    members = sorted(able, key=lambda member: (member.user_id != queue.opened_by_id, member.pk))
    return members[0].user if members else None


def next_judge(queue: Queue) -> User | None:
    """Return the organisation's judge with the fewest running pods; None without judges."""
    judges = User.objects.filter(
        Q(organisations__judge=True) | Q(organisations__head_judge=True),
        organisations__organisation=queue.organisation_id,
    )
    # With the role judge first, because a head judge covers all events.
    members = OrganisationMember.objects.filter(organisation=queue.organisation_id, user__in=judges)
    only = set(members.filter(judge=True).values_list("user", flat=True))
    running = Event.objects.exclude(state=Event.State.FINISHED).filter(
        queue_pod__queue__organisation=queue.organisation_id
    )
    busy = dict(
        running.exclude(queue_pod__judge=None)
        .values_list("queue_pod__judge")
        .annotate(pods=Count("pk"))
        .order_by()
    )
    able = [judge for judge in judges.order_by("pk") if not only or judge.pk in only]
    return min(able, key=lambda judge: (busy.get(judge.pk, 0), judge.pk), default=None)


def known_player(queue: Queue, name: str, mine: Collection[int]) -> Player | None:
    """Return the player who used this name in a queue of the day.

    `mine`: the entries of the requesting phone, which knows its own people only; empty for the
    desk.
    """
    before = QueueEntry.objects.filter(
        organisation=queue.organisation_id, key=name_key(name), player__isnull=False
    )
    before = before.filter(pk__in=mine) if mine else before.filter(queue__date=queue.date)
    entry = before.select_related("player").order_by("-pk").first()
    return entry.player if entry else None
