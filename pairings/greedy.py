"""A good pairing without a proof, for when the exact search would take too long."""

from __future__ import annotations

from pairings.cost import Rematches, Scale


def pair_greedily(
    line: list[int], points: tuple[int, ...], past: Rematches, scale: Scale
) -> list[tuple[int, int]]:
    """Return pairs of an even line of players sorted by match points, with few rematches.

    Everybody meets the next player in line who may be met; then every rematch is exchanged with the
    pair that makes the lightest two pairs of the four players.
    """

    def weight(first: int, second: int) -> int:
        gap = scale.gap(abs(points[first] - points[second]))
        return gap + scale.again(past.past(first, second)) * past.between(first, second)

    left = list(line)
    pairs: list[tuple[int, int]] = []
    while left:
        first = left.pop(0)
        place = next((at for at, second in enumerate(left) if not past.between(first, second)), 0)
        pairs.append((first, left.pop(place)))
    for place, (first, second) in enumerate(pairs):
        if not past.between(first, second):
            continue
        best = (0, place, (first, second), (first, second))
        for other, (third, fourth) in enumerate(pairs):
            if other == place:
                continue
            now = weight(first, second) + weight(third, fourth)
            for new in (((first, third), (second, fourth)), ((first, fourth), (second, third))):
                gain = weight(*new[0]) + weight(*new[1]) - now
                if gain < best[0]:
                    best = (gain, other, *new)
        pairs[place] = best[2]
        if best[1] != place:
            pairs[best[1]] = best[3]
    return pairs
