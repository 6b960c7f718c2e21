"""Chances of advancing: players certain of the cut, players out, and results that would decide.

The answers follow from match points and the known pairings; cases that tiebreakers decide are
reported as such and not guessed. In the last round the answers are exact over every combination of
results. With rounds still to be paired IN and OUT are certain, but a player who is OPEN may in fact
be decided already; `Chance.exact` is False for such a player.

All of it holds as long as every eligible player stays in the event.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from standings.outcome_counting import Option, can_tie, most_reaching

Class = tuple[int, int, bool, bool]


class Verdict(StrEnum):
    """IN or OUT whatever else happens; TIEBREAKERS: level at the line whatever happens."""

    IN = "in"
    OUT = "out"
    TIEBREAKERS = "tiebreakers"
    OPEN = "open"


class Result(StrEnum):
    """A player's own result in the current round."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Situation:
    """The state of an event, as far as results are known.

    - `points`: match points of every player with all known results, byes of this round included.
    - `pending`: pairs of this round without a result.
    - `rounds_after`: Swiss rounds still to be paired.
    - `places`: the number of players who advance; or `threshold`: the points that are enough.
    - `win`, `draw`, `loss`: match points; `draw` is None if draws are not allowed.
    - `double_losses`: whether both players of a match may still lose it.
    - `eligible`: the players who can advance (not those who dropped); None: everyone.
    """

    points: Mapping[int, int]
    pending: tuple[tuple[int, int], ...] = ()
    rounds_after: int = 0
    places: int | None = None
    threshold: int | None = None
    win: int = 3
    draw: int | None = 1
    loss: int = 0
    double_losses: bool = True
    eligible: frozenset[int] | None = None

    def __post_init__(self) -> None:
        if (self.places is None) == (self.threshold is None):
            raise ValueError("either places or a threshold is needed, not both")
        if self.rounds_after < 0 or (self.places is not None and self.places < 1):
            raise ValueError("rounds_after must be at least 0 and places at least 1")
        playing = [player for pair in self.pending for player in pair]
        if len(set(playing)) != len(playing) or not self.points.keys() >= set(playing):
            raise ValueError("a pending player is unknown or paired twice")


@dataclass(frozen=True, slots=True)
class Prospect:
    """The prospect of a player after one own result.

    `tiebreakers`: some combination of results leaves the player level at the line; None if that is
    unknown because rounds are still to be paired.
    """

    verdict: Verdict
    tiebreakers: bool | None


@dataclass(frozen=True, slots=True)
class Chance:
    """The chances of one player.

    `after`: the prospect for each own result, empty for a player who is not playing. `needs`: the
    least result that is enough whatever else happens. `exact`: OPEN really depends on results.
    """

    player: int
    verdict: Verdict
    tiebreakers: bool | None
    exact: bool
    after: Mapping[Result, Prospect] = field(default_factory=dict)

    @property
    def needs(self) -> Result | None:
        """The least own result that secures the cut; None if no result does or none is needed."""
        if self.verdict is Verdict.IN:
            return None
        for result in (Result.LOSS, Result.DRAW, Result.WIN):
            if result in self.after and self.after[result].verdict is Verdict.IN:
                return result
        return None

    def to_dict(self) -> dict[str, object]:
        """Return JSON values."""
        return {
            "player": self.player,
            "verdict": self.verdict.value,
            "tiebreakers": self.tiebreakers,
            "exact": self.exact,
            "needs": self.needs.value if self.needs else None,
            "after": {
                result.value: {
                    "verdict": prospect.verdict.value,
                    "tiebreakers": prospect.tiebreakers,
                }
                for result, prospect in self.after.items()
            },
        }


def _merge(prospects: Iterable[Prospect]) -> Prospect:
    """Merge several prospects into one, with a verdict only if all agree."""
    merged = list(prospects)
    verdicts = {prospect.verdict for prospect in merged}
    verdict = verdicts.pop() if len(verdicts) == 1 else Verdict.OPEN
    flags = {prospect.tiebreakers for prospect in merged}
    return Prospect(verdict, True if True in flags else None if None in flags else False)


class MatchClasses:
    """The situation by classes of equal matches, to limit the work for a large field."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        points, eligible = situation.points, situation.eligible
        self.counts = frozenset(points) if eligible is None else eligible & points.keys()
        self.outcomes = _outcomes(situation)
        self.classes: Counter[Class] = Counter(
            self.class_of(first, second) for first, second in situation.pending
        )
        playing = {player for pair in situation.pending for player in pair}
        self.idle = Counter(points[player] for player in self.counts - playing)
        self.options: dict[tuple[Class, int], frozenset[Option]] = {}
        self._known: dict[tuple[int, int, tuple[int, bool] | None, Class | None], Prospect] = {}

    def class_of(self, first: int, second: int) -> Class:
        """Return the class of a match; matches of one class are counted together."""
        points = self.situation.points
        return points[first], points[second], first in self.counts, second in self.counts

    def prospect(
        self, final: int, idle: int, rival: tuple[int, bool] | None, own: Class | None
    ) -> Prospect:
        """Return the prospect of a player with `final` points after this round.

        `idle`: the player's points in the count `self.idle`, -1 for one who is playing; `rival`:
        the opponent's points after this round, and whether eligible; `own`: the class of their
        match.
        """
        key = (final, idle, rival, own)
        if key not in self._known:
            self._known[key] = self._prospect(final, idle, rival, own)
        return self._known[key]

    def _prospect(
        self, final: int, idle: int, rival: tuple[int, bool] | None, own: Class | None
    ) -> Prospect:
        situation = self.situation
        after = situation.rounds_after
        if situation.threshold is not None:
            if final >= situation.threshold:
                return Prospect(Verdict.IN, tiebreakers=False)
            short = final + after * situation.win < situation.threshold
            return Prospect(Verdict.OUT if short else Verdict.OPEN, tiebreakers=False)
        others, classes = self.field_of(idle, rival, own)
        return self._far(final, others, classes) if after else self._last(final, others, classes)

    def field_of(
        self, idle: int, rival: tuple[int, bool] | None, own: Class | None
    ) -> tuple[Counter[int], Counter[Class]]:
        """Return all other players by known points, and the open matches by class."""
        others = Counter(self.idle)
        others[idle] -= 1
        if rival is not None and rival[1]:
            others[rival[0]] += 1
        classes = Counter(self.classes)
        if own is not None:
            classes[own] -= 1
        return +others, +classes

    def _last(self, final: int, others: Counter[int], classes: Counter[Class]) -> Prospect:
        """Return the exact prospect in the last round."""
        places = self.situation.places or 0
        kinds: Counter[frozenset[Option]] = Counter()
        for class_, count in classes.items():
            kinds[self._options(class_, final)] += count
        above = sum(count for points, count in others.items() if points > final)
        level = sum(count for points, count in others.items() if points >= final)
        most_above = above + sum(n * max(a for a, _ in kind) for kind, n in kinds.items())
        least_above = above + sum(n * min(a for a, _ in kind) for kind, n in kinds.items())
        most_level = level + sum(n * max(b for _, b in kind) for kind, n in kinds.items())
        least_level = level + sum(n * min(b for _, b in kind) for kind, n in kinds.items())
        if most_level < places:
            return Prospect(Verdict.IN, tiebreakers=False)
        if least_above >= places:
            return Prospect(Verdict.OUT, tiebreakers=False)
        can_be_in, can_be_out = least_level < places, most_above >= places
        if not can_be_in and not can_be_out:
            return Prospect(Verdict.TIEBREAKERS, tiebreakers=True)
        if can_be_in and can_be_out:
            return Prospect(Verdict.OPEN, can_tie(kinds, above, level, places))
        return Prospect(Verdict.OPEN, tiebreakers=True)

    def _far(self, final: int, others: Counter[int], classes: Counter[Class]) -> Prospect:
        """Return the prospect with unpaired rounds to follow: certain, but not exact."""
        situation = self.situation
        places, after = situation.places or 0, situation.rounds_after
        reaching = most_reaching(
            final,
            others,
            [(class_, count) for class_, count in classes.items()],
            self.outcomes,
            after,
            (situation.win, situation.draw, situation.loss),
            (len(situation.points) + 1) * after,
        )
        if reaching < places:
            return Prospect(Verdict.IN, tiebreakers=False)
        if self.least_above(final + after * situation.win, others, classes) >= places:
            return Prospect(Verdict.OUT, tiebreakers=False)
        return Prospect(Verdict.OPEN, None)

    def least_above(self, line: int, others: Counter[int], classes: Counter[Class]) -> int:
        """Return the least number of other players with more points than `line`."""
        above = sum(count for points, count in others.items() if points > line)
        for class_, count in classes.items():
            above += count * min(a for a, _ in self._options(class_, line))
        return above

    def _options(self, class_: Class, line: int) -> frozenset[Option]:
        """Return, by outcome of a match, how many of the two are above, and at or above, `line`."""
        if (class_, line) not in self.options:
            first, second, first_counts, second_counts = class_
            self.options[class_, line] = frozenset(
                (
                    (first_counts and first + x > line) + (second_counts and second + y > line),
                    (first_counts and first + x >= line) + (second_counts and second + y >= line),
                )
                for x, y in self.outcomes
            )
        return self.options[class_, line]


def _outcomes(situation: Situation) -> list[tuple[int, int]]:
    """Return the possible match points of the two players of a match."""
    win, draw, loss = situation.win, situation.draw, situation.loss
    outcomes = [(win, loss), (loss, win)]
    if draw is not None:
        outcomes.append((draw, draw))
    if situation.double_losses:
        outcomes.append((0, 0))
    return outcomes


def own_results(situation: Situation) -> dict[Result, list[tuple[int, int]]]:
    """Return the outcomes of an own match by own result: (own points, opponent's points)."""
    win, draw, loss = situation.win, situation.draw, situation.loss
    outcomes = {Result.WIN: [(win, loss)], Result.LOSS: [(loss, win)]}
    if draw is not None:
        outcomes[Result.DRAW] = [(draw, draw)]
    if situation.double_losses:
        outcomes[Result.LOSS].append((0, 0))
    return outcomes


def chances(situation: Situation) -> dict[int, Chance]:
    """Return the chances of every eligible player, by player."""
    table = MatchClasses(situation)
    points = situation.points
    alone = situation.threshold is not None and situation.loss == 0 and len(points) > 1
    exact = situation.rounds_after == 0 or alone
    own = own_results(situation)
    opponent = dict(situation.pending) | {second: first for first, second in situation.pending}
    pairs = dict(situation.pending)
    by_player = {}
    for player in points:
        if player not in table.counts:
            continue
        after: dict[Result, Prospect] = {}
        if player in opponent:
            rival = opponent[player]
            pair = (player, rival) if player in pairs else (rival, player)
            class_ = table.class_of(*pair)
            for result, outcomes in own.items():
                after[result] = _merge(
                    table.prospect(
                        points[player] + mine,
                        -1,
                        (points[rival] + theirs, rival in table.counts),
                        class_,
                    )
                    for mine, theirs in outcomes
                )
            whole = _merge(after.values())
        else:
            whole = table.prospect(points[player], points[player], None, None)
        by_player[player] = Chance(player, whole.verdict, whole.tiebreakers, exact, after)
    return by_player
