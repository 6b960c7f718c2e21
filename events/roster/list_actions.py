"""Enroll a list of players, and let its lines add to those who are enrolled already."""

from collections.abc import Sequence
from dataclasses import replace

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from domain.written_names import written
from events.core.drops.drop_parts import find_player
from events.core.event_write import event_write
from events.core.players.actions import change_enrollment
from events.core.players.enrollment_actions import enroll_in
from events.core.players.enrollment_questions import NAMESAKE
from events.core.players.player_entries import EnrollmentData, NewEnrollment
from events.core.players.same_person import check_no_twin_since
from events.core.players.teams import members_of
from events.core.questions.question import NO_ANSWERS, Answer, Given, Question, Settled, settle
from events.core.refusals import RefusedError
from events.core.sign_ups.actions import mark_paid
from events.models import Enrollment, Event
from events.roster.parsing.listed_players import Answers, Preview, PreviewLine
from events.roster.preview import preview

LEAVE, MERGE, ANYWAY = "leave", "merge", "anyway"


def enroll_list(
    *,
    event_id: int,
    actor: User,
    listed: Preview,
    since: int,
    shown: int | None = None,
    because: str = "",
    given: Given = NO_ANSWERS,
) -> list[Enrollment]:
    """Enroll a list as its preview shows it, and let its merged lines add to enrolled players.

    `given`: the answers with which a program's list was read. `shown`: how many lines the person
    saw as new; None for a list without a preview. `since` is as for `enroll`, `because` why players
    who are not eligible play. Raises QuestionsError for lines that may be a player of the roster
    and have no answer, and RefusedError where the roster changed since, or nobody can be enrolled.
    """
    if shown is not None and shown != listed.new:
        raise RefusedError(
            _("The roster changed since you opened this page. Check the list again.")
        )
    settled = _settle_lines(listed, given)
    if not listed.count and not listed.additions:
        raise RefusedError(_("No player in this list can be enrolled."))
    return take_list(
        event_id=event_id,
        actor=actor,
        entries=[replace(entry, eligible_because=because) for entry in listed.entries],
        additions=listed.additions,
        since=since,
        settled=[settled.get(item.line.number, ()) for item in listed.taken],
    )


def read_answered(event: Event, text: str, given: Given, late: str | None = None) -> Preview:
    """Read a list as its preview does, with the answers of a request to its questions.

    `late` goes into every entry. RefusedError for a list that is too long.
    """
    listed = preview(event, text, late=late)
    chosen: dict[str, set[int]] = {ANYWAY: set(), MERGE: set(), LEAVE: set()}
    for item in listed.questions:
        number = item.line.number
        chosen.get(given.to(_question_of_line(item)), set()).add(number)
    anyway, merged, left = (frozenset(chosen[code]) for code in (ANYWAY, MERGE, LEAVE))
    answers = Answers(anyway, merged, left)
    return replace(listed, answers=answers)


def _settle_lines(listed: Preview, given: Given) -> dict[int, Sequence[Settled]]:
    """Settle whether each line is another person than its twin; return that by line."""
    questions = {item.line.number: _question_of_line(item) for item in listed.questions}
    answers = {
        questions[item.line.number].key: answer
        for item in listed.questions
        if (answer := listed.answer(item))
    }
    settled = settle(list(questions.values()), Given({**given.answers, **answers}))
    return {number: [each] for number, each in zip(questions, settled, strict=True)}


def _question_of_line(item: PreviewLine) -> Question:
    """Return the question whether a line is another person than the player it looks like."""
    name = {"name": written(item.entry.name)}
    return Question(
        NAMESAKE,
        f"line-{item.line.number}",
        _("Enroll another %(name)s?") % name,
        (
            Answer(ANYWAY, _("Different person: enroll")),
            Answer(MERGE, _("Same person: merge")),
            Answer(LEAVE, _("Same person: do not enroll")),
        ),
        why=str(item.why),
        figures={"line": item.line.number},
    )


def take_list(
    *,
    event_id: int,
    actor: User,
    entries: Sequence[NewEnrollment],
    additions: Sequence[tuple[int, NewEnrollment]] = (),
    since: int | None = None,
    settled: Sequence[Sequence[Settled]] = (),
) -> list[Enrollment]:
    """Enroll everyone in `entries` and fill in missing data of enrolled players, or do nothing.

    `additions` are player numbers and new data: an e-mail address, a platform ID or byes that the
    player lacks. Existing data does not change. `since` is as for `enroll`, `settled` as for
    `enroll_in`. Returns the players who were enrolled. Raises RefusedError as `enroll` and
    `change_enrollment` do.
    """
    with event_write(event_id, actor) as write:
        if since is not None:
            check_no_twin_since(write.event, since, [entry.name for entry in entries])
        for number, more in additions:
            enrollment = find_player(write.event, number)
            data = EnrollmentData(
                name=enrollment.name,
                email=enrollment.player.email or more.email,
                platform_id=enrollment.platform_id or more.platform_id,
                awarded_byes=enrollment.awarded_byes or more.awarded_byes,
                fixed_table=enrollment.fixed_table,
                reading=enrollment.reading or more.reading,
                sort_name=enrollment.sort_name or more.sort_name,
                members=members_of(enrollment) if write.event.is_for_teams else (),
            )
            change_enrollment(event_id=event_id, actor=actor, number=number, data=data)
            if more.paid:
                mark_paid(event_id=event_id, actor=actor, number=number, paid=True)
        if not entries:
            return []
        return enroll_in(write, entries, Enrollment.Source.LIST, settled)
