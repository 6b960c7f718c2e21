"""Basis of published standings: stored with the snapshot, and read back as a tournament."""

from typing import Any

from events.models import BracketSeat, Event
from standings.profile import Profile
from standings.types import Match, MatchKind, Stage, TableMatch, Tournament

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
