"""Posted rounds that have become wrong, for the tests of re-pairings."""

import random
from dataclasses import replace

from hypothesis import strategies as st

from pairings import PairingState, pair
from pairings.types import PostedRound
from tests.pairings.states import random_state


def corrected(luck: random.Random, given_state: PairingState, seed: int) -> PostedRound:
    """Return a round as paired, after the points of a few players have changed."""
    made = pair(given_state, seed)
    points = list(given_state.points)
    for _ in range(luck.randint(0, 3)):
        points[luck.randrange(len(points))] += luck.choice([3, 1])
    return PostedRound(replace(given_state, points=tuple(points)), made.pairs, made.bye)


def anyhow(luck: random.Random, given_state: PairingState) -> PostedRound:
    """Return a round that was posted in any way, some players late."""
    order = list(range(len(given_state.points)))
    luck.shuffle(order)
    if luck.random() < 0.6:
        order.sort(key=lambda player: -given_state.points[player])
    for _ in range(luck.choice([0, 0, 0, 1, 2])):
        order.pop(luck.randrange(len(order)))
    bye = order.pop(luck.choice([-1, luck.randrange(len(order))])) if len(order) % 2 else None
    pairs = tuple(zip(order[::2], order[1::2], strict=True))
    return PostedRound(given_state, pairs, bye)


def random_round(luck: random.Random, least: int, most: int) -> PostedRound:
    """Return a posted round with players gone and late, and tables locked."""
    given_state = random_state(luck, least, most)
    posted = corrected(luck, given_state, 1) if luck.random() < 0.4 else anyhow(luck, given_state)
    leave, lock = luck.choice([0, 0, 0.1, 0.3]), luck.choice([0, 0, 0.3, 1])
    return replace(
        posted,
        gone=frozenset(one for one in range(len(given_state.points)) if luck.random() < leave),
        locked=frozenset(
            (min(two), max(two)) for two in posted.pairs if luck.random() < lock - 0.05
        ),
    )


def rounds(least: int, most: int) -> st.SearchStrategy[PostedRound]:
    """Return a strategy for random_round."""
    return st.integers(0, 2**32).map(lambda seed: random_round(random.Random(seed), least, most))
