"""Questions before one player is enrolled: a namesake, a dropped player, another's byes."""

from django.utils.translation import gettext as _

from domain.names import clean_email
from domain.written_names import written, written_name
from events.core.players.bye_changes import earlier_names
from events.core.players.player_entries import NewEnrollment
from events.core.players.same_person import (
    enrolled_words,
    left_player,
    namesake_of,
    players_by_email,
)
from events.core.questions.question import Answer, Page, Place, Question
from events.core.series.bye_rewards import earned_byes
from events.core.words.earned_byes import place_in_series
from events.models import Enrollment, Event

NAMESAKE, LEFT_PLAYER, BYES_BY_ADDRESS = "namesake", "left-player", "byes-by-address"
AWARD, KEEP_BYES = "award", "keep-byes"


def questions_before_enrolling(event: Event, entry: NewEnrollment) -> list[Question]:
    """Return the question whether `entry` is another person than the player it resembles.

    Two queries. Once round 1 is paired, it also asks whether this is the person who earned byes:
    before that the question is asked once for all players, when round 1 is paired.
    """
    left = left_player(event, entry)
    if left is not None:
        return [_of_left_player(left, entry)]
    namesake = namesake_of(event.pk, entry.name) if entry.name.strip() else None
    asked = [_of_namesake(namesake, entry)] if namesake is not None else []
    return asked + _of_earner(event, entry)


def _of_earner(event: Event, entry: NewEnrollment) -> list[Question]:
    """Return the question about a late player with the address of a person who earned byes."""
    email = clean_email(entry.email)
    if not email or not event.rounds.exists():
        return []
    earned = earned_byes(event)
    known = players_by_email(event, [email]) if earned else {}
    player = known.get(email)
    earlier = earlier_names(event, earned, {player.pk: entry.name}) if player else {}
    if player is None or player.pk not in earlier:
        return []
    own, before = earned[player.pk], written(earlier[player.pk])
    name = {"name": written(entry.name.strip()), "earlier": before}
    reason = {"earlier": before, "reason": place_in_series(own.series, own.place)}
    return [
        Question(
            BYES_BY_ADDRESS,
            f"{player.pk}",
            _("Give %(name)s the byes that %(earlier)s earned?") % name,
            (
                Answer(AWARD, _("Enroll with byes")),
                Answer(KEEP_BYES, _("Enroll without byes")),
                Answer("keep", _("Do not enroll"), cancels=True),
            ),
            why=_("%(earlier)s has the same email address: %(reason)s.") % reason,
            figures={"byes": own.byes},
            names=(entry.name.strip(), earlier[player.pk]),
        )
    ]


def _of_namesake(known: Enrollment, entry: NewEnrollment) -> Question:
    name = {"name": written(entry.name.strip())}
    return _question(
        NAMESAKE,
        known,
        _("Enroll another %(name)s?") % name,
        _("Enroll another %(name)s") % name,
        _("Open player %(number)d") % {"number": known.number},
    )


def _of_left_player(known: Enrollment, entry: NewEnrollment) -> Question:
    return _question(
        LEFT_PLAYER,
        known,
        _("Enroll %(name)s as a new player?") % {"name": written(entry.name.strip())},
        _("Enroll as a new player"),
        _("Reinstate %(name)s") % {"name": written_name(known)},
    )


def _question(code: str, known: Enrollment, asked: str, enroll: str, open_known: str) -> Question:
    return Question(
        code,
        f"{known.number}",
        asked,
        (
            Answer("enroll", enroll),
            Answer("open", open_known, place=Place(Page.PLAYER, (known.number,))),
            Answer("keep", _("Do not enroll"), cancels=True),
        ),
        why=_known(known),
        players=(known,),
    )


def _known(player: Enrollment) -> str:
    return enrolled_words(player.name, player.number, player.state, player.dropped_after)
