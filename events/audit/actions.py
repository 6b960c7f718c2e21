"""Verify slips: key them a second time without seeing the first entry."""

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from events.core.event_write import Write, event_write
from events.core.guards import find_round, table_of
from events.core.refusals import RefusedError
from events.core.results.report_actions import NewReport, counts_for_journal, write_reports
from events.core.results.round_rules import check_result
from events.core.results.slips import Slip
from events.models import Match, Report, Verb


def verify_slip(*, event_id: int, actor: User, number: int, table: int, slip: Slip) -> Match:
    """Store the verification of one slip; the official report does not change.

    A newer verification by the same person replaces the older one; an identical one changes
    nothing. RefusedError for an impossible table or result, or an unposted round.
    """
    with event_write(event_id, actor) as write:
        round = find_round(write.event, number, "posted")
        match = table_of(round, table)
        check_result(match, slip.result)
        before = _own(match, actor)
        if before is not None:
            if before.result.equals(slip.result) and before.drops == slip.drops:
                return match
            _take_back(write, before)
        source = Report.Source.VERIFICATION
        write_reports([NewReport(match, slip.result, source, account=actor, drops=slip.drops)])
        write.journal(
            Verb.SLIP_VERIFIED, round=round, match=match, after=counts_for_journal(slip.result)
        )
    return match


def undo_verification(*, event_id: int, actor: User, number: int) -> Match:
    """Undo the newest verification by `actor` in a round."""
    with event_write(event_id, actor) as write:
        round = find_round(write.event, number, "posted")
        own = Report.objects.filter(
            match__round=round,
            source=Report.Source.VERIFICATION,
            account=actor,
            undone_at__isnull=True,
        )
        newest = own.select_related("match__first", "match__second").order_by("-pk").first()
        if newest is None:
            raise RefusedError(_("You have no verification in this round to undo."))
        match = newest.match
        match.round = round
        _take_back(write, newest)
        write.journal(
            Verb.VERIFICATION_UNDONE,
            round=round,
            match=match,
            before=counts_for_journal(newest.result),
        )
    return match


def _own(match: Match, actor: User) -> Report | None:
    verifications = match.reports.filter(source=Report.Source.VERIFICATION, account=actor)
    return verifications.filter(undone_at__isnull=True).order_by("-pk").first()


def _take_back(write: Write, report: Report) -> None:
    report.undone_at, report.undone_by = timezone.now(), write.actor
    report.save(update_fields=["undone_at", "undone_by"])
