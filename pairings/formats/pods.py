"""Draft pods: of equal sizes where possible, drawn from a seed, with their first round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairings.random_draws import Lots

USUAL = 8
SMALLEST, LARGEST = 6, 10
LEAST = 4


@dataclass(frozen=True, slots=True)
class Wish:
    """A required pod (from 0), and possibly a seat in it (from 0), for a player."""

    pod: int
    seat: int | None = None


def pod_sizes(players: int) -> tuple[int, ...]:
    """Return the sizes of the pods for the given number of players, largest first (MTR 7.6).

    Sizes are as equal and as near to 8 as possible, within 6 to 10 if the number allows it; a pod
    below 4 is made only for fewer than 4 players. An odd pod has a bye each round: two of the
    same odd size become one larger and one smaller, 8-7-6 instead of 7-7-7, so that one pod at most
    is odd. Raises ValueError below 1.
    """
    if players < 1:
        raise ValueError("pods need at least one player")

    def badness(pods: int) -> tuple[int, int, int, int]:
        sizes = _few_odd(_equal(players, pods))
        return (
            sum(size < LEAST for size in sizes),
            sum(size > LARGEST for size in sizes),
            sum(size < SMALLEST for size in sizes),
            sum((size - USUAL) ** 2 for size in sizes),
        )

    possible = range(max(1, players // LARGEST), max(1, players // LEAST) + 1)
    return _few_odd(_equal(players, min(possible, key=badness)))


def draw_pods(
    players: Sequence[int],
    seed: int,
    wishes: Mapping[int, Wish] | None = None,
    sizes: Sequence[int] | None = None,
) -> list[list[int]]:
    """Draw random pods, each a list of ids by seat; every seating with the wishes is as likely.

    `sizes` are those of the pods in order; None: those of `pod_sizes`. Raises ValueError for
    sizes that do not seat everyone once, and for a wish that can't be kept.
    """
    sizes = _fitting(sizes, len(players))
    lots = Lots(seed, "pods")
    tables, free = _seat_wishes(sizes, players, wishes or {})
    held = _hold_places(sizes, players, wishes or {}, tables, lots)
    rest = [player for player in players if player not in (wishes or {})]
    lots.shuffle(rest)
    open_places = [place for place in free if place not in held]
    for (pod, seat), player in zip(open_places, rest, strict=True):
        tables[pod][seat] = player
    return [[player for player in table if player is not None] for table in tables]


def pods_by_standing(
    order: Sequence[int], seed: int, sizes: Sequence[int] | None = None
) -> list[list[int]]:
    """Return pods of neighbours in the standings, the first pod from the top; seats are random.

    `sizes` as for `draw_pods`.
    """
    lots = Lots(seed, "pods")
    pods = []
    start = 0
    for size in _fitting(sizes, len(order)):
        pod = list(order[start : start + size])
        lots.shuffle(pod)
        pods.append(pod)
        start += size
    return pods


def across(pod: Sequence[int], seed: int) -> tuple[list[tuple[int, int]], int | None]:
    """Return the pairs of a pod's first round across the table, and the player with the bye.

    `pod` are ids by seat. In an odd pod one player, drawn from the seed, has the bye, and the other
    players close the gap.
    """
    lots = Lots(seed, f"across/{pod[0]}")
    seated = list(pod)
    bye = seated.pop(lots.below(len(seated))) if len(seated) % 2 else None
    half = len(seated) // 2
    return [(seated[seat], seated[seat + half]) for seat in range(half)], bye


def _equal(players: int, pods: int) -> tuple[int, ...]:
    size, larger = divmod(players, pods)
    return (size + 1,) * larger + (size,) * (pods - larger)


def _few_odd(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Change two pods of the same odd size into a smaller and a larger one within 6 to 10."""
    [odd] = [size for size in {*sizes} if size % 2] or [0]
    if not SMALLEST < odd < LARGEST:
        return sizes
    pairs, left = divmod(sizes.count(odd), 2)
    rest = [size for size in sizes if size != odd]
    return tuple(sorted(rest + [odd + 1, odd - 1] * pairs + [odd] * left, reverse=True))


def _fitting(sizes: Sequence[int] | None, players: int) -> tuple[int, ...]:
    if sizes is None:
        return pod_sizes(players)
    if min(sizes, default=0) < 1 or sum(sizes) != players:
        raise ValueError(f"pods of {list(sizes)} do not seat {players} players")
    return tuple(sizes)


_Place = tuple[int, int]
_Tables = list[list[int | None]]


def _seat_wishes(
    sizes: tuple[int, ...], players: Sequence[int], wishes: Mapping[int, Wish]
) -> tuple[_Tables, list[_Place]]:
    """Seat players with a wish for a seat; return the tables and the free places."""
    tables: _Tables = [[None] * size for size in sizes]
    for player, wish in wishes.items():
        if player not in players or not 0 <= wish.pod < len(sizes):
            raise ValueError(f"there is no pod {wish.pod + 1} for player {player}")
        if wish.seat is None:
            continue
        if not 0 <= wish.seat < sizes[wish.pod] or tables[wish.pod][wish.seat] is not None:
            raise ValueError(f"seat {wish.seat + 1} of pod {wish.pod + 1} is not free")
        tables[wish.pod][wish.seat] = player
    places = [(pod, seat) for pod, size in enumerate(sizes) for seat in range(size)]
    return tables, [place for place in places if tables[place[0]][place[1]] is None]


def _hold_places(
    sizes: tuple[int, ...],
    players: Sequence[int],
    wishes: Mapping[int, Wish],
    tables: _Tables,
    lots: Lots,
) -> set[_Place]:
    """Seat players with a wish for a pod anywhere in it; return the places they took."""
    taken: set[_Place] = set()
    for player in players:
        wish = wishes.get(player)
        if wish is None or wish.seat is not None:
            continue
        free = [seat for seat in range(sizes[wish.pod]) if tables[wish.pod][seat] is None]
        if not free:
            raise ValueError(f"pod {wish.pod + 1} is full")
        seat = lots.choice(free)
        tables[wish.pod][seat] = player
        taken.add((wish.pod, seat))
    return taken
