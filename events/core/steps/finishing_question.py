"""Question whether an event ends with fewer rounds than announced."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.events.finishing_actions import is_unfinished
from events.core.progress.queries import current_stage
from events.core.questions.question import Answer, Question
from events.models import Event

UNFINISHED = "unfinished"


def questions_before_finishing(event: Event) -> list[Question]:
    """Return the question before fewer rounds than announced; empty if all are played."""
    last = event.rounds.order_by("-number").first()
    if last is None or not last.is_complete or not is_unfinished(event):
        return []
    status = current_stage(event)
    words = ngettext(
        "Finish after %(number)d round, before everything announced is played?",
        "Finish after %(number)d rounds, before everything announced is played?",
        last.number,
    )
    return [
        Question(
            UNFINISHED,
            f"{last.number}",
            words % {"number": last.number},
            (
                Answer(
                    "finish",
                    _("Finish after round %(number)d") % {"number": last.number},
                    _("The public page shows the reason and the new number of rounds."),
                    needs_reason=True,
                ),
                Answer("play-on", _("Play on"), cancels=True),
            ),
            why=_("Only the head judge can decide this, with a reason."),
            figures={"played": last.number, "planned": (status and status.planned) or 0},
        )
    ]
