"""The part of a posted round that may change: the free players, and their posted tables."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pairings.cost import Rematches, check_lengths
from pairings.types import PairingError, PairingState, PostedRound

Pairs = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Free:
    """The players whose tables may be changed.

    state: of the whole round; past: its pairs that should not be made (again).
    tables: the posted pairs with both players present; holder: the holder of the posted bye, None
    if gone; loose: the other players, who have no posted table. fixed: the locked pairs.
    """

    state: PairingState
    past: Rematches
    tables: Pairs
    holder: int | None
    loose: list[int]
    fixed: Pairs
    partner: dict[int, int] = field(default_factory=dict)
    ranks: dict[int, int] = field(default_factory=dict)

    @property
    def players(self) -> list[int]:
        """All free players."""
        own = [player for two in self.tables for player in two] + self.loose
        return own if self.holder is None else [*own, self.holder]

    @property
    def odd(self) -> bool:
        """Whether one of them gets the bye."""
        return (len(self.loose) + (self.holder is not None)) % 2 == 1

    def changed(self, pairs: Iterable[tuple[int, int]], bye: int | None) -> int:
        """Return the number of these tables that were not posted."""
        partner = self.partner
        new = sum(partner.get(first) != second for first, second in pairs)
        return new + (bye is not None and bye != self.holder)

    def part(self, players: Sequence[int]) -> PairingState:
        """Return the state of some players alone, numbered by their position in the sequence."""
        state, avoid = self.state, self.past.avoid
        place = {player: at for at, player in enumerate(players)}
        met = {
            (min(at, place[other]), max(at, place[other])): self.past.rounds(player, other)
            for at, player in enumerate(players)
            for other in avoid[player]
            if player < other and other in place
        }
        return PairingState(
            tuple(state.points[player] for player in players),
            tuple(
                frozenset(place[other] for other in avoid[player] if other in place)
                for player in players
            ),
            tuple(state.byes[player] for player in players),
            pods=None if state.pods is None else tuple(state.pods[player] for player in players),
            meetings={two: rounds for two, rounds in met.items() if rounds},
        )


def free_of(posted: PostedRound) -> Free:
    """Return the free part of a posted round. Raises PairingError when it is malformed."""
    check_lengths(posted.state)
    _check(posted)
    state, gone = posted.state, posted.gone
    tables: Pairs = []
    fixed: Pairs = []
    seated = set(gone)
    for first, second in posted.pairs:
        if posted.locked and (min(first, second), max(first, second)) in posted.locked:
            fixed.append((first, second))
            seated.update((first, second))
        elif first not in gone and second not in gone:
            tables.append((first, second))
            seated.update((first, second))
    holder = None if posted.bye in gone else posted.bye
    if holder is not None:
        seated.add(holder)
    loose = [player for player in range(len(state.points)) if player not in seated]
    free = Free(state, Rematches(state), tables, holder, loose, fixed)
    for first, second in tables:
        free.partner[first], free.partner[second] = second, first
    own = free.players
    keys = [(state.byes[player], state.points[player]) for player in own]
    rank = {key: at for at, key in enumerate(sorted(set(keys)))}
    free.ranks.update(zip(own, map(rank.__getitem__, keys), strict=True))
    return free


def _check(posted: PostedRound) -> None:
    count = len(posted.state.points)
    seen: set[int] = set()
    named = [player for two in posted.pairs for player in two]
    if posted.bye is not None:
        named.append(posted.bye)
    for player in named:
        if not 0 <= player < count:
            raise PairingError(f"player {player} was posted, but does not exist")
        if player in seen:
            raise PairingError(f"player {player} was posted twice")
        seen.add(player)
    for player in posted.gone:
        if not 0 <= player < count:
            raise PairingError(f"player {player} is gone, but does not exist")
    pairs = {(min(two), max(two)) for two in posted.pairs}
    for first, second in posted.locked:
        if (first, second) not in pairs:
            raise PairingError(f"the pair {first} and {second} is locked, but was not posted")
