"""Collect the facts from which the end of the current round is forecast."""

import datetime
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from django.db.models import Max, Min
from django.utils import timezone

from events.core.clock.prediction import (
    MINUTE,
    SHORTEST_ROUND,
    OpenTable,
    PastRound,
    Progress,
    Span,
    predict_end,
    predict_next,
)
from events.core.clock.round_clock import Clock, Timed, clock_of
from events.core.progress.queries import stage_status
from events.core.results.game_queries import game_lengths, reported_games_of_round
from events.core.revision_cache import cached_snapshot, cached_snapshots
from events.models import Event, Match, Report, Round

Starts = Mapping[int, datetime.datetime | None]
# Identifies the state of an event's complete rounds; it is never reused.
PastKey = tuple[str, int, int, tuple[tuple[int, datetime.datetime | None], ...], object]

# Sources of reports that were not made at the table of the match.
LATER = (
    Report.Source.CORRECTION,
    Report.Source.TOGETHER,
    Report.Source.KEPT,
    Report.Source.IMPORT,
    Report.Source.VERIFICATION,
    Report.Source.WALKOVER,
)


# A wider span is useless for planning, so no forecast is shown.
WIDEST = datetime.timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Moments:
    """A span of time: its earliest, likely and latest moment."""

    earliest: datetime.datetime
    likely: datetime.datetime
    latest: datetime.datetime

    @property
    def is_narrow(self) -> bool:
        """Whether the span is narrow enough to plan with."""
        return self.latest - self.earliest <= WIDEST


@dataclass(frozen=True, slots=True)
class Forecast:
    """The likely end of a round and start of the next one (None: none follows, or it is late).

    `overdue`: every earlier round that is compared had ended by now. `by_games`: the number of
    outstanding tables whose reported games predict it; else 0. `is_over`: the last result is in, so
    that only the next start is forecast.
    """

    end: Moments
    next_start: Moments | None
    overdue: bool
    by_games: int = 0
    is_over: bool = False


def end_forecast(round: Round, now: datetime.datetime | None = None) -> Forecast | None:
    """Forecast the end of a round that is being played; None without anything to predict it from.

    A fixed number of queries.
    """
    if not round.is_posted:
        return None
    moment = now or timezone.now()
    clock = clock_of(round, moment)
    start = _start(round)
    if start is None:
        return None
    waiting = round.matches.contested().outstanding()
    open_tables = waiting.aggregate(longest=Max("extension_minutes"))
    outstanding = waiting.count()
    ends = _finishes([round.pk])[round.pk]
    tables, games = _games(round, start)
    progress = Progress(
        elapsed=(moment - start).total_seconds(),
        limit=_limit(clock, open_tables["longest"] or 0),
        outstanding=outstanding,
        last=(ends[-1] - start).total_seconds() if ends else None,
        extended=(open_tables["longest"] or 0) * MINUTE,
        tables=tables,
        games=games,
    )
    past = past_rounds(round.event, round.number)
    return _forecast(past, start, progress, is_last=_is_last(round))


def _is_last(round: Round) -> bool:
    """Return whether no round is left to pair after a round of the desk."""
    stages = list(round.event.stages.order_by("number"))
    if round.stage.number < stages[-1].number:
        return False
    status = stage_status(round.stage)
    open_condition = round.stage.extra_round and status.extra is None
    return status.planned is not None and status.played >= status.planned and not open_condition


def _games(
    round: Round, start: datetime.datetime
) -> tuple[tuple[OpenTable, ...], tuple[float, ...]]:
    """Return the outstanding tables with reported games, and the lengths of the event's games.

    Empty, without a query, in an event without game reports; two queries otherwise.
    """
    if not round.event.takes_games:
        return (), ()
    needed = round.games_to_win
    open_ones = set(round.matches.outstanding().values_list("pk", flat=True))
    tables = []
    for pk, reported in reported_games_of_round(round).items():
        if pk in open_ones and not reported.differs:
            missing = [max(needed - won, 0) for won in reported.score.counts[:2]]
            most = max(sum(missing) - 1, 0)
            at = (reported.at[-1] - start).total_seconds()
            tables.append(OpenTable(at, min(*missing, most), most))
    return tuple(tables), tuple(game_lengths(round.event))


class Shown(Timed, Protocol):
    """A round as players see it."""

    @property
    def number(self) -> int:
        """Counts through all stages."""

    @property
    def posted_at(self) -> datetime.datetime | None:
        """When its pairings were posted."""


def players_forecast(event: Event, round: Shown, *, is_last: bool) -> Forecast | None:
    """Return the forecast for players, if the event shows it: by clock and earlier rounds.

    Results of the round that is being played do not count here. None also while the clock is
    paused. `is_last`: no round follows that could start.
    """
    start = _start(round)
    if not event.show_forecast or start is None or round.paused_at is not None:
        return None
    past = past_rounds(event, round.number)
    return _forecast(past, start, _clock_alone(round, start), is_last=is_last)


def players_forecasts(
    played: Iterable[Sequence[Round]], last: Container[int]
) -> dict[int, Forecast]:
    """Return clock_forecasts for those of several events that show players a forecast.

    `played`: with the events of the rounds.
    """
    return clock_forecasts(
        (rounds for rounds in played if rounds and rounds[-1].event.show_forecast), last
    )


def clock_forecasts(played: Iterable[Sequence[Round]], last: Container[int]) -> dict[int, Forecast]:
    """Return the forecasts of several events by clock and earlier rounds, by event.

    `played`: the posted and complete rounds of each event in order, with their stages; the last
    one is being played. `last`: the events in which no round follows. None of an event whose clock
    has not started or is paused. Two queries at most.
    """
    shown = [
        rounds
        for rounds in played
        if rounds
        and rounds[-1].is_posted
        and _start(rounds[-1]) is not None
        and rounds[-1].paused_at is None
    ]
    by_key = {}
    for rounds in shown:
        done = [round for round in rounds[:-1] if round.is_complete]
        starts = {round.number: round.started_at for round in rounds}
        by_key[_past_key(rounds[-1].event_id, rounds[-1].number, done, starts)] = done, starts

    def read(keys: Sequence[PastKey]) -> dict[PastKey, list[PastRound]]:
        done = [round for key in keys for round in by_key[key][0]]
        facts = _facts(done) if done else _Facts()
        return {key: _past(*by_key[key], facts) for key in keys}

    past = cached_snapshots(list(by_key), read)
    forecasts = {}
    for rounds, key in zip(shown, by_key, strict=True):
        start = _start(rounds[-1])
        if start is not None:
            is_last = rounds[-1].event_id in last
            progress = _clock_alone(rounds[-1], start)
            made = _forecast(past[key], start, progress, is_last=is_last)
            if made is not None:
                forecasts[rounds[-1].event_id] = made
    return forecasts


def _clock_alone(round: Shown, start: datetime.datetime) -> Progress:
    """Return the progress of a round by its clock alone, without its results."""
    return Progress(elapsed=0.0, limit=_limit(clock_of(round, start), 0), outstanding=1)


def _forecast(
    past: list[PastRound], start: datetime.datetime, progress: Progress, *, is_last: bool
) -> Forecast | None:
    end = predict_end(past, progress)
    if end is None:
        return None
    counted = len(progress.tables) if end.by_games else 0
    following = None if is_last else predict_next(past, end)
    if following is not None and following.latest < progress.elapsed:
        # This pause is longer than any before: the event is waiting for a meal or the next day.
        following = None
    return Forecast(
        _moments(start, end),
        None if following is None else _moments(start, following),
        end.overdue,
        counted,
        is_over=not progress.outstanding,
    )


def _moments(start: datetime.datetime, span: Span) -> Moments:
    return Moments(
        *(
            start + datetime.timedelta(seconds=seconds)
            for seconds in (span.earliest, span.likely, span.latest)
        )
    )


def _limit(clock: Clock, extension: int) -> float | None:
    end = clock.end(extension)
    if end is None or clock.started_at is None:
        return None
    return (end - clock.started_at).total_seconds()


def _start(round: Shown) -> datetime.datetime | None:
    """Return the start of play: by the clock; without a limit, else by the round's posting."""
    return round.started_at if round.minutes else round.started_at or round.posted_at


def past_rounds(event: Event, before: int) -> list[PastRound]:
    """Return the complete rounds before round `before` with a known start and results.

    Read once by each process: only a correction can change them, which is ignored.
    """
    done = list(
        event.rounds.complete()
        .filter(number__lt=before)
        .select_related("stage")
        .defer("posted_rows")
        .order_by("number")
    )
    following = dict(event.rounds.filter(number__lte=before).values_list("number", "started_at"))
    for round in done:
        round.event = event
    key = _past_key(event.pk, before, done, following)
    return cached_snapshot(key, lambda: _past(done, following, _facts(done)))


def _past_key(event: int, before: int, done: Iterable[Round], starts: Starts) -> PastKey:
    ended = tuple((round.pk, round.completed_at) for round in done)
    return "past rounds", event, before, ended, starts.get(before)


@dataclass(frozen=True, slots=True)
class _Facts:
    """Facts of complete rounds: when their tables were done, and their longest extension."""

    finishes: Mapping[int, list[datetime.datetime]] = field(default_factory=dict)
    longer: Mapping[int, int] = field(default_factory=dict)


def _facts(done: Sequence[Round]) -> _Facts:
    """Read the facts of complete rounds. Two queries."""
    longer = Match.objects.filter(round__in=done).values_list("round")
    return _Facts(
        _finishes([round.pk for round in done]),
        dict(longer.annotate(longest=Max("extension_minutes"))),
    )


def _past(done: Sequence[Round], starts: Starts, facts: _Facts) -> list[PastRound]:
    finishes, longer = facts.finishes, facts.longer
    past = []
    for round in done:
        start, ends = _start(round), finishes[round.pk]
        if start is None or not ends or ends[0] < start:
            continue
        if (ends[-1] - start).total_seconds() < SHORTEST_ROUND:
            continue
        after = starts.get(round.number + 1)
        pause = (after - ends[-1]).total_seconds() if after else None
        limit = _limit(clock_of(round, ends[-1]), longer.get(round.pk, 0))
        past.append(
            PastRound(
                limit=limit,
                finishes=tuple((moment - start).total_seconds() for moment in ends),
                pause=pause if pause is not None and pause >= 0 else None,
                extended=longer.get(round.pk, 0) * MINUTE,
            )
        )
    return past


def _finishes(rounds: Iterable[int]) -> dict[int, list[datetime.datetime]]:
    """Return the times at which the tables of rounds had a first result, ascending, by round."""
    first_told = (
        Report.objects.filter(match__round__in=list(rounds), undone_at__isnull=True)
        .exclude(source__in=LATER)
        .values_list("match__round", "match")
        .annotate(first_at=Min("at"))
    )
    finishes: dict[int, list[datetime.datetime]] = defaultdict(list)
    for round, _match, at in first_told.order_by("first_at"):
        finishes[round].append(at)
    return finishes
