"""Reports of a match and its official report: the only writers of reports and results.

Undoing opens its own transaction. The other functions run inside one, with the event locked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.results import Result
from events.core.drops.drop_parts import drop_by_report, undo_drop
from events.core.drops.queries import chain_from, dropped_by
from events.core.event_write import Write, event_write
from events.core.guards import find_round, table_of
from events.core.refusals import RefusedError
from events.core.results.assigned_losses import follow_tardiness
from events.core.results.slips import Slip
from events.models import Enrollment, Game, Match, Report, Verb
from events.models.report import flags_as_seats

# Fields of a match that mirror its official report, with their values without one.
PROJECTION = {
    "first_wins": None,
    "second_wins": None,
    "drawn_games": None,
    "double_loss": False,
    "seat_results": "",
    "marks": "",
}


@dataclass(frozen=True, slots=True)
class NewReport:
    """One report to be written; see Report for the fields.

    `drops`, `plays_on`: for each player of the match in order; () for no player.
    """

    match: Match
    result: Result
    source: Report.Source
    kept_source: str = ""
    account: User | None = None
    enrollment: Enrollment | None = None
    drops: tuple[bool, ...] = ()
    plays_on: tuple[bool, ...] = ()
    reason: str = ""
    replaces: Report | None = None
    records_tardiness: bool = False
    at: datetime | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class ResultOutcome:
    """A match after a write, with the players who were reinstated or dropped by it.

    `kept`: the official result was confirmed against a contradicting report. `slip`: the entered
    slip, with the answers to its questions.
    """

    match: Match
    reinstated: Sequence[Enrollment] = ()
    dropped: Sequence[Enrollment] = ()
    kept: bool = False
    slip: Slip | None = None


def write_reports(new_reports: Sequence[NewReport]) -> list[Report]:
    """Write reports with their games, in the order given; none becomes official."""
    now = timezone.now()
    reports = [_report(new, now) for new in new_reports]
    Report.objects.bulk_create(reports)
    games = [
        Game(
            report=report,
            number=game.number,
            winner=game.winner.value,
            ending=game.ending.value,
            play_first=game.play_first.value if game.play_first else "",
            seat=game.seat,
        )
        for report, new in zip(reports, new_reports, strict=True)
        for game in new.result.games
    ]
    Game.objects.bulk_create(games)
    return reports


def make_official(match: Match, report: Report | None) -> None:
    """Make a report the official one of its match; None leaves the match without a result."""
    match.official_report = report
    for name, nothing in PROJECTION.items():
        setattr(match, name, nothing if report is None else getattr(report, name))
    match.save(update_fields=["official_report", *PROJECTION, *touched(match)])


def touched(match: Match) -> list[str]:
    """Advance the revision of a match, so that desks reload it; return the columns to save."""
    match.revision = match.round.event.revision + 1
    return ["revision"]


def can_be_official(report: Report) -> bool:
    """Return whether a report can count: not undone, and no verification."""
    return report.undone_at is None and report.source != Report.Source.VERIFICATION


def make_newest_official(matches: QuerySet[Match]) -> None:
    """Make the newest report of each new match that can be official so, in one statement."""
    reports = Report.objects.filter(match=OuterRef("pk"), undone_at__isnull=True)
    newest = reports.exclude(source=Report.Source.VERIFICATION).order_by("-pk")
    columns = {name: Subquery(newest.values(name)[:1]) for name in PROJECTION}
    reported = matches.filter(Exists(newest))
    reported.update(official_report_id=Subquery(newest.values("pk")[:1]), **columns)


def write_official_report(new: NewReport) -> Report:
    """Write one report and make it official."""
    [report] = write_reports([new])
    make_official(new.match, report)
    return report


def chain_of(match: Match) -> list[Report]:
    """Return the official report and those that were official before, newest first. One query."""
    return chain_from(
        match.official_report_id, {report.pk: report for report in match.reports.all()}
    )


def counts_for_journal(result: Result) -> list[Any]:
    """Return a result for the journal: the three counts, double loss, perhaps seats.

    Of a table of three to five: only its marks.
    """
    if result.marks:
        return [result.marks]
    counts: list[Any] = [*result.counts, result.double_loss]
    return [*counts, result.seats] if result.seats else counts


def disputed(match: Match) -> list[Report]:
    """Return the unanswered reports that contradict the official result. One query."""
    return list(match.reports.disputing().select_related("account", "enrollment"))


def _report(new: NewReport, now: datetime) -> Report:
    result = new.result
    return Report(
        match=new.match,
        source=new.source,
        kept_source=new.kept_source,
        account=new.account,
        enrollment=new.enrollment,
        at=new.at or now,
        received_at=now if new.at else None,
        first_wins=result.first_wins,
        second_wins=result.second_wins,
        drawn_games=result.drawn,
        double_loss=result.double_loss,
        seat_results=result.seats,
        marks=result.marks,
        **_columns_of_drops(new),
        reason=new.reason,
        key=new.key,
        replaces=new.replaces,
        records_tardiness=new.records_tardiness,
    )


def _columns_of_drops(new: NewReport) -> dict[str, Any]:
    """Return the columns of a report that store who drops and who plays on."""
    if new.result.marks:
        return {
            "drops_seats": flags_as_seats(new.drops),
            "stays_seats": flags_as_seats(new.plays_on),
        }
    drops, stays = new.drops or (False, False), new.plays_on or (False, False)
    return {
        "drops_first": drops[0],
        "drops_second": drops[1],
        "stays_first": stays[0],
        "stays_second": stays[1],
    }


def undo_result(
    *, event_id: int, actor: User, number: int, table: int, report: int | None = None
) -> ResultOutcome:
    """Undo the newest result of one table; the result before it becomes official again.

    `report` is the key of the result that the person saw, 0 for none: if a colleague has entered,
    undone or replaced one since, nothing is undone. Its consequences are undone too: a drop, or the
    match loss for tardiness of a no-show.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        match = table_of(find_round(event, number, "playing"), table)
        if report is not None and (match.official_report_id or 0) != report:
            raise RefusedError(_changed_since(match), "table")
        return take_back(write, match)


def undo_last(*, event_id: int, actor: User, number: int) -> ResultOutcome:
    """Undo the newest result that `actor` entered in this round and that is still official."""
    with event_write(event_id, actor) as write:
        event = write.event
        round = find_round(event, number, "playing")
        own = Report.objects.official().filter(match__round=round, account=actor)
        newest = own.order_by("-at", "-pk").first()
        if newest is None:
            raise RefusedError(_("You have no result in this round to undo."))
        match = table_of(round, newest.match.table or 0)
        return take_back(write, match)


def take_back(write: Write, match: Match) -> ResultOutcome:
    """Undo the official report of a match as a part of a write; RefusedError without one."""
    undone = match.official_report
    if undone is None:
        raise RefusedError(
            _("Table %(table)d has no result to undo.") % {"table": match.table or 0}, "table"
        )
    chain = chain_of(match)
    people = match.players
    were_dropped, are_dropped = (dropped_by(reports, len(people)) for reports in (chain, chain[1:]))
    undone.undone_at, undone.undone_by = timezone.now(), write.actor
    undone.save(update_fields=["undone_at", "undone_by"])
    before = undone.replaces
    make_official(match, before)
    follow_tardiness(write, match, undone, before)
    write.journal(
        Verb.RESULT_UNDONE,
        round=match.round,
        match=match,
        before=counts_for_journal(undone.result),
        after=counts_for_journal(before.result) if before else None,
    )
    reinstated, dropped = [], []
    for player, was_dropped, is_dropped in zip(people, were_dropped, are_dropped, strict=True):
        if was_dropped == is_dropped:
            continue
        if was_dropped and match.dropped_player(player):
            undo_drop(write, player, reason="result-undone")
            reinstated.append(player)
        elif is_dropped and before is not None and player.is_active:
            drop_by_report(write, player, before)
            dropped.append(player)
    return ResultOutcome(match, reinstated=reinstated, dropped=dropped)


def _changed_since(match: Match) -> str:
    if match.official_report is None:
        return _("The result at table %(table)d was already undone.") % {"table": match.table or 0}
    words = _(
        "Table %(table)d now has a different result, %(score)s, entered by %(who)s. "
        "Nothing was undone."
    )
    return words % {
        "table": match.table or 0,
        "score": match.official_report.result.text,
        "who": match.official_report.who,
    }
