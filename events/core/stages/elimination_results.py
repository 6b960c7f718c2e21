"""How far each player got in a playoff, and their rank in the rounds before it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import standings
from domain.results import Winner
from events.core.adapters import advanced_by_slot, tournament_of
from events.core.adapters.match_results import results_of
from events.models import BracketSeat, Event, Match, Round, Stage
from pairings.formats.brackets import THIRD_PLACE

LOSSES_OF_DOUBLE_ELIMINATION = 2


@dataclass(frozen=True, slots=True)
class EliminationResult:
    """The round that eliminated a player; None: no loss eliminated them.

    `shares`: the player was left with others when the playoff ended by agreement.
    """

    lost_in: Round | None
    won_all: bool = False
    shares: bool = False


def winners_of(event: Event, places: Mapping[int, int | None], through: int) -> frozenset[int]:
    """Return the numbers of the winners by `places` after round `through`, mostly one of them.

    Players left in a playoff that ended by agreement share the first place.
    """
    playoffs = [stage for stage in event.stages.all() if stage.is_elimination]
    if playoffs and playoffs[-1].ended_by_agreement:
        results = _results_of_stage(event, playoffs, through)
        if shared := frozenset(number for number in places if _shares(results.get(number))):
            return shared
    return frozenset(number for number, place in places.items() if place == 1)


def _shares(result: EliminationResult | None) -> bool:
    return result is not None and result.shares


def elimination_results(event: Event, through: int) -> Mapping[int, EliminationResult] | None:
    """Return how far each player got by round `through`, by number, in three queries.

    None if any round counts for points: the standings show it then.
    """
    stages = list(event.stages.all())
    if not all(stage.is_elimination for stage in stages):
        return None
    return _results_of_stage(event, stages, through)


@dataclass(frozen=True, slots=True)
class PlayoffFinish:
    """Final position of a player of an event with a playoff.

    `result`: how far the player got in the playoff, None without a place in it. `swiss_rank`: the
    place after the rounds for points, None for a disqualified player.
    """

    result: EliminationResult | None
    swiss_rank: int | None


def playoff_finishes(event: Event, through: int) -> Mapping[int, PlayoffFinish] | None:
    """Return how each player finished by round `through`, by number, in a fixed number of queries.

    None before a round of a playoff is paired, and if the event has only playoffs.
    """
    stages = list(event.stages.all())
    playoffs = [stage for stage in stages if stage.is_elimination]
    if not playoffs or len(playoffs) == len(stages):
        return None
    if not event.rounds.filter(stage__in=playoffs, number__lte=through).exists():
        return None
    came = _results_of_stage(event, playoffs, through)
    return {
        row.player: PlayoffFinish(came.get(row.player), row.place)
        for row in standings.compute(tournament_of(event, through))
    }


def _results_of_stage(
    event: Event, stages: Sequence[Stage], through: int
) -> dict[int, EliminationResult]:
    """Return how far each player of these playoffs got by round `through`, by number."""
    if stages[-1].is_tables:
        return _results_of_cut(event, stages[-1], through)
    least = LOSSES_OF_DOUBLE_ELIMINATION if stages[-1].is_double_elimination else 1
    shown = event.rounds.filter(number__lte=through, stage__in=stages)
    rounds = {round.number: round for round in shown.select_related("stage").defer("posted_rows")}
    played = Match.objects.filter(round__in=shown)
    losses: dict[int, list[int]] = {}
    for match in results_of(played.exclude(slot=THIRD_PLACE).order_by("round__number", "pk")):
        losses.setdefault(match.first, [])
        if match.second is None:
            continue
        losses.setdefault(match.second, [])
        loser = match.second if match.result.winner is Winner.FIRST else match.first
        losses[loser].append(match.round)
    out = {number: lost[least - 1] for number, lost in losses.items() if len(lost) >= least}
    left = losses.keys() - out.keys()
    return {
        number: _result_of(stages[-1], number, left, rounds[out[number]] if number in out else None)
        for number in losses
    }


def _result_of(
    stage: Stage, player: int, left: Collection[int], lost_in: Round | None
) -> EliminationResult:
    """Return how far a player got in a playoff; `left`: all whom no loss eliminated."""
    shares = bool(stage.ended_by_agreement) and len(left) > 1 and player in left
    return EliminationResult(lost_in, won_all=set(left) == {player}, shares=shares)


def _results_of_cut(event: Event, stage: Stage, through: int) -> dict[int, EliminationResult]:
    """Return how far each player of a cut at tables of four got by round `through`, by number."""
    seats = BracketSeat.objects.filter(stage=stage).order_by("seed")
    entrants = dict(seats.values_list("enrollment_id", "enrollment__number"))
    shown = event.rounds.filter(number__lte=through, stage=stage)
    matches = Match.objects.filter(round__in=shown).of_posted_rounds().exclude(slot="")
    tables = list(matches.of_tables().reported().select_related("round__stage"))
    advanced = advanced_by_slot(tables, list(entrants))
    lost_in = {
        player.pk: match.round
        for match in tables
        for player in match.players
        if advanced.get(match.slot) not in (None, player.pk)
    }
    left = entrants.keys() - lost_in.keys()
    return {
        number: _result_of(stage, pk, left, lost_in.get(pk))
        for pk, number in entrants.items()
        if shown
    }
