"""Estimate chances of advancing after the posting of a round, the basis of planned deck checks.

At tables of three to five the rounds until the cut are simulated.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

import standings
from domain.table_marks import USUAL_TABLE, drawing_seats
from events.core.adapters import profile_of, tournament_of
from events.core.progress.queries import stage_statuses
from events.core.revision_cache import cached_snapshot
from events.decks.check_plan import chances
from events.models import Event, Match, Round, Stage
from standings.chances import Situation
from standings.sampled_chances import Course
from standings.types import MatchKind

# Without a cut, the plan covers the players in contention for the first places.
PLACES = 8


def round_to_check(event: Event) -> Round | None:
    """Return the newest Swiss round in progress, of matches of two or at tables."""
    rounds = event.rounds.being_played().select_related("stage").defer("posted_rows")
    of_rounds = (Stage.Kind.SWISS, Stage.Kind.TABLES)
    round = rounds.filter(stage__kind__in=of_rounds).order_by("-number").first()
    if round is not None:
        round.event = round.stage.event = event
    return round


def last_cut(event: Event, round: Round | None) -> tuple[int, int, bool]:
    """Return the places of the last cut of Swiss rounds, and the rounds left until it.

    Third: whether there is such a cut by place. A stage without a number of rounds counts as having
    one more.
    """
    places, left, has_cut = PLACES, 0, False
    for status in stage_statuses(event):
        stage = status.stage
        if stage.kind not in (Stage.Kind.SWISS, Stage.Kind.TABLES):
            break
        if round is not None and stage.number >= round.stage.number:
            played = status.played if stage.pk == round.stage_id else 0
            left += max((status.planned or played + 1) - played, 0)
        if stage.cut_by == Stage.Cut.RANK and stage.cut_value:
            places, has_cut = stage.cut_value, True
    return places, left, has_cut


@dataclass(frozen=True, slots=True)
class AfterPosting:
    """Places and points before a round, and each player's chance of advancing from it."""

    places: Mapping[int, int]
    points: Mapping[int, float]
    shares: Mapping[int, float]

    def last_in(self, listed: Sequence[int], places: int) -> int | None:
        """Return the last listed player above the cut line, which counts those who still play.

        `listed`: players in the order of their places. None before there are standings.
        """
        playing = sorted(
            (self.places[player], player) for player in self.shares.keys() & self.places
        )
        above = {player for _place, player in playing[:places]}
        return next((player for player in reversed(listed) if player in above), None)


def after_posting(
    event: Event, round: Round, matches: Sequence[Match], places: int, left: int
) -> AfterPosting:
    """Return the state after the posting of a round, ignoring results already reported."""
    if round.stage.is_tables:
        return _after_posting_of_tables(event, round, matches, places, left)
    course = _course(event, round, matches, places, left)
    shares = _chances(event, round, course)
    return AfterPosting(course.places, course.situation.points, shares)


def _after_posting_of_tables(
    event: Event, round: Round, matches: Sequence[Match], places: int, left: int
) -> AfterPosting:
    profile = profile_of(event)
    tournament = tournament_of(event, round.number - 1)
    rows = {row.player: row for row in standings.compute(tournament)} if round.number > 1 else {}
    pending = [tuple(player.number for player in match.players) for match in matches]
    byes = round.matches.filter(kind=Match.Kind.BYE).values_list("first__number", flat=True)
    worth = dict.fromkeys((number for table in pending for number in table), 0)
    worth |= dict.fromkeys(byes, profile.bye_points)
    points = {
        number: (rows[number].points if number in rows else 0) + more
        for number, more in worth.items()
    }
    course = TablesCourse(
        points,
        pending,
        left,
        places,
        profile.win,
        profile.draw if event.draws_allowed else 0,
        sum(bool(drawing_seats(table.marks)) for table in tournament.tables),
        len(tournament.tables),
    )
    key = ("check chances at tables", round.pk, round.posted_at, repr(course))
    seed = event.seed + round.number
    shares = cached_snapshot(key, lambda: chances_at_tables(course, seed))
    placed = {number: row.place or len(rows) for number, row in rows.items()}
    return AfterPosting(placed, points, shares)


def _course(event: Event, round: Round, matches: Sequence[Match], places: int, left: int) -> Course:
    """Return the state after the posting of a round, ignoring results already reported.

    This way, the plan of a round stays the same while results are reported.
    """
    profile = profile_of(event)
    tournament = tournament_of(event, round.number - 1)
    rows = {row.player: row for row in standings.compute(tournament)} if round.number > 1 else {}
    pending = [(match.first.number, match.second.number) for match in matches if match.second]
    byes = set(round.matches.filter(kind=Match.Kind.BYE).values_list("first__number", flat=True))
    playing = {number for pair in pending for number in pair} | byes
    opponents: dict[int, list[int]] = {number: [] for number in rows.keys() | playing}
    played = [match for match in tournament.matches if match.second is not None]
    for player, other in [*((match.first, match.second or 0) for match in played), *pending]:
        if player in opponents and other in opponents:
            opponents[player].append(other)
            opponents[other].append(player)
    return Course(
        Situation(
            points={
                number: (int(rows[number].points) if number in rows else 0)
                + profile.bye_points * (number in byes)
                for number in opponents
            },
            pending=tuple(pending),
            rounds_after=left,
            places=places,
            win=profile.win,
            draw=profile.draw if event.draws_allowed else None,
            loss=profile.loss,
            eligible=frozenset(playing),
        ),
        playing=frozenset(playing),
        opponents={number: tuple(met) for number, met in opponents.items()},
        rounds={
            number: (rows[number].rounds if number in rows else 0) + (number in byes)
            for number in opponents
        },
        byes={
            number: (rows[number].byes if number in rows else 0) + (number in byes)
            for number in opponents
        },
        places={number: row.place or len(rows) for number, row in rows.items()},
        floor=profile.floor,
        draws=sum(
            match.kind is MatchKind.PLAYED and match.games[0] == match.games[1] for match in played
        ),
        matches=len(played),
    )


def _chances(event: Event, round: Round, course: Course) -> Mapping[int, float]:
    """Return each player's chance, computed once per state before the round."""
    situation = course.situation
    key = (
        "check chances",
        round.pk,
        round.posted_at,
        tuple(sorted(situation.points.items())),
        situation.pending,
        situation.rounds_after,
        situation.places,
    )
    return cached_snapshot(key, lambda: chances(course, event.seed + round.number))


SAMPLES = 400
# Counted with the finished tables: a quarter drawn, about as in published events. This matters
# only until many tables have finished.
DRAWN_BEFORE, TABLES_BEFORE = 1, 4


@dataclass(frozen=True, slots=True)
class TablesCourse:
    """The state after the posting of a round at tables.

    `points` by player, before the round but including its byes. `pending`: the tables of the round.
    `drawn` of `tables` earlier ones were drawn.
    """

    points: Mapping[int, float]
    pending: Sequence[tuple[int, ...]]
    rounds_after: int
    places: int
    win: int
    draw: int
    drawn: int = 0
    tables: int = 0


def chances_at_tables(course: TablesCourse, seed: int) -> dict[int, float]:
    """Return each player's chance of a place above the cut after the last round."""
    random = np.random.default_rng(seed)
    players = sorted(course.points)
    index = {player: at for at, player in enumerate(players)}
    points = np.tile([float(course.points[player]) for player in players], (SAMPLES, 1))
    drawn = (course.drawn + DRAWN_BEFORE) / (course.tables + TABLES_BEFORE)
    for table in course.pending:
        seats = np.tile([index[player] for player in table], (SAMPLES, 1))
        _play(points, seats, course, drawn, random)
    for _ in range(course.rounds_after):
        order = np.argsort(-points + random.random(points.shape) / 2, axis=1)
        for first in range(0, len(players), USUAL_TABLE):
            _play(points, order[:, first : first + USUAL_TABLE], course, drawn, random)
    lots = points + random.random(points.shape) / 2
    last = np.sort(lots, axis=1)[:, -min(course.places, len(players))][:, None]
    share = (lots >= last).mean(axis=0)
    return {player: float(share[index[player]]) for player in players}


def _play(
    points: "np.ndarray[tuple[int, int], np.dtype[np.float64]]",
    seats: "np.ndarray[tuple[int, int], np.dtype[np.intp]]",
    course: TablesCourse,
    drawn: float,
    random: np.random.Generator,
) -> None:
    """Simulate one table in every sample: a seat wins, or all draw."""
    samples = np.arange(len(points))
    is_draw = random.random(len(points)) < drawn
    winner = seats[samples, random.integers(seats.shape[1], size=len(points))]
    points[samples, winner] += np.where(is_draw, 0, course.win)
    points[samples[:, None], seats] += np.where(is_draw, course.draw, 0)[:, None]
