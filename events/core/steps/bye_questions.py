"""Question before round 1: byes that no longer follow from the series that earned them."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.written_names import written, written_name
from events.core.event_write import Write
from events.core.players.bye_changes import ByeChange, award_earned_byes, bye_changes
from events.core.players.enrollment_questions import AWARD, BYES_BY_ADDRESS, KEEP_BYES
from events.core.questions.question import Answer, Question, Settled, digest_of_players
from events.core.words.earned_byes import place_in_series
from events.core.words.preflight_words import first_names

EARNED_BYES, BYES_BY_NAME = "earned-byes", "byes-by-name"
CODES = frozenset({EARNED_BYES, BYES_BY_NAME, BYES_BY_ADDRESS})


def bye_questions(changes: Sequence[ByeChange]) -> list[Question]:
    """Return the questions about earned byes: of certain players, by name, and by address."""
    certain = [change for change in changes if change.is_certain]
    by_address = [change for change in changes if change.earlier]
    by_name = [change for change in changes if change.by_name]
    questions = []
    if certain:
        words = ngettext(
            "Change the byes of %(count)d player to those that the series gives today?",
            "Change the byes of %(count)d players to those that the series gives today?",
            len(certain),
        )
        label = ngettext(
            "Change byes of %(count)d player", "Change byes of %(count)d players", len(certain)
        )
        questions.append(Question(EARNED_BYES, **_parts(words, label, certain)))
    if by_name:
        words = ngettext(
            "Give %(count)d player the byes that a player of the same name earned?",
            "Give %(count)d players the byes that players of the same names earned?",
            len(by_name),
        )
        label = ngettext(
            "Give byes to %(count)d player", "Give byes to %(count)d players", len(by_name)
        )
        questions.append(Question(BYES_BY_NAME, **_parts(words, label, by_name)))
    if by_address:
        words = ngettext(
            "Give %(count)d player the byes earned under another name?",
            "Give %(count)d players the byes earned under other names?",
            len(by_address),
        )
        if len(by_address) == 1:
            [change] = by_address
            names = {"name": written_name(change.player), "earlier": written(change.earlier)}
            asked = _("Give %(name)s the byes that %(earlier)s earned?") % names
            # The count is inserted below, so percent signs in a name are doubled.
            words = asked.replace("%", "%%")
        label = ngettext(
            "Give byes to %(count)d player", "Give byes to %(count)d players", len(by_address)
        )
        questions.append(Question(BYES_BY_ADDRESS, **_parts(words, label, by_address)))
    return questions


def _code(change: ByeChange) -> str:
    if change.by_name:
        return BYES_BY_NAME
    return BYES_BY_ADDRESS if change.earlier else EARNED_BYES


def award_answered(write: Write, settled: Sequence[Settled]) -> None:
    """Give the byes that an answer awards, as a part of the write that pairs round 1."""
    wanted = {
        (each.question.code, player.number)
        for each in settled
        if each.question.code in CODES and each.answer.code == AWARD
        for player in each.question.players
    }
    if not wanted:
        return
    players = list(write.event.enrollments.order_by("number"))
    changes = bye_changes(write.event, players)
    award_earned_byes(
        write, [each for each in changes if (_code(each), each.player.number) in wanted]
    )


def _parts(words: str, label: str, changes: Sequence[ByeChange]) -> dict[str, Any]:
    """Return the parts of a question about these changes, except its code."""
    players = tuple(change.player for change in changes)
    count = {"count": len(players)}
    return {
        "about": digest_of_players(players),
        "text": words % count,
        "answers": (Answer(AWARD, label % count), Answer(KEEP_BYES, _("Keep byes"))),
        "why": first_names([_line(change) for change in changes]),
        "players": players,
        "figures": count,
    }


def _line(change: ByeChange) -> str:
    """Return a player with old and new byes, and their reason: "Ada: 0 → 2 (place 3 in League)"."""
    values = {
        "name": written_name(change.player),
        "before": change.player.awarded_byes,
        "after": change.byes,
    }
    if change.earned is None:
        return _("%(name)s: %(before)d → %(after)d") % values
    reason = place_in_series(change.earned.series, change.earned.place)
    if change.earlier:
        values |= {"reason": reason, "earlier": written(change.earlier)}
        return _("%(name)s: %(before)d → %(after)d (%(reason)s, as %(earlier)s)") % values
    return _("%(name)s: %(before)d → %(after)d (%(reason)s)") % {**values, "reason": reason}
