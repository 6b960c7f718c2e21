"""Enter the results of several tables at once, after everything that they ask."""

import contextlib
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from events.core.event_write import event_write
from events.core.guards import posted_table
from events.core.questions.question import NO_ANSWERS, Given, Question, settle
from events.core.refusals import RefusedError
from events.core.results.actions import enter_result, question_before
from events.core.results.result_questions import SameResultError
from events.core.results.round_rules import check_result
from events.core.results.slips import Slip
from events.models import Event, Report


def enter_results(
    *,
    event_id: int,
    actor: User,
    number: int,
    results: Sequence[tuple[int, Slip]],
    source: Report.Source,
    given: Given = NO_ANSWERS,
) -> list[int]:
    """Report the results of several tables of the round that is being played: all, or none.

    `results`: tables with their slips, in order. Returns the tables that were changed; a table that
    has the result already is not among them. Each is asked about as `enter_result` asks, with all
    questions in one QuestionsError, and no dispute is stored before the answers. RefusedError for
    an impossible table or result; its field names the place in `results`.
    """
    changed = []
    with event_write(event_id, actor) as write:
        settle(_questions(write.event, number, results), given)
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


def _questions(event: Event, number: int, results: Sequence[tuple[int, Slip]]) -> list[Question]:
    """Return what the results ask, table by table; RefusedError for one that cannot be."""
    questions = []
    for place, (table, slip) in enumerate(results):
        if table in [earlier for earlier, _slip in results[:place]]:
            words = _("Table %(table)d is in the list twice.") % {"table": table}
            raise RefusedError(words, f"results[{place}].table")
        try:
            match = posted_table(event, number, table)
            check_result(match.round, slip.result, len(match.players))
        except RefusedError as refused:
            field = refused.field and f"results[{place}].{refused.field}"
            raise RefusedError(str(refused), field) from refused
        question = question_before(match, slip)
        if question is not None:
            questions.append(question)
    return questions
