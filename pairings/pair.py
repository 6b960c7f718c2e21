"""The entry to the engine: choose the way, draw, prove."""

from __future__ import annotations

from pairings.cost import check_lengths, cost_of
from pairings.draw import Draw
from pairings.tables import table_order
from pairings.types import Cost, Pairing, PairingState
from pairings.whole import pair_whole


def pair(state: PairingState, seed: int, deadline: float | None = None) -> Pairing:
    """Return a best pairing of the state, drawn from the seed.

    The same state and seed give the same pairing on every machine. Raises PairingError when the
    state is malformed.
    """
    del deadline
    check_lengths(state)
    if not state.points:
        return Pairing(
            (), None, Cost(0, None, None, 0, 0), Cost(0, None, None, 0, 0), True, "parity", True
        )
    pairs, bye = pair_whole(state, Draw(seed, "pairs"))
    cost = cost_of(state, pairs, bye)
    tables = table_order(state, pairs, Draw(seed, "tables"))
    return Pairing(tables, bye, cost, cost, True, "matching", False)
