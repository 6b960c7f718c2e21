"""How long the rounds of an event took, and which table finished last."""

import datetime
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from django.db.models import F, OuterRef, Subquery

from events.core.clock.forecast import LATER
from events.core.clock.prediction import SHORTEST_ROUND
from events.core.stages.stage_words import round_title
from events.models import Event, Match, Report, Round

_MINUTE = datetime.timedelta(minutes=1)
_SHORTEST = datetime.timedelta(seconds=SHORTEST_ROUND)
# A longer break between two rounds was a meal or a night.
_LONGEST_BREAK = datetime.timedelta(minutes=60)


@dataclass(frozen=True, slots=True)
class RoundTime:
    """The moments of one round that has results.

    `start` is when the clock was started, or when the round was posted where it was not.
    `time_called` is the end of the round time without extensions; None without a time limit.
    `last_table` finished last, with `extension` more minutes for `reason` ("" where none was
    given). `break_after` is the time from the
    last result to the posting of the next round; None for the last round and for a longer break.
    `bracket_players` as in Round. A round that `is_over` has all its results: only then is its last
    result the end of it.
    """

    number: int
    title: str
    bracket_players: int | None
    posted: datetime.datetime
    start: datetime.datetime
    time_called: datetime.datetime | None
    last_result: datetime.datetime
    last_table: int | None
    extension: int
    reason: str = ""
    break_after: datetime.timedelta | None = None
    is_over: bool = True

    @property
    def minutes(self) -> int:
        """Whole minutes from the start to the last result."""
        return in_minutes(self.last_result - self.start)

    @property
    def minutes_over(self) -> int:
        """Whole minutes that the last table played after the round time."""
        if self.time_called is None or self.last_result <= self.time_called:
            return 0
        return in_minutes(self.last_result - self.time_called)

    @property
    def minutes_waiting(self) -> int:
        """Whole minutes from the posting to the start of the clock."""
        return in_minutes(self.start - self.posted)


def in_minutes(span: datetime.timedelta) -> int:
    """Return a span in minutes, rounded."""
    return round(span / _MINUTE)


def round_times(event: Event) -> tuple[RoundTime, ...]:
    """Return the moments of each round with a result at a table, in two queries.

    A result counts with its first report, not with a later correction. A round that was over in
    less than three minutes was typed in afterwards, and is left out.
    """
    rounds = event.rounds.posted().select_related("stage", "event").defer("posted_rows", "proof")
    finishes = _last_tables(event)
    timed = [
        (round, finishes[round.pk])
        for round in rounds.order_by("number")
        if round.pk in finishes and round.posted_at is not None
    ]
    posted_after = {before.pk: after.posted_at for (before, _b), (after, _a) in pairwise(timed)}
    times = (_round_time(round, last, posted_after.get(round.pk)) for round, last in timed)
    return tuple(time for time in times if time.last_result - time.start >= _SHORTEST)


def median_round(times: tuple[RoundTime, ...]) -> int | None:
    """Return the median duration of a complete round in minutes; None without one."""
    minutes = [time.minutes for time in times if time.is_over]
    return round(median(minutes)) if minutes else None


def median_break(times: tuple[RoundTime, ...]) -> int | None:
    """Return the median of minutes from the last result to the next pairings, or None."""
    breaks = [time.break_after / _MINUTE for time in times if time.break_after is not None]
    return round(median(breaks)) if breaks else None


class _LastTable(NamedTuple):
    """When the last table of a round finished, which it was, its extension and the reason."""

    at: datetime.datetime
    table: int | None
    extension: int
    reason: str


def _first_reported() -> Subquery:
    """Return when the first result of a match was reported, for `annotate`; later ones aside."""
    reports = Report.objects.filter(match=OuterRef("pk")).exclude(source__in=LATER)
    return Subquery(reports.order_by("at").values("at")[:1])


def _last_match() -> Subquery:
    """Return the key of the match of a round whose first result came last, for `annotate`.

    The database looks for it: thousands of moments take longer to read than to compare.
    """
    matches = Match.objects.contested().filter(round=OuterRef("pk"))
    latest = F("first_reported").desc(nulls_last=True)
    last = matches.annotate(first_reported=_first_reported()).order_by(latest, "table")
    return Subquery(last.values("pk")[:1])


def _last_tables(event: Event) -> dict[int, _LastTable]:
    """Return the last table of each round that has a result, by the round's key."""
    last = event.rounds.order_by().values(last_match=_last_match())
    matches = Match.objects.filter(pk__in=last)
    columns = ("first_reported", "table", "extension_minutes", "extension_reason")
    rows = matches.annotate(first_reported=_first_reported()).values_list("round_id", *columns)
    return {round_pk: _LastTable(*row) for round_pk, *row in rows if row[0] is not None}


def _round_time(
    round: Round,
    last: _LastTable,
    next_posted: datetime.datetime | None,
) -> RoundTime:
    if round.posted_at is None:
        raise ValueError("a round with results is posted")
    start = round.started_at or round.posted_at
    called = None
    if round.minutes and round.started_at is not None:
        called = start + round.minutes * _MINUTE
        called += datetime.timedelta(seconds=round.added_seconds)
    pause = None if next_posted is None else next_posted - last.at
    if pause is not None and not datetime.timedelta() <= pause <= _LONGEST_BREAK:
        pause = None
    return RoundTime(
        number=round.number,
        title=round_title(round),
        bracket_players=round.bracket_players,
        posted=round.posted_at,
        start=start,
        time_called=called,
        last_result=last.at,
        last_table=last.table,
        extension=last.extension,
        reason=last.reason,
        break_after=pause,
        is_over=round.is_complete,
    )
