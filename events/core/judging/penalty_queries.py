"""Earlier penalties of a person, here and in the organizer's other events."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from events.core.judging.infractions import proposed_penalty
from events.core.players.queries import of_organizers
from events.models import Enrollment, Event, Infraction, Penalty, PenaltyKind


@dataclass(frozen=True, slots=True)
class EarlierPenalties:
    """The penalties of one human, newest first: in this event, in others of its organizers.

    `regular`: whether this event is played at Regular, where penalties are rarer.
    """

    here: Sequence[Penalty]
    elsewhere: Sequence[Penalty]
    regular: bool = False

    @property
    def proposals(self) -> dict[Infraction, PenaltyKind]:
        """Return the usual penalty for each infraction, given the earlier ones in this event."""
        times = Counter(
            penalty.infraction
            for penalty in self.here
            if self.regular or penalty.penalty != PenaltyKind.NONE
        )
        return {
            infraction: proposed_penalty(infraction, times[infraction.value], regular=self.regular)
            for infraction in Infraction
        }


def penalty_values(penalty: Penalty) -> dict[str, object]:
    """Return the editable values of a penalty, by the fields of its form."""
    return {"penalty": penalty.penalty}


def earlier_penalties(event: Event, enrollment: Enrollment) -> EarlierPenalties:
    """Return the penalties of a player, in one query."""
    people = of_organizers(event, enrollment).values("pk")
    recorded = (
        Penalty.objects.filter(Q(enrollment=enrollment) | Q(enrollment__in=people))
        .select_related("enrollment__event", "given_by")
        .order_by("-given_at", "-pk")
    )
    return EarlierPenalties(
        here=[penalty for penalty in recorded if penalty.enrollment_id == enrollment.pk],
        elsewhere=[penalty for penalty in recorded if penalty.enrollment_id != enrollment.pk],
        regular=event.enforcement is Event.Enforcement.REGULAR,
    )
