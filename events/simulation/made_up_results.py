"""Made-up results: the stronger player wins more often, not always.

A made-up field is played without the checks of actions, which is quick enough for benchmarks.
"""

import datetime
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp
from random import Random

from django.contrib.auth.models import User
from django.utils import timezone

from domain.results import Result, Winner, result_of, result_of_marks, result_of_seats
from domain.table_marks import (
    LOST,
    WON,
    marks_of_draw,
    marks_of_places,
    marks_of_winner,
    placed,
)
from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.results.report_actions import NewReport, make_newest_official, write_reports
from events.core.results.slips import Slip
from events.models import Event, Report, Round

# Scores of a best of three, in proportions like those of large published events.
TWO_ONE = 0.46
UNFINISHED_WIN = 0.01
DRAW = 0.02
AGREED_DRAW = 0.25
DOUBLE_LOSS = 0.002
DROP_AFTER_TWO_LOSSES = 0.10
# Tables of four draw more often, because more of them run out of time.
TABLE_DRAW = 0.12
FIRST_SEAT = 1.2


@dataclass(slots=True)
class Strengths:
    """The players' strengths, and how often each has lost."""

    strength: dict[int, float]
    losses: dict[int, int]

    def count(self, first: int, second: int, result: Result) -> None:
        """Remember who has lost."""
        self.losses[first] += result.winner in (Winner.SECOND, Winner.NOBODY)
        self.losses[second] += result.winner in (Winner.FIRST, Winner.NOBODY)

    def count_losses(self, players: Sequence[int], result: Result) -> None:
        """Remember who has lost at a table of three to five."""
        for player, mark in zip(players, result.marks, strict=True):
            self.losses[player] += mark == LOST

    def first_wins(self, first: int, second: int, random: Random) -> bool:
        """Draw who of two players wins."""
        chance = 1 / (1 + exp(self.strength[second] - self.strength[first]))
        return random.random() < chance


@dataclass(frozen=True, slots=True)
class MatchShape:
    """How a match is played: wins needed, as a playoff, by three seats, in the last round."""

    games_to_win: int = 2
    playoff: bool = False
    by_seats: bool = False
    last: bool = False


def make_slip(
    strengths: Strengths, first: int, second: int, table: MatchShape, random: Random
) -> Slip:
    """Make up the result of one match."""
    if table.playoff:
        won = strengths.first_wins(first, second, random)
        lost = random.randrange(table.games_to_win)
        return _ordered((table.games_to_win, lost), won, table, random)
    kind = random.random()
    lost_least = max(strengths.losses[first], strengths.losses[second]) <= 1
    if table.last and lost_least and random.random() < AGREED_DRAW:
        return Slip.of(0, 0, 3)
    if kind < DOUBLE_LOSS:
        return Slip.of(0, 0, double_loss=True)
    if kind < DOUBLE_LOSS + DRAW:
        even = table.games_to_win - 1
        return Slip.of(even, even, random.choice((0, 1)))
    won = strengths.first_wins(first, second, random)
    if kind < DOUBLE_LOSS + DRAW + UNFINISHED_WIN:
        games = (1, 0)
    else:
        games = (2, 1) if random.random() < TWO_ONE else (2, 0)
    if table.games_to_win == 1:
        games = (1, 0)
    loser = second if won else first
    leaves = (
        not table.last and strengths.losses[loser] >= 1 and random.random() < DROP_AFTER_TWO_LOSSES
    )
    return _ordered(games, won, table, random, leaves=leaves)


def make_table_slip(
    strengths: Strengths, players: Sequence[int], random: Random, *, last: bool
) -> Slip:
    """Make up the result of a table of three to five; a loser may drop, unless it is the last."""
    seats = len(players)
    if random.random() < TABLE_DRAW:
        drew = random.choice((range(1, seats + 1), random.sample(range(1, seats + 1), 2)))
        return Slip(result_of_marks(marks_of_draw(seats, sorted(drew))))
    # The starting player wins slightly more often.
    weights = [exp(strengths.strength[player]) for player in players]
    weights[0] *= FIRST_SEAT
    (winner,) = random.choices(range(seats), weights)
    leaves = tuple(
        not last
        and at != winner
        and strengths.losses[player] >= 1
        and random.random() < DROP_AFTER_TWO_LOSSES
        for at, player in enumerate(players)
    )
    return Slip(result_of_marks(marks_of_winner(seats, winner + 1)), seat_drops=leaves)


def finish_in_order(
    slip: Slip, strengths: Strengths, players: Sequence[int], random: Random
) -> Slip:
    """Return the slip of a table with the places of those who lost; time may leave some equal."""
    marks = slip.result.marks
    if WON not in marks:
        return replace(slip, result=result_of_marks(placed(marks)))
    form = [random.gauss(strengths.strength[player], 1) for player in players]
    order = sorted(range(len(marks)), key=lambda seat: (marks[seat] != WON, -form[seat]))
    places = {seat: place for place, seat in enumerate(order)}
    if random.random() < TABLE_DRAW:
        places[order[-1]] = places[order[-2]]
    made = marks_of_places(places[seat] for seat in range(len(marks)))
    return replace(slip, result=result_of_marks(made))


def _ordered(
    games: tuple[int, int], won: bool, table: MatchShape, random: Random, *, leaves: bool = False
) -> Slip:
    """Return the slip from the first-named player's side; `leaves`: the loser drops."""
    first, second = games if won else games[::-1]
    drop_first, drop_second = leaves and not won, leaves and won
    if not table.by_seats:
        return Slip.of(first, second, drop_first=drop_first, drop_second=drop_second)
    seats = list("w" * first + "l" * second)
    seats += ["-"] * (3 - len(seats))
    random.shuffle(seats)
    return Slip(result_of_seats("".join(seats)), drop_first, drop_second)


SCORES = ((2, 0, 0), (2, 1, 0), (1, 2, 0), (0, 2, 0), (1, 1, 1))
MOST_ROUNDS = 40


def made_up_field(players: int) -> tuple[Event, User]:
    """Return an event in set-up with the given number of players, and its organizer."""
    actor = User.objects.create_user(f"bench-{players}-{time.monotonic_ns()}")
    data = EventData(name=f"Bench {players}", date=datetime.date(2026, 1, 1), rounds=MOST_ROUNDS)
    event = create_event(actor=actor, data=data)
    entries = [NewEnrollment(name=f"Player {number:05}") for number in range(1, players + 1)]
    enroll(event_id=event.pk, actor=actor, entries=entries)
    return event, actor


def report_and_complete(event: Event, number: int, draw: random.Random) -> None:
    """Give every match of a posted round a result and complete it."""
    round = Round.objects.get(event=event, number=number)
    write_reports(
        [
            NewReport(match, result_of(*draw.choice(SCORES)), Report.Source.SLIP)
            for match in round.matches.of_two()
        ]
    )
    make_newest_official(round.matches.all())
    round.state = Round.State.COMPLETE
    round.completed_at = timezone.now()
    round.save(update_fields=["state", "completed_at"])
