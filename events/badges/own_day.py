"""The player's events of the day on a badge, limited to data that the player may see."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.db.models import Q
from django.utils import timezone

from domain.results import Result
from events.badges.collisions import Busy, Collision, collisions
from events.core.clock.forecast import Forecast, Moments, players_forecasts
from events.core.clock.preparation_clock import Preparation, preparation_of
from events.core.clock.round_clock import Timed, clock_of
from events.core.events.today import is_today, near, over_today
from events.core.phones.own_state import OwnState, OwnStatus, own_status
from events.core.players.shown_names import shown_names_of
from events.core.progress.ahead import field_sizes, read_ahead, with_ahead
from events.core.progress.presence import after_the_cuts
from events.models import Badge, Enrollment, Event, Match, QueueEntry, QueuePod, Round
from events.models.querysets import of_players
from events.public_site.page import stamp_of

# Minutes for the additional turns after time is called, as in core/clock/prediction.py.
TURNS = datetime.timedelta(minutes=5)
# Warnings depend on the time, so an unchanged page is refreshed after this many seconds.
FRESH_SECONDS = 120
_Entry = QueueEntry.State


@dataclass(frozen=True, slots=True)
class DayNow:
    """The part of the day that changes by itself, which decides whether a phone is up to date."""

    enrollments: Sequence[Enrollment]
    matches: Sequence[Match]
    entries: Sequence[QueueEntry]
    stamp: str


@dataclass(frozen=True)
class DayLine:
    """One event of the day. `round`: the newest posted one; `match`: the player's match in it.

    `opponent`: as the event shows the name. `called`: the pod that the player was called to, until
    it is posted. `advances`: False once a confirmed cut excluded the player. `is_last`: no further
    round is announced.
    """

    event: Event
    enrollment: Enrollment
    round: Round | None
    match: Match | None
    opponent: str
    forecast: Forecast | None
    called: QueuePod | None
    now: datetime.datetime
    advances: bool = True
    is_last: bool = False

    @cached_property
    def status(self) -> OwnStatus:
        """The player's status in this event, as on the player's own page."""
        return own_status(
            self.event,
            self.enrollment,
            self.round,
            self.match,
            advances=self.advances,
            is_last=self.is_last,
        )

    @property
    def state(self) -> OwnState:
        """The player's state in this event."""
        return self.status.state

    @cached_property
    def preparation(self) -> Preparation | None:
        """The draft or deck construction whose clock is shown, if the player takes part."""
        is_next = self.state in (OwnState.BEFORE, OwnState.WAITING)
        return preparation_of(self.event) if is_next else None

    @property
    def is_playing(self) -> bool:
        """Whether the player's match is being played."""
        return self.state is OwnState.PLAYING

    @property
    def needs_check_in(self) -> bool:
        """Whether the player can check in now."""
        waits = self.state is OwnState.BEFORE and not self.enrollment.checked_in
        return waits and self.event.takes_check_ins

    @property
    def recorded(self) -> Result | None:
        """The recorded result from the player's side, if the event shows it."""
        match = self.match
        if self.state is not OwnState.RECORDED or match is None or match.result is None:
            return None
        if not self.event.show_recorded:
            return None
        is_second = match.second_id == self.enrollment.pk
        return match.result.turned() if is_second else match.result

    @property
    def next_number(self) -> int:
        """The number of the next round."""
        return (self.round.number if self.round else 0) + 1

    @property
    def goes_on(self) -> bool:
        """Whether the player is expected in another round."""
        return self.status.goes_on

    @property
    def next_at(self) -> datetime.datetime | None:
        """The announced start of the next round."""
        return self.round.next_at if self.round and self.goes_on else None

    @property
    def next_about(self) -> Moments | None:
        """The estimated start of the next round, if the event shows it and none is announced."""
        start = self.forecast.next_start if self.forecast else None
        if start is None or not start.is_narrow or not self.goes_on or self.next_at is not None:
            return None
        return start

    @cached_property
    def busy(self) -> Busy:
        """When this event needs the player."""
        announced, minutes, ends = self.next_at, self.event.round_minutes, None
        start = announced or (self.next_about.likely if self.next_about else None)
        if announced and minutes:
            ends = announced + datetime.timedelta(minutes=minutes)
        if self.called is not None:
            return Busy(is_now=True, start=start)
        if self.preparation is not None:
            return Busy(is_now=True, until=self._end(self.preparation), start=start, end=ends)
        if self.is_playing and self.round is not None:
            until = self._end(self.round, self.match.extension_minutes if self.match else 0)
            if until is not None:
                until += TURNS
            if self.forecast is not None:
                until = max(self.forecast.end.likely, self.now)
            return Busy(is_now=True, until=until, start=start, end=ends)
        return Busy(start=start, end=ends)

    @property
    def urgency(self) -> tuple[bool, datetime.datetime, bool, str, int]:
        """Sort key: by time, with finished events last."""
        far = self.now + datetime.timedelta(days=2)
        start = self.now if self.busy.is_now else self.busy.start or far
        is_over = self.state in (OwnState.OUT, OwnState.BEATEN, OwnState.CUT, OwnState.FINISHED)
        return is_over, start, not self.event.is_running, self.event.name, self.event.pk

    def _end(self, timed: Timed, extension: int = 0) -> datetime.datetime | None:
        """Return when time is called; a clock that was not started counts as started now."""
        if not timed.minutes:
            return None
        end = clock_of(timed, self.now).end(extension)
        if end is None:
            end = self.now + datetime.timedelta(minutes=timed.minutes + extension)
        return max(end, self.now)


@dataclass(frozen=True, slots=True)
class QueueLine:
    """A place in a queue, counted from 1."""

    entry: QueueEntry
    place: int


@dataclass(frozen=True, slots=True)
class OwnDay:
    """A player's day: events by time, collisions by index, places in queues."""

    lines: Sequence[DayLine] = ()
    collisions: Sequence[Collision] = ()
    queues: Sequence[QueueLine] = field(default_factory=tuple)

    @property
    def warnings(self) -> list[tuple[Collision, DayLine, DayLine]]:
        """The collisions as pairs of events."""
        return [
            (collision, self.lines[collision.first], self.lines[collision.second])
            for collision in self.collisions
        ]


def day_now(badge: Badge, now: datetime.datetime | None = None) -> DayNow:
    """Return the parts of a player's day that change by themselves. Three queries."""
    moment = now or timezone.now()
    on = near(moment, "event__") | over_today(moment, "event__")
    mine = Enrollment.objects.filter(
        on,
        player=badge.player_id,
        event__organisation=badge.organisation_id,
        event__importing_since=None,
    )
    enrollments = [
        enrollment
        for enrollment in mine.select_related("event").order_by("event_id")
        if is_today(enrollment.event, moment)
    ]
    own = Q(first__in=enrollments) | Q(second__in=enrollments)
    if any(enrollment.event.at_tables for enrollment in enrollments):
        own = of_players(enrollments)
    # An unposted round is not shown.
    matches = Match.objects.filter(own).of_posted_rounds()
    entries = QueueEntry.objects.filter(
        player=badge.player_id,
        organisation=badge.organisation_id,
        state__in=(_Entry.WAITING, _Entry.CALLED),
    )
    return _stamped(
        badge,
        moment,
        enrollments,
        list(matches.select_related("first", "second").order_by("pk")),
        list(entries.select_related("queue", "pod", "enrollment")),
    )


def own_day(read: DayNow, now: datetime.datetime | None = None) -> OwnDay:
    """Return the contents of a badge's page. Six queries at most, for one event or many."""
    moment = now or timezone.now()
    events = {enrollment.event_id: enrollment.event for enrollment in read.enrollments}
    played = _rounds(events)
    newest = {rounds[-1].pk: rounds[-1] for rounds in played.values()}
    matches = {match.round_id: match for match in read.matches if match.round_id in newest}
    names = shown_names_of(events.values()) if events else {}
    last = _in_the_last_round(newest.values())
    forecasts = players_forecasts(played.values(), last)
    called = {
        entry.enrollment.event_id: entry.pod
        for entry in read.entries
        if entry.is_called and entry.enrollment is not None and entry.pod is not None
    }
    cuts = after_the_cuts(events)
    lines = []
    for enrollment in read.enrollments:
        event = enrollment.event
        round = played[event.pk][-1] if event.pk in played else None
        match = matches.get(round.pk) if round else None
        others = match.opponents_of(enrollment) if match else ()
        called_so = [names[event.pk].of(other.number, other.name) for other in others]
        lines.append(
            DayLine(
                event,
                enrollment,
                round,
                match,
                ", ".join(called_so),
                forecasts.get(event.pk),
                called.get(event.pk),
                moment,
                event.pk not in cuts or enrollment.number in cuts[event.pk],
                event.pk in last,
            )
        )
    lines.sort(key=lambda line: line.urgency)
    pairs = collisions([line.busy for line in lines], moment)
    return OwnDay(tuple(lines), tuple(pairs), _places(read.entries))


def _rounds(events: dict[int, Event]) -> dict[int, list[Round]]:
    """Return the posted and complete rounds of each event, in order. One query."""
    shown = Round.objects.filter(event__in=events).posted()
    played: dict[int, list[Round]] = defaultdict(list)
    columns = with_ahead(shown.select_related("stage").defer("posted_rows", "proof"))
    for round in columns.order_by("event_id", "number"):
        round.event = round.stage.event = events[round.event_id]
        played[round.event_id].append(round)
    return played


def _in_the_last_round(newest: Collection[Round]) -> set[int]:
    """Return the events whose newest round is the last one. Two queries at most."""
    sizes = field_sizes([round.stage for round in newest])
    return {round.event_id for round in newest if read_ahead(round, sizes).is_nothing}


def _places(entries: Sequence[QueueEntry]) -> tuple[QueueLine, ...]:
    """Return a player's place in a queue; a player waits in one at a time. One query, or none."""
    waiting = [entry for entry in entries if entry.is_waiting]
    return tuple(
        QueueLine(
            entry,
            1
            + QueueEntry.objects.filter(
                queue=entry.queue_id, state=_Entry.WAITING, number__lt=entry.number
            ).count(),
        )
        for entry in waiting
    )


def _stamped(
    badge: Badge,
    moment: datetime.datetime,
    enrollments: Sequence[Enrollment],
    matches: Sequence[Match],
    entries: Sequence[QueueEntry],
) -> DayNow:
    """Compute a stamp of the current day; only public changes alter it."""
    facts = [
        int(moment.timestamp()) // FRESH_SECONDS,
        badge.nonce,
        badge.player.name,
        [
            (
                enrollment.event_id,
                enrollment.event.public_revision,
                enrollment.event.state,
                enrollment.event.takes_check_ins,
                enrollment.event.private_pages,
                enrollment.state,
                enrollment.checked_in,
                enrollment.address_nonce,
            )
            for enrollment in enrollments
        ],
        [(match.pk, match.revision, match.table) for match in matches],
        [(entry.pk, entry.state, entry.queue.revision) for entry in entries],
    ]
    return DayNow(enrollments, matches, entries, stamp_of(repr(facts).encode()))
