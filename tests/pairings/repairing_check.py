"""An independent check of any plan for a posted round: does it keep the rules, and is it the best?

Written against the rules alone, like checker.py, and with nothing of the code that makes plans.
Small rounds are decided by trying everything, others by lower bounds.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import add

from pairings.checker import check
from pairings.types import Cost, PairingState, PostedRound

EXACT_PLAYERS = 10

Pairs = list[tuple[int, int]]
Total = tuple[int, int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class RepairingVerdict:
    """Result of the check.

    problems: codes of what makes the plan illegal: those of checker.Verdict, "locked-changed" when
    a locked pair is missing, and "gone-player". Empty when legal; else all the rest is None.
    cost, changed: the plan's cost and how many of its tables were not posted, counted again.
    best: whether no plan costs less; fewest: whether no plan of that cost changes fewer tables;
    efficient: whether no plan is as good in one of both and better in the other. None where it is
    not decided. least: the smallest cost that is possible as far as known, otherwise a lower bound.
    how: "everything tried", or "lower bound".
    """

    problems: tuple[str, ...]
    cost: Cost | None = None
    changed: int | None = None
    best: bool | None = None
    fewest: bool | None = None
    efficient: bool | None = None
    least: Cost | None = None
    how: str = "lower bound"


def check_repairing(
    posted: PostedRound, pairs: Iterable[tuple[int, int]], bye: int | None
) -> RepairingVerdict:
    """Return the verdict on a plan for a posted round."""
    made = list(pairs)
    locked = {frozenset(two) for two in posted.locked}
    held = {player for two in posted.locked for player in two}
    playing = [
        player
        for player in range(len(posted.state.points))
        if player in held or player not in posted.gone
    ]
    problems = _problems(posted, made, bye, playing, locked)
    if problems:
        return RepairingVerdict(problems)
    free = [player for player in playing if player not in held]
    fixed = _total(posted.state, list(posted.locked), None)
    mine = _total(posted.state, made, bye)
    changed = _changed(posted, made, bye)
    if len(free) <= EXACT_PLAYERS:
        every = [
            (_plus(_total(posted.state, own, out), fixed), _changed(posted, own, out))
            for own, out in _everything(free)
        ]
        least = min(total for total, _ in every)
        return RepairingVerdict(
            (),
            _cost(mine, bye),
            changed,
            best=mine == least,
            fewest=changed == min(new for total, new in every if total == mine),
            efficient=not any(
                (total, new) != (mine, changed) and total <= mine and new <= changed
                for total, new in every
            ),
            least=_cost(least, bye),
            how="everything tried",
        )
    alone = check(_alone(posted.state, free), *_renamed(made, bye, free))
    least_alone = alone.least or Cost(0, None, None, 0, 0)
    had, points = least_alone.bye_had, least_alone.bye_points
    below = (
        least_alone.rematches,
        0,
        0,
        least_alone.meetings,
        least_alone.last_met,
        least_alone.sum_abs,
        least_alone.sum_sq,
    )
    total = _plus(below, fixed)
    return RepairingVerdict(
        (),
        _cost(mine, bye),
        changed,
        best=alone.best,
        fewest=True if changed == _least_changed(posted, free) else None,
        efficient=None,
        least=Cost(total[0], had, points, total[5], total[6], meetings=total[3], last_met=total[4]),
    )


def _problems(
    posted: PostedRound,
    made: Pairs,
    bye: int | None,
    playing: list[int],
    locked: set[frozenset[int]],
) -> tuple[str, ...]:
    problems = []
    named = {player for two in made for player in two} | ({bye} - {None})
    if any(player in posted.gone and player not in playing for player in named):
        problems.append("gone-player")
    if not locked <= {frozenset(two) for two in made}:
        problems.append("locked-changed")
    if problems or not named <= set(range(len(posted.state.points))):
        return tuple(problems) or ("unknown-player",)
    return check(_alone(posted.state, playing), *_renamed(made, bye, playing)).problems


def _alone(state: PairingState, players: list[int]) -> PairingState:
    """Return some players as a state of their own, by their place in the list."""
    place = {player: at for at, player in enumerate(players)}
    return PairingState(
        tuple(state.points[player] for player in players),
        tuple(
            frozenset(place[other] for other in state.opponents[player] if other in place)
            for player in players
        ),
        tuple(state.byes[player] for player in players),
        frozenset(
            (place[first], place[second])
            for first, second in state.forbidden
            if first in place and second in place
        ),
        None if state.pods is None else tuple(state.pods[player] for player in players),
        meetings={
            (min(place[first], place[second]), max(place[first], place[second])): rounds
            for (first, second), rounds in state.meetings.items()
            if first in place and second in place
        },
    )


def _renamed(made: Pairs, bye: int | None, players: list[int]) -> tuple[Pairs, int | None]:
    """Return the pairs among some players, and their bye, by place."""
    place = {player: at for at, player in enumerate(players)}
    pairs = [
        (place[first], place[second])
        for first, second in made
        if first in place and second in place
    ]
    return pairs, None if bye is None else place[bye]


def _everything(players: list[int]) -> Iterator[tuple[Pairs, int | None]]:
    if len(players) % 2 == 0:
        for pairs in _pairings(players):
            yield pairs, None
        return
    for bye in players:
        for pairs in _pairings([player for player in players if player != bye]):
            yield pairs, bye


def _pairings(players: list[int]) -> Iterator[Pairs]:
    if not players:
        yield []
        return
    first, *others = players
    for second in others:
        for rest in _pairings([player for player in others if player != second]):
            yield [(first, second), *rest]


def _total(state: PairingState, made: Pairs, bye: int | None) -> Total:
    unwanted = times = last = total = squares = 0
    for first, second in made:
        step = abs(state.points[first] - state.points[second])
        total += step
        squares += step**2
        met = (
            second in state.opponents[first] or {(first, second), (second, first)} & state.forbidden
        )
        apart = state.pods is not None and state.pods[first] != state.pods[second]
        if met or apart:
            rounds = state.meetings.get((min(first, second), max(first, second)), ())
            unwanted, times, last = unwanted + 1, times + len(rounds), last + max(rounds, default=0)
    had, points = (-1, 0) if bye is None else (state.byes[bye], state.points[bye])
    return unwanted, had, points, times, last, total, squares


def _plus(total: Total, fixed: Total) -> Total:
    """Return a total with the locked pairs, which have no bye."""
    unwanted, had, points, *rest = total
    times, last, steps, squares = map(add, rest, fixed[3:])
    return unwanted + fixed[0], had, points, times, last, steps, squares


def _cost(total: Total, bye: int | None) -> Cost:
    unwanted, had, points, times, last, steps, squares = total
    if bye is None:
        return Cost(unwanted, None, None, steps, squares, meetings=times, last_met=last)
    return Cost(unwanted, had, points, steps, squares, meetings=times, last_met=last)


def _changed(posted: PostedRound, made: Pairs, bye: int | None) -> int:
    old = {frozenset(two) for two in posted.pairs}
    new = [two for two in made if frozenset(two) not in old]
    return len(new) + (bye is not None and bye != posted.bye)


def _least_changed(posted: PostedRound, free: list[int]) -> int:
    """Return how many tables must change at least: nobody without one can go on without."""
    there = set(free)
    seated = {player for two in posted.pairs if there >= set(two) for player in two}
    return (len(there - seated - {posted.bye}) + 1) // 2
