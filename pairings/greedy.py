"""A good pairing without a proof, for when the exact search would take too long."""

from __future__ import annotations

from collections.abc import Callable

from pairings.cost import Scale


def pair_greedily(
    line: list[int], points: tuple[int, ...], barred: Callable[[int, int], bool], scale: Scale
) -> list[tuple[int, int]]:
    """Return pairs of an even line of players sorted by match points, with few rematches.

    Everybody meets the next player in line who may be met; then every rematch is exchanged with the
    pair that makes the lightest two pairs of the four players.
    """

    def weight(one: int, two: int) -> int:
        return scale.gap(abs(points[one] - points[two])) + scale.rematch * barred(one, two)

    left = list(line)
    pairs: list[tuple[int, int]] = []
    while left:
        one = left.pop(0)
        place = next((at for at, two in enumerate(left) if not barred(one, two)), 0)
        pairs.append((one, left.pop(place)))
    for place, (one, two) in enumerate(pairs):
        if not barred(one, two):
            continue
        best = (0, place, (one, two), (one, two))
        for other, (three, four) in enumerate(pairs):
            if other == place:
                continue
            now = weight(one, two) + weight(three, four)
            for new in (((one, three), (two, four)), ((one, four), (two, three))):
                gain = weight(*new[0]) + weight(*new[1]) - now
                if gain < best[0]:
                    best = (gain, other, *new)
        pairs[place] = best[2]
        if best[1] != place:
            pairs[best[1]] = best[3]
    return pairs
