"""One floor list for all running events of a person: calls, overtime, turns, by waiting time."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from domain.scans import slip_code, table_sign
from events.core.clock.round_clock import Clock, clock_of
from events.core.judging.floor_time import TableState, TableTime, table_time
from events.core.phones.queries import own_match_in
from events.core.players.scanned_codes import holder_of
from events.core.results.phone_report_queries import is_open, minutes_waited
from events.models import Call, Enrollment, Event, Match, Round, StaffMember

# This many tables are easy to scan; the heading counts all.
MOST_LINES = 60


class _Table(NamedTuple):
    """The columns that decide whether a table needs a judge: few of thousands do."""

    pk: int
    round_id: int
    number: int | None
    extension: int
    in_turns: bool
    has_result: bool


@dataclass(frozen=True, slots=True)
class TableNeed:
    """How urgently a table needs a judge; `waiting`: minutes since the first open call."""

    table: _Table
    time: TableTime
    calls: tuple[Call, ...]
    waiting: int

    @property
    def in_turns(self) -> bool:
        """Whether its additional turns are being played."""
        return self.time.state is TableState.TURNS

    @property
    def is_one(self) -> bool:
        """Whether it needs a judge at all."""
        late = (self.time.is_over or self.in_turns) and not self.table.has_result
        return bool(self.calls) or late

    @property
    def urgency(self) -> tuple[bool, int, bool, int, int, int]:
        """Sort key: calls first, the longest waiting; then turns and overtime, the longest."""
        late = not self.in_turns, -(self.time.over or 0)
        return not self.calls, -self.waiting, *late, self.table.number or 0, self.table.pk


@dataclass(frozen=True, slots=True)
class DayLine(TableNeed):
    """A table that needs a judge, in any event, with its displayed data."""

    event: Event
    match: Match

    @property
    def over_minutes(self) -> int:
        """Whole minutes since its time ended."""
        return (self.time.over or 0) // 60


@dataclass(frozen=True, slots=True)
class DayFloor:
    """The floor of a day: the `lines` shown of `needing` tables; `outstanding` ones of `events`."""

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
    """Return the floor list of a person's events. Four queries."""
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
    tables = _tables(outstanding | called)
    needs = [
        need
        for table in tables
        if (need := _need(clocks[table.round_id], table, calls.get(table.pk, ()), moment)).is_one
    ]
    needs.sort(key=lambda need: need.urgency)
    return DayFloor(
        lines=_lines(needs[:MOST_LINES], rounds),
        needing=len(needs),
        outstanding=sum(not table.has_result for table in tables),
        events=len(rounds),
    )


def tables_numbered(user: User, table: int) -> list[Match]:
    """Return the matches at a table number in a person's running events. Two queries.

    At one venue there is only one match, because no table is given twice.
    """
    return _matches_at(rounds_of(user), table)


def scanned_matches(user: User, text: str) -> list[Match]:
    """Return the matches behind a scanned table sign, slip, player link or badge; else none.

    At most four queries, and one more for each event in which the holder of a badge plays.
    """
    sign, slip = table_sign(text), slip_code(text)
    if sign is not None:
        slug, table = sign
        return _matches_at([each for each in rounds_of(user) if each.event.slug == slug], table)
    if slip is not None:
        table, number = slip
        return _matches_at([each for each in rounds_of(user) if each.number == number], table)
    holder = holder_of(text)
    if holder is None:
        return []
    rounds = {round.event_id: round for round in rounds_of(user)}
    players = [holder] if isinstance(holder, Enrollment) else holder.player.enrollments.all()
    own = (
        own_match_in(rounds[player.event_id], player)
        for player in players
        if player.event_id in rounds
    )
    return [match for match in own if match is not None and match.table is not None]


def _matches_at(rounds: Sequence[Round], table: int) -> list[Match]:
    by_key = {round.pk: round for round in rounds}
    matches = Match.objects.filter(round__in=by_key, table=table)
    there = list(matches.select_related("first", "second").order_by("round__event__name", "pk"))
    for match in there:
        match.round = by_key[match.round_id]
    return there


def _tables(matches: QuerySet[Match]) -> list[_Table]:
    columns = ("pk", "round_id", "table", "extension_minutes", "turns_at", "first_wins")
    return [
        _Table(key, round_id, number, extension, turns_at is not None, won is not None)
        for key, round_id, number, extension, turns_at, won in matches.values_list(*columns)
    ]


def _need(clock: Clock, table: _Table, calls: Sequence[Call], now: datetime.datetime) -> TableNeed:
    return TableNeed(
        table=table,
        time=table_time(clock, table.extension, table.in_turns),
        calls=tuple(calls),
        waiting=max((minutes_waited(call, now) for call in calls), default=0),
    )


def _lines(needs: Sequence[TableNeed], rounds: Mapping[int, Round]) -> tuple[DayLine, ...]:
    """Return the lines to show with their matches. One query."""
    shown = Match.objects.select_related("first", "second", "judge")
    matches = shown.in_bulk([need.table.pk for need in needs])
    lines = []
    for need in needs:
        match = matches[need.table.pk]
        match.round = rounds[match.round_id]
        lines.append(
            DayLine(need.table, need.time, need.calls, need.waiting, match.round.event, match)
        )
    return tuple(lines)
