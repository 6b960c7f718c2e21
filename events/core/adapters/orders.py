"""The order of some players in the standings, the basis of cuts, seeds, pods and last rounds.

It is stored with what was made from it, and compared with today's order. Published standings store
their basis with the snapshot, and it is read back as a tournament.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

import standings
from events.core.adapters.tournament import tournament_of
from events.models import BracketSeat, Event
from standings.profile import Profile
from standings.row import Row
from standings.types import Match, MatchKind, Stage, TableMatch, Tournament


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


Basis = dict[str, Any]
_KINDS = {kind: kind.value for kind in MatchKind}


def basis_of(event: Event, tournament: Tournament, through_round: int) -> Basis:
    """Return the inputs of the standings after a round as JSON, in one query.

    `matches`: round, first, second (None: no opponent), games won by first, by second, drawn, kind
    as in `MatchKind`; players by enrollment number. `tables`, if any: round, players by seat,
    marks. `playoff`: players whose place a playoff decided.
    """
    tables = [[table.round, list(table.players), table.marks] for table in tournament.tables]
    return {
        "profile": tournament.profile.to_dict(),
        "players": list(tournament.players),
        "stages": [
            [
                stage.first_round,
                stage.last_round,
                stage.swiss,
                None if stage.advancing is None else sorted(stage.advancing),
            ]
            for stage in tournament.stages
        ],
        "matches": [
            [round, first, second, *games, _KINDS[kind]]
            for round, first, second, games, kind in tournament.matches
        ],
        "disqualified": sorted(tournament.disqualified),
        "seed": tournament.seed,
        "dropped": [[player, last] for player, last in sorted(tournament.dropped.items())],
        "playoff": playoff_numbers(event, through_round),
        **({"tables": tables} if tables else {}),
    }


def playoff_numbers(event: Event, through_round: int) -> list[int]:
    """Return the players whose place a playoff decides after a round, by number; one query."""
    seats = BracketSeat.objects.filter(
        stage__event=event, stage__round_set__number__lte=through_round
    )
    return sorted(set(seats.values_list("enrollment__number", flat=True)))


def tournament_from(basis: Basis) -> Tournament:
    """Rebuild the tournament from which `basis_of` made this basis."""
    return Tournament(
        profile=Profile.from_dict(basis["profile"]),
        players=tuple(basis["players"]),
        stages=tuple(
            Stage(first, last, swiss, None if advancing is None else frozenset(advancing))
            for first, last, swiss, advancing in basis["stages"]
        ),
        matches=[
            Match(round, first, second, (won, lost, drawn), MatchKind(kind))
            for round, first, second, won, lost, drawn, kind in basis["matches"]
        ],
        disqualified=frozenset(basis["disqualified"]),
        seed=basis["seed"],
        dropped=dict(basis.get("dropped", ())),
        tables=[
            TableMatch(round, tuple(players), marks)
            for round, players, marks in basis.get("tables", ())
        ],
    )
