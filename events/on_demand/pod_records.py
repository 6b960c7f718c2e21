"""Records of a pod's players, and whether a person is still playing in it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Q

from events.models import Match, QueueEntry
from events.on_demand.waiting import record_text


@dataclass(slots=True)
class Record:
    """Match wins, losses and draws of one player; a bye is a win."""

    wins: int = 0
    losses: int = 0
    draws: int = 0

    def __str__(self) -> str:
        return record_text(self.wins, self.losses, self.draws)

    def add(self, match: Match, enrollment: int) -> None:
        """Count a match that has a result."""
        if match.winner_id == enrollment:
            self.wins += 1
        elif match.winner_id is None and match.is_played:
            self.draws += 1
        else:
            self.losses += 1


def records_of(enrollments: Collection[int]) -> Mapping[int, Record]:
    """Return the records of players in any events, by key. One query."""
    records = {enrollment: Record() for enrollment in enrollments}
    theirs = Match.objects.filter(
        Q(first__in=enrollments) | Q(second__in=enrollments)
    ).select_related("round")
    for match in theirs:
        if not match.has_result:
            continue
        for side in (match.first_id, match.second_id):
            if side in records:
                records[side].add(match, side)
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
    theirs = Match.objects.filter(Q(first=enrollment) | Q(second=enrollment))
    played = [match for match in theirs.select_related("round__stage") if match.has_result]
    for match in played:
        stage = match.round.stage
        if stage.is_elimination and match.winner_id != enrollment.pk:
            return False
        if not stage.is_elimination and match.round.number >= (stage.rounds or 0) > 0:
            return False
    return True
