"""Answers to the checks of a round: carry them out, store and journal them, within a write."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from events.core.check_line import CheckCode
from events.core.drops.drop_parts import undo_drop
from events.core.event_write import Write
from events.core.preflight.round_questions import DROP, KEEP, KEEP_IN, LEAVE_OPEN
from events.core.questions.question import Question, Settled
from events.core.refusals import RefusedError
from events.core.results.actions import keep_result
from events.core.typed_values import needed_reason
from events.models import PreflightAnswer, Round, Verb


def note_answers(write: Write, round: Round, settled: Sequence[Settled], reason: str = "") -> None:
    """Carry out the answers, and store those that leave the round unchanged.

    A stored answer applies to its situation: the same check in another situation is asked again.
    `reason`: of the head judge, for open problems.
    """
    for each in settled:
        act = _ACTS.get((each.question.code, each.answer.code))
        if act is not None:
            act(write, round, each.question)
        elif each.answer.code == LEAVE_OPEN:
            _store(write, round, each, Verb.PREFLIGHT_PASSED, needed_reason(reason))
        else:
            _store(write, round, each, Verb.PREFLIGHT_ANSWERED)


def note_drop(write: Write, round: Round, settled: Sequence[Settled]) -> None:
    """Store that a drop was confirmed, so that the check after the round does not ask again."""
    PreflightAnswer.objects.bulk_create(
        (_answer(write, round, each) for each in settled if each.answer.code == DROP),
        ignore_conflicts=True,
    )


def _store(write: Write, round: Round, settled: Settled, verb: Verb, reason: str = "") -> None:
    _answer(write, round, settled, reason).save(force_insert=True)
    why: dict[str, Any] = {"reason": reason} if reason else {}
    write.journal(verb, round=round, lines=[settled.for_journal], **why)


def _answer(write: Write, round: Round, settled: Settled, reason: str = "") -> PreflightAnswer:
    key = settled.question.key
    return PreflightAnswer(round=round, key=key, account=write.actor, reason=reason)


def _keep_in(write: Write, _round: Round, question: Question) -> None:
    for player in question.players:
        undo_drop(write, player, reason="kept-in")


def _keep_result(write: Write, round: Round, question: Question) -> None:
    match = question.match
    if match is None or write.actor is None:
        raise RefusedError(_("This check has already been answered or resolved."))
    keep_result(
        event_id=write.event.pk,
        actor=write.actor,
        number=round.number,
        table=match.table or 0,
        seen=match.result_text,
    )


_ACTS: Mapping[tuple[str, str], Callable[[Write, Round, Question], None]] = {
    (CheckCode.WINNER_DROPS.value, KEEP_IN): _keep_in,
    (CheckCode.LEADER_DROPS.value, KEEP_IN): _keep_in,
    (CheckCode.CONTRADICTION.value, KEEP): _keep_result,
    (CheckCode.SOURCES_DIFFER.value, KEEP): _keep_result,
}
