"""All players as one problem, with the bye and the pods in it: exact, and slow in large fields."""

from __future__ import annotations

from dataclasses import dataclass

from pairings.cost import bye_ranks, cost_with, scale_for
from pairings.matching import Edge, lightest_matching
from pairings.random_draws import Lots
from pairings.search import Found
from pairings.subsets import Subsets
from pairings.types import Cost, PairingState
from pairings.windows import Work


@dataclass(frozen=True, slots=True)
class Problem:
    """Some players of a state; the last vertex of an odd number of players is the bye."""

    state: PairingState
    avoid: tuple[frozenset[int], ...]
    players: list[int]

    def barred(self, first: int, second: int) -> bool:
        """Return whether a pair counts as a rematch."""
        pods = self.state.pods
        return second in self.avoid[first] or (pods is not None and pods[first] != pods[second])

    def edges(self) -> list[Edge]:
        """Return every possible pair and bye with its weight, by position in players."""
        points = self.state.points
        own = [points[player] for player in self.players]
        ranks = _dense([bye_ranks(self.state)[player] for player in self.players])
        scale = scale_for(len(own), max(own) - min(own), max(ranks))
        edges: list[Edge] = []
        for later, player in enumerate(self.players):
            for place in range(later):
                weight = scale.gap(abs(own[later] - own[place]))
                if self.barred(self.players[place], player):
                    weight += scale.rematch
                edges.append((place, later, weight))
            if len(own) % 2:
                edges.append((later, len(own), scale.bye * ranks[later]))
        return edges

    def solved(self, matched: list[tuple[int, int]], method: str, uniform: bool) -> Found:
        """Return what was matched by position as pairs of players; it is its own bound."""
        players = self.players
        pairs: list[tuple[int, int]] = []
        bye = None
        for first, second in matched:
            if second == len(players):
                bye = players[first]
            else:
                pairs.append((players[first], players[second]))
        cost = cost_with(self.state, self.avoid, pairs, bye)
        bound = Cost(cost.rematches, None, None, cost.sum_abs, cost.sum_sq)
        ones, twos = [first for first, _ in pairs], [second for _, second in pairs]
        return Found(ones, twos, bye, bound, method, uniform)


def pair_few(problem: Problem, lots: Lots) -> Found:
    """Return one of the best pairings of a few players, each equally likely."""
    size = len(problem.players) + len(problem.players) % 2
    weights: list[list[int | None]] = [[None] * size for _ in range(size)]
    for first, second, weight in problem.edges():
        weights[first][second] = weight
    return problem.solved(Subsets(weights).draw(lots), "subsets", True)


def pair_whole(problem: Problem, lots: Lots, work: Work) -> Found:
    """Return a best pairing by one matching over all players. Raises TooLarge.

    One of several best pairings is drawn, but not uniformly.
    """
    size = len(problem.players) + len(problem.players) % 2
    work.take(size)
    lots.shuffle(problem.players)
    return problem.solved(lightest_matching(size, problem.edges()), "matching", False)


def _dense(ranks: list[int]) -> list[int]:
    position = {rank: place for place, rank in enumerate(sorted(set(ranks)))}
    return [position[rank] for rank in ranks]
