"""Measure the re-pairing of rounds that were posted before a result was corrected."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import median
from time import process_time
from typing import Any

from pairings.cost import Rematches, bye_ranks, scale_for
from pairings.engine import pair
from pairings.repairing.free_tables import free_of
from pairings.repairing.plans import plans_for
from pairings.types import PostedRound
from tests.bench.engines.other_engines import Made, Peer, run
from tests.bench.engines.simulated_events import rounds_for, simulate

SIZES = (64, 410, 2000)
UNLOCKED = 30
CAP_SECONDS = 10.0


def bench_repairing(
    sizes: Sequence[int] | None, events: int, seed: int, *, peers: bool
) -> Iterator[str]:
    """Yield the lines of a table: for each size with UNLOCKED tables unlocked, and with all.

    sizes: players (None: SIZES); events: the number of each size. Times are of plans_for alone, all
    plans together, in processor milliseconds. With peers, one matching of rustworkx over all free
    players also finds the fewest changes, in a separate process.
    """
    yield "players  unlocked  rounds  median ms  max ms  median changed  proven" + (
        "  one matching: median ms, times ours" if peers else ""
    )
    plans_for(next(_wrong(20, 1, seed))[0], 1)  # warm-up
    for size in sizes or SIZES:
        rounds = list(_wrong(size, events, seed))
        for unlocked in (UNLOCKED, None):
            if unlocked is not None and size <= 2 * unlocked:
                continue
            chosen = [_locked(round, unlocked, seed) for round in rounds]
            yield _line(size, unlocked, chosen, peers=peers)


Wrong = tuple[PostedRound, frozenset[int]]


def _wrong(players: int, events: int, seed: int) -> Iterator[Wrong]:
    """Yield rounds after the first, with one earlier result reversed, and its players."""
    for event in range(events):
        luck = random.Random(seed + event)
        played = list(simulate(players, rounds_for(players), seed + event, pair))
        for state, _, made in played[1:]:
            points = list(state.points)
            winners = [at for at, own in enumerate(points) if own >= 3 and state.opponents[at]]
            winner = luck.choice(winners)
            loser = luck.choice(sorted(state.opponents[winner]))
            points[winner] -= 3
            points[loser] += 3
            posted = PostedRound(replace(state, points=tuple(points)), made.pairs, made.bye)
            yield posted, frozenset((winner, loser))


def _locked(wrong: Wrong, unlocked: int | None, seed: int) -> PostedRound:
    """Return the round with all but so many tables locked, never those with wrong points."""
    posted, players = wrong
    if unlocked is None:
        return posted
    pairs = list(posted.pairs)
    random.Random(seed).shuffle(pairs)
    pairs.sort(key=lambda two: players.isdisjoint(two))
    locked = frozenset((min(two), max(two)) for two in pairs[unlocked:])
    return replace(posted, locked=locked)


def _line(size: int, unlocked: int | None, rounds: list[PostedRound], *, peers: bool) -> str:
    taken: list[float] = []
    changed: list[int] = []
    proven = 0
    for seed, posted in enumerate(rounds):
        start = process_time()
        made = plans_for(posted, seed)
        taken.append((process_time() - start) * 1000)
        changed.append(made.fewest.changed)
        proven += made.fewest.proven
    line = (
        f"{size:7}  {'all' if unlocked is None else unlocked:>8}  {len(rounds):6}  "
        f"{median(taken):9.1f}  {max(taken):6.1f}  {median(changed):14.0f}  "
        f"{proven}/{len(rounds)}"
    )
    return f"{line}  {_beside(rounds, taken)}" if peers else line


def _beside(rounds: list[PostedRound], taken: list[float]) -> str:
    """Return the time that one matching of the same rounds takes, stopping at the first cap."""
    theirs: list[float] = []
    for posted in rounds:
        outcome = run(_one_matching(posted), _alone(posted).state, CAP_SECONDS)
        if outcome.seconds is None:
            return f"stopped at {CAP_SECONDS:.0f} s after {len(theirs)} of {len(rounds)}"
        theirs.append(outcome.seconds * 1000)
    return f"{median(theirs):.1f}, {median(theirs) / median(taken):.0f} x"


def _alone(posted: PostedRound) -> PostedRound:
    """Return the free players of a round and their posted tables as a separate round."""
    free = free_of(posted)
    players = sorted(free.players)
    place = {player: at for at, player in enumerate(players)}
    pairs = tuple((place[first], place[second]) for first, second in free.tables)
    return PostedRound(
        free.part(players), pairs, None if free.holder is None else place[free.holder]
    )


def _one_matching(posted: PostedRound) -> Peer:
    """Return one matching of all free players as a peer that weighs cost before changes."""
    alone = _alone(posted)

    def made(_: object, module: Any) -> Made:
        state = alone.state
        count, points, ranks = len(state.points), state.points, bye_ranks(state)
        past = Rematches(state)
        scale = scale_for(count, max(points) - min(points), max(ranks), past.most)
        unit = count + 2
        posted_pairs = {frozenset(two) for two in alone.pairs}
        top = 4 * scale.rematch * unit
        edges = []
        for first in range(count):
            for second in range(first):
                weight = scale.gap(abs(points[first] - points[second]))
                weight += past.between(first, second) * scale.again(past.past(first, second))
                new = frozenset((first, second)) not in posted_pairs
                edges.append((second, first, top - weight * unit - new))
            if count % 2:
                edges.append((first, count, top - scale.bye * ranks[first] * unit))
        graph = module.PyGraph(multigraph=False)
        graph.add_nodes_from(range(count + count % 2))
        graph.add_edges_from(edges)
        matched = module.max_weight_matching(graph, True, weight_fn=int)
        byes = [min(two) for two in matched if max(two) == count]
        return [two for two in matched if max(two) < count], byes[0] if byes else None

    return Peer("one matching", "rustworkx", made)
