"""The order of some players in the standings: what cuts, seeds, pods and last rounds are made from.

It is stored with what was made, as its basis, and compared with the order of today.
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
    """The order that something was made from.

    `after`: the round whose standings it is. `order`: the players by number. `groups`: how many of
    them in turn went the same way, so that their order within does not matter: those above a cut
    line and those below, a pod, a table; one each for seeds.
    """

    after: int
    order: tuple[int, ...]
    groups: tuple[int, ...]

    @classmethod
    def of(cls, after: int, order: Sequence[int], groups: Sequence[int]) -> "StandingsOrder":
        """Return the order of these players; empty groups are left out."""
        return cls(after, tuple(order), tuple(size for size in groups if size))

    @classmethod
    def stored(cls, values: dict[str, Any] | None) -> "StandingsOrder | None":
        """Return the order that `values` was made of; None where none was stored."""
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
        """Return who would go another way by today's order, by that order."""
        then, now = self.group_of, today.group_of
        return tuple(player for player in today.order if then.get(player) != now.get(player))


def ranked(event: Event, players: Collection[int], after: int | None = None) -> tuple[Row, ...]:
    """Return the rows of these players in the order of the standings, in five queries.

    `after`: the round whose standings they are, None for all results. A player of these who was
    disqualified since has the rank of the results: nobody takes it over (MTR 2.10).
    """
    wanted = frozenset(players)
    tournament = tournament_of(event, after)
    tournament = replace(
        tournament,
        players=tuple(sorted({*tournament.players, *wanted})),
        disqualified=tournament.disqualified - wanted,
    )
    return tuple(row for row in standings.compute(tournament) if row.player in wanted)
