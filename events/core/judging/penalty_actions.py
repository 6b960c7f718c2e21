"""Penalties of players for infractions."""

import datetime

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain.limits import NOTE_LENGTH
from domain.results import Winner
from events.core.drops.actions import find_player
from events.core.edit_conflicts import check_token
from events.core.event_write import Write, event_write
from events.core.judging.penalty_queries import penalty_values
from events.core.players.teams import member_at
from events.core.refusals import RefusedError
from events.core.typed_values import checked_text, needed_reason
from events.models import (
    Enrollment,
    Event,
    Infraction,
    Match,
    Penalty,
    PenaltyKind,
    Report,
    Round,
    Verb,
)

UNDO_MINUTES = 10


def give_penalty(
    *,
    event_id: int,
    actor: User,
    number: int,
    infraction: Infraction,
    penalty: PenaltyKind,
    note: str = "",
    seat: str = "",
) -> Penalty:
    """Record a penalty of player `number` in the round that is being played, if one is.

    It changes no result: a game or match loss is entered with the result of the match, a
    disqualification is carried out by `disqualify`. `seat` names the member of a team, A, B or C,
    whose name then begins the note. RefusedError when there is no such player or seat.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        enrollment = find_player(event, number)
        shown = event.rounds.posted()
        current = shown.order_by("-number").first()
        told = ": ".join(filter(None, (member_at(enrollment, seat), note.strip())))
        return record_penalty(write, actor, current, enrollment, infraction, penalty, told)


def record_penalty(
    write: Write,
    actor: User,
    round: Round | None,
    enrollment: Enrollment,
    infraction: Infraction,
    penalty: PenaltyKind,
    note: str = "",
) -> Penalty:
    """Record a penalty as a part of a write."""
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
    )
    return made


def follow_tardiness(
    write: Write, match: Match, before: Report | None, after: Report | None
) -> None:
    """Record or remove the match loss for tardiness that a no-show brought, with what counts now.

    A part of the write in which `after` counts at a match in the place of `before`. A penalty that
    somebody changed or removed since is theirs, and stays as it is.
    """
    if before is not None and before.records_tardiness and not _records(after):
        late = _late_by(match, before)
        given = late.penalties.filter(
            round_number=match.round.number,
            infraction=Infraction.TARDINESS,
            penalty=PenaltyKind.MATCH_LOSS,
        ).last()
        if given is not None:
            _remove(write, given)
    actor = write.actor or (after.account if after else None)
    if after is not None and actor is not None and _records(after) and not _records(before):
        late, kind = _late_by(match, after), PenaltyKind.MATCH_LOSS
        record_penalty(write, actor, match.round, late, Infraction.TARDINESS, kind)


def _records(report: Report | None) -> bool:
    return report is not None and report.records_tardiness


def _late_by(match: Match, report: Report) -> Enrollment:
    """Return who did not come, by the report of a no-show."""
    first_lost = match.second is None or report.result.winner is Winner.SECOND
    return match.first if first_lost or match.second is None else match.second


def change_penalty(
    *,
    event_id: int,
    actor: User,
    penalty_id: int,
    penalty: PenaltyKind,
    reason: str,
    token: str = "",
) -> Penalty:
    """Upgrade or downgrade a penalty that was recorded; the journal keeps what it was and why.

    `token`: as check_token takes it. RefusedError without a reason, and for the same penalty.
    """
    with event_write(event_id, actor) as write:
        given = _given(write.event, penalty_id)
        check_token(token, penalty_values(given))
        if given.penalty == penalty:
            raise RefusedError(_("This is already the recorded penalty."), "penalty")
        reason = needed_reason(reason)
        write.journal(
            Verb.PENALTY_CHANGED,
            enrollment=given.enrollment,
            infraction=given.infraction,
            before=given.penalty,
            penalty=str(penalty),
            reason=reason,
        )
        given.penalty = penalty
        given.save(update_fields=["penalty"])
    return given


def _given(event: Event, penalty_id: int) -> Penalty:
    penalties = Penalty.objects.filter(pk=penalty_id, enrollment__event=event)
    given = penalties.select_related("enrollment").first()
    if given is None:
        raise RefusedError(_("This penalty was already removed."))
    return given


def can_undo(penalty: Penalty, actor: User, now: datetime.datetime) -> bool:
    """Whether this person recorded a penalty in the last UNDO_MINUTES."""
    since = now - penalty.given_at
    return penalty.given_by_id == actor.pk and since < datetime.timedelta(minutes=UNDO_MINUTES)


def undo_penalty(*, event_id: int, actor: User, penalty_id: int) -> Penalty:
    """Remove a penalty that the actor recorded in the last UNDO_MINUTES.

    RefusedError for any other one: the head judge removes it.
    """
    with event_write(event_id, actor) as write:
        mistaken = _given(write.event, penalty_id)
        if not can_undo(mistaken, actor, timezone.now()):
            words = _(
                "Only the judge who recorded a penalty can undo it, in the first %(minutes)d "
                "minutes. The head judge can remove it."
            )
            raise RefusedError(words % {"minutes": UNDO_MINUTES})
        _remove(write, mistaken)
    return mistaken


def remove_penalty(*, event_id: int, actor: User, penalty_id: int, token: str = "") -> Penalty:
    """Remove a penalty that was recorded by mistake; the journal keeps what it was.

    `token`: as check_token takes it.
    """
    with event_write(event_id, actor) as write:
        mistaken = _given(write.event, penalty_id)
        check_token(token, penalty_values(mistaken))
        _remove(write, mistaken)
    return mistaken


def _remove(write: Write, penalty: Penalty) -> None:
    write.journal(
        Verb.PENALTY_REMOVED,
        enrollment=penalty.enrollment,
        infraction=penalty.infraction,
        penalty=penalty.penalty,
    )
    penalty.delete()
