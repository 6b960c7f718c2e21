"""Results that secure the cut over several rounds: "win now, and a draw in round 8".

`standings.chances` covers a player's own result in the round in progress. This module adds the own
results of later rounds. An answer holds whatever everyone else does, by match points alone; without
one, no claim is made.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from standings.chances import Chance, Class, MatchClasses, Result, Situation, Verdict, own_results
from standings.outcome_counting import most_reaching

# With more own rounds left, the sentence would need a table.
MOST_ROUNDS = 2
# Among plans with equal points the first is shown, because early points are worth more.
_ORDER = (Result.WIN, Result.DRAW, Result.LOSS)
Rival = tuple[int, bool] | None


@dataclass(frozen=True, slots=True)
class Plan:
    """Own results until the cut.

    - `now`: the least result in the round in progress; None for a player who is not playing.
    - `wins`, `draws`: in the rounds after it, in any order.
    - `is_enough`: the player is then in by points. If not, these are wins in every round, any other
      result puts the player out, and tiebreakers may still decide.
    """

    now: Result | None
    wins: int
    draws: int
    is_enough: bool = True


def plans(situation: Situation, decided: Mapping[int, Chance]) -> dict[int, Plan]:
    """Return the easiest plan of each player who needs more than one result.

    `decided`: the chances of the same situation. Players for whom a result of this round is enough,
    or who are in or out, have no plan. There are no plans more than `MOST_ROUNDS` own rounds before
    the cut, or if a number of points decides who advances.
    """
    left = situation.rounds_after + bool(situation.pending)
    if situation.threshold is not None or not situation.rounds_after or left > MOST_ROUNDS:
        return {}
    planner = _Planner(situation)
    by_player = {
        player: planner.plan(player)
        for player, chance in decided.items()
        if chance.verdict is Verdict.OPEN and chance.needs is None
    }
    return {player: plan for player, plan in by_player.items() if plan is not None}


class _Planner:
    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.table = MatchClasses(situation)
        self.own = own_results(situation)
        self.opponents = dict(situation.pending)
        self.opponents |= {second: first for first, second in situation.pending}
        self.firsts = dict(situation.pending)
        self.known: dict[tuple[int, int, Rival, Class | None, int, int], bool] = {}

    def plan(self, player: int) -> Plan | None:
        """Return the easiest plan of a player; None if none is certain."""
        most, *others = self._plans(is_playing=player in self.opponents)
        if not self._holds(player, most):
            is_last_hope = all(self._is_out(player, plan) for plan in others)
            return Plan(most.now, most.wins, 0, is_enough=False) if is_last_hope else None
        return next(plan for plan in (*reversed(others), most) if self._holds(player, plan))

    def _plans(self, *, is_playing: bool) -> list[Plan]:
        """Return all plans by most points, then with the best current result last among equals."""
        nows: list[Result | None] = [result for result in _ORDER if result in self.own]
        after = self.situation.rounds_after
        made = [
            Plan(now, wins, draws)
            for now in (nows if is_playing else [None])
            for wins in range(after + 1)
            for draws in range(after - wins + 1 if self.situation.draw is not None else 1)
        ]

        def strength(plan: Plan) -> tuple[int, int, int]:
            best_now = _ORDER.index(plan.now) if plan.now is not None else 0
            return -self._gained(plan), -best_now, plan.wins

        return sorted(made, key=strength)

    def _gained(self, plan: Plan) -> int:
        now = max(self.own[plan.now])[0] if plan.now is not None else 0
        return now + self._later(plan)

    def _later(self, plan: Plan) -> int:
        """The match points in the rounds after this one."""
        rules = self.situation
        lost = rules.rounds_after - plan.wins - plan.draws
        return plan.wins * rules.win + plan.draws * (rules.draw or 0) + lost * rules.loss

    def _fields(self, player: int, plan: Plan) -> Iterator[tuple[int, int, Rival, Class | None]]:
        """Yield each course of the own match: own points, and the arguments for `field_of`."""
        points = self.situation.points
        if plan.now is None:
            yield points[player], points[player], None, None
            return
        rival = self.opponents[player]
        pair = (player, rival) if player in self.firsts else (rival, player)
        class_ = self.table.class_of(*pair)
        for mine, theirs in self.own[plan.now]:
            other = points[rival] + theirs, rival in self.table.counts
            yield points[player] + mine, -1, other, class_

    def _holds(self, player: int, plan: Plan) -> bool:
        """Return whether the plan is enough, whatever else happens."""
        rules = self.situation
        # A draw that earns no more than a loss is left out, because a loss takes no seat of the
        # others.
        drawn = plan.draws if (rules.draw or 0) > rules.loss else 0
        later, seats = self._later(plan), 2 * plan.wins + drawn
        return all(self._is_secured(*course, later, seats) for course in self._fields(player, plan))

    def _is_secured(
        self, has: int, idle: int, rival: Rival, own: Class | None, later: int, seats: int
    ) -> bool:
        key = (has + later, idle, rival, own, later, seats)
        if key not in self.known:
            rules = self.situation
            others, classes = self.table.field_of(idle, rival, own)
            # The player's own results take seats of future rounds from all others.
            there = (len(rules.points) + 1) * rules.rounds_after - seats
            self.known[key] = most_reaching(
                has + later,
                others,
                list(classes.items()),
                self.table.outcomes,
                rules.rounds_after,
                (rules.win, rules.draw, rules.loss),
                there,
            ) < (rules.places or 0)
        return self.known[key]

    def _is_out(self, player: int, plan: Plan) -> bool:
        """Return whether a player with these results can't advance."""
        later = self._later(plan)
        for has, idle, rival, own in self._fields(player, plan):
            others: Counter[int]
            others, classes = self.table.field_of(idle, rival, own)
            if self.table.least_above(has + later, others, classes) < (self.situation.places or 0):
                return False
        return True
