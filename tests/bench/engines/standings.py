"""Measure a full recomputation of standings next to the same computation in floating point."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from itertools import chain, pairwise, repeat
from typing import cast

import numpy as np

from domain.results import result_of
from standings.ledger import Tally
from standings.packed_sums import FIELD, Sum, unpack
from standings.profile import MTR
from standings.ranking import Running, compute, split
from standings.row import Row, Scales
from standings.types import Games, Match, MatchKind, Stage, Tournament

SIZES = (100, 1_200, 10_000, 20_000)
ROUNDS = 15
SCORES: tuple[Games, ...] = (
    (2, 0, 0),
    (2, 0, 0),
    (2, 1, 0),
    (2, 1, 0),
    (1, 2, 0),
    (0, 2, 0),
    (1, 1, 1),
    (1, 0, 1),
    (0, 0, 3),
)


def make(size: int, rounds: int = ROUNDS, seed: int = 1) -> Tournament:
    """Make up an event: each round pairs neighbours by points, and scores are random."""
    source = random.Random(seed)
    points = dict.fromkeys(range(1, size + 1), 0)
    matches = []
    for number in range(1, rounds + 1):
        order = sorted(points, key=lambda player: (-points[player], source.random()))
        if len(order) % 2:
            bye = order.pop()
            matches.append(Match(number, bye, None, (2, 0, 0), MatchKind.BYE))
            points[bye] += 3
        for first, second in zip(order[::2], order[1::2], strict=True):
            score = source.choice(SCORES)
            matches.append(Match(number, first, second, score))
            gained = result_of(*score).points(3, 1, 0)
            points[first] += gained[0]
            points[second] += gained[1]
    return Tournament(MTR, tuple(points), (Stage(1, rounds),), matches, seed=seed)


def _float_means(tally: Tally, values: list[float]) -> list[float]:
    slot = np.fromiter(chain(values, (0.0,)), np.float64, len(values) + 1)
    sums = np.zeros(len(values), np.float64)
    for opponents in tally.opponents:
        sums += slot[opponents]
    counts = [total >> Sum.FACED for total in tally.totals]
    pairs = zip(counts, sums.tolist(), strict=True)
    return [total / count if count else 0.33 for count, total in pairs]


def _float_share(tally: Tally, points: Sum, times: Sum) -> list[float]:
    """Return the straightforward computation: points of those possible, at least 0.33."""
    shares = []
    for total in tally.totals:
        count = unpack(total, times)
        shares.append(max(unpack(total, points) / (3 * count), 0.33) if count else 0.33)
    return shares


def float_pass(tournament: Tournament) -> tuple[Row, ...]:
    """Compute standings in floating point: same sums, same sorting, inexact percentages."""
    ledger = Running(tournament).add(tournament.matches).ledger
    tally = ledger.tally()
    match_win = _float_share(tally, Sum.POINTS, Sum.ROUNDS)
    game_win = _float_share(tally, Sum.GAME_POINTS, Sum.GAMES)
    columns: list[Sequence[float]] = [
        _float_means(tally, match_win),
        game_win,
        _float_means(tally, game_win),
    ]
    order = list(range(len(tally.totals)))
    ties = split(order, [(0, len(order))], [total & FIELD for total in tally.totals])
    for column in columns:
        ties = split(order, ties, column)
    ranked = zip(*(map(column.__getitem__, order) for column in columns), strict=True)
    players = [ledger.players[at] for at in order]
    totals = [tally.totals[at] for at in order]
    scales = Scales(tournament.profile, (), ())
    places = range(1, len(order) + 1)
    values = cast(Sequence[tuple[int, ...]], ranked)
    return tuple(
        map(Row._make, zip(places, players, repeat(False), totals, values, repeat(scales)))
    )


def wrong_neighbours(tournament: Tournament) -> int:
    """Count the neighbours that floating point puts in the wrong order."""
    exact = {row.player: (row.points, *row.ranked) for row in compute(tournament)}
    players = [row.player for row in float_pass(tournament)]
    return sum(exact[first] < exact[second] for first, second in pairwise(players))


def fastest(
    passes: Sequence[Callable[[Tournament], object]], tournament: Tournament, repeats: int
) -> list[float]:
    """Return the least milliseconds of each pass over `repeats` runs, taken in alternation.

    It measures processor time, which other work on the machine affects least.
    """
    least = [float("inf")] * len(passes)
    for _ in range(repeats):
        for at, run_pass in enumerate(passes):
            begun = time.process_time()
            run_pass(tournament)
            least[at] = min(least[at], 1000 * (time.process_time() - begun))
    return least


def _ranking_only(running: Running) -> Callable[[Tournament], object]:
    return lambda _: running.rows()


def run() -> None:
    """Print players, rounds, milliseconds and the ratio to floating point."""
    print("exact: from matches to ranked rows; float: the same in floating point;")
    print("rows: from sums that are kept (Running) to ranked rows; processor time, least of turns")
    print(f"{'players':>8} {'rounds':>6} {'exact ms':>9} {'float ms':>9} {'ratio':>6}", end="")
    print(f" {'rows ms':>8} {'float puts neighbours wrong':>28}")
    for size in SIZES:
        tournament = make(size)
        kept = Running(tournament).add(tournament.matches)
        passes = [compute, float_pass, _ranking_only(kept)]
        exact, floating, rows = fastest(passes, tournament, max(5, 40_000 // size))
        print(
            f"{size:>8} {ROUNDS:>6} {exact:>9.1f} {floating:>9.1f} {exact / floating:>6.2f}", end=""
        )
        print(f" {rows:>8.1f} {wrong_neighbours(tournament):>28}")
