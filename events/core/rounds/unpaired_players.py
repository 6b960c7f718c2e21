"""Players without an opponent in a round, and the holder of its open bye."""

from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef

from events.core.adapters import (
    RoundMatch,
    RoundPlayer,
    awarded_bye,
    round_matches,
    round_players,
)
from events.core.guards import find_round_or_none
from events.core.progress.queries import entrants
from events.models import Event, Match, Round


@dataclass(frozen=True, slots=True)
class UnpairedPlayers:
    """Players without an opponent in the newest round; `holder` has its open bye."""

    round: Round
    people: tuple[RoundPlayer, ...]
    holder: RoundPlayer | None


def unpaired_in_newest_round(event: Event) -> UnpairedPlayers | None:
    """Return the unpaired players of the newest round in progress; None without any."""
    round = find_round_or_none(event, None)
    if round is None or round.is_complete or not round.stage.is_swiss:
        return None
    people = tuple(unpaired_players(round))
    if not people:
        return None
    return UnpairedPlayers(round, people, open_bye(round))


@dataclass(frozen=True, slots=True)
class WithoutOpponent:
    """Players without an opponent in a round: with a bye, and with an assigned loss, by name."""

    byes: tuple[RoundPlayer, ...]
    losses: tuple[RoundPlayer, ...]


def without_opponent(round: Round) -> WithoutOpponent:
    """Return the players without an opponent in a round. One query."""
    without = round.matches.filter(second=None).exclude(kind=Match.Kind.TABLE)
    alone = round_matches(without.order_by("first__name", "pk"))
    return WithoutOpponent(
        byes=tuple(match.first for match in alone if match.kind == Match.Kind.BYE),
        losses=tuple(match.first for match in alone if match.kind == Match.Kind.UNPAIRED),
    )


def open_bye(round: Round) -> RoundPlayer | None:
    """Return the holder of a round's bye, who could play instead; an awarded bye stays.

    One query.
    """
    byes = round_matches(round.matches.filter(kind=Match.Kind.BYE).order_by("id"))
    holder = next((match.first for match in byes if not awarded_bye(match, round.number)), None)
    return holder if holder and holder.is_active else None


def matches_to_change(round: Round) -> list[RoundMatch]:
    """Return the matches of a round with their players, in the order of the tables. One query."""
    return round_matches(round.matches.order_by(F("table").asc(nulls_last=True), "id"))


def unpaired_players(round: Round) -> list[RoundPlayer]:
    """Return the active players of a posted round's stage without an opponent, by number.

    In a draft only those with a seat in a pod. The database compares: nearly all are paired.
    """
    paired = round.matches.exclude(kind=Match.Kind.UNPAIRED)
    alone = entrants(round.stage).exclude(Exists(paired.filter(first=OuterRef("pk"))))
    alone = alone.exclude(Exists(paired.filter(second=OuterRef("pk"))))
    if round.stage.is_tables:
        alone = alone.exclude(table_seats__match__round=round)
    if round.stage.pods:
        alone = alone.filter(pk__in=round.stage.pod_seats.values("enrollment_id"))
    return round_players(alone)
