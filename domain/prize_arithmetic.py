"""Compute each player's prizes in whole units of money, credit, packs and points.

Money and credit are whole minor units of a currency (cents; yen), so nothing is ever rounded away.
A remainder that can't be split goes, one unit each, to the better placed players first.

The rules follow what chess arbiters know: prizes of places are shared among players on equal
points or stay with their places, and in each group of prizes a player wins the most valuable one.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

SHARES_OF_HORT = 2


class Ties(StrEnum):
    """How players on equal points win the prizes of their places."""

    TIEBREAK = "tiebreak"
    EQUAL = "equal"
    HORT = "hort"


class By(StrEnum):
    """How a prize is won."""

    PLACE = "place"
    POINTS = "points"
    LABEL = "label"


class Value(NamedTuple):
    """The contents of a prize. `things` can't be shared and stay with their place."""

    money: int = 0
    credit: int = 0
    packs: int = 0
    points: int = 0
    things: tuple[str, ...] = ()

    @property
    def worth(self) -> tuple[int, int, int, int]:
        """The key that orders the prizes of a group: money and credit, packs, points, things."""
        return self.money + self.credit, self.packs, self.points, len(self.things)

    @property
    def is_empty(self) -> bool:
        """True for an empty prize."""
        return not any(self)

    def plus(self, other: "Value") -> "Value":
        """Return the sum of two prizes."""
        return Value(
            self.money + other.money,
            self.credit + other.credit,
            self.packs + other.packs,
            self.points + other.points,
            self.things + other.things,
        )


NOTHING = Value()


@dataclass(frozen=True, slots=True)
class Prize:
    """One line of a prize list: each player who qualifies wins `value`.

    `first` and `last` are places, or places among the players with `label`. `least`: match points
    that a record needs.
    """

    by: By
    value: Value
    first: int = 1
    last: int = 1
    least: int = 0
    label: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class Contender:
    """A player in order of place; players with an equal `tie` share if ties are shared.

    `agreed`: the players agreed to share, whatever the event's rule.
    """

    player: int
    points: float
    tie: Hashable
    labels: frozenset[str] = frozenset()
    agreed: bool = False


def equal_shares(amounts: Sequence[int]) -> list[int]:
    """Share the sum of the amounts equally; the first ones get the remainder, one unit each."""
    each, rest = divmod(sum(amounts), len(amounts))
    return [each + (at < rest) for at in range(len(amounts))]


def hort_shares(amounts: Sequence[int]) -> list[int]:
    """Share by the Hort system: half of the own amount and half of an equal share.

    The first ones get the remainder, one unit each.
    """
    count, total = len(amounts), sum(amounts)
    shares = [(count * own + total) // (SHARES_OF_HORT * count) for own in amounts]
    rest = total - sum(shares)
    return [share + (at < rest) for at, share in enumerate(shares)]


def fitted(pool: int, amounts: Sequence[tuple[int, int]], step: int) -> list[int]:
    """Fit amounts to `pool` in the proportions of (amount, players) lines.

    Each is rounded down to `step`; the first line of one player gets what is left. If no line has
    one player, what can't be split among the players of the first line is left over.
    """
    planned = sum(amount * players for amount, players in amounts)
    if planned <= 0:
        return [amount for amount, _players in amounts]
    new = [amount * pool // planned // step * step for amount, _players in amounts]
    rest = pool - sum(
        amount * players for amount, (_old, players) in zip(new, amounts, strict=True)
    )
    single = next((at for at, (old, players) in enumerate(amounts) if players == 1 and old), None)
    first = next(at for at, (old, players) in enumerate(amounts) if players and old)
    at = first if single is None else single
    new[at] += rest // amounts[at][1]
    return new


def awards(
    contenders: Sequence[Contender], prizes: Sequence[Prize], ties: Ties, *, one_each: bool
) -> dict[int, Value]:
    """Return the prizes of each player; players without a prize are left out.

    `one_each`: in each group of prizes, a player wins the most valuable one only. A prize of a
    place or a record then stays with the organizer if its player takes another one; a prize by
    label goes to the next player with that label.
    """
    won: dict[int, Value] = {}
    for group in dict.fromkeys(prize.group for prize in prizes):
        own = [prize for prize in prizes if prize.group == group]
        for player, value in _of_group(contenders, own, ties, one_each=one_each).items():
            won[player] = won.get(player, NOTHING).plus(value)
    return {player: value for player, value in won.items() if not value.is_empty}


def _of_group(
    contenders: Sequence[Contender], prizes: Sequence[Prize], ties: Ties, *, one_each: bool
) -> dict[int, Value]:
    won = dict.fromkeys((contender.player for contender in contenders), NOTHING)
    for awarded in (by_place(contenders, prizes, ties), _by_points(contenders, prizes)):
        for player, value in awarded.items():
            won[player] = _better(won[player], value) if one_each else won[player].plus(value)
    labelled = [prize for prize in prizes if prize.by is By.LABEL]
    if one_each:
        labelled.sort(key=lambda prize: prize.value.worth, reverse=True)
    taken: set[tuple[int, str]] = set()
    for prize in labelled:
        able = [contender.player for contender in contenders if prize.label in contender.labels]
        if not one_each:
            for player in able[prize.first - 1 : prize.last]:
                won[player] = won[player].plus(prize.value)
            continue
        left = [
            player
            for player in able
            if (player, prize.label) not in taken and won[player].worth < prize.value.worth
        ]
        for player in left[: prize.last - prize.first + 1]:
            won[player] = prize.value
            taken.add((player, prize.label))
    return won


def _better(first: Value, second: Value) -> Value:
    return second if second.worth > first.worth else first


def by_place(
    contenders: Sequence[Contender], prizes: Iterable[Prize], ties: Ties
) -> dict[int, Value]:
    """Return the prizes for places by player: shared among ties by the rule, things by place."""
    at_place = values_of_places(prizes, len(contenders))
    won: dict[int, Value] = {}
    place = 0
    for _tie, tied in groupby(contenders, key=lambda contender: contender.tie):
        players = list(tied)
        values = at_place[place : place + len(players)]
        place += len(players)
        shared = Ties.EQUAL if players[0].agreed else ties
        for player, value in zip(players, _shared(values, shared), strict=True):
            won[player.player] = value
    return won


def values_of_places(prizes: Iterable[Prize], places: int) -> list[Value]:
    """Return the prizes of each place before ties share them."""
    values = [NOTHING] * places
    for prize in prizes:
        if prize.by is By.PLACE:
            for at in range(prize.first - 1, min(prize.last, places)):
                values[at] = values[at].plus(prize.value)
    return values


def _shared(values: Sequence[Value], ties: Ties) -> list[Value]:
    if ties is Ties.TIEBREAK or len(values) == 1:
        return list(values)
    share = equal_shares if ties is Ties.EQUAL else hort_shares
    money = share([value.money for value in values])
    credit = share([value.credit for value in values])
    packs = share([value.packs for value in values])
    points = share([value.points for value in values])
    return [
        Value(money[at], credit[at], packs[at], points[at], value.things)
        for at, value in enumerate(values)
    ]


def _by_points(contenders: Iterable[Contender], prizes: Iterable[Prize]) -> Mapping[int, Value]:
    """Return the prizes for records by player: the highest one that each player reaches."""
    steps = sorted(
        (prize for prize in prizes if prize.by is By.POINTS),
        key=lambda prize: prize.least,
        reverse=True,
    )
    won = {}
    for contender in contenders:
        reached = next((prize for prize in steps if contender.points >= prize.least), None)
        if reached is not None:
            won[contender.player] = reached.value
    return won


def total(values: Iterable[Value]) -> Value:
    """Return the sum of several prizes, with each thing named once."""
    money = credit = packs = points = 0
    things: dict[str, None] = {}
    for value in values:
        money += value.money
        credit += value.credit
        packs += value.packs
        points += value.points
        things.update(dict.fromkeys(value.things))
    return Value(money, credit, packs, points, tuple(things))
