"""Judge's phone page of a round: outstanding tables, their time, and the judges at them."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from django.contrib.auth.models import User
from django.utils import timezone

from events.core.clock.round_clock import Clock, clock_of
from events.core.judging.floor_time import TableState, TableTime, table_time
from events.core.progress.outstanding import OutstandingMatch, outstanding_matches
from events.core.results.assigned_losses import Loss, recorded_losses
from events.core.results.phone_report_queries import minutes_waited, open_calls
from events.models import Area, Call, DeckCheck, Event, Round

# This many rows are easy to scan; beyond that, ranges of tables are shown, one of them expanded.
MOST_ROWS = 30
RANGE = 20
# At most this many other tables get a row because time is up or they have an extension. A judge
# without assigned tables sees all of them if at most FEW are outstanding.
ELSEWHERE = 10
FEW = 40


@dataclass(frozen=True, slots=True)
class FloorLine:
    """An outstanding table: its time, its judge and area, losses to apply, open calls.

    `waiting`: whole minutes since the first open call. `is_own`: whether the judge who asks is
    there, or has it in an area. `has_deck_check`: whether its decks are being checked.
    """

    match: OutstandingMatch
    time: TableTime
    covered_by: tuple[str, ...]
    losses: tuple[Loss, ...]
    calls: tuple[Call, ...]
    waiting: int = 0
    is_own: bool = False
    has_deck_check: bool = False

    @property
    def in_turns(self) -> bool:
        """Whether its additional turns are being played."""
        return self.time.state is TableState.TURNS

    @property
    def is_over(self) -> bool:
        """Whether time was called here, or the additional turns are being played."""
        return self.time.is_over or self.in_turns

    @property
    def table(self) -> int:
        """Number of the table."""
        return self.match.table or 0

    @property
    def judge(self) -> str:
        """User name of the judge at the table; empty without one."""
        return self.match.judge_name


@dataclass(frozen=True, slots=True)
class TableRange:
    """Outstanding tables of a range of numbers: how many, how many of them over time.

    `key` names the range in an address.
    """

    key: str
    first: int
    last: int
    count: int
    over: int
    is_open: bool


@dataclass(frozen=True, slots=True)
class FloorGroup:
    """Tables by number: all in `lines`; of many, the ranges and the lines of the open one."""

    count: int
    lines: tuple[FloorLine, ...] = ()
    ranges: tuple[TableRange, ...] = ()


@dataclass(frozen=True, slots=True)
class FloorPage:
    """The floor in a round that is being played, in the order in which a judge is needed.

    Every outstanding table is in one part: `calls` without a judge yet, `over` time, `own` tables
    of the judge who asks or where they are, `extended` ones, and all `others`. `mine` are the areas
    of that judge, `has_areas` is whether anyone has one.
    """

    clock: Clock
    calls: tuple[FloorLine, ...]
    over: tuple[FloorLine, ...]
    own: FloorGroup
    extended: tuple[FloorLine, ...]
    others: FloorGroup
    mine: tuple[Area, ...]
    has_areas: bool
    lines: tuple[FloorLine, ...]

    @property
    def outstanding_count(self) -> int:
        """Number of tables without a result."""
        return len(self.lines)

    @property
    def own_are_in(self) -> bool:
        """Whether every table of the judge who asks has a result, while others are outstanding."""
        return bool(self.mine and self.lines) and not any(line.is_own for line in self.lines)

    def line_of(self, table: int) -> FloorLine | None:
        """Return the line of an outstanding table; None for any other."""
        return next((line for line in self.lines if line.table == table), None)


def floor_page(
    round: Round, actor: User, *, opened: str = "", now: datetime.datetime | None = None
) -> FloorPage:
    """Return the floor page of a staff member, in a fixed number of queries.

    `opened`: the key of the range whose tables are shown.
    """
    now = now or timezone.now()
    clock = clock_of(round, now)
    areas = areas_of(round.event)
    mine = tuple(area for area in areas if area.member and area.member.user_id == actor.pk)
    losses = recorded_losses(round)
    checks = DeckCheck.objects.filter(match__round=round, ended_at=None)
    at_checks = frozenset(checks.values_list("match_id", flat=True))
    calls: dict[int, list[Call]] = {}
    for call in open_calls(round):
        calls.setdefault(call.match_id, []).append(call)
    lines = tuple(
        FloorLine(
            match=match,
            time=table_time(clock, match.extension_minutes, match.turns_at is not None),
            covered_by=covered_by(areas, match.table or 0),
            losses=tuple(losses.get(match.pk, ())),
            calls=tuple(calls.get(match.pk, ())),
            waiting=max((minutes_waited(call, now) for call in calls.get(match.pk, ())), default=0),
            is_own=match.judge_id == actor.pk or any(area.has(match.table or 0) for area in mine),
            has_deck_check=match.pk in at_checks,
        )
        for match in outstanding_matches(round)
    )
    parts = _parts(lines, actor)
    has_own = any(line.is_own for line in lines)
    return FloorPage(
        clock=clock,
        calls=parts[_Part.CALL],
        over=parts[_Part.OVER],
        own=_grouped(parts[_Part.OWN], MOST_ROWS, "m", opened),
        extended=parts[_Part.EXTENDED],
        others=_grouped(parts[_Part.OTHER], ELSEWHERE if has_own else MOST_ROWS, "", opened),
        mine=mine,
        has_areas=bool(areas),
        lines=lines,
    )


class _Part(Enum):
    CALL = 1
    OVER = 2
    OWN = 3
    EXTENDED = 4
    OTHER = 5


def _parts(lines: Sequence[FloorLine], actor: User) -> dict[_Part, tuple[FloorLine, ...]]:
    """Sort the tables into the parts of the page, each into one.

    Of the tables elsewhere that are over time or extended, only the first ELSEWHERE have a row
    there; the rest are among all others: when many are over time, one more is not urgent.
    """
    parts: dict[_Part, list[FloorLine]] = {part: [] for part in _Part}
    for line in lines:
        parts[_part_of(line, actor)].append(line)
    has_own = any(line.is_own for line in lines)
    room = ELSEWHERE if has_own or len(lines) > FEW else len(lines)
    for part in (_Part.OVER, _Part.EXTENDED):
        parts[part].sort(key=_ends_last_first)
        elsewhere = [line for line in parts[part] if not line.is_own]
        for line in elsewhere[room:]:
            parts[part].remove(line)
            parts[_Part.OTHER].append(line)
        room = max(0, room - len(elsewhere))
    parts[_Part.CALL].sort(key=lambda line: (not line.is_own, -line.waiting, line.table))
    parts[_Part.OTHER].sort(key=lambda line: line.table)
    return {part: tuple(rows) for part, rows in parts.items()}


def _part_of(line: FloorLine, actor: User) -> _Part:
    is_here = line.match.judge_id == actor.pk
    if line.calls and not line.judge:
        return _Part.CALL
    if line.judge and not is_here:
        return _Part.OTHER
    if line.is_over:
        return _Part.OVER
    if line.is_own or is_here:
        return _Part.OWN
    return _Part.EXTENDED if line.match.extension_minutes else _Part.OTHER


def _ends_last_first(line: FloorLine) -> tuple[bool, int, bool, int]:
    """Return a sort key: own tables first, then by the end of their time, the last first.

    Among equal tables, those in additional turns end first.
    """
    return not line.is_own, -line.match.extension_minutes, line.in_turns, line.table


def _grouped(lines: Sequence[FloorLine], most: int, prefix: str, opened: str) -> FloorGroup:
    """Return the lines, given by table; more than `most` are grouped in ranges of RANGE tables."""
    if len(lines) <= most:
        return FloorGroup(len(lines), tuple(lines))
    ranges: list[TableRange] = []
    shown: tuple[FloorLine, ...] = ()
    for block, of_block in groupby(lines, key=lambda line: (line.table - 1) // RANGE):
        tables = tuple(of_block)
        first = block * RANGE + 1
        key = f"{prefix}{first}"
        ranges.append(
            TableRange(
                key=key,
                first=first,
                last=first + RANGE - 1,
                count=len(tables),
                over=sum(line.is_over for line in tables),
                is_open=key == opened,
            )
        )
        if key == opened:
            shown = tables
    return FloorGroup(len(lines), shown, tuple(ranges))


def areas_of(event: Event) -> list[Area]:
    """Return the staff's areas of tables, in one query."""
    return list(event.areas.select_related("member__user"))


def covered_by(areas: Sequence[Area], table: int) -> tuple[str, ...]:
    """Return the user names of the judges whose area includes a table."""
    names = (area.judge for area in areas if area.has(table))
    return tuple(dict.fromkeys(names))
