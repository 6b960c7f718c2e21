"""Other pairing methods to compare this engine with; all are optional development packages."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from multiprocessing.connection import Connection
from time import process_time
from typing import Any

from pairings.cost import Rematches, bye_ranks, cost_of, scale_for
from pairings.types import Cost, PairingState

Made = tuple[list[tuple[int, int]], int | None]


@dataclass(frozen=True, slots=True)
class Peer:
    """Another pairing method: its package, and a function from a state to pairs and bye."""

    name: str
    package: str
    pair: Callable[[PairingState, Any], Made]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The processor time of a peer (None: stopped at the cap), and the cost (None: it failed)."""

    seconds: float | None
    cost: Cost | None


def available() -> list[Peer]:
    """Return the peers with an installed package."""
    return [peer for peer in PEERS if find_spec(peer.package) is not None]


def run(peer: Peer, state: PairingState, cap: float) -> Outcome:
    """Pair a state with a peer in a separate process, which is ended after cap seconds."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(peer, state, theirs))
    process.start()
    theirs.close()
    try:
        if not ours.poll(cap):
            return Outcome(None, None)
        seconds, made = ours.recv()
    except EOFError:
        # The other engine's process exited without an answer: it raised or crashed.
        return Outcome(0.0, None)
    finally:
        process.kill()
        process.join()
        ours.close()
    if made is None:
        return Outcome(seconds, None)
    return Outcome(seconds, cost_of(state, *made))


def _child(peer: Peer, state: PairingState, answer: Connection) -> None:
    module = import_module(peer.package)
    start = process_time()
    pairs, bye = peer.pair(state, module)
    seconds = process_time() - start
    covered = sorted([player for two in pairs for player in two] + ([] if bye is None else [bye]))
    complete = covered == list(range(len(state.points)))
    answer.send((seconds, (pairs, bye) if complete else None))


def _swisspair(state: PairingState, module: Any) -> Made:
    ranks = bye_ranks(state)
    order = list(range(len(state.points)))
    random.Random(1).shuffle(order)
    order.sort(key=lambda player: -state.points[player])
    players = [
        module.Player(
            id=str(player),
            points=state.points[player],
            rank=place,
            can_get_bye=ranks[player] == 0,
            cannot_be_paired_against_ids={str(other) for other in state.opponents[player]},
        )
        for place, player in enumerate(order, 1)
    ]
    pairs = []
    bye = None
    for match in module.create_matches(players):
        if match.p2 is None:
            bye = int(match.p1.id)
        else:
            pairs.append((int(match.p1.id), int(match.p2.id)))
    return pairs, bye


def _all_edges(state: PairingState) -> list[tuple[int, int, int]]:
    """Return every edge with a weight that is larger for better pairs; the last is the bye."""
    points, count = state.points, len(state.points)
    ranks = bye_ranks(state)
    past = Rematches(state)
    scale = scale_for(count, max(points) - min(points), max(ranks), past.most)
    top = 4 * scale.rematch
    edges = []
    for first in range(count):
        for second in range(first):
            weight = scale.gap(abs(points[first] - points[second]))
            if second in state.opponents[first]:
                weight += scale.again(past.past(first, second))
            edges.append((second, first, top - weight))
        if count % 2:
            edges.append((first, count, top - scale.bye * ranks[first]))
    return edges


def _as_made(state: PairingState, matched: set[tuple[int, int]]) -> Made:
    count = len(state.points)
    pairs = [two for two in matched if max(two) < count]
    byes = [min(two) for two in matched if max(two) == count]
    return pairs, byes[0] if byes else None


def _networkx(state: PairingState, module: Any) -> Made:
    graph = module.Graph()
    graph.add_weighted_edges_from(_all_edges(state))
    return _as_made(state, module.max_weight_matching(graph, maxcardinality=True))


def _rustworkx(state: PairingState, module: Any) -> Made:
    graph = module.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(state.points) + len(state.points) % 2))
    graph.add_edges_from(_all_edges(state))
    return _as_made(state, module.max_weight_matching(graph, True, weight_fn=int))


PEERS = (
    Peer("swisspair", "swisspair", _swisspair),
    Peer("networkx, whole field", "networkx", _networkx),
    Peer("rustworkx, whole field", "rustworkx", _rustworkx),
)
