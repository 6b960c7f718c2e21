"""Round robin: every player meets every other player once."""

from collections.abc import Sequence

from domain.limits import MOST_IN_ROUND_ROBIN


def round_robin(players: Sequence[int]) -> list[tuple[list[tuple[int, int]], int | None]]:
    """Return all rounds for 2 to 16 players: the pairs of each, and the player with the bye.

    The circle method: one player stays in place, the others rotate. The first-named player
    changes from round to round, as evenly as possible. Raises ValueError for other numbers of
    players or a player listed twice.
    """
    if not 2 <= len(players) <= MOST_IN_ROUND_ROBIN or len(set(players)) != len(players):
        raise ValueError(f"a round robin takes 2 to {MOST_IN_ROUND_ROBIN} different players")
    circle: list[int | None] = list(players)
    if len(circle) % 2:
        # The fixed place is empty: the player opposite it has the bye.
        circle.insert(0, None)
    half = len(circle) // 2
    rounds = []
    for number in range(len(circle) - 1):
        pairs = []
        bye = None
        for place in range(half):
            first, second = circle[place], circle[-1 - place]
            if first is None or second is None:
                bye = second if first is None else first
            elif (number if place == 0 else place) % 2:
                pairs.append((second, first))
            else:
                pairs.append((first, second))
        rounds.append((pairs, bye))
        circle.insert(1, circle.pop())
    return rounds
