"""Answers to what is asked after a round, as a person or a program gives them."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User

from events.core.check_line import Check
from events.core.guards import find_round
from events.core.preflight.queries import preflight_check
from events.core.preflight.round_questions import LEAVE_OPEN, questions_of
from events.core.questions.question import Given, Question
from events.core.steps.actions import answer_checks
from events.models import Enrollment, Event
from events.roster.drop_actions import drop as drop_player


def as_it_is(question: Question) -> str:
    """Return the answer that changes nothing: leave a problem open, confirm everything else."""
    return LEAVE_OPEN if question.is_problem else question.acts[0].code


def questions_after(event: Event, number: int) -> list[Question]:
    """Return what is asked after round `number`."""
    return questions_of(preflight_check(find_round(Event.objects.get(pk=event.pk), number)))[0]


def leave_as_it_is(
    event: Event,
    actor: User,
    number: int,
    lines: Iterable[Check] | None = None,
    *,
    reason: str = "",
    head_judge: bool = True,
) -> None:
    """Answer these checks of a round, or all, so that nothing is changed."""
    keys = None if lines is None else {line.key for line in lines}
    asked = [each for each in questions_after(event, number) if keys is None or each.key in keys]
    given = Given({each.key: as_it_is(each) for each in asked}, reason, may_go_over=head_judge)
    answer_checks(event_id=event.pk, actor=actor, number=number, given=given)


def drop(**values: Any) -> Enrollment:
    """Drop a player, also one who leads or has won the round."""
    anyway = {"leader-drops": "drop", "winner-drops": "drop"}
    return drop_player(**values, given=Given(anyway))
