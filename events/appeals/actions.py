"""Record appeals: who ruled, who heard it, and the outcome (rules, 1.7)."""

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.translation import gettext as _

from domain.limits import NOTE_LENGTH
from events.core.drops.drop_parts import find_player
from events.core.event_write import event_write
from events.core.refusals import RefusedError
from events.core.typed_values import checked_text, needed_reason
from events.models import Appeal, Event, Verb


def record_appeal(
    *,
    event_id: int,
    actor: User,
    number: int,
    ruling: str,
    ruled_by: str,
    heard_by: str,
    outcome: str,
    note: str = "",
) -> Appeal:
    """Record the outcome of an appeal of player `number` in the newest posted round.

    `ruled_by` and `heard_by` are user names of the staff. Raises RefusedError if the hearer is
    neither head judge nor named for appeals, or is the judge who ruled.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        enrollment = find_player(event, number)
        ruling = needed_reason(ruling)
        _check_judges(event, ruled_by, heard_by)
        if outcome not in tuple(Appeal.Outcome):
            raise RefusedError(_("Choose the outcome."), "outcome")
        current = event.rounds.posted().order_by("-number").first()
        made = Appeal.objects.create(
            enrollment=enrollment,
            round_number=current.number if current else None,
            ruling=ruling,
            ruled_by=ruled_by,
            heard_by=heard_by,
            outcome=outcome,
            note=checked_text(note, NOTE_LENGTH, "note"),
            recorded_by=actor,
        )
        write.journal(
            Verb.APPEAL_RECORDED,
            round=current,
            enrollment=enrollment,
            ruled_by=ruled_by,
            heard_by=heard_by,
            outcome=outcome,
        )
    return made


def remove_appeal(*, event_id: int, actor: User, appeal_id: int, reason: str) -> Appeal:
    """Remove an appeal recorded by mistake; its journal entry describes it."""
    with event_write(event_id, actor) as write:
        appeals = Appeal.objects.filter(pk=appeal_id, enrollment__event=write.event)
        mistaken = appeals.select_related("enrollment").first()
        if mistaken is None:
            raise RefusedError(_("This appeal was already removed."))
        reason = needed_reason(reason)
        write.journal(
            Verb.APPEAL_REMOVED,
            enrollment=mistaken.enrollment,
            outcome=mistaken.outcome,
            reason=reason,
        )
        mistaken.delete()
    return mistaken


def _check_judges(event: Event, ruled_by: str, heard_by: str) -> None:
    staff = event.staff.select_related("user")
    if not staff.filter(user__username=ruled_by).exists():
        raise RefusedError(_("Choose the judge who ruled."), "ruled_by")
    hearing = staff.filter(Q(head_judge=True) | Q(hears_appeals=True))
    if not hearing.filter(user__username=heard_by).exists():
        raise RefusedError(
            _("Appeals are heard by the head judge or a judge named by the head judge."),
            "heard_by",
        )
    if ruled_by == heard_by:
        raise RefusedError(_("The judge who ruled cannot hear the appeal."), "heard_by")
