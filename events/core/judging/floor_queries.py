"""Judge's phone page of a round: outstanding tables, their time, and the judges at them."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils import timezone

from events.core.clock.round_clock import Clock, clock_of
from events.core.judging.floor_time import TableState, TableTime, table_time
from events.core.results.assigned_losses import Loss, recorded_losses
from events.core.results.phone_report_queries import minutes_waited, open_calls
from events.core.rounds.queries import outstanding_matches
from events.models import Area, Call, Event, Match, Round

# With so few tables left it is shown where each is and who covers it.
LAST_TABLES = 10


@dataclass(frozen=True, slots=True)
class FloorLine:
    """An outstanding table: its time, whose area it is, losses to be applied, open calls.

    `waiting`: for how many whole minutes the first of who calls has waited.
    """

    match: Match
    time: TableTime
    covered_by: tuple[str, ...]
    losses: tuple[Loss, ...]
    calls: tuple[Call, ...]
    waiting: int = 0

    @property
    def in_turns(self) -> bool:
        """Whether its additional turns are played."""
        return self.time.state is TableState.TURNS

    @property
    def judge(self) -> str:
        """User name of the judge at the table; empty without one."""
        return self.match.judge.get_username() if self.match.judge else ""


@dataclass(frozen=True, slots=True)
class FloorPage:
    """The floor in a round that is being played; of `lines` who calls, then what ends last.

    `mine` are the areas of whoever asks, `own` whether only the tables there are in `lines`. `last`
    are all outstanding tables by number when there are ten at most.
    """

    clock: Clock
    lines: tuple[FloorLine, ...]
    last: tuple[FloorLine, ...]
    mine: tuple[Area, ...]
    own: bool
    outstanding_count: int


def floor_page(
    round: Round, actor: User, *, everything: bool, now: datetime.datetime | None = None
) -> FloorPage:
    """Return the floor page of a staff member, in a fixed number of queries.

    A member with areas sees the tables there, unless `everything` is requested; all others
    see all of them.
    """
    now = now or timezone.now()
    clock = clock_of(round, now)
    areas = areas_of(round.event)
    mine = tuple(area for area in areas if area.member and area.member.user_id == actor.pk)
    losses = recorded_losses(round)
    calls: dict[int, list[Call]] = {}
    for call in open_calls(round):
        calls.setdefault(call.match_id, []).append(call)
    lines = [
        FloorLine(
            match=match,
            time=table_time(clock, match.extension_minutes, match.turns_at is not None),
            covered_by=covered_by(areas, match.table or 0),
            losses=tuple(losses.get(match.pk, ())),
            calls=tuple(calls.get(match.pk, ())),
            waiting=max((minutes_waited(call, now) for call in calls.get(match.pk, ())), default=0),
        )
        for match in outstanding_matches(round)
    ]
    own = bool(mine) and not everything
    shown = [
        line for line in lines if not own or any(area.has(line.match.table or 0) for area in mine)
    ]
    return FloorPage(
        clock=clock,
        lines=tuple(sorted(shown, key=_called_first)),
        last=tuple(lines) if len(lines) <= LAST_TABLES else (),
        mine=mine,
        own=own,
        outstanding_count=len(lines),
    )


def _called_first(line: FloorLine) -> tuple[bool, int, bool, int]:
    """Sort key: unattended calls first, then tables by the end of their time, the last first.

    Among equal tables, those in additional turns end first.
    """
    waits = bool(line.calls) and not line.judge
    return not waits, -line.match.extension_minutes, line.in_turns, line.match.table or 0


def areas_of(event: Event) -> list[Area]:
    """Return who looks after which tables, in one query."""
    return list(event.areas.select_related("member__user"))


def covered_by(areas: Sequence[Area], table: int) -> tuple[str, ...]:
    """Return whose areas a table lies in, by user name."""
    names = (area.judge for area in areas if area.has(table))
    return tuple(dict.fromkeys(names))
