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
from events.core.drops.actions import drop_with, take_back_drop
from events.core.drops.queries import chain_from, out_by
from events.core.event_write import Write, open_event
from events.core.judging.penalty_actions import follow_tardiness
from events.core.refusals import RefusedError
from events.core.rounds.guards import posted_of, table_of
from events.models import Enrollment, Game, Match, Report, Round, Verb
from events.models.sql.inserting import insert_rows, save_columns

# Fields of a match that mirror its official report, with their values without one.
PROJECTION = {
    "first_wins": None,
    "second_wins": None,
    "drawn_games": None,
    "double_loss": False,
    "seat_results": "",
}


@dataclass(frozen=True, slots=True)
class Said:
    """One report to be written; see Report for the fields."""

    match: Match
    result: Result
    source: Report.Source
    account: User | None = None
    enrollment: Enrollment | None = None
    drops: tuple[bool, bool] = (False, False)
    stays: tuple[bool, bool] = (False, False)
    reason: str = ""
    replaces: Report | None = None
    records_tardiness: bool = False
    at: datetime | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class Settled:
    """A match after a write, with the players who were reinstated or dropped by it."""

    match: Match
    back: Sequence[Enrollment] = ()
    left: Sequence[Enrollment] = ()


def write_reports(statements: Sequence[Said]) -> list[Report]:
    """Write reports with their games, in the order given. Nothing counts by that alone."""
    now = timezone.now()
    reports = [_report(statement, now) for statement in statements]
    insert_rows(reports)
    games = [
        Game(
            report=report,
            number=game.number,
            winner=game.winner.value,
            ending=game.ending.value,
            play_first=game.play_first.value if game.play_first else "",
            seat=game.seat,
        )
        for report, statement in zip(reports, statements, strict=True)
        for game in statement.result.games
    ]
    insert_rows(games)
    return reports


def let_stand(match: Match, report: Report | None) -> None:
    """Let a report count at its match; None: the match has no result."""
    match.standing = report
    for name, nothing in PROJECTION.items():
        setattr(match, name, nothing if report is None else getattr(report, name))
    save_columns(match, ["standing", *PROJECTION, *touched(match)])


def touched(match: Match) -> list[str]:
    """Note that the lines of a match at the desk change now; return the columns to be saved."""
    match.revision = match.round.event.revision + 1
    return ["revision"]


def let_newest_stand(rounds: Sequence[Round]) -> None:
    """Let the newest report of each match of new rounds count, in one statement."""
    _let_newest_stand(Match.objects.filter(round__in=rounds))


def let_newest_of_matches_stand(matches: Sequence[Match]) -> None:
    """Let the newest report of each of these new matches count, in one statement."""
    _let_newest_stand(Match.objects.filter(pk__in=[match.pk for match in matches]))


def _let_newest_stand(matches: QuerySet[Match]) -> None:
    reports = Report.objects.filter(match=OuterRef("pk"), undone_at__isnull=True)
    newest = reports.exclude(source=Report.Source.READING).order_by("-pk")
    columns = {name: Subquery(newest.values(name)[:1]) for name in PROJECTION}
    reported = matches.filter(Exists(newest))
    reported.update(standing_id=Subquery(newest.values("pk")[:1]), **columns)


def report_and_stand(statement: Said) -> Report:
    """Write one report and let it count."""
    [report] = write_reports([statement])
    let_stand(statement.match, report)
    return report


def chain_of(match: Match) -> list[Report]:
    """Return the report that counts and those that counted before it, newest first. One query."""
    return chain_from(match.standing_id, {report.pk: report for report in match.reports.all()})


def as_told(result: Result) -> list[Any]:
    """Return a result as the journal tells it: the three counts, double loss, perhaps seats."""
    told: list[Any] = [*result.counts, result.double_loss]
    return [*told, result.seats] if result.seats else told


def disputed(match: Match) -> list[Report]:
    """Return what is said against the result that stands, and not answered yet. One query."""
    return list(match.reports.disputing().select_related("account", "enrollment"))


def _report(statement: Said, now: datetime) -> Report:
    result = statement.result
    return Report(
        match=statement.match,
        source=statement.source,
        account=statement.account,
        enrollment=statement.enrollment,
        at=statement.at or now,
        first_wins=result.first_wins,
        second_wins=result.second_wins,
        drawn_games=result.drawn,
        double_loss=result.double_loss,
        seat_results=result.seats,
        drops_first=statement.drops[0],
        drops_second=statement.drops[1],
        stays_first=statement.stays[0],
        stays_second=statement.stays[1],
        reason=statement.reason,
        key=statement.key,
        replaces=statement.replaces,
        records_tardiness=statement.records_tardiness,
    )


def undo_result(
    *, event_id: int, actor: User, number: int, table: int, report: int | None = None
) -> Settled:
    """Undo the newest result of one table; the result before it becomes official again.

    `report` is the key of the result that the person saw: when a colleague has undone or replaced
    it since, nothing is undone. Its consequences are undone too: a drop, or the match loss for
    tardiness of a no-show.
    """
    with open_event(event_id, actor) as write:
        event = write.event
        match = table_of(posted_of(event, number), table)
        if report is not None and match.standing_id != report:
            raise RefusedError(_changed_since(match), "table")
        return take_back(write, match)


def undo_last(*, event_id: int, actor: User, number: int) -> Settled:
    """Take back the newest result that `actor` entered in this round and that still stands."""
    with open_event(event_id, actor) as write:
        event = write.event
        round = posted_of(event, number)
        own = Report.objects.standing().filter(match__round=round, account=actor)
        newest = own.order_by("-at", "-pk").first()
        if newest is None:
            raise RefusedError(_("You have no result in this round to undo."))
        match = table_of(round, newest.match.table or 0)
        return take_back(write, match)


def take_back(write: Write, match: Match) -> Settled:
    """Undo what counts at a match as a part of a write; RefusedError where nothing does."""
    undone = match.standing
    if undone is None:
        raise RefusedError(
            _("Table %(table)d has no result to undo.") % {"table": match.table or 0}, "table"
        )
    chain = chain_of(match)
    people = (match.first, match.second)
    were_out, are_out = out_by(chain), out_by(chain[1:])
    undone.undone_at, undone.undone_by = timezone.now(), write.actor
    undone.save(update_fields=["undone_at", "undone_by"])
    before = undone.replaces
    let_stand(match, before)
    follow_tardiness(write, match, undone, before)
    write.journal(
        Verb.RESULT_UNDONE,
        round=match.round,
        match=match,
        before=as_told(undone.result),
        after=as_told(before.result) if before else None,
    )
    back, left = [], []
    for player, was_out, is_out in zip(people, were_out, are_out, strict=True):
        if player is None or was_out == is_out:
            continue
        if was_out and match.took_out(player):
            take_back_drop(write, player)
            back.append(player)
        elif is_out and before is not None and player.state == Enrollment.State.ACTIVE:
            drop_with(write, player, before)
            left.append(player)
    return Settled(match, back=back, left=left)


def _changed_since(match: Match) -> str:
    if match.standing is None:
        return _("The result at table %(table)d was already undone.") % {"table": match.table or 0}
    words = _(
        "Table %(table)d now has a different result, %(score)s, entered by %(who)s. "
        "Nothing was undone."
    )
    return words % {
        "table": match.table or 0,
        "score": match.standing.result.text,
        "who": match.standing.who,
    }
