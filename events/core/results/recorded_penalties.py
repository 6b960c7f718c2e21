"""Write the row of a penalty: recorded, removed, or following from a no-show."""

from collections.abc import Sequence

from django.contrib.auth.models import User

from domain.limits import NOTE_LENGTH
from domain.results import Winner
from events.core.event_write import Write
from events.core.questions.question import Settled, answers_for_journal
from events.core.typed_values import checked_text
from events.models import (
    Enrollment,
    Infraction,
    Match,
    Penalty,
    PenaltyKind,
    Report,
    Round,
    Verb,
)


def record_penalty(
    write: Write,
    actor: User,
    round: Round | None,
    enrollment: Enrollment,
    infraction: Infraction,
    penalty: PenaltyKind,
    note: str = "",
    settled: Sequence[Settled] = (),
) -> Penalty:
    """Record a penalty as a part of a write; `settled`: the questions answered before it."""
    made = Penalty.objects.create(
        enrollment=enrollment,
        round_number=round.number if round else None,
        infraction=infraction,
        penalty=penalty,
        note=checked_text(note, NOTE_LENGTH, "note"),
        given_by=actor,
    )
    write.journal(
        Verb.PENALTY_GIVEN,
        round=round,
        enrollment=enrollment,
        infraction=str(infraction),
        penalty=str(penalty),
        note=made.note,
        **answers_for_journal(settled),
    )
    return made


def follow_tardiness(
    write: Write, match: Match, before: Report | None, after: Report | None
) -> None:
    """Record or remove the match loss for tardiness when a match's official report changes.

    A part of the write in which `after` becomes official in place of `before`. A penalty that a
    person changed or removed since does not change.
    """
    if before is not None and before.records_tardiness and not _records(after):
        late = _late_by(match, before)
        given = late.penalties.filter(
            round_number=match.round.number,
            infraction=Infraction.TARDINESS,
            penalty=PenaltyKind.MATCH_LOSS,
        ).last()
        if given is not None:
            remove_record(write, given)
    actor = write.actor or (after.account if after else None)
    if after is not None and actor is not None and _records(after) and not _records(before):
        late, kind = _late_by(match, after), PenaltyKind.MATCH_LOSS
        record_penalty(write, actor, match.round, late, Infraction.TARDINESS, kind)


def _records(report: Report | None) -> bool:
    return report is not None and report.records_tardiness


def _late_by(match: Match, report: Report) -> Enrollment:
    """Return the absent player, by the report of a no-show."""
    first_lost = match.second is None or report.result.winner is Winner.SECOND
    return match.first if first_lost or match.second is None else match.second


def remove_record(write: Write, penalty: Penalty) -> None:
    """Remove a penalty as a part of a write; the journal names it."""
    write.journal(
        Verb.PENALTY_REMOVED,
        enrollment=penalty.enrollment,
        infraction=penalty.infraction,
        penalty=penalty.penalty,
    )
    penalty.delete()
