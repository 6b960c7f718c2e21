"""Questions about the result of a table, and the refusal of the same result again."""

from dataclasses import replace

from django.utils.translation import gettext as _

from domain.written_names import written, written_name
from events.core.questions.question import Answer, Question, QuestionsError
from events.core.refusals import RefusedError
from events.core.results.slips import Slip
from events.models import Match

RESULT_DIFFERS = "result-differs"
REPLACE, KEEP = "replace", "keep"
BOTH_DROP = "both-drop"
BOTH, FIRST_ONLY, SECOND_ONLY, NEITHER = "both", "first", "second", "neither"
# By answer: whether the first and the second player of the match drop.
DROPS = {
    BOTH: (True, True),
    FIRST_ONLY: (True, False),
    SECOND_ONLY: (False, True),
    NEITHER: (False, False),
}


class SameResultError(RefusedError):
    """The table already has this result, with nothing to add; `match` is the table."""

    def __init__(self, match: Match) -> None:
        self.match = match
        words = _("Table %(table)d already has this result, entered by %(who)s.")
        super().__init__(_about(match, words))


class ResultQuestionError(QuestionsError):
    """A question about the result of a table: `match` is the table, `slip` the entered slip.

    `asked`: the question as `settle` asked it, with what was answered instead.
    """

    is_conflict = False

    def __init__(self, match: Match, slip: Slip, asked: QuestionsError) -> None:
        super().__init__(asked.questions, changed=asked.changed, unknown=asked.unknown)
        self.match, self.question, self.slip = match, asked.questions[0], slip


class ResultConflictError(ResultQuestionError):
    """The table has a different result; `slip` is the second one.

    The second one is stored as a dispute until a person answers.
    """

    is_conflict = True


def question_of_drops(match: Match, slip: Slip) -> Question | None:
    """Return the question whether both players drop with one slip; None if they do not.

    A double loss and a no-show ask nothing: players who never came leave together.
    """
    players = tuple(match.players)
    drop = all(slip.drops) and all(each.is_active for each in players)
    if match.is_table or len(players) < len(slip.drops) or not drop:
        return None
    if slip.no_show or slip.result.double_loss:
        return None
    only = _("Only %(name)s drops")
    first, second = (only % {"name": written_name(each)} for each in players)
    return Question(
        code=BOTH_DROP,
        about=f"{match.round.number}:{match.table or 0}",
        text=_("Table %(table)d: do both players drop?") % {"table": match.table or 0},
        answers=(
            Answer(BOTH, _("Both drop")),
            Answer(FIRST_ONLY, first),
            Answer(SECOND_ONLY, second),
            Answer(NEITHER, _("Neither drops")),
        ),
        players=players,
        match=match,
    )


def with_answered_drops(slip: Slip, answer: str) -> Slip:
    """Return a slip with the drops that were chosen as the answer."""
    first, second = DROPS[answer]
    return replace(slip, drop_first=first, drop_second=second)


def question_of_result(match: Match, slip: Slip) -> Question:
    """Return the question about a slip that differs from the official result, or from its drops."""
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
