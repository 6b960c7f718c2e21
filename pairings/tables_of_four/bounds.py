"""Lower bounds for the cost of every seating of a state, term by term.

Compare the bound from the left: a term holds for all seatings that equal the bound in the terms
before it.
"""

from collections.abc import Sequence

from pairings.tables_of_four.cost import SEAT_VALUES, Terms
from pairings.tables_of_four.seatings import SMALLEST, USUAL, TablesCost, ranked


def lower_bound(terms: Terms) -> TablesCost:
    """Return a cost that no seating of the state can beat."""
    state = terms.state
    players = range(len(state.points))
    byes = sorted((state.byes[player], state.points[player]) for player in players)
    byes = byes[: state.bye_count]
    again = _repeats(terms)
    odd_seats = sum(size for size in state.sizes if size != USUAL)
    odd = sorted((state.odd[player], terms.sign * state.points[player]) for player in players)
    odd = odd[:odd_seats]
    return TablesCost(
        second_byes=sum(had for had, _ in byes),
        bye_points=sum(points for _, points in byes),
        repeats=again,
        meetings=again,
        recency=again,
        second_odd=sum(had for had, _ in odd),
        odd_points=sum(points for _, points in odd),
        spread=_spread(terms, [points for _, points in byes], [points for _, points in odd]),
        seat_balance=_balance(terms, byes),
        seat_repeats=0,
    )


def proven_terms(cost: TablesCost, bound: TablesCost, points_first: bool) -> int:
    """Return the number of terms from the left that equal the bound."""
    pairs = zip(ranked(cost, points_first), ranked(bound, points_first), strict=True)
    proven = 0
    for own, least in pairs:
        if own != least:
            break
        proven += 1
    return proven


def _repeats(terms: Terms) -> int:
    """Return the least number of repeated pairs: some players have too few new opponents."""
    state = terms.state
    count = len(state.points)
    met = [0] * count
    for first, second in state.meetings:
        met[first] += 1
        met[second] += 1
    opponents = min(state.sizes, default=SMALLEST) - 1
    short = sorted(max(0, opponents - (count - 1 - times)) for times in met)
    # The player with the most may get a bye.
    return (sum(short[: count - state.bye_count]) + 1) // 2


def _spread(terms: Terms, byes: Sequence[int], odd: Sequence[int]) -> int:
    """Return the least spread, that of tables cut from the sorted points; 0 if unknown.

    With tables of one size the sum of squared sums is largest, and so the spread least, when the
    tables are cut from the sorted points. The points at the odd tables are known while the terms
    before are at their bound; if spread is compared first, they are unknown.
    """
    state = terms.state
    sizes = {size for size in state.sizes if size != USUAL}
    mixed = bool(sizes) and (state.points_first or bool(byes) or len(sizes) > 1)
    if mixed:
        return 0
    rest = list(state.points)
    for points in byes:
        rest.remove(points)
    at_odd = sorted(terms.sign * points for points in odd)
    for points in at_odd:
        rest.remove(points)
    rest.sort()
    total = _cut(rest, USUAL)
    return total + sum(_cut(at_odd, size) for size in sizes)


def _cut(points: Sequence[int], size: int) -> int:
    total = 0
    for start in range(0, len(points), size):
        table = points[start : start + size]
        total += size * sum(value * value for value in table) - sum(table) ** 2
    return total


def _balance(terms: Terms, byes: Sequence[tuple[int, int]]) -> int:
    """Return the least sum of squared balances: late seats for those who sat early.

    The sum of products of two lists is least when one rises as the other falls. Candidates for the
    bye who need not have it are skipped where that makes the sum least.
    """
    state = terms.state
    values = sorted(value for size in state.sizes for value in SEAT_VALUES[size])
    last = byes[-1] if byes else None
    falling = []
    for player, balance in enumerate(terms.balance):
        key = (state.byes[player], state.points[player])
        if last is None or key >= last:
            falling.append((balance, key == last))
    falling.sort(reverse=True)
    skips = len(falling) - len(values)
    # least[skipped]: of the players so far, so many have a bye.
    least: list[int | None] = [0] + [None] * skips
    for at, (balance, may_skip) in enumerate(falling):
        before = least
        least = [None] * (skips + 1)
        for skipped, total in enumerate(before):
            if total is None:
                continue
            options = []
            if at - skipped < len(values):
                options.append((skipped, total + (balance + values[at - skipped]) ** 2))
            if may_skip and skipped < skips:
                options.append((skipped + 1, total))
            for place, sum_of_squares in options:
                known = least[place]
                least[place] = sum_of_squares if known is None else min(known, sum_of_squares)
    return least[skips] or 0
