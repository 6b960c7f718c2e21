"""Pair, publish and finish, after the questions of each step."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from events.core.event_write import Write, event_write
from events.core.events.finishing_actions import finish_event
from events.core.guards import find_round, find_round_or_none
from events.core.players.exclusion_actions import Exclusion
from events.core.preflight.queries import preflight_check
from events.core.preflight.round_questions import questions_of
from events.core.questions.question import NO_ANSWERS, Fact, Given, Question, Settled, settle
from events.core.refusals import RefusedError
from events.core.rounds.pairing_actions import pair_next_round
from events.core.standings.actions import publish_standings
from events.core.steps.answering import note_answers
from events.core.steps.bye_questions import award_answered
from events.core.steps.finishing_question import questions_before_finishing
from events.core.steps.round_1_questions import left_out, questions_before_round_1
from events.models import Event, Round, StandingsSnapshot


def pair_round(*, event_id: int, actor: User, number: int, given: Given = NO_ANSWERS) -> Round:
    """Pair round `number`, as pair_next_round does, after its questions.

    Before round 1 they are about players who are not ready; later they are the checks of the round
    before. Raises QuestionsError for those that `given` does not answer.
    """
    with event_write(event_id, actor) as write:
        first = number == 1 and not write.event.rounds.exists()
        if not first:
            _settle_round(write, number - 1, given)
            return pair_next_round(event_id=event_id, actor=actor, number=number)
        settled = settle(questions_before_round_1(write.event), given)
        award_answered(write, settled)
        codes, players = left_out(settled)
        without = Exclusion(codes, {player.number for player in players}) if codes else None
        return pair_next_round(
            event_id=event_id, actor=actor, number=number, without=without, settled=settled
        )


def publish_after_round(
    *, event_id: int, actor: User, number: int, given: Given = NO_ANSWERS, reason: str = ""
) -> StandingsSnapshot:
    """Publish the standings after a round, as publish_standings does, after its questions.

    `reason`: why the standings have a new revision. It is ignored if an answer needs the reason.
    """
    with event_write(event_id, actor) as write:
        settled = _settle_round(write, number, given)
        if any(each.answer.needs_reason for each in settled):
            reason = ""
        return publish_standings(event_id=event_id, actor=actor, number=number, reason=reason)


def finish(*, event_id: int, actor: User, given: Given = NO_ANSWERS) -> Event:
    """Finish the event, as finish_event does, after its questions.

    One of them is whether fewer rounds than announced are enough, which needs a reason.
    """
    with event_write(event_id, actor) as write:
        last = find_round_or_none(write.event, None)
        early = questions_before_finishing(write.event)
        settled = _settle_round(write, last.number, given, early) if last else ()
        is_early = any(each.question in early for each in settled)
        return finish_event(
            event_id=event_id,
            actor=actor,
            early=is_early,
            reason=given.reason if is_early else "",
        )


def answer_checks(*, event_id: int, actor: User, number: int, given: Given) -> None:
    """Answer some of the checks of round `number` before the step that asks them.

    RefusedError if none of them is open any more.
    """
    with event_write(event_id, actor) as write:
        round = find_round(write.event, number)
        questions, _facts = questions_of(preflight_check(round))
        chosen = [question for question in questions if given.to(question)]
        if not chosen:
            raise RefusedError(_("This check has already been answered or resolved."))
        note_answers(write, round, settle(chosen, given), given.reason)


def open_questions(event: Event, number: int) -> tuple[list[Question], list[Fact]]:
    """Return the questions and facts of the steps after round `number`.

    Empty while the round is not complete: the step itself is refused then.
    """
    round = find_round_or_none(event, number)
    if round is None or not round.is_complete:
        return [], []
    return questions_of(preflight_check(round))


def _settle_round(
    write: Write, number: int, given: Given, more: Sequence[Question] = ()
) -> tuple[Settled, ...]:
    """Settle the questions of a complete round and `more`, and store the answers to its checks."""
    questions, facts = open_questions(write.event, number)
    settled = settle([*questions, *more], given, facts)
    round = find_round_or_none(write.event, number)
    if round is not None:
        of_round = [each for each in settled if each.question not in more]
        note_answers(write, round, of_round, given.reason)
    return settled
