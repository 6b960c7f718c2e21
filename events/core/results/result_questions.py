"""Question about a second result of a table, and the refusal of the same result again."""

from django.utils.translation import gettext as _

from domain.written_names import written
from events.core.questions.question import Answer, Question, QuestionsError
from events.core.refusals import RefusedError
from events.core.results.slips import Slip
from events.models import Match

RESULT_DIFFERS = "result-differs"
REPLACE, KEEP = "replace", "keep"


class SameResultError(RefusedError):
    """The table has this result already, with nothing to add; `match` holds it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        words = _("Table %(table)d already has this result, entered by %(who)s.")
        super().__init__(_about(match, words))


class ResultConflictError(QuestionsError):
    """The table has a different result; `match` holds it, `slip` is the one that came second.

    The second one is stored as a dispute until somebody answers.
    """

    def __init__(self, match: Match, question: Question, slip: Slip) -> None:
        super().__init__([question])
        self.match, self.question, self.slip = match, question, slip


def question_of_result(match: Match, slip: Slip) -> Question:
    """Return what a slip asks that differs from the official result, or from its drops."""
    if match.result is not None and slip.result.equals(match.result):
        text = _("Table %(table)d already has this result with a drop, entered by %(who)s.")
    else:
        text = _("Table %(table)d already has a different result, entered by %(who)s.")
    return Question(
        code=RESULT_DIFFERS,
        about=f"{match.round.number}:{match.table or 0}:{match.official_report_id or 0}",
        text=_about(match, text),
        answers=(Answer(REPLACE, _("Replace result")), Answer(KEEP, _("Keep current result"))),
        players=tuple(match.players),
        match=match,
    )


def _about(match: Match, text: str) -> str:
    who = match.official_report.who if match.official_report else "-"
    return text % {"table": match.table or 0, "who": written(who)}
