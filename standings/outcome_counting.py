"""Count over all combinations of results: the arithmetic behind `chances`."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, product
from math import inf

# The two counts of a match: its players above a line, and at or above it.
Option = tuple[int, int]
# Match points of both players before this round, and whether each of them counts.
Class = tuple[int, int, bool, bool]


def can_tie(kinds: Mapping[frozenset[Option], int], above: int, level: int, places: int) -> bool:
    """Return whether one option for each match can leave above < places <= above and level.

    `kinds` counts matches by their options; `above` and `level` are the numbers without them.
    """
    moving = {kind: count for kind, count in kinds.items() if len(kind) > 1}
    for kind, count in kinds.items():
        if len(kind) == 1:
            ((more_above, more_level),) = kind
            above += count * more_above
            level += count * more_level
    if above >= places:
        return False
    return (
        _walk_ties(moving, above, level, places)
        or _best_level(moving, places - above) >= places - level
    )


def _walk_ties(kinds: Mapping[frozenset[Option], int], above: int, level: int, places: int) -> bool:
    """Search quickly for a tie, changing match after match from its least to its most options."""
    ordered = [(sorted(kind), count) for kind, count in kinds.items()]
    above += sum(count * options[0][0] for options, count in ordered)
    level += sum(count * options[0][1] for options, count in ordered)
    if above < places <= level:
        return True
    for options, count in ordered:
        for _ in range(count):
            for (above_before, level_before), (above_next, level_next) in pairwise(options):
                above += above_next - above_before
                level += level_next - level_before
                if above < places <= level:
                    return True
    return False


def _best_level(kinds: Mapping[frozenset[Option], int], room: int) -> float:
    """Return the most players at or above the line with fewer than `room` above it; exact."""
    best = [0.0] + [-inf] * (room - 1)
    for kind, count in kinds.items():
        for _ in range(count):
            following = [-inf] * room
            for (more_above, more_level), used in product(kind, range(room)):
                if used + more_above < room:
                    reached = best[used] + more_level
                    following[used + more_above] = max(following[used + more_above], reached)
            best = following
    return max(best)


def effort(short: int, rounds: int, points: tuple[int, int | None, int]) -> float:
    """Return the least seats that a player needs to gain `short` points in `rounds` rounds.

    `points` are those of a win, a draw (None: not allowed) and a loss. A win takes two seats,
    the winner's and the loser's; a draw takes one; a loss has the seat that its winner took.
    Infinite if it is impossible.
    """
    win, draw, loss = points
    least = inf
    for wins in range(rounds + 1):
        for draws in range(rounds - wins + 1 if draw is not None else 1):
            gained = wins * win + draws * (draw or 0) + (rounds - wins - draws) * loss
            if gained >= short:
                least = min(least, 2 * wins + draws)
    return least


def most_reaching(
    line: int,
    idle: Mapping[int, int],
    classes: Iterable[tuple[Class, int]],
    outcomes: Sequence[tuple[int, int]],
    rounds: int,
    points: tuple[int, int | None, int],
    seats: int,
) -> int:
    """Return a bound on the players with at least `line` points after `rounds` more rounds.

    In any pairing, all gains together take no more than the `seats` there are (for each round one a
    player, and one for a bye). Fractions of a match are allowed, which can only raise the bound.
    (The first player of a match never costs more than the second.)
    """
    known: dict[int, float] = {}

    def need(has: int) -> float:
        if has not in known:
            known[has] = effort(line - has, rounds, points)
        return known[has]

    steps: list[tuple[float, int]] = [(need(has), count) for has, count in idle.items()]
    for (first, second, first_counts, second_counts), count in classes:
        alone, both = inf, inf
        for x, y in outcomes:
            mine = need(first + x) if first_counts else inf
            theirs = need(second + y) if second_counts else inf
            alone = min(alone, mine, theirs)
            both = min(both, mine + theirs)
        steps += [(alone, count), (both - alone if both < inf else inf, count)]
    reached = 0
    left: float = seats
    for cost, count in sorted(steps):
        if cost == inf:
            break
        fits = count if cost == 0 else min(count, int(left // cost))
        reached += fits
        left -= fits * cost
        if fits < count:
            break
    return reached
