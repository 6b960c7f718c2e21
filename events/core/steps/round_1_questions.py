"""Questions before round 1: players who are not ready, and settings against the rules."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from domain.written_names import written_name
from events.core.eligibility.eligibility_words import barred_words
from events.core.eligibility.queries import Barred
from events.core.players.before_round_1 import BeforeRound1, Choice, Group, before_round_1
from events.core.questions.question import (
    Answer,
    Page,
    Place,
    Question,
    Settled,
    digest_of_players,
)
from events.core.steps.bye_questions import bye_questions
from events.core.words.preflight_words import first_names
from events.models import Enrollment, Event

LEAVE_OUT, PAIR_ALL, CONTINUE = "leave-out", "pair-all", "continue"
Excluded = Enrollment.Excluded
CODES = (Excluded.ABSENT, Excluded.DECKLIST, Excluded.NOT_ELIGIBLE)
WITHOUT_ID, SHORT_ROUND = "without-id", "short-round"

_TEXTS = {
    Excluded.ABSENT: ngettext_lazy(
        "Pair round 1 without %(count)d player who is not checked in?",
        "Pair round 1 without %(count)d players who are not checked in?",
        "count",
    ),
    Excluded.DECKLIST: ngettext_lazy(
        "Pair round 1 without %(count)d player who has no decklist?",
        "Pair round 1 without %(count)d players who have no decklist?",
        "count",
    ),
    Excluded.NOT_ELIGIBLE: ngettext_lazy(
        "Pair round 1 without %(count)d player who is not eligible?",
        "Pair round 1 without %(count)d players who are not eligible?",
        "count",
    ),
}
# Without them too few would play.
_TEXTS_OF_ALL = {
    Excluded.ABSENT: ngettext_lazy(
        "Pair round 1 with %(count)d player who is not checked in?",
        "Pair round 1 with %(count)d players who are not checked in?",
        "count",
    ),
    Excluded.DECKLIST: ngettext_lazy(
        "Pair round 1 with %(count)d player who has no decklist?",
        "Pair round 1 with %(count)d players who have no decklist?",
        "count",
    ),
    Excluded.NOT_ELIGIBLE: ngettext_lazy(
        "Pair round 1 with %(count)d player who is not eligible?",
        "Pair round 1 with %(count)d players who are not eligible?",
        "count",
    ),
}
_LABELS = {
    Excluded.ABSENT: gettext_lazy("Pair the %(count)d who are here"),
    Excluded.DECKLIST: gettext_lazy("Pair the %(count)d with decklists"),
    Excluded.NOT_ELIGIBLE: gettext_lazy("Pair the %(count)d who are eligible"),
}
_PAGES = {
    Excluded.ABSENT: (Page.ROSTER_CHECK_IN, gettext_lazy("Open check-in")),
    Excluded.DECKLIST: (Page.DECKS, gettext_lazy("Open decklists")),
    Excluded.NOT_ELIGIBLE: (Page.ELIGIBILITY, gettext_lazy("Check eligibility")),
}


def questions_before_round_1(event: Event) -> list[Question]:
    """Return the questions before round 1 is paired, in a fixed number of queries."""
    return round_1_questions(before_round_1(event))


def round_1_questions(open_checks: BeforeRound1) -> list[Question]:
    """Return the open checks before round 1 as questions."""
    ways = {choice.codes: choice for choice in open_checks.choices}
    questions = [
        _of_group(group, ways.get((group.code,)), open_checks.playing)
        for group in open_checks.groups
    ]
    if open_checks.without_id:
        questions.append(_of_missing_ids(open_checks.without_id))
    if open_checks.short_minutes:
        questions.append(_of_short_rounds(open_checks.short_minutes))
    return questions + bye_questions(open_checks.bye_changes)


def left_out(settled: Sequence[Settled]) -> tuple[list[Excluded], list[Enrollment]]:
    """Return the chosen reasons to leave players out of round 1, and all players asked about."""
    codes = [Excluded(each.question.code) for each in settled if each.answer.code == LEAVE_OUT]
    named = [
        player
        for each in settled
        if each.question.code in CODES
        for player in each.question.players
    ]
    return codes, named


def _of_group(group: Group, choice: Choice | None, playing: int) -> Question:
    page, label = _PAGES[group.code]
    leave_out = (
        (
            Answer(
                LEAVE_OUT,
                str(_LABELS[group.code]) % {"count": choice.count},
                _("They stay on the roster and can enter late."),
            ),
        )
        if choice
        else ()
    )
    return Question(
        group.code.value,
        digest_of_players(group.people),
        str((_TEXTS if choice else _TEXTS_OF_ALL)[group.code] % {"count": len(group.people)}),
        (
            *leave_out,
            Answer(PAIR_ALL, _("Pair all %(count)d") % {"count": playing}),
            Answer("open", str(label), place=Place(page)),
        ),
        why=_named(group.people, group.why),
        players=group.people,
        figures={"count": len(group.people), "playing": playing},
    )


def _of_missing_ids(players: tuple[Enrollment, ...]) -> Question:
    place = Place(Page.PLAYER, (players[0].number,)) if len(players) == 1 else Place(Page.ROSTER)
    words = ngettext(
        "Pair %(count)d player without a platform ID?",
        "Pair %(count)d players without a platform ID?",
        len(players),
    )
    return Question(
        WITHOUT_ID,
        digest_of_players(players),
        words % {"count": len(players)},
        (
            Answer(CONTINUE, _("Pair without an ID")),
            Answer("add", _("Add the ID"), place=place),
        ),
        why=_named(players),
        players=players,
    )


def _of_short_rounds(minutes: int) -> Question:
    words = ngettext(
        "Play rounds of %(minutes)d minute?", "Play rounds of %(minutes)d minutes?", minutes
    )
    change = Answer("change", _("Change the settings"), place=Place(Page.SETTINGS))
    return Question(
        SHORT_ROUND,
        f"{minutes}",
        words % {"minutes": minutes},
        (Answer(CONTINUE, _("Keep %(minutes)d minutes") % {"minutes": minutes}), change),
        why=_(
            "The rules ask for at least 40 minutes. The time is announced once round 1 is posted."
        ),
    )


def _named(players: Sequence[Enrollment], marks: Sequence[Barred] = ()) -> str:
    """Return the first names, each with the mark that bars the player, and how many more."""
    names = [written_name(player) for player in players]
    for place, mark in enumerate(marks):
        words = _(", ").join(filter(None, (barred_words(mark), mark.note)))
        names[place] = _("%(name)s (%(mark)s)") % {"name": names[place], "mark": words}
    return first_names(names)
