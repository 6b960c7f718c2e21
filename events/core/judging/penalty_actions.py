"""Record, change and remove penalties for infractions, and notes of investigations."""

import datetime

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain.limits import DESCRIPTION_LENGTH
from events.core.drops.drop_parts import find_player
from events.core.edit_conflicts import check_token
from events.core.event_write import event_write
from events.core.judging.penalty_queries import (
    earlier_penalties,
    penalty_values,
    question_of_recommendation,
    reason_words,
)
from events.core.players.teams import member_at
from events.core.questions.question import NO_ANSWERS, Given, Settled, settle
from events.core.refusals import RefusedError
from events.core.results.assigned_losses import record_penalty, remove_record
from events.core.typed_values import checked_text, needed_reason
from events.models import (
    Event,
    Infraction,
    InvestigationNote,
    Penalty,
    PenaltyKind,
    Verb,
)

UNDO_MINUTES = 10


def give_penalty(
    *,
    event_id: int,
    actor: User,
    number: int,
    infraction: Infraction,
    penalty: PenaltyKind | None = None,
    note: str = "",
    seat: str = "",
    earlier: int | None = None,
    given: Given = NO_ANSWERS,
) -> Penalty:
    """Record a penalty of player `number` in the round that is being played, if one is.

    Without `penalty` the recommended one. `earlier`: how many penalties of the player the judge
    saw; if more have changed the recommendation since, QuestionsError asks first.

    It changes no result: a game or match loss is entered with the result of the match, and
    `disqualify` carries out a disqualification. `seat` names the member of a team, A, B or C, whose
    name then begins the note. RefusedError for an unknown player or seat, and for another penalty
    than the recommended one without a note.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        enrollment = find_player(event, number)
        before = earlier_penalties(event, enrollment)
        recommended = before.proposals[infraction]
        settled: tuple[Settled, ...] = ()
        if penalty is None and earlier is not None and earlier != len(before.here):
            asked = question_of_recommendation(enrollment, infraction, recommended, before)
            settled = settle([asked], given)
        penalty = penalty or recommended
        if penalty != recommended and not note.strip():
            raise RefusedError(reason_words(infraction, recommended), "note")
        shown = event.rounds.posted()
        current = shown.order_by("-number").first()
        full_note = ": ".join(filter(None, (member_at(enrollment, seat), note.strip())))
        return record_penalty(
            write, actor, current, enrollment, infraction, penalty, full_note, settled=settled
        )


def change_penalty(
    *,
    event_id: int,
    actor: User,
    penalty_id: int,
    penalty: PenaltyKind,
    reason: str,
    token: str = "",
) -> Penalty:
    """Upgrade or downgrade a recorded penalty; the journal stores the old one and the reason.

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
    """Return whether this person recorded a penalty in the last UNDO_MINUTES."""
    since = now - penalty.given_at
    return penalty.given_by_id == actor.pk and since < datetime.timedelta(minutes=UNDO_MINUTES)


def undo_penalty(*, event_id: int, actor: User, penalty_id: int) -> Penalty:
    """Undo a penalty that the actor recorded in the last UNDO_MINUTES.

    RefusedError for any other one, which only the head judge can remove.
    """
    with event_write(event_id, actor) as write:
        mistaken = _given(write.event, penalty_id)
        if not can_undo(mistaken, actor, timezone.now()):
            words = _(
                "Only the judge who recorded a penalty can undo it, in the first %(minutes)d "
                "minutes. The head judge can remove it."
            )
            raise RefusedError(words % {"minutes": UNDO_MINUTES})
        remove_record(write, mistaken)
    return mistaken


def remove_penalty(*, event_id: int, actor: User, penalty_id: int, token: str = "") -> Penalty:
    """Remove a penalty that was recorded by mistake; the journal names it.

    `token`: as check_token takes it.
    """
    with event_write(event_id, actor) as write:
        mistaken = _given(write.event, penalty_id)
        check_token(token, penalty_values(mistaken))
        remove_record(write, mistaken)
    return mistaken


def note_investigation(
    *, event_id: int, actor: User, text: str, number: int | None = None
) -> InvestigationNote:
    """Store a note about an investigation, of player `number` or without a player.

    The journal records only that a note was written, not its text or its player. RefusedError for
    an empty note and for a number that no player has.
    """
    with event_write(event_id, actor, finished=True) as write:
        text = checked_text(text, DESCRIPTION_LENGTH, "text")
        if not text:
            raise RefusedError(_("Write the note first."), "text")
        player = find_player(write.event, number) if number is not None else None
        note = InvestigationNote.objects.create(
            event=write.event,
            player_number=player.number if player else None,
            text=text,
            written_by=actor,
        )
        write.journal(Verb.INVESTIGATION_NOTED)
    return note


def remove_investigation(*, event_id: int, actor: User, note_id: int) -> None:
    """Remove a note for good: its text is stored nowhere else. RefusedError if it is gone."""
    with event_write(event_id, actor, finished=True) as write:
        deleted, _rows = write.event.investigation_notes.filter(pk=note_id).delete()
        if not deleted:
            raise RefusedError(_("This note was already removed."))
        write.journal(Verb.INVESTIGATION_REMOVED)
