"""A large field as arrays: players, pairs and places, and a seating to start from."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pairings.random_draws import Lots
from pairings.tables_of_four.bounds import lower_bound
from pairings.tables_of_four.cost import Terms, Weights
from pairings.tables_of_four.seatings import SEAT_TERMS, USUAL, Groups

_BITS = 59
_HISTORY = ("repeats", "meetings", "recency")

Numbers = npt.NDArray[np.int64]


class Field:
    """The players, pairs and places of a state as numbers of 64 bits.

    pair: the weight of two players at one table; place: that of a player at an odd table. free: the
    players who may have a bye and need not. Groups are the tables, then the free byes.
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        state = terms.state
        count = len(state.points)
        keys = [(state.byes[player], state.points[player]) for player in range(count)]
        last = sorted(keys)[state.bye_count - 1] if state.bye_count else None
        self.byes = [player for player in range(count) if last is not None and keys[player] < last]
        self.players = [player for player in range(count) if player not in set(self.byes)]
        self.free = np.array([keys[player] == last for player in self.players])
        self.sizes = list(state.sizes)
        if state.bye_count:
            self.sizes.append(state.bye_count - len(self.byes))
        tables = len(state.sizes)
        self.seated = np.array([at < tables for at in range(len(self.sizes))], dtype=np.int64)
        odd = [at < tables and size != USUAL for at, size in enumerate(self.sizes)]
        self.odd = np.array(odd, dtype=np.int64)
        self._weigh()

    def _weigh(self) -> None:
        """Choose weights that fit 64 bits, coarser if they would not fit."""
        terms, grain = self.terms, 1
        leave_out: tuple[str, ...] = ("second_byes", "bye_points", *SEAT_TERMS)
        weights = Weights(terms, leave_out)
        if weights.total.bit_length() > _BITS:
            leave_out = (*leave_out, *_HISTORY[1:])
            weights = Weights(terms, leave_out)
        while weights.total.bit_length() > _BITS:
            grain *= 2
            coarse = tuple(points // grain for points in terms.state.points)
            terms = Terms(replace(self.terms.state, points=coarse))
            weights = Weights(terms, leave_out)
        self.repeat = weights.unit["repeats"]
        self.history = weights.unit[_HISTORY[-1]] or self.repeat
        points = np.array([terms.state.points[player] for player in self.players])
        gaps = points[:, None] - points[None, :]
        self.pair: Numbers = gaps * gaps * weights.unit["spread"]
        at = {player: place for place, player in enumerate(self.players)}
        for (first, second), rounds in terms.state.meetings.items():
            if first in at and second in at:
                again = weights.of({"repeats": 1, "meetings": len(rounds), "recency": rounds[-1]})
                self.pair[at[first], at[second]] += again
                self.pair[at[second], at[first]] += again
        place = [weights.of(terms.place(player, USUAL + 1)) for player in self.players]
        least = min(place)
        self.place: Numbers = np.array([weight - least for weight in place], dtype=np.int64)
        bound = lower_bound(terms)
        parts = {term: getattr(bound, term) for term in weights.unit}
        self.bound = weights.of(parts) - least * sum(
            size for size in terms.state.sizes if size != USUAL
        )

    def start(self, lots: Lots) -> Numbers:
        """Return a group for each player: the best byes and odd tables, the others by points."""
        count = len(self.players)
        drawn = lots.order(count)
        group = np.full(count, -1, dtype=np.int64)
        tables = int(self.seated.sum())
        if len(self.sizes) > tables:
            free = drawn[self.free[drawn]]
            group[free[: self.sizes[-1]]] = tables
        left = drawn[group[drawn] < 0]
        points = np.array([self.terms.state.points[player] for player in self.players])
        odd_seats = int((self.odd * np.array(self.sizes)).sum())
        chosen = left[np.argsort(self.place[left], kind="stable")]
        at_odd, at_four = chosen[:odd_seats], chosen[odd_seats:]
        for players, odd in ((at_odd, 1), (at_four, 0)):
            line = players[np.argsort(-points[players], kind="stable")]
            start = 0
            for table in range(tables):
                if self.odd[table] == odd:
                    group[line[start : start + self.sizes[table]]] = table
                    start += self.sizes[table]
        return group

    def groups(self, group: Numbers) -> Groups:
        """Return tables and byes by the state's players."""
        tables: list[list[int]] = [[] for _ in self.sizes]
        for player, own in zip(self.players, group.tolist(), strict=True):
            tables[own].append(player)
        byes = list(self.byes)
        if len(self.sizes) > int(self.seated.sum()):
            byes += tables.pop()
        return [tuple(table) for table in tables], sorted(byes)
