"""One floor list over all running events of a person: calls, overtime, turns, longest waiting."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils import timezone

from events.core.clock.round_clock import Clock, clock_of
from events.core.judging.floor_time import TableState, TableTime, table_time
from events.core.results.phone_report_queries import is_open, minutes_waited
from events.models import Call, Event, Match, Round, StaffMember

# So many tables are read at a glance; the heading counts all.
MOST_LINES = 60


@dataclass(frozen=True, slots=True)
class DayLine:
    """A table that needs a judge, of any event; `waiting`: minutes since the first open call."""

    event: Event
    match: Match
    time: TableTime
    calls: tuple[Call, ...]
    waiting: int

    @property
    def in_turns(self) -> bool:
        """Whether its additional turns are played."""
        return self.time.state is TableState.TURNS

    @property
    def over_minutes(self) -> int:
        """For how many whole minutes its time has been over."""
        return (self.time.over or 0) // 60

    @property
    def urgency(self) -> tuple[bool, int, bool, int]:
        """Sort key: calls first, the longest waiting; then turns and overtime, the longest."""
        return not self.calls, -self.waiting, not self.in_turns, -(self.time.over or 0)


@dataclass(frozen=True, slots=True)
class DayFloor:
    """The floor of a day: `lines` to act on, of `needing`; `outstanding` tables of `events`."""

    lines: tuple[DayLine, ...]
    needing: int
    outstanding: int
    events: int


def rounds_of(user: User) -> list[Round]:
    """Return the posted rounds of the running events of a person, with their events. One query."""
    theirs = StaffMember.objects.filter(user=user).values("event")
    posted = Round.objects.filter(
        event__in=theirs, event__state=Event.State.RUNNING, state=Round.State.POSTED
    )
    rounds = posted.select_related("stage", "event").defer("posted_rows", "proof")
    for round in rounds:
        round.stage.event = round.event
    return list(rounds)


def day_floor(user: User, now: datetime.datetime | None = None) -> DayFloor:
    """Return the floor list of a person's events. Three queries."""
    moment = now or timezone.now()
    rounds = {round.pk: round for round in rounds_of(user)}
    clocks = {key: clock_of(round, moment) for key, round in rounds.items()}
    calls: dict[int, list[Call]] = {}
    waiting = Call.objects.filter(match__round__in=rounds, answered_at__isnull=True)
    for call in waiting.select_related("match").order_by("at", "pk"):
        if is_open(call):
            calls.setdefault(call.match_id, []).append(call)
    outstanding = Match.objects.outstanding().filter(round__in=rounds, table__isnull=False)
    called = Match.objects.filter(pk__in=calls)
    matches = {
        match.pk: match
        for match in (outstanding | called).select_related("first", "second", "judge")
    }
    lines = []
    for match in matches.values():
        round = rounds[match.round_id]
        line = _line(round, clocks[round.pk], match, calls.get(match.pk, ()), moment)
        if line.calls or ((line.time.is_over or line.in_turns) and not match.has_result):
            lines.append(line)
    lines.sort(key=lambda line: (line.urgency, line.match.table or 0, line.match.pk))
    return DayFloor(
        lines=tuple(lines[:MOST_LINES]),
        needing=len(lines),
        outstanding=sum(not match.has_result for match in matches.values()),
        events=len(rounds),
    )


def tables_numbered(user: User, table: int) -> list[Match]:
    """Return the matches at a table number in the running events of a person. Two queries.

    At one venue it is one match, because no table is given twice.
    """
    rounds = {round.pk: round for round in rounds_of(user)}
    matches = Match.objects.filter(round__in=rounds, table=table)
    there = list(matches.select_related("first", "second").order_by("round__event__name", "pk"))
    for match in there:
        match.round = rounds[match.round_id]
    return there


def _line(
    round: Round, clock: Clock, match: Match, calls: Sequence[Call], now: datetime.datetime
) -> DayLine:
    match.round = round
    return DayLine(
        event=round.event,
        match=match,
        time=table_time(clock, match.extension_minutes, match.turns_at is not None),
        calls=tuple(calls),
        waiting=max((minutes_waited(call, now) for call in calls), default=0),
    )
