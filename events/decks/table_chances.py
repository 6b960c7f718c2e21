"""Chances of advancing at tables of three to five, by simulating the rounds until the cut.

At a table each seat is equally likely to win, unless the game is drawn, at the rate of draws so
far. Later rounds seat equal points together. This is for planning deck checks and is not a forecast
for players.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from domain.table_marks import USUAL_TABLE

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
