"""What is asked before one player is enrolled: a namesake, or somebody who left the event."""

from django.utils.translation import gettext as _

from domain.written_names import written, written_name
from events.core.players.player_entries import NewEnrollment
from events.core.players.same_person import enrolled_words, left_player, namesake_of
from events.core.questions.question import Answer, Page, Place, Question
from events.models import Enrollment, Event

NAMESAKE, LEFT_PLAYER = "namesake", "left-player"


def questions_before_enrolling(event: Event, entry: NewEnrollment) -> list[Question]:
    """Return whether `entry` is another person than the player it looks like. Two queries."""
    left = left_player(event, entry)
    if left is not None:
        return [_of_left_player(left, entry)]
    namesake = namesake_of(event.pk, entry.name) if entry.name.strip() else None
    return [_of_namesake(namesake, entry)] if namesake is not None else []


def _of_namesake(known: Enrollment, entry: NewEnrollment) -> Question:
    name = {"name": written(entry.name.strip()), "number": known.number}
    return Question(
        NAMESAKE,
        f"{known.number}",
        _("Enroll another %(name)s?") % name,
        (
            Answer("enroll", _("Enroll another %(name)s") % name),
            Answer(
                "open",
                _("Open player %(number)d") % name,
                place=Place(Page.PLAYER, (known.number,)),
            ),
            Answer("keep", _("Do not enroll"), cancels=True),
        ),
        why=_known(known),
        players=(known,),
    )


def _of_left_player(known: Enrollment, entry: NewEnrollment) -> Question:
    name = {"name": written(entry.name.strip())}
    return Question(
        LEFT_PLAYER,
        f"{known.number}",
        _("Enroll %(name)s as a new player?") % name,
        (
            Answer("enroll", _("Enroll as a new player")),
            Answer(
                "open",
                _("Reinstate %(name)s") % {"name": written_name(known)},
                place=Place(Page.PLAYER, (known.number,)),
            ),
            Answer("keep", _("Do not enroll"), cancels=True),
        ),
        why=_known(known),
        players=(known,),
    )


def _known(player: Enrollment) -> str:
    return enrolled_words(player.name, player.number, player.state, player.dropped_after)
