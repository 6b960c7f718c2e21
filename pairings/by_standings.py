"""Pairing by standings: highest against next highest, exact in its own order."""

from collections.abc import Sequence

from pairings.cost import Rematches, bye_ranks, check_lengths, cost_with, scale_for
from pairings.matching import lightest_matching
from pairings.random_draws import Lots
from pairings.types import Pairing, PairingError, PairingState


def pair_by_standings(state: PairingState, order: Sequence[int], seed: int) -> Pairing:
    """Return the pairing by standings; order lists the players from the highest place down.

    Best means: the fewest rematches; then the bye to a player with the fewest byes so far and the
    fewest match points; then the fewest earlier meetings, and these the longest ago; then the bye
    to the player placed lowest; then the first player's opponent placed as high as possible, then
    that of the next player who is still free, and so on. The pairs are in that order; the seed
    only draws which player is named first. Practice of scorekeepers.

    bound equals cost and proven is true: the order above has exactly one best pairing. Raises
    PairingError when order is not a permutation of the players.
    """
    check_lengths(state)
    if sorted(order) != list(range(len(state.points))):
        raise PairingError("the standings must name every player exactly once")
    past = Rematches(state)
    conflicts = _Conflicts(past, len(order), state.pods is not None)
    left = list(order)
    bye = None
    if len(left) % 2:
        bye = _choose_bye(state, left, conflicts)
        left.remove(bye)
    pairs = _pair_down(left, conflicts)
    flip = Lots(seed, "standings")
    named = tuple((second, first) if flip.below(2) else (first, second) for first, second in pairs)
    cost = cost_with(state, past, named, bye)
    return Pairing(named, bye, cost, cost, True, "standings", True)


class _Conflicts:
    """The weights of pairs as rematches, and the least weight that a set of players needs."""

    def __init__(self, past: Rematches, players: int, in_pods: bool) -> None:
        self._past = past
        self._scale = scale_for(players, 0, 0, past.most)
        self._in_pods = in_pods
        self._most = max(map(len, past.avoid), default=0)

    def between(self, first: int, second: int) -> int:
        past = self._past
        if not past.between(first, second):
            return 0
        return self._scale.again(past.past(first, second))

    def rematches(self, weight: int) -> int:
        """Return the number of rematches in a weight."""
        return weight // self._scale.rematch

    def least(self, players: list[int]) -> int:
        """Return the least weight with which an even number of players can be paired."""
        count = len(players)
        # Dirac: a graph whose degrees are all at least half its size has a perfect matching.
        if not self._in_pods and 2 * (count - 1 - self._most) >= count:
            return 0
        edges = [
            (low, high, self.between(players[low], players[high]))
            for high in range(count)
            for low in range(high)
        ]
        matched = lightest_matching(count, edges)
        return sum(self.between(players[first], players[second]) for first, second in matched)


def _choose_bye(state: PairingState, order: list[int], conflicts: _Conflicts) -> int:
    ranks = bye_ranks(state)
    place = {player: position for position, player in enumerate(order)}
    best: tuple[tuple[int, int, int], int] | None = None
    for player in sorted(order, key=lambda candidate: (ranks[candidate], -place[candidate])):
        weight = conflicts.least([other for other in order if other != player])
        if weight == 0:
            return player
        needed = (conflicts.rematches(weight), ranks[player], weight)
        if best is None or needed < best[0]:
            best = (needed, player)
    if best is None:
        raise PairingError("there is nobody to pair")
    return best[1]


def _pair_down(left: list[int], conflicts: _Conflicts) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    budget = conflicts.least(left)
    while left:
        first = left.pop(0)
        for position, second in enumerate(left):
            here = conflicts.between(first, second)
            if here > budget:
                continue
            rest = left[:position] + left[position + 1 :]
            if here + conflicts.least(rest) == budget:
                pairs.append((first, second))
                left, budget = rest, budget - here
                break
        else:
            raise PairingError("the players cannot all be paired")
    return pairs
