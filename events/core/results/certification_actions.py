"""Certify the results of a round, and withdraw the certification."""

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.event_write import Write, event_write
from events.core.guards import find_round
from events.core.refusals import RefusedError
from events.core.results.result_audit import audit_round
from events.core.typed_values import needed_reason
from events.models import Certification, Match, Round, Verb


def certify_round(
    *, event_id: int, actor: User, number: int, reason: str = "", alone: bool = False
) -> Certification:
    """Certify that the results of a complete round are right.

    Everyone with the permission can certify once every table has two agreeing sources. `alone`:
    this person may do so before, with a reason. RefusedError otherwise, and if it is certified
    already.
    """
    with event_write(event_id, actor) as write:
        round = find_round(write.event, number)
        if not round.is_complete:
            raise RefusedError(_("Round %(number)d is not complete.") % {"number": number})
        if certification_of(round) is not None:
            raise RefusedError(_("Round %(number)d is already certified.") % {"number": number})
        sources = audit_round(round)
        if sources.all_agree:
            reason = ""
        elif alone:
            reason = needed_reason(reason)
        else:
            raise RefusedError(
                ngettext(
                    "%(agreed)d of %(total)d table has two sources that agree. Until every "
                    "table does, only the head judge can certify the round.",
                    "%(agreed)d of %(total)d tables have two sources that agree. Until every "
                    "table does, only the head judge can certify the round.",
                    len(sources.tables),
                )
                % {"agreed": sources.agreed, "total": len(sources.tables)}
            )
        made = Certification.objects.create(
            round=round,
            at=timezone.now(),
            account=actor,
            agreed=sources.agreed,
            total=len(sources.tables),
            reason=reason,
        )
        write.journal(
            Verb.ROUND_CERTIFIED,
            round=round,
            agreed=made.agreed,
            total=made.total,
            reason=reason,
        )
    return made


def withdraw_certification(write: Write, round: Round, match: Match | None = None) -> None:
    """Withdraw the certification of a round inside an event write, if there is one.

    `match`: the match with the corrected result; None: the round was reopened.
    """
    certification = certification_of(round)
    if certification is None:
        return
    certification.withdrawn_at, certification.withdrawn_by = timezone.now(), write.actor
    certification.withdrawn_table = match.table if match else None
    certification.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_table"])
    write.journal(Verb.CERTIFICATION_WITHDRAWN, round=round, match=match)


def certification_of(round: Round) -> Certification | None:
    """Return the current certification of a round; None without one. One query."""
    return round.certifications.filter(withdrawn_at__isnull=True).first()
