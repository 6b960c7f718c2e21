"""Writing what was answered before going on from a round, as a part of an import."""

from collections.abc import Mapping, Sequence

from archive.gate import ABOUT, ArchivedGateAnswer
from archive.values import Archive
from events.models import Call, Event, GateAnswer, Match, Report, Round

BATCH = 1000


def create_gate_answers(
    event: Event, archive: Archive, rounds: Mapping[int, Round], calls: Sequence[Call]
) -> None:
    """Write the archived pre-flight answers under local row keys, so that no check is asked again.

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
    GateAnswer.objects.bulk_create(
        [
            GateAnswer(
                round=rounds[answer.round],
                key=_key(answer, matches, reports, calls),
                account_name=answer.by,
                at=answer.at,
                reason=answer.reason,
            )
            for answer in archive.gate_answers
        ],
        batch_size=BATCH,
    )


def _key(
    answer: ArchivedGateAnswer,
    matches: Mapping[tuple[int, int], int],
    reports: Mapping[int, Sequence[int]],
    calls: Sequence[Call],
) -> str:
    """Return what an answer is kept under here."""
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
