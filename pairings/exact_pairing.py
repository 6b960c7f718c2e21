"""Match all players as one problem, with the bye and the pods in it: exact, but slow for many."""

from dataclasses import dataclass

from pairings.cost import Rematches, bye_ranks, cost_with, scale_for, sum_of
from pairings.matching import Edge, lightest_matching
from pairings.random_draws import Lots
from pairings.search import Found
from pairings.subsets import Subsets
from pairings.types import PairingState
from pairings.windows import Work


@dataclass(frozen=True, slots=True)
class Problem:
    """Some players of a state; if their number is odd, an extra last vertex is the bye."""

    state: PairingState
    past: Rematches
    players: list[int]

    def edges(self) -> list[Edge]:
        """Return every possible pair and bye with its weight, as positions in `players`."""
        points, past = self.state.points, self.past
        own = [points[player] for player in self.players]
        ranks = _dense([bye_ranks(self.state)[player] for player in self.players])
        scale = scale_for(len(own), max(own) - min(own), max(ranks), self.past.most)
        edges: list[Edge] = []
        for later, player in enumerate(self.players):
            for place in range(later):
                weight = scale.gap(abs(own[later] - own[place]))
                if past.between(self.players[place], player):
                    weight += scale.again(past.past(self.players[place], player))
                edges.append((place, later, weight))
            if len(own) % 2:
                edges.append((later, len(own), scale.bye * ranks[later]))
        return edges

    def solved(self, matched: list[tuple[int, int]], method: str, uniform: bool) -> Found:
        """Convert matched positions into pairs of players; the cost is its own lower bound."""
        players = self.players
        pairs: list[tuple[int, int]] = []
        bye = None
        for first, second in matched:
            if second == len(players):
                bye = players[first]
            else:
                pairs.append((players[first], players[second]))
        bound = sum_of([cost_with(self.state, self.past, pairs, bye)])
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
