"""Plan deck checks: choose the tables of each round so that the later top 8 are all checked.

A table is worth the chances of advancing of its unchecked players. A table of each of the first two
rounds is saved for the last round if the winners of three or more tables advance. Ties are broken
by a draw from a seed, so that players cannot work out who will be checked.
docs/background/deck-checks.md compares the plan with real events.
"""

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from standings.sampled_chances import Course, sampled_chances

# Long before the cut, chances are small and similar, and a sample has many rounds to play.
FAR, FAR_SAMPLES, SAMPLES = 3, 300, 1_000
# The most rounds that all players together play in the samples of a distant cut, about 0.3 s of one
# core; at least this many samples are played.
MOST_PLAYED, FEWEST_SAMPLES = 550_000, 60
# Tables whose chances differ by less count as equal.
STEP = 0.01
# Early rounds know little of the later top 8, so each reserves one table for the last round if it
# has two.
SAVING, FEWEST_ROUNDS = 2, 5

Pair = tuple[int, ...]


def chances(course: Course, seed: int) -> dict[int, float]:
    """Return each player's chance of advancing after a round is posted, all results pending."""
    rounds = course.situation.rounds_after
    if rounds <= FAR:
        return sampled_chances(course, seed, SAMPLES)
    affordable = MOST_PLAYED // (rounds * max(len(course.playing), 1))
    return sampled_chances(course, seed, max(min(affordable, FAR_SAMPLES), FEWEST_SAMPLES))


def tables_to_check(
    tables: Mapping[int, Pair],
    shares: Mapping[int, float],
    checked: Collection[int],
    seed: Sequence[int],
) -> list[int]:
    """Return the tables of a round in the order in which to check them.

    `tables`: the players of each. `shares`: each player's chance of advancing, as a share of 1.
    `checked`: players who need no further check. `seed`: whole numbers from 0. The same values and
    seed give the same order.
    """
    numbers = sorted(tables)
    lots = dict(zip(numbers, np.random.default_rng(seed).random(len(numbers)), strict=True))

    def worth(table: int) -> tuple[int, float]:
        new = [player for player in tables[table] if player not in checked]
        return -round(sum(shares.get(player, 0.0) for player in new) / STEP), lots[table]

    return sorted(numbers, key=worth)


def tables_in_rounds(rounds: int, per_round: int) -> list[int]:
    """Return how many tables to check in each round up to the cut: `per_round` on average."""
    counts = [per_round] * rounds
    if per_round > 1 and rounds >= FEWEST_ROUNDS:
        counts[:SAVING] = [per_round - 1] * SAVING
        counts[-1] += SAVING
    return counts


def tables_by_round(candidates: int, most: Sequence[int], seats: int = 2) -> list[int]:
    """Return how many tables to check in each remaining round for this many candidates.

    `candidates`: unchecked players. `most`: the tables that can be checked in each round. `seats`:
    players per table.
    """
    left, planned = -(-candidates // seats), []
    for count in most:
        now = min(left, count)
        planned.append(now)
        left -= now
    return planned
