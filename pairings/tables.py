"""From a set of pairs to tables: who is named first, and which pair sits where."""

from __future__ import annotations

import numpy as np

from pairings.draw import Draw
from pairings.types import PairingState


def table_order(
    state: PairingState, pairs: list[tuple[int, int]], draw: Draw
) -> tuple[tuple[int, int], ...]:
    """Return the pairs in table order, each with its first-named player drawn.

    Highest match points come first (the sum of the pair, then the higher of the two); pairs equal
    on both are in random order.
    """
    if not pairs:
        return ()
    players = np.array(pairs, dtype=np.int64)
    points = np.array(state.points, dtype=np.int64)[players]
    words = draw.distinct(len(pairs))
    order = np.lexsort((words, -points.max(axis=1), -points.sum(axis=1)))
    flip = (draw.words(len(pairs)) & np.uint64(1)).astype(bool)
    players[flip] = players[flip][:, ::-1]
    return tuple((one, two) for one, two in players[order].tolist())
