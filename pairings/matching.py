"""Exact minimum-weight perfect matching, using rustworkx's weighted blossom algorithm."""

from collections.abc import Sequence

import rustworkx as rx

from pairings.types import PairingError

Edge = tuple[int, int, int]

MAX_WEIGHT_BITS = 120
"""The library's integers overflow above 125 bits; the margin is for its sums of dual values."""


class NoMatchingError(PairingError):
    """The edges do not allow every vertex to be paired."""


def lightest_matching(count: int, edges: Sequence[Edge]) -> list[tuple[int, int]]:
    """Return a perfect matching of vertices 0..count-1 with the smallest sum of weights.

    edges are (vertex, vertex, weight >= 0). Raises NoMatchingError when there is no perfect
    matching, and PairingError when a sum of weights could overflow.
    """
    heaviest = max((weight for _, _, weight in edges), default=0)
    if (heaviest * (count + 2)).bit_length() > MAX_WEIGHT_BITS:
        raise PairingError("the differences in match points are too large to compare exactly")
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from([(first, second, heaviest - weight) for first, second, weight in edges])
    matched = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matched) != count:
        raise NoMatchingError("the players cannot all be paired")
    return sorted((min(pair), max(pair)) for pair in matched)
