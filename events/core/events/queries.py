"""The events of a staff member, and current announcements."""

import datetime
from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import User
from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from events.models import (
    Announcement,
    Enrollment,
    Event,
    Match,
    Role,
    Round,
    SignUpSettings,
    StaffMember,
)


class Step(StrEnum):
    """The next step of an event."""

    LOOK = "look"
    ENROLL = "enroll"
    PAIR = "pair"
    POST = "post"
    RESULTS = "results"
    COMPLETE = "complete"
    GO_ON = "go-on"


@dataclass(frozen=True, slots=True)
class OwnEventLine:
    """An event in a staff member's list: its state, their roles, and its progress.

    `players` took part, including those who dropped since round 1. `bracket_players`: of the newest
    round. `begins` and `takes_sign_ups` are those of the sign-up.
    """

    event: Event
    roles: frozenset[Role]
    players: int
    round_number: int | None
    round_state: str
    outstanding: int
    bracket_players: int | None = None
    begins: datetime.time | None = None
    takes_sign_ups: bool = False

    @property
    def number(self) -> int:
        """The number of the newest round; 0 before round 1."""
        return self.round_number or 0

    @property
    def next_step(self) -> Step:
        """Return the next step; a finished event can only be viewed."""
        if self.event.is_finished:
            return Step.LOOK
        if self.round_number is None:
            return Step.ENROLL if self.players == 0 else Step.PAIR
        if self.round_state == Round.State.UNPOSTED:
            return Step.POST
        if self.round_state == Round.State.POSTED:
            return Step.RESULTS if self.outstanding else Step.COMPLETE
        return Step.GO_ON


def events_of(user: User) -> list[OwnEventLine]:
    """Return the events on whose staff this person is, newest first. One query."""
    return lines_of(StaffMember.objects.filter(user=user))


def lines_of(members: QuerySet[StaffMember]) -> list[OwnEventLine]:
    """Return the events of these memberships with their progress, newest first. One query."""
    last = Round.objects.filter(event=OuterRef("event")).order_by("-number")
    newest = Round.objects.filter(event=OuterRef(OuterRef("event"))).order_by("-number")
    # Counted on matches alone: grouping by round would read all columns of the round.
    waiting = (
        Match.objects.filter(round=Subquery(newest.values("pk")[:1]), first_wins__isnull=True)
        .order_by()
        .values("round")
        .annotate(count=Count("pk"))
        .values("count")
    )
    took_part = (
        Enrollment.objects.filter(event=OuterRef("event"))
        .took_part()
        .order_by()
        .values("event")
        .annotate(count=Count("pk"))
        .values("count")
    )
    in_time = Q(deadline__isnull=True) | Q(deadline__gt=timezone.now())
    taking = SignUpSettings.objects.filter(in_time, is_open=True)
    annotated = (
        members.select_related("event")
        .annotate(
            players=Subquery(took_part, output_field=IntegerField()),
            round_number=Subquery(last.values("number")[:1]),
            round_state=Subquery(last.values("state")[:1]),
            outstanding=Subquery(waiting, output_field=IntegerField()),
            bracket_players=Subquery(last.values("bracket_players")[:1]),
            begins=F("event__sign_up_settings__begins"),
            takes_sign_ups=Exists(taking.filter(event=OuterRef("event"))),
        )
        .order_by("-event__date", "-event_id")
    )
    return [
        OwnEventLine(
            event=member.event,
            roles=member.roles,
            players=member.players or 0,
            round_number=member.round_number,
            round_state=member.round_state or "",
            outstanding=member.outstanding or 0,
            bracket_players=member.bracket_players,
            begins=member.begins,
            takes_sign_ups=member.takes_sign_ups,
        )
        for member in annotated
    ]


# At most this many earlier events are offered for a new event to be like.
MOST_RECENT = 40


def recent_events_of(user: User) -> list[Event]:
    """Return the events that this person set up last, the newest first, joined with their stages.

    A new event takes its venue and time zone from the newest, and can be a copy of any of them.
    Pods of a queue are left out: the queue set them up. Two queries.
    """
    events = Event.objects.filter(staff__user=user, staff__organizer=True, queue_pod=None)
    newest = events.order_by("-created_at", "-pk").prefetch_related("stages")
    return list(newest[:MOST_RECENT])


def announced_now(event: Event, now: datetime.datetime | None = None) -> tuple[Announcement, ...]:
    """Return the announcements that are shown now, the oldest first, in one query."""
    shown = Announcement.objects.filter(event=event, ended_at=None, until__gt=now or timezone.now())
    return tuple(shown.order_by("pk"))


def announced_before(event: Event, most: int = 20) -> list[Announcement]:
    """Return the announcements that are over, the newest first, in one query."""
    shown = [announcement.pk for announcement in announced_now(event)]
    over = Announcement.objects.filter(event=event).exclude(pk__in=shown)
    return list(over.select_related("made_by").order_by("-pk")[:most])
