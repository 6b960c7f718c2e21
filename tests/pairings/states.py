"""States for the tests of the pairing engine."""

import random
from collections.abc import Iterable

from hypothesis import strategies as st

from pairings import PairingState


def state(
    points: Iterable[int],
    met: Iterable[tuple[int, int]] = (),
    byes: Iterable[int] | None = None,
    forbidden: Iterable[tuple[int, int]] = (),
    pods: Iterable[int] | None = None,
    rounds: Iterable[Iterable[tuple[int, int]]] = (),
) -> PairingState:
    """Return a state from match points and the pairs that have met, in rounds where those count."""
    scores = tuple(points)
    opponents: list[set[int]] = [set() for _ in scores]
    for one, two in met:
        opponents[one].add(two)
        opponents[two].add(one)
    meetings: dict[tuple[int, int], tuple[int, ...]] = {}
    for number, pairs in enumerate(rounds, 1):
        for one, two in pairs:
            opponents[one].add(two)
            opponents[two].add(one)
            pair = (min(one, two), max(one, two))
            meetings[pair] = (*meetings.get(pair, ()), number)
    return PairingState(
        scores,
        tuple(frozenset(others) for others in opponents),
        tuple(byes) if byes is not None else (0,) * len(scores),
        frozenset(forbidden),
        None if pods is None else tuple(pods),
        meetings=meetings,
    )


def random_state(luck: random.Random, least: int, most: int) -> PairingState:
    """Return a state as awkward as real ones never are: few levels, many rematches, byes."""
    count = luck.randint(least, most)
    levels = luck.choice([1, 2, 3, 5, 10])
    points = [luck.choice([3, 3, 1]) * luck.randrange(levels) for _ in range(count)]
    rounds = []
    for _ in range(luck.randint(0, luck.choice([3, count]))):
        order = list(range(count))
        luck.shuffle(order)
        if luck.random() < 0.7:
            order.sort(key=lambda one: -points[one])
        rounds.append(list(zip(order[::2], order[1::2], strict=False)))
    byes = [luck.choice([0, 0, 0, 1]) for _ in range(count)]
    everything = [(one, two) for two in range(count) for one in range(two)]
    forbidden = [pair for pair in everything if luck.random() < 0.02 * (luck.random() < 0.2)]
    pods = [one // 8 for one in range(count)] if luck.random() < 0.1 else None
    met = [pair for pairs in rounds for pair in pairs]
    if luck.random() < 0.3:
        return state(points, met, byes, forbidden, pods)
    return state(points, (), byes, forbidden, pods, rounds)


def states(least: int, most: int) -> st.SearchStrategy[PairingState]:
    """Return a strategy for random_state."""
    return st.integers(0, 2**32).map(lambda seed: random_state(random.Random(seed), least, most))
