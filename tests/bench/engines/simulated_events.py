"""Simulated events with realistic states to measure."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from pairings.types import Pairing, PairingState

DRAWS = 0.03
DROPS = 0.02
_TABLE = ((8, 3), (16, 4), (32, 5), (64, 6), (128, 7), (226, 8), (409, 9))

Pairer = Callable[[PairingState, int], Pairing]


def rounds_for(players: int) -> int:
    """Return the recommended number of Swiss rounds (MTR Appendix E, then one a doubling)."""
    for most, rounds in _TABLE:
        if players <= most:
            return rounds
    return max(10, (players - 1).bit_length())


def simulate(
    players: int, rounds: int, seed: int, pairer: Pairer
) -> Iterator[tuple[PairingState, int, Pairing]]:
    """Play an event round by round; yield each state, its seed and the pairing.

    Results are random with a share DRAWS of draws; after each round a share DROPS of players drops.
    """
    luck = random.Random(seed)
    points = [0] * players
    byes = [0] * players
    met: list[dict[int, tuple[int, ...]]] = [{} for _ in range(players)]
    active = list(range(players))
    for number in range(1, rounds + 1):
        index = {player: place for place, player in enumerate(active)}
        state = PairingState(
            tuple(points[player] for player in active),
            tuple(
                frozenset(index[other] for other in met[player] if other in index)
                for player in active
            ),
            tuple(byes[player] for player in active),
            meetings={
                (index[player], index[other]): numbers
                for player in active
                for other, numbers in met[player].items()
                if player < other and other in index
            },
        )
        round_seed = luck.getrandbits(63)
        pairing = pairer(state, round_seed)
        yield state, round_seed, pairing
        for first, second in pairing.pairs:
            _play(luck, points, active[first], active[second])
            player, other = active[first], active[second]
            numbers = (*met[player].get(other, ()), number)
            met[player][other] = met[other][player] = numbers
        if pairing.bye is not None:
            byes[active[pairing.bye]] += 1
            points[active[pairing.bye]] += 3
        staying = [player for player in active if luck.random() >= DROPS]
        if len(staying) > rounds:
            active = staying


def _play(luck: random.Random, points: list[int], first: int, second: int) -> None:
    chance = luck.random()
    if chance < DRAWS:
        points[first] += 1
        points[second] += 1
    else:
        points[first if chance < (1 + DRAWS) / 2 else second] += 3
