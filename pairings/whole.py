"""The whole field as one matching problem: exact at every size, cubic in time."""

from __future__ import annotations

from pairings.cost import avoided, bye_ranks, scale_for
from pairings.draw import Draw
from pairings.matching import Edge, lightest_matching
from pairings.types import PairingState

Pairs = list[tuple[int, int]]


def pair_whole(state: PairingState, draw: Draw) -> tuple[Pairs, int | None]:
    """Return best pairs and bye (None in an even field) by one matching over all players.

    Which of several best pairings comes out is drawn, but not uniformly.
    """
    count = len(state.points)
    order = list(range(count))
    draw.shuffle(order)
    points, pods, avoid = state.points, state.pods, avoided(state)
    ranks = bye_ranks(state)
    spread = max(points) - min(points)
    scale = scale_for(count, spread, max(ranks))
    edges: list[Edge] = []
    for place, one in enumerate(order):
        met = avoid[one]
        for later in range(place):
            two = order[later]
            weight = scale.gap(abs(points[one] - points[two]))
            if two in met or (pods is not None and pods[one] != pods[two]):
                weight += scale.rematch
            edges.append((later, place, weight))
        if count % 2:
            edges.append((place, count, scale.bye * ranks[one]))
    matched = lightest_matching(count + count % 2, edges)
    pairs: Pairs = []
    bye = None
    for one, two in matched:
        if two == count:
            bye = order[one]
        else:
            pairs.append((order[one], order[two]))
    return pairs, bye
