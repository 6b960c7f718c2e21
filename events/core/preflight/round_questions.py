"""Turn the checks before a step after a round into questions, and carry out the answers."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from domain.results import Winner
from domain.written_names import written_name
from events.core.check_line import Check, CheckCode
from events.core.preflight.checks import drops_of
from events.core.preflight.queries import PreflightCheck
from events.core.questions.question import Answer, Fact, Page, Place, Question
from events.core.words.preflight_words import check_reason, check_words
from events.models import Enrollment, Match, Round

LEAVE_OPEN = "leave-open"
DROP, KEEP_IN = "drop", "keep-in"
KEEP = "keep"
# The page that resolves each departure from its basis.
_PAGES: Mapping[CheckCode, Page] = {
    CheckCode.CUT_DIFFERS: Page.CUT,
    CheckCode.PODS_DIFFER: Page.PODS,
}
_NO_LONGER_FOLLOWS = (
    CheckCode.CUT_DIFFERS,
    CheckCode.SEEDS_DIFFER,
    CheckCode.PODS_DIFFER,
    CheckCode.ORDER_DIFFERS,
    CheckCode.LAST_ROUND_DIFFERS,
)
Answers = tuple[Answer, ...]


def questions_of(check: PreflightCheck) -> tuple[list[Question], list[Fact]]:
    """Return the questions of the step after a round, problems first, and its facts."""
    questions = [question_of(line, check.round) for line in check.waiting]
    informing = [line for line in check.lines if line not in check.waiting]
    return questions, [fact_of(line) for line in informing]


def fact_of(line: Check) -> Fact:
    """Return an informing check as a fact."""
    return Fact(line.code.value, check_words(line), line.people, line.match)


def question_of(line: Check, round: Round) -> Question:
    """Return a check as a question."""
    return Question(
        code=line.code.value,
        about=line.about,
        text=check_words(line),
        why=check_reason(line),
        answers=_answers(line, round),
        players=line.people,
        match=line.match,
        figures={"minutes": line.minutes} if line.minutes else {},
        is_problem=line.is_to_settle,
    )


def questions_of_drops(round: Round, players: Sequence[Enrollment]) -> list[Question]:
    """Return the questions before players drop after a round: for each leader, or winner of it.

    Each has the key of the check after the round, which does not ask again. Two queries.
    """
    return [
        Question(
            code=line.code.value,
            about=line.about,
            text=check_words(line),
            why=check_reason(line),
            answers=(_drop(line), Answer(KEEP_IN, _keep_in(line), cancels=True)),
            players=line.people,
        )
        for line in drops_of(round, players)
        if line.is_asked
    ]


def _answers(line: Check, round: Round) -> Answers:
    if line.code in _NO_LONGER_FOLLOWS:
        answers = _of_departure(line)
    else:
        answers = _ANSWERS[line.code](line, round)
    if line.is_to_settle:
        words = _("The reason is recorded in the journal.")
        answers += (Answer(LEAVE_OPEN, _("Continue with a reason"), words, needs_reason=True),)
    return answers


def _drop(line: Check) -> Answer:
    return Answer(DROP, _("Drop %(name)s") % {"name": written_name(line.people[0])})


def _keep_in(line: Check) -> str:
    return _("Keep %(name)s in") % {"name": written_name(line.people[0])}


def _of_drop(line: Check, _round: Round) -> Answers:
    words = _("The drop is undone.")
    return _drop(line), Answer(KEEP_IN, _keep_in(line), words)


def _of_result(line: Check, round: Round) -> Answers:
    match = _match_of(line)
    return Answer(KEEP, _keep_words(match)), _change(match, round)


def _of_verification(line: Check, round: Round) -> Answers:
    match = _match_of(line)
    place = Place(Page.SOURCES, (round.number,))
    return Answer(KEEP, _keep_words(match)), Answer("change", _("Change the result"), place=place)


def _of_no_show(line: Check, round: Round) -> Answers:
    return Answer(KEEP, _("Keep the no-show")), _change(_match_of(line), round)


def _of_open_result(line: Check, round: Round) -> Answers:
    return (_change(_match_of(line), round),)


def _of_disqualification(line: Check, _round: Round) -> Answers:
    label = _("Disqualify %(name)s") % {"name": written_name(line.people[0])}
    return (Answer("disqualify", label, place=_page_of(line.people)),)


def _of_missing_ids(line: Check, _round: Round) -> Answers:
    place = _page_of(line.people)
    return (
        Answer("continue", _("Continue without an ID")),
        Answer("add", _("Add the ID"), place=place),
    )


def _of_not_eligible(line: Check, _round: Round) -> Answers:
    if len(line.people) == 1:
        label = _("Let %(name)s play") % {"name": written_name(line.people[0])}
    else:
        label = _("Let all of them play")
    return (
        Answer("let-play", label),
        Answer("check", _("Check eligibility"), place=Place(Page.ELIGIBILITY)),
    )


def _of_unpaired(line: Check, _round: Round) -> Answers:
    name = {"name": written_name(line.people[0])}
    return (
        Answer("leave-out", _("Leave %(name)s out") % name),
        Answer("open", _("Open the player's page"), place=_page_of(line.people)),
    )


def _of_bye(line: Check, _round: Round) -> Answers:
    return (
        Answer(KEEP, _("Keep the bye")),
        Answer("open", _("Open the player's page"), place=_page_of(line.people)),
    )


def _of_departure(line: Check) -> Answers:
    leave = () if line.is_to_settle else (Answer(KEEP, _("Leave as it is")),)
    page = _PAGES.get(line.code)
    if page in (Page.CUT, Page.PODS):
        return (*leave, Answer("look", str(_LOOK[page]), place=Place(page, (line.number,))))
    return leave


_LOOK = {
    Page.CUT: gettext_lazy("Check who advances"),
    Page.PODS: gettext_lazy("Check the pods"),
}
_ANSWERS: Mapping[CheckCode, Callable[[Check, Round], Answers]] = {
    CheckCode.WINNER_DROPS: _of_drop,
    CheckCode.LEADER_DROPS: _of_drop,
    CheckCode.EARLY_RESULT: _of_result,
    CheckCode.PRESENT_NO_SHOW: _of_no_show,
    CheckCode.CONTRADICTION: _of_result,
    CheckCode.SOURCES_DIFFER: _of_verification,
    CheckCode.CALLED_WRONG: _of_result,
    CheckCode.LOSS_NOT_SHOWN: _of_open_result,
    CheckCode.TO_DISQUALIFY: _of_disqualification,
    CheckCode.DISQUALIFIED_PLAYS: _of_open_result,
    CheckCode.WITHOUT_ID: _of_missing_ids,
    CheckCode.NOT_ELIGIBLE: _of_not_eligible,
    CheckCode.WITHOUT_MATCH: _of_unpaired,
    CheckCode.UNPLANNED_BYE: _of_bye,
}
# Kinds of checks that require an answer; the others only inform.
ASKED: tuple[CheckCode, ...] = (*_ANSWERS, *_NO_LONGER_FOLLOWS)


def _match_of(line: Check) -> Match:
    match = line.match
    if match is None:
        raise ValueError(f"{line.code} is about no match.")
    return match


def _change(match: Match, round: Round) -> Answer:
    place = Place(Page.TABLE, (round.number, match.table or 0))
    return Answer("change", _("Change the result"), place=place)


def _page_of(people: Sequence[Enrollment]) -> Place:
    return Place(Page.PLAYER, (people[0].number,)) if len(people) == 1 else Place(Page.ROSTER)


def _keep_words(match: Match) -> str:
    """Return "Keep 2-1 for Esther", or "Keep this result" if there is no winner."""
    result = match.result
    if result is None or result.marks or result.winner not in (Winner.FIRST, Winner.SECOND):
        return _("Keep this result")
    is_first = result.winner is Winner.FIRST
    winner = match.first if is_first else match.second
    score = (result if is_first else result.turned()).figures
    return _("Keep %(score)s for %(name)s") % {"score": score, "name": written_name(winner)}
