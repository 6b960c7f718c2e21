"""The order of some players in the standings, the basis of cuts, seeds, pods and last rounds.

It is stored with what was made from it, and compared with today's order.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

import standings
from events.core.adapters.tournament import tournament_of
from events.models import Event
from standings.row import Row


@dataclass(frozen=True, slots=True)
class StandingsOrder:
    """The order of players from which something was made.

    `after`: the round of the standings. `order`: the players by number. `groups`: the sizes of
    consecutive groups within which the order does not matter: the players above a cut line and
    those below, a pod, a table; for seeds, one player each.
    """

    after: int
    order: tuple[int, ...]
    groups: tuple[int, ...]

    @classmethod
    def of(cls, after: int, order: Sequence[int], groups: Sequence[int]) -> "StandingsOrder":
        """Return the order of these players after a round; empty groups are left out."""
        return cls(after, tuple(order), tuple(size for size in groups if size))

    @classmethod
    def stored(cls, values: dict[str, Any] | None) -> "StandingsOrder | None":
        """Return the order stored as `values`; None where none was stored."""
        if not values:
            return None
        return cls(values["after"], tuple(values["order"]), tuple(values["groups"]))

    @property
    def values(self) -> dict[str, Any]:
        """The order as JSON."""
        return {"after": self.after, "order": list(self.order), "groups": list(self.groups)}

    @property
    def group_of(self) -> dict[int, int]:
        """The group of each player, from 0."""
        ends = list(accumulate(self.groups))
        starts = [0, *ends[:-1]]
        return {
            player: at
            for at, (start, end) in enumerate(zip(starts, ends, strict=True))
            for player in self.order[start:end]
        }

    def moved(self, today: "StandingsOrder") -> tuple[int, ...]:
        """Return the players who are in another group by today's order, in that order."""
        then, now = self.group_of, today.group_of
        return tuple(player for player in today.order if then.get(player) != now.get(player))


def ranked(event: Event, players: Collection[int], after: int | None = None) -> tuple[Row, ...]:
    """Return the rows of these players in the order of the standings, in five queries.

    `after`: the round of the standings, None for all results. A player of these who was
    disqualified since has the rank of the results: no other player takes it over (MTR 2.10).
    """
    wanted = frozenset(players)
    tournament = tournament_of(event, after)
    tournament = replace(
        tournament,
        players=tuple(sorted({*tournament.players, *wanted})),
        disqualified=tournament.disqualified - wanted,
    )
    return tuple(row for row in standings.compute(tournament) if row.player in wanted)
