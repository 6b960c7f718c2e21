"""Infractions, the usual and the recommended penalty, and earlier penalties of a person.

Source: Infraction Procedure Guide; Judging at Regular REL.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext

from events.core.players.queries import of_organizers
from events.core.questions.question import Answer, Question
from events.core.words.penalty_words import infraction_words, penalty_words
from events.models import Enrollment, Event, Infraction, Penalty, PenaltyKind

# Base penalties, without aggravating or mitigating circumstances (Infraction Procedure Guide).
BASE_PENALTIES: dict[Infraction, PenaltyKind] = {
    Infraction.MISSED_TRIGGER: PenaltyKind.NONE,
    Infraction.LOOKING_AT_EXTRA_CARDS: PenaltyKind.WARNING,
    Infraction.HIDDEN_CARD_ERROR: PenaltyKind.WARNING,
    Infraction.MULLIGAN: PenaltyKind.WARNING,
    Infraction.GAME_RULE_VIOLATION: PenaltyKind.WARNING,
    Infraction.MAINTAIN_GAME_STATE: PenaltyKind.WARNING,
    Infraction.SLOW_PLAY: PenaltyKind.WARNING,
    Infraction.DECK_PROBLEM: PenaltyKind.WARNING,
    Infraction.LIMITED_PROCEDURE: PenaltyKind.WARNING,
    Infraction.COMMUNICATION: PenaltyKind.WARNING,
    Infraction.MARKED_CARDS: PenaltyKind.WARNING,
    Infraction.INSUFFICIENT_SHUFFLING: PenaltyKind.WARNING,
    Infraction.UNSPORTING_MINOR: PenaltyKind.WARNING,
    # Infractions of digital events, whose rules name no base penalty: the mildest recorded one is
    # used.
    Infraction.NOT_ANSWERING: PenaltyKind.WARNING,
    Infraction.DISCONNECTION: PenaltyKind.WARNING,
    Infraction.TARDINESS: PenaltyKind.GAME_LOSS,
    Infraction.DECKLIST_PROBLEM: PenaltyKind.GAME_LOSS,
    Infraction.OUTSIDE_ASSISTANCE: PenaltyKind.MATCH_LOSS,
    Infraction.UNSPORTING_MAJOR: PenaltyKind.MATCH_LOSS,
    Infraction.IMPROPER_WINNER: PenaltyKind.MATCH_LOSS,
    Infraction.BRIBERY: PenaltyKind.MATCH_LOSS,
    Infraction.AGGRESSIVE: PenaltyKind.DISQUALIFICATION,
    Infraction.THEFT: PenaltyKind.DISQUALIFICATION,
    Infraction.STALLING: PenaltyKind.DISQUALIFICATION,
    Infraction.CHEATING: PenaltyKind.DISQUALIFICATION,
}

# A repetition upgrades a warning to a game loss: from the third game play error, and the second
# tournament error or minor unsporting conduct (Infraction Procedure Guide, 2, 3 and 4.1). The
# others, such as Failure to Maintain Game State, are not upgraded.
GAME_LOSS_FROM: Mapping[Infraction, int] = {
    Infraction.LOOKING_AT_EXTRA_CARDS: 3,
    Infraction.HIDDEN_CARD_ERROR: 3,
    Infraction.MULLIGAN: 3,
    Infraction.GAME_RULE_VIOLATION: 3,
    Infraction.SLOW_PLAY: 2,
    Infraction.DECK_PROBLEM: 2,
    Infraction.LIMITED_PROCEDURE: 2,
    Infraction.COMMUNICATION: 2,
    Infraction.MARKED_CARDS: 2,
    Infraction.INSUFFICIENT_SHUFFLING: 2,
    Infraction.UNSPORTING_MINOR: 2,
}


# At Regular a judge explains and fixes; only these disqualify a player at once (Judging at Regular
# REL, "Serious problems").
SERIOUS = frozenset(
    {
        Infraction.UNSPORTING_MAJOR,
        Infraction.AGGRESSIVE,
        Infraction.THEFT,
        Infraction.STALLING,
        Infraction.CHEATING,
    }
)
# At Regular, repeated missed triggers and lost connections are not upgraded.
ONLY_REPAIRED = frozenset(
    {Infraction.MISSED_TRIGGER, Infraction.NOT_ANSWERING, Infraction.DISCONNECTION}
)
# At Regular, the second time brings a caution that the next one is a game loss.
WHEN_REPEATED = (PenaltyKind.NONE, PenaltyKind.WARNING, PenaltyKind.GAME_LOSS)


def proposed_penalty(infraction: Infraction, before: int, *, regular: bool = False) -> PenaltyKind:
    """Return the usual penalty for a player penalized `before` times for the same infraction.

    `regular`: at that rules enforcement level, where `before` also counts infractions recorded
    without a penalty. The judge decides: another penalty needs a reason.
    """
    if regular:
        if infraction in SERIOUS:
            return PenaltyKind.DISQUALIFICATION
        times = 0 if infraction in ONLY_REPAIRED else min(before, len(WHEN_REPEATED) - 1)
        return WHEN_REPEATED[times]
    worse_from = GAME_LOSS_FROM.get(infraction)
    if worse_from is not None and before + 1 >= worse_from:
        return PenaltyKind.GAME_LOSS
    return BASE_PENALTIES[infraction]


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


RECOMMENDATION_CHANGED = "recommendation-changed"


def question_of_recommendation(
    player: Enrollment, infraction: Infraction, penalty: PenaltyKind, before: EarlierPenalties
) -> Question:
    """Return the question about a recommended penalty that changed since the judge saw it."""
    values = {"penalty": penalty_words(penalty), "infraction": infraction_words(infraction)}
    return Question(
        RECOMMENDATION_CHANGED,
        f"{player.number}:{infraction.value}:{len(before.here)}",
        gettext("%(infraction)s: the recommended penalty is now %(penalty)s. Record it?") % values,
        (
            Answer("record", gettext("Record: %(penalty)s") % values),
            Answer("keep", gettext("Record nothing"), cancels=True),
        ),
        why=gettext("Another penalty was recorded in the meantime."),
        players=(player,),
    )


def reason_words(infraction: Infraction, recommended: PenaltyKind) -> str:
    """Return the refusal of a penalty other than the recommended one without a note."""
    words = gettext("Give a reason. The recommended penalty for %(infraction)s is: %(penalty)s.")
    return words % {
        "infraction": infraction_words(infraction),
        "penalty": penalty_words(recommended),
    }
