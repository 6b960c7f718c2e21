"""Figures and words of an event that a person sees before it is imported."""

import datetime
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from archive.values import Archive
from domain.kinds import MatchKind, RoundState
from domain.written_names import written
from events.core.questions.question import Answer, Question
from events.core.words.rule_profiles import profile_name
from events.models import Event, Stage
from events.transfer.foreign_files import Candidate
from events.transfer.words import columns_of, difference_lines
from standings.archive import profile_of


@dataclass(frozen=True, slots=True)
class StageSummary:
    """One stage: its kind in words, rounds announced and played, how many go on (None: all).

    No rounds are announced where their number follows from who plays.
    """

    kind: str
    rounds: int | None
    played: int
    advancing: int | None


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures; players meet in `matches`, `event` is unsaved and has the state."""

    event: Event
    stages: tuple[StageSummary, ...]
    dropped: int
    matches: int
    results: int
    byes: int


def summary_of(archive: Archive) -> Summary:
    """Return the figures of a checked archive."""
    matches = [match for round in archive.rounds for match in round.matches]
    contested = (MatchKind.PLAYED, MatchKind.TABLE)
    played = [match for match in matches if match.kind in contested]
    return Summary(
        event=Event(name=archive.event.name, state=archive.state.value),
        stages=tuple(
            StageSummary(
                kind=str(dict(Stage.KIND_WORDS)[stage.kind]),
                rounds=stage.rounds,
                played=sum(
                    round.stage == number and round.state is RoundState.COMPLETE
                    for round in archive.rounds
                ),
                advancing=None if stage.advance is None else len(stage.advance),
            )
            for number, stage in enumerate(archive.stages, start=1)
        ),
        dropped=len(archive.drops),
        matches=len(played),
        results=sum(match.games is not None for match in played),
        byes=sum(match.kind is MatchKind.BYE for match in matches),
    )


def events_like(user: User, name: str, date: datetime.date) -> list[Event]:
    """Return the events of this name and date that the person is on the staff of."""
    return list(Event.objects.filter(staff__user=user, name=name, date=date).order_by("slug"))


def preview_of(actor: User, candidate: Candidate) -> dict[str, Any]:
    """Return what the page shows of an event before it is imported."""
    archive = candidate.archive
    columns = columns_of(candidate)
    return {
        "archive": archive,
        "label": candidate.label,
        "unread": candidate.unread,
        "comparison": candidate.comparison,
        "differences": difference_lines(candidate),
        "profile": profile_name(profile_of(archive.event)),
        "summary": summary_of(archive),
        "doubts": candidate.doubts,
        "near": [
            {"pair": pair, "question": question_of_names(pair.first, pair.second)}
            for pair in candidate.near
        ],
        "skipped": candidate.skipped,
        "rows": candidate.rows,
        "remarks": candidate.remarks,
        "columns": columns,
        "column_rows": list(zip_longest(*(column.sample for column in columns), fillvalue="")),
        "names_only": candidate.comparison is not None and not archive.rounds,
        "like": events_like(actor, archive.event.name, archive.event.date),
    }


ONE_PERSON = "one-person"
ONE, TWO = "one", "two"


def question_of_names(first: str, second: str) -> Question:
    """Return the question whether two names, which never play in one round, are one person's."""
    names = {"first": written(first), "second": written(second)}
    return Question(
        ONE_PERSON,
        f"{first}\t{second}",
        _("Are “%(first)s” and “%(second)s” one person?") % names,
        (Answer(ONE, _("One person")), Answer(TWO, _("Two people"))),
        why=_("They never play in the same round."),
        names=(first, second),
    )
