"""Enter or settle the results of several tables at once, after all their questions."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from events.core.event_write import Write, event_write
from events.core.guards import posted_table
from events.core.questions.question import NO_ANSWERS, Given, Question
from events.core.questions.question import settle as settle_questions
from events.core.refusals import RefusedError
from events.core.results.actions import enter_result, question_before, settle
from events.core.results.result_questions import (
    SameResultError,
    question_of_drops,
    with_answered_drops,
)
from events.core.results.round_rules import check_result
from events.core.results.slips import Slip
from events.models import Event, Match, Report, Round


def enter_results(
    *,
    event_id: int,
    actor: User,
    number: int,
    results: Sequence[tuple[int, Slip]],
    source: Report.Source,
    given: Given = NO_ANSWERS,
) -> list[int]:
    """Enter the results of several tables of the round that is being played: all, or none.

    `results`: tables with their slips, in order. Returns the tables that were changed; a table with
    the same result already is left out. Each raises the questions of `enter_result`, all in one
    QuestionsError, and no dispute is stored before the answers. RefusedError for an impossible
    table or result; its field names the place in `results`.
    """
    changed = []
    with event_write(event_id, actor) as write:
        settle_questions(_questions(write.event, number, results), given)
        for table, slip in results:
            with contextlib.suppress(SameResultError):
                enter_result(
                    event_id=event_id,
                    actor=actor,
                    number=number,
                    table=table,
                    slip=slip,
                    source=source,
                    given=given,
                )
                changed.append(table)
    return changed


def slips_by_table(name: str, results: Sequence[tuple[int, Slip]]) -> dict[int, Slip]:
    """Return the slips of a list by their table, in order.

    RefusedError for a table that occurs twice. Its field is the place in the list `name`.
    """
    slips: dict[int, Slip] = {}
    for place, (table, slip) in enumerate(results):
        if table in slips:
            words = _("Table %(table)d is in the list twice.") % {"table": table}
            raise RefusedError(words, f"{name}[{place}].table")
        slips[table] = slip
    return slips


def settle_outstanding(
    write: Write,
    round: Round,
    matches: Sequence[Match],
    slips: Mapping[int, Slip],
    sources: Mapping[int, Report.Source],
    given: Given,
) -> None:
    """Make a slip official for each match without a result, as a part of a write.

    `slips` and `sources` by table; without a source they were set together. Both players of a match
    drop only after a question. RefusedError for an impossible result and a table that the round
    does not have; its field is the place in `resolutions`.
    """
    without_result = {match.table: match for match in matches}
    for place, (table, slip) in enumerate(slips.items()):
        with _at(f"resolutions[{place}]"):
            match = without_result.get(table) or posted_table(write.event, round.number, table)
            check_result(match, slip.result)
    questions = []
    for match in matches:
        question = question_of_drops(match, slips[match.table or 0])
        questions += [question] if question is not None else []
    answered = settle_questions(questions, given)
    for match in matches:
        table = match.table or 0
        answers = [each for each in answered if each.question.match == match]
        slip = slips[table]
        for each in answers:
            slip = with_answered_drops(slip, each.answer.code)
        source = sources.get(table, Report.Source.TOGETHER)
        settle(write, match, slip, source, answered=answers)


def _questions(event: Event, number: int, results: Sequence[tuple[int, Slip]]) -> list[Question]:
    """Return the questions of the results by table; RefusedError for an impossible result."""
    questions = []
    for place, (table, slip) in enumerate(slips_by_table("results", results).items()):
        with _at(f"results[{place}]"):
            match = posted_table(event, number, table)
            check_result(match, slip.result)
        question = question_before(match, slip)
        if question is not None:
            questions.append(question)
    return questions


@contextlib.contextmanager
def _at(place: str) -> Iterator[None]:
    """Add the place in a list to the field of an item's RefusedError."""
    try:
        yield
    except RefusedError as refused:
        field = refused.field and f"{place}.{refused.field}"
        raise RefusedError(refused.message, field, setting=refused.setting) from refused
