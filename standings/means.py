"""Exact values of players as whole numbers over one denominator, and means over opponents."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from math import lcm
from typing import NamedTuple

import numpy as np

from standings.ledger import Tally
from standings.packed_sums import FIELD, Sum, unpack


class Measure(NamedTuple):
    """One value for each player, by position: `values[position] / scale`."""

    values: list[int]
    scale: int


class Share(NamedTuple):
    """The amount won, and the amount that was possible."""

    won: int
    possible: int


def ratios(shares: Sequence[Share], empty: Fraction) -> Measure:
    """Return the shares as ratios; `empty` for a share of nothing."""
    scale = lcm(empty.denominator, *({share.possible for share in shares} - {0}))
    nothing = empty.numerator * (scale // empty.denominator)
    return Measure(
        [won * (scale // possible) if possible else nothing for won, possible in shares], scale
    )


def sums_over_opponents(tally: Tally, values: Sequence[int]) -> list[int]:
    """Return for each player the exact sum of the values of all opponents.

    numpy adds 64 bits at a time, so larger values are cut into slices that leave room for as
    many opponents as there are rounds.
    """
    width = 63 - len(tally.opponents).bit_length()
    mask = (1 << width) - 1
    low = values if max(values, default=0) <= mask else [value & mask for value in values]
    slot = np.fromiter(chain(low, (0,)), np.int64, len(values) + 1)  # NOBODY, -1, indexes the 0
    total = np.zeros(len(values), np.int64)
    for opponents in tally.opponents:
        total += slot[opponents]
    sums: list[int] = total.tolist()
    if low is values:
        return sums
    high = sums_over_opponents(tally, [value >> width for value in values])
    return [(above << width) + below for above, below in zip(high, sums, strict=True)]


def mean_of_opponents(
    tally: Tally, measure: Measure, lowest: Fraction, *, phantoms: bool = False
) -> Measure:
    """Return the mean of every opponent's value; `lowest` for a player without opponents.

    `phantoms`: the opponents that a profile adds for byes and missing seats count with `lowest`.
    """
    if phantoms and any(total >> Sum.PHANTOMS & FIELD for total in tally.totals):
        return _mean_with_phantoms(tally, measure, lowest)
    counts = [total >> Sum.FACED for total in tally.totals]
    distinct = set(counts) - {0}
    scale = lcm(measure.scale * lcm(*distinct), lowest.denominator)
    part = {count: scale // (measure.scale * count) for count in distinct}
    least = lowest.numerator * (scale // lowest.denominator)
    sums = sums_over_opponents(tally, measure.values)
    return Measure(
        [
            total * part[count] if count else least
            for count, total in zip(counts, sums, strict=True)
        ],
        scale,
    )


def _mean_with_phantoms(tally: Tally, measure: Measure, lowest: Fraction) -> Measure:
    unit = lcm(measure.scale, lowest.denominator)
    least, part = lowest.numerator * (unit // lowest.denominator), unit // measure.scale
    sums = sums_over_opponents(tally, measure.values)
    added = [unpack(total, Sum.PHANTOMS) for total in tally.totals]
    counts = [(total >> Sum.FACED) + more for total, more in zip(tally.totals, added, strict=True)]
    times = lcm(*(set(counts) - {0}))
    values = []
    for count, more, total in zip(counts, added, sums, strict=True):
        values.append((total * part + more * least) * (times // count) if count else least * times)
    return Measure(values, unit * times)


def pooled(tally: Tally, shares: Sequence[Share], lowest: Fraction, *, steps: int = 1) -> Measure:
    """Pool the shares of all opponents; `lowest` for a player without opponents.

    `steps`: 2 for the opponents of the opponents, each as often as they were met.
    """
    won, possible = [share.won for share in shares], [share.possible for share in shares]
    for _ in range(steps):
        won, possible = sums_over_opponents(tally, won), sums_over_opponents(tally, possible)
    return ratios(list(map(Share, won, possible)), lowest)
