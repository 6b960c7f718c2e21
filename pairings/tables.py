"""From a set of pairs to tables: who is named first, and which pair sits where."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pairings.random_draws import Lots
from pairings.types import MAX_POINTS

Column = npt.NDArray[np.int64]

_ABOVE_POINTS = 4 * MAX_POINTS
"""More than twice any match points, so that sums of two are compared before the higher."""


def table_order(
    points: Column, first: Column, second: Column, lots: Lots
) -> tuple[tuple[int, int], ...]:
    """Return the pairs of first[k] and second[k] in table order, the first-named of each drawn.

    Highest match points come first (the sum of the pair, then the higher of the two); pairs equal
    on both are in random order.
    """
    upper, lower = points[first], points[second]
    falling = -((upper + lower) * _ABOVE_POINTS + np.maximum(upper, lower))
    order = np.argsort(falling * len(first) + lots.order(len(first)))
    first, second = first[order], second[order]
    flip = (lots.words(len(first)) & np.uint64(1)).astype(bool)
    named = np.where(flip, second, first).tolist()
    other = np.where(flip, first, second).tolist()
    return tuple(zip(named, other, strict=True))
