"""Slips that somebody keys a second time, without seeing what was keyed before."""

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from events.core.event_write import Write, open_event
from events.core.refusals import RefusedError
from events.core.results.report_actions import Said, as_told, write_reports
from events.core.results.slips import Slip
from events.core.rounds.guards import check_result, seen_of, table_of
from events.models import Match, Report, Verb


def read_slip(*, event_id: int, actor: User, number: int, table: int, slip: Slip) -> Match:
    """Keep what somebody read on the slip of one table, beside what counts: it changes nothing.

    A newer reading of the same person takes the place of the older one; the same once more changes
    nothing. RefusedError for a table or a result that can't be, or a round nobody has seen.
    """
    with open_event(event_id, actor) as write:
        round = seen_of(write.event, number)
        match = table_of(round, table)
        check_result(round, slip.result)
        before = _own(match, actor)
        if before is not None:
            if before.result.says_the_same(slip.result) and before.drops == slip.drops:
                return match
            _take_back(write, before)
        source = Report.Source.READING
        write_reports([Said(match, slip.result, source, account=actor, drops=slip.drops)])
        write.journal(Verb.SLIP_READ, round=round, match=match, after=as_told(slip.result))
    return match


def take_back_reading(*, event_id: int, actor: User, number: int) -> Match:
    """Take back the newest slip that `actor` read a second time in a round."""
    with open_event(event_id, actor) as write:
        round = seen_of(write.event, number)
        own = Report.objects.filter(
            match__round=round,
            source=Report.Source.READING,
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
            Verb.READING_TAKEN_BACK, round=round, match=match, before=as_told(newest.result)
        )
    return match


def _own(match: Match, actor: User) -> Report | None:
    readings = match.reports.filter(source=Report.Source.READING, account=actor)
    return readings.filter(undone_at__isnull=True).order_by("-pk").first()


def _take_back(write: Write, report: Report) -> None:
    report.undone_at, report.undone_by = timezone.now(), write.actor
    report.save(update_fields=["undone_at", "undone_by"])
