"""Expected ends of the rounds of several events, the next one first."""

import datetime
import zoneinfo
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count

from domain.staff_board import RoundEnd
from events.core.clock.forecast import Forecast, clock_forecasts
from events.models import Enrollment, Event, Match, Round, SignUpSettings


@dataclass(frozen=True, slots=True)
class EventEnd:
    """The expected end of an event's round; `end` None: nothing predicts it.

    `outstanding`: tables without a result; 0: the next round can be prepared now. `late`: the time
    at which it should have ended; such a round is expected to end any moment.
    """

    event: Event
    round: Round
    outstanding: int
    end: RoundEnd | None
    late: datetime.datetime | None = None

    @property
    def shown_at(self) -> datetime.datetime | None:
        """The time to display: for a late round, the time at which it should have ended."""
        return self.late or (self.end.likely if self.end else None)


def event_ends(events: Iterable[Event], now: datetime.datetime) -> list[EventEnd]:
    """Return the expected ends of the rounds that these events play. Four queries at most.

    The next one first; rounds without a forecast last. A round with all its results ends now.
    """
    by_key = {event.pk: event for event in events if event.is_running}
    played = _rounds(by_key)
    newest = {key: rounds[-1] for key, rounds in played.items() if rounds[-1].is_posted}
    if not newest:
        return []
    rows = Match.objects.outstanding().filter(round__in=newest.values()).order_by()
    waiting = dict(rows.values_list("round").annotate(Count("pk")))
    # The start of the next round is not read, because it does not matter which round is the last.
    forecasts = clock_forecasts(played.values(), by_key)
    ends = [
        _event_end(by_key[key], round, waiting.get(round.pk, 0), forecasts.get(key), now)
        for key, round in newest.items()
    ]
    return sorted(ends, key=_next_first)


def _event_end(
    event: Event, round: Round, outstanding: int, forecast: Forecast | None, now: datetime.datetime
) -> EventEnd:
    if not outstanding:
        return EventEnd(event, round, 0, RoundEnd(event.pk, now, now, now))
    if forecast is None:
        return EventEnd(event, round, outstanding, None)
    span = forecast.end
    if span.likely >= now:
        end = RoundEnd(event.pk, span.earliest, span.likely, span.latest)
        return EventEnd(event, round, outstanding, end)
    end = RoundEnd(event.pk, now, now, max(span.latest, now))
    return EventEnd(event, round, outstanding, end, span.likely)


@dataclass(frozen=True, slots=True)
class EventStart:
    """The start of an event of today that is still to come, with its players so far."""

    event: Event
    at: datetime.datetime
    players: int
    is_start: bool = True


def event_starts(events: Iterable[Event]) -> list[EventStart]:
    """Return the starts of the events that are not running yet, the next one first. Two queries.

    Events without an announced time are left out.
    """
    by_key = {event.pk: event for event in events if not event.is_running}
    if not by_key:
        return []
    times = SignUpSettings.objects.filter(event__in=by_key)
    players = Enrollment.objects.active().filter(event__in=by_key).order_by()
    counts = dict(players.values_list("event").annotate(Count("pk")))
    starts = []
    for key, begins in times.values_list("event", "begins"):
        if begins is None:
            continue
        event = by_key[key]
        zone = zoneinfo.ZoneInfo(event.time_zone)
        at = datetime.datetime.combine(event.date, begins, zone)
        starts.append(EventStart(event, at, counts.get(key, 0)))
    return sorted(starts, key=lambda start: (start.at, start.event.name))


def in_order(ends: Sequence[EventEnd], starts: Sequence[EventStart]) -> list[EventEnd | EventStart]:
    """Return ends of rounds and starts of events by time; ends without a forecast last."""
    return sorted([*ends, *starts], key=_when)


def _when(each: EventEnd | EventStart) -> tuple[bool, float, str]:
    if isinstance(each, EventStart):
        return False, each.at.timestamp(), each.event.name
    return _next_first(each)


def known_ends(ends: Iterable[EventEnd]) -> list[RoundEnd]:
    """Return the ends that have a forecast."""
    return [each.end for each in ends if each.end is not None]


def _next_first(each: EventEnd) -> tuple[bool, float, str]:
    return each.end is None, each.end.likely.timestamp() if each.end else 0.0, each.event.name


def _rounds(events: dict[int, Event]) -> dict[int, Sequence[Round]]:
    """Return the posted and complete rounds of each event, in order. One query."""
    played: dict[int, list[Round]] = defaultdict(list)
    shown = Round.objects.filter(event__in=events).posted()
    columns = shown.select_related("stage").defer("posted_rows", "proof")
    for round in columns.order_by("event_id", "number"):
        round.event = round.stage.event = events[round.event_id]
        played[round.event_id].append(round)
    return dict(played)
