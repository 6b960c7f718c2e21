"""Answers to pre-flight checks.

An answer is stored under the keys of rows, which mean nothing elsewhere; in an archive a report is
named by its place in its match, a match by its round and first player, a call by its place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from archive.preflight import ABOUT, ArchivedPreflightAnswer
from archive.values import Archive
from domain.kinds import PreflightCode
from domain.penalties import PenaltyKind
from events.models import Call, Event, Match, PreflightAnswer, Report, Round
from events.transfer.parts.judging import CALLS_IN_ORDER
from events.transfer.shared_fields import SharedFields

BATCH = 1000

ANSWER = SharedFields(
    ArchivedPreflightAnswer,
    "at",
    "reason",
    apart=(
        "round",
        "line",
        "by",
        "player",
        "people",
        "match",
        "match_round",
        "reports",
        "call",
        "penalty",
    ),
)

Parts = Mapping[str, str]


def archived_preflight_answers(event: Event, *, names: bool) -> tuple[ArchivedPreflightAnswer, ...]:
    """Return every answer, the oldest first; without `names` not who gave it. Five queries, or one.

    An answer about a row that was deleted is left out: its question never returns.
    """
    rows = PreflightAnswer.objects.filter(round__event=event).select_related("round", "account")
    answers = [(answer, *_parts(answer.key)) for answer in rows.order_by("pk")]
    if not answers:
        return ()
    places = _places(event, [parts for _answer, _line, parts in answers])
    return tuple(
        ANSWER.value_of(
            answer,
            round=answer.round.number,
            line=line,
            by=answer.who if names else "",
            **about,
        )
        for answer, line, parts in answers
        if (about := places.about(answer.round.number, parts)) is not None
    )


def _parts(key: str) -> tuple[PreflightCode, Parts]:
    """Return the line that an answer is stored under, and by name what it is about."""
    line, *parts = key.split(":")
    return PreflightCode(line), dict(zip(ABOUT[PreflightCode(line)], parts, strict=True))


@dataclass(frozen=True, slots=True)
class _Places:
    """Where an archive has the rows: matches by round and first player, reports also by place."""

    players: frozenset[int]
    matches: Mapping[int, tuple[int, int]]
    reports: Mapping[int, tuple[int, int]]
    calls: Mapping[int, int]

    def about(self, round: int, parts: Parts) -> dict[str, Any] | None:
        """Return what an answer is about in an archive's words; None if that was deleted."""
        about: dict[str, Any] = {}
        match = int(parts["match"]) if "match" in parts else None
        if "reports" in parts:
            of_reports = [self.reports.get(pk) for pk in _keys(parts)]
            if not of_reports or None in of_reports:
                return None
            match = of_reports[0][0] if of_reports[0] else None
            about["reports"] = tuple(place for _match, place in filter(None, of_reports))
        if match is not None:
            if match not in self.matches:
                return None
            number, about["match"] = self.matches[match]
            about["match_round"] = None if number == round else number
        if "player" in parts:
            about["player"] = int(parts["player"])
            if about["player"] not in self.players:
                return None
        if "call" in parts:
            if int(parts["call"]) not in self.calls:
                return None
            about["call"] = self.calls[int(parts["call"])]
        if "people" in parts:
            about["people"] = parts["people"]
        if "penalty" in parts:
            about["penalty"] = PenaltyKind(parts["penalty"])
        return about


def _keys(parts: Parts) -> list[int]:
    return [int(pk) for pk in parts.get("reports", "").split("-") if pk.isdecimal()]


def _places(event: Event, answers: Iterable[Parts]) -> _Places:
    """Find the rows that answers are about. Four queries."""
    wanted = {pk for parts in answers for pk in _keys(parts)}
    of_matches = Report.objects.filter(pk__in=wanted).values("match")
    rows = Report.objects.filter(match__in=of_matches).order_by("pk").values_list("pk", "match")
    reports: dict[int, tuple[int, int]] = {}
    counted: dict[int, int] = {}
    for pk, match in rows:
        reports[pk] = match, counted.get(match, 0)
        counted[match] = counted.get(match, 0) + 1
    asked = {*counted, *(int(parts["match"]) for parts in answers if "match" in parts)}
    matches = Match.objects.filter(pk__in=asked).values_list("pk", "round__number", "first__number")
    calls = Call.objects.filter(match__round__event=event).order_by(*CALLS_IN_ORDER)
    return _Places(
        frozenset(event.enrollments.values_list("number", flat=True)),
        {pk: (number, first) for pk, number, first in matches},
        reports,
        {pk: place for place, pk in enumerate(calls.values_list("pk", flat=True))},
    )


def create_preflight_answers(
    event: Event, archive: Archive, rounds: Mapping[int, Round], calls: Sequence[Call]
) -> None:
    """Write the archived pre-flight answers under local row keys, so that no question returns.

    `calls` is in archive order. The person who answered is stored as a name, not linked to an
    account.
    """
    if not archive.gate_answers:
        return
    wanted = {answer.of_match for answer in archive.gate_answers}
    matches = {
        (number, first): pk
        for pk, number, first in Match.objects.filter(round__event=event).values_list(
            "pk", "round__number", "first__number"
        )
        if (number, first) in wanted
    }
    reports: dict[int, list[int]] = {}
    of_matches = Report.objects.filter(match__in=matches.values()).order_by("pk")
    for pk, match in of_matches.values_list("pk", "match"):
        reports.setdefault(match, []).append(pk)
    PreflightAnswer.objects.bulk_create(
        [
            PreflightAnswer(
                round=rounds[answer.round],
                key=_key(answer, matches, reports, calls),
                account_name=answer.by,
                **ANSWER.columns_of(answer),
            )
            for answer in archive.gate_answers
        ],
        batch_size=BATCH,
    )


def _key(
    answer: ArchivedPreflightAnswer,
    matches: Mapping[tuple[int, int], int],
    reports: Mapping[int, Sequence[int]],
    calls: Sequence[Call],
) -> str:
    """Return what an answer is stored under here."""
    about = {
        "round": str(answer.round),
        "people": answer.people or "",
        "player": str(answer.player),
        "penalty": str(answer.penalty),
    }
    if answer.of_match is not None:
        match = matches[answer.of_match]
        about["match"] = str(match)
        about["reports"] = "-".join(str(reports[match][place]) for place in answer.reports)
    if answer.call is not None:
        about["call"] = str(calls[answer.call].pk)
    return ":".join([answer.line.value, *(about[part] for part in ABOUT[answer.line])])
