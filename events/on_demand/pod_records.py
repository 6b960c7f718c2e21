"""Records of a pod's players, and whether a person is still playing in it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from domain.results import Outcome
from events.models import Match, QueueEntry
from events.models.querysets import of_players
from events.on_demand.waiting import record_text


@dataclass(slots=True)
class Record:
    """Match wins, losses and draws of one player; a bye is a win."""

    wins: int = 0
    losses: int = 0
    draws: int = 0

    def __str__(self) -> str:
        return record_text(self.wins, self.losses, self.draws)

    def add(self, outcome: Outcome) -> None:
        """Count a match by how it ended for the player."""
        if outcome in (Outcome.WON, Outcome.BYE):
            self.wins += 1
        elif outcome is Outcome.DRAWN:
            self.draws += 1
        else:
            self.losses += 1


def records_of(enrollments: Collection[int]) -> Mapping[int, Record]:
    """Return the records of players in any events, by key. Two queries at most."""
    records = {enrollment: Record() for enrollment in enrollments}
    theirs = Match.objects.filter(of_players(enrollments)).select_related("first", "second")
    for match in theirs.prefetch_related("table_seats__enrollment"):
        for player in match.players:
            outcome = match.outcome_of(player)
            if player.pk in records and outcome is not None:
                records[player.pk].add(outcome)
    return records


def still_plays(entry: QueueEntry) -> bool:
    """Whether the person has another match in the posted pod of an entry.

    False once its event is finished, or the player has dropped, lost in a bracket, or has a result
    in the last Swiss round. Three queries at most.
    """
    pod, enrollment = entry.pod, entry.enrollment
    if pod is None or enrollment is None or pod.event is None:
        return False
    if pod.event.is_finished or not enrollment.is_active:
        return False
    theirs = Match.objects.of_player(enrollment).select_related("round__stage")
    played = [match for match in theirs if match.has_result]
    for match in played:
        stage = match.round.stage
        if stage.is_elimination and match.winner_id != enrollment.pk:
            return False
        if not stage.is_elimination and match.round.number >= (stage.rounds or 0) > 0:
            return False
    return True
