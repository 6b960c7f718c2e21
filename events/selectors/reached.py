"""How far everybody came where nothing but playoffs is played, and nobody has points."""

from collections.abc import Mapping
from dataclasses import dataclass

from archive.results import Winner
from events.adapters.results import results_of
from events.models import Event, Match, Round
from pairings.brackets import THIRD_PLACE

LOSSES_OF_DOUBLE_ELIMINATION = 2


@dataclass(frozen=True, slots=True)
class Reached:
    """The round that somebody lost and was out by; None: nobody has beaten them out of it."""

    lost_in: Round | None
    won_all: bool = False


def reached(event: Event, through: int) -> Mapping[int, Reached] | None:
    """Return how far each player came by round `through`, by number, in three queries.

    None where rounds count for points: standings say it then.
    """
    stages = list(event.stages.all())
    if not all(stage.is_elimination for stage in stages):
        return None
    least = LOSSES_OF_DOUBLE_ELIMINATION if stages[-1].is_double_elimination else 1
    rounds = {round.number: round for round in event.rounds.filter(number__lte=through)}
    played = Match.objects.filter(round__event=event, round__number__lte=through)
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
        number: Reached(rounds[out[number]] if number in out else None, left == {number})
        for number in losses
    }
