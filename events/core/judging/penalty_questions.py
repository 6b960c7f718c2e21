"""Question before a penalty whose recommendation changed, and the refusal without a note."""

from django.utils.translation import gettext

from events.core.judging.penalty_queries import EarlierPenalties
from events.core.questions.question import Answer, Question
from events.core.words.penalty_words import infraction_words, penalty_words
from events.models import Enrollment, Infraction, PenaltyKind

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
