"""Players report results by phone, and undo their reports."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from domain.report_sources import PHONE_SOURCES
from domain.results import Result
from domain.written_names import written_name
from events.core.event_write import Write, event_write
from events.core.guards import find_round
from events.core.phones.queries import own_enrollment, own_table
from events.core.refusals import RefusedError
from events.core.results.game_queries import reported_games, with_games
from events.core.results.phone_report_queries import confirms
from events.core.results.report_actions import (
    NewReport,
    counts_for_journal,
    touched,
    write_official_report,
    write_reports,
)
from events.core.results.round_rules import check_result
from events.models import Enrollment, Event, Match, Report, Verb


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneReport:
    """A player's report of their match in a round.

    `result` is from the player's own side. `opponent` is the number of the opponent whom the phone
    showed. The phone draws a `key` for every report: two submissions with one key are the same
    report. `at` is the time of the report, where the phone stored it for a while.
    """

    round: int
    opponent: int
    result: Result
    key: str
    at: datetime | None = None


def report_by_phone(*, event_id: int, enrollment_id: int, report: PhoneReport) -> Match:
    """Store a player's report of a match; it becomes official once the opponent reports the same.

    The event's settings decide whether that is automatic or left to the desk. A result that the
    desk recorded remains official: a phone report that differs is stored for the desk to see. A
    newer report of the same player replaces the older one. Raises RefusedError for a match that is
    over, another opponent, or an impossible result.
    """
    with event_write(event_id, None) as write:
        event = write.event
        player = own_enrollment(event, enrollment_id)
        known = (
            Report.objects.filter(enrollment=player, key=report.key).select_related("match").first()
        )
        if known is not None:
            return known.match
        if not event.takes_reports:
            raise RefusedError(
                _("This event does not accept results from phones. Fill in the slip.")
            )
        match = match_against(event, player, report.round, report.opponent)
        as_stored = match.is_table or player.pk == match.first_id
        result = report.result if as_stored else report.result.turned()
        check_result(match, result)
        return keep_report(write, match, player, replace(report, result=result))


def keep_report(write: Write, match: Match, player: Enrollment, sent: PhoneReport) -> Match:
    """Write a checked report as a part of a write; it becomes official if it confirms another.

    The result in `sent` is from the first-named player's side. Games that were reported one by one
    become its games where they add up to it.
    """
    now = timezone.now()
    if write.event.takes_games and match.is_played:
        sent = replace(sent, result=with_games(sent.result, reported_games(match).games))
    live = list(match.reports.filter(source__in=PHONE_SOURCES, undone_at=None))
    own = [report for report in live if report.enrollment_id == player.pk]
    for report in own:
        if not _is_open(match, report):
            continue
        report.undone_at = now
        report.save(update_fields=["undone_at"])
    source = _source_of(match, player)
    statement = NewReport(
        match,
        sent.result,
        source,
        enrollment=player,
        at=moment_of(match, sent.at, now),
        key=sent.key,
    )
    agreeing = [
        report
        for report in live
        if report.enrollment_id != player.pk and sent.result.equals(report.result)
    ]
    counts = write.event.phone_reports == Event.PhoneReports.COUNT
    is_confirmed = counts and confirms(match, sent.result, agreeing, player.pk)
    if match.official_report is None and is_confirmed:
        write_official_report(statement)
        verb = Verb.RESULT_ENTERED
    else:
        write_reports([statement])
        match.save(update_fields=touched(match))
        differs = match.result is not None and not sent.result.equals(match.result)
        verb = Verb.RESULT_DISPUTED if differs else Verb.RESULT_REPORTED
    before = match.official_report if verb == Verb.RESULT_DISPUTED else None
    write.journal(
        verb,
        round=match.round,
        match=match,
        before=counts_for_journal(before.result) if before else None,
        after=counts_for_journal(sent.result),
        source=source,
        by=player.name,
    )
    return match


def _source_of(match: Match, player: Enrollment) -> Report.Source:
    """Return the source of a player's report of a match."""
    if match.is_table:
        return Report.Source.SEAT
    return Report.Source.FIRST if player.pk == match.first_id else Report.Source.SECOND


def take_back_report(*, event_id: int, enrollment_id: int, key: str) -> Match:
    """Undo a player's report that is not confirmed yet; a repeated undo changes nothing.

    RefusedError once the opponent has confirmed it or the desk has recorded a result.
    """
    with event_write(event_id, None) as write:
        player = own_enrollment(write.event, enrollment_id)
        report = (
            Report.objects.filter(enrollment=player, key=key, source__in=PHONE_SOURCES)
            .exclude(key="")
            .select_related("match__round__event", "match__first", "match__second")
            .first()
        )
        if report is None:
            raise RefusedError(_("That report no longer exists."))
        match = report.match
        match.round.event = write.event
        if report.undone_at is not None:
            return match
        if match.official_report_id is not None:
            raise RefusedError(
                _(
                    "This result is already recorded. Your opponent confirmed it, or the desk "
                    "entered the slip."
                )
            )
        report.undone_at = timezone.now()
        report.save(update_fields=["undone_at"])
        # The deciding game was reported together with the match.
        with_it = match.game_reports.filter(enrollment=player, key=key, undone_at__isnull=True)
        with_it.update(undone_at=report.undone_at)
        match.save(update_fields=touched(match))
        write.journal(
            Verb.REPORT_TAKEN_BACK,
            round=match.round,
            match=match,
            before=counts_for_journal(report.result),
            by=player.name,
        )
    return match


def forget_report(match: Match, player: Enrollment, key: str) -> None:
    """Undo the report of the match that came with a game, if any, as a part of a write."""
    reports = match.reports.filter(enrollment=player, key=key, undone_at__isnull=True)
    reports.update(undone_at=timezone.now())


def match_against(event: Event, player: Enrollment, number: int, against: int) -> Match:
    """Return the match of a player in a posted round; RefusedError unless it is this opponent."""
    match = own_table(find_round(event, number, "playing"), player)
    opponents = match.opponents_of(player)
    if match.is_table and against not in [other.number for other in opponents]:
        raise RefusedError(
            _("The tables of round %(number)d changed. Reload this page.") % {"number": number}
        )
    opponent = None if match.is_table else match.opponent_of(player)
    if not match.is_table and (opponent is None or opponent.number != against):
        raise RefusedError(
            _("The pairings for round %(number)d changed. Your opponent is now %(name)s.")
            % {"number": number, "name": written_name(opponent) if opponent else "-"}
        )
    return match


def _is_open(match: Match, report: Report) -> bool:
    """Whether a report is newer than the official one, so that it can still be replaced."""
    return match.official_report_id is None or report.pk > match.official_report_id


def moment_of(match: Match, at: datetime | None, now: datetime) -> datetime:
    """Return the time of a report: not before the round was posted, and not later than now."""
    if at is None:
        return now
    return max(min(at, now), match.round.posted_at or at)
