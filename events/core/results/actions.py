"""Enter and confirm results, and settle contradicting reports."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from domain.results import Ending, Result
from events.core.drops.drop_parts import drop_by_report, undo_drop
from events.core.drops.queries import dropped_by
from events.core.event_write import Write, event_write
from events.core.guards import find_round, posted_table, table_of
from events.core.questions.question import (
    NO_ANSWERS,
    Given,
    Question,
    QuestionsError,
    Settled,
    answers_for_journal,
)
from events.core.questions.question import settle as settle_questions
from events.core.refusals import RefusedError
from events.core.results.assigned_losses import follow_tardiness
from events.core.results.match_rules import ending_marks
from events.core.results.report_actions import (
    NewReport,
    ResultOutcome,
    chain_of,
    counts_for_journal,
    disputed,
    touched,
    write_official_report,
    write_reports,
)
from events.core.results.result_audit import audit_table
from events.core.results.result_feed import dropping_players
from events.core.results.result_questions import (
    KEEP,
    ResultConflictError,
    ResultQuestionError,
    SameResultError,
    question_of_drops,
    question_of_result,
    with_answered_drops,
)
from events.core.results.round_rules import check_result
from events.core.results.slips import Slip
from events.models import Enrollment, Match, Report, Verb

# Sources that a result keeps when it is confirmed.
STAYS = (Report.Source.CORRECTION, Report.Source.NO_SHOW)


def enter_result(
    *,
    event_id: int,
    actor: User,
    number: int,
    table: int,
    slip: Slip,
    replace: str | None = None,
    source: Report.Source = Report.Source.SLIP,
    taken: int | None = None,
    reports_drops: bool = False,
    given: Given = NO_ANSWERS,
) -> ResultOutcome:
    """Enter the result of one table of the round that is being played, and make it official.

    `replace` is the text of the result that the caller saw and replaces, as result_text gives it.
    The official result again, with a player who drops, adds the drop; without one, it settles the
    reports that contradict it. A different result is stored as a dispute and raises
    ResultConflictError with a question, unless `given` answers it; the official result again with
    nothing to add raises SameResultError. Both players drop only after a question. `reports_drops`:
    a player whom the slip does not name plays on, which contradicts a drop reported with the
    result; replacing undoes that drop. `taken`: the key of the report that staff chose; its source
    stays that of the result. RefusedError for an impossible table or result.
    """
    with event_write(event_id, actor) as write:
        match = posted_table(write.event, number, table)
        check_result(match, slip.result)
        keeps = reports_drops and _reinstates_player(match, slip)
        kept = _taken(match, slip, taken)
        if match.result is None or replace == match.result.text or _adds(match, slip, keeps=keeps):
            settles = reports_drops and bool(replace)
            answered = () if kept else _settle_drops(match, slip, given)
            for each in answered:
                slip = with_answered_drops(slip, each.answer.code)
            return settle(
                write, match, slip, source, reports_drops=settles, kept=kept, answered=answered
            )
        if slip.result.equals(match.result) and not keeps:
            raise SameResultError(match)
        question = question_of_result(match, slip)
        _dispute(write, match, slip, source)
        try:
            answered = settle_questions([question], given)
        except QuestionsError as asked:
            conflict = ResultConflictError(match, slip, asked)
        else:
            if answered[0].answer.code == KEEP:
                return _keep(write, match, disputed(match), answered)
            return settle(
                write, match, slip, source, reports_drops=True, kept=kept, answered=answered
            )
    # Outside of the write, which stores the dispute.
    raise conflict


def question_before(match: Match, slip: Slip) -> Question | None:
    """Return the question of `enter_result` before this slip of a match; None without one."""
    if match.result is None or _adds(match, slip, keeps=False):
        return question_of_drops(match, slip)
    return None if slip.result.equals(match.result) else question_of_result(match, slip)


def _settle_drops(match: Match, slip: Slip, given: Given) -> tuple[Settled, ...]:
    """Settle the question whether both players drop; empty if the slip does not say so."""
    question = question_of_drops(match, slip)
    if question is None:
        return ()
    try:
        return settle_questions([question], given)
    except QuestionsError as asked:
        raise ResultQuestionError(match, slip, asked) from asked


def settle(
    write: Write,
    match: Match,
    slip: Slip,
    source: Report.Source,
    *,
    reports_drops: bool = False,
    records_tardiness: bool = False,
    kept: Report | None = None,
    answered: Sequence[Settled] = (),
) -> ResultOutcome:
    """Make a checked slip official, with its drops and journal entry, as a part of a write.

    `reports_drops`: a player whom the slip does not name plays on, even if it repeats the result.
    `kept`: the report that staff chose. `records_tardiness`: a no-show that brings a match loss;
    the same result again does not remove it. `answered`: the questions answered before it.
    """
    before = match.official_report
    if before is not None and slip.result.equals(before.result):
        records_tardiness = records_tardiness or before.records_tardiness
    dropped = _dropped(match)
    staying = _staying(match, slip, dropped, reports_drops=reports_drops)
    people = match.players
    drops = tuple(
        named or (was_dropped and player not in staying)
        for player, named, was_dropped in zip(people, slip.drops, dropped, strict=True)
    )
    report = write_official_report(
        NewReport(
            match,
            _as_ended(slip),
            Report.Source.NO_SHOW if slip.no_show else Report.Source.KEPT if kept else source,
            kept_source=kept.origin if kept and not slip.no_show else "",
            account=write.actor,
            drops=drops,
            plays_on=tuple(player in staying for player in people),
            replaces=before,
            records_tardiness=records_tardiness,
        )
    )
    follow_tardiness(write, match, before, report)
    dropping = [
        player
        for player, drops_now in zip(people, slip.drops, strict=True)
        if drops_now and player.is_active
    ]
    write.journal(
        Verb.RESULT_ENTERED,
        round=match.round,
        match=match,
        before=counts_for_journal(before.result) if before else None,
        after=counts_for_journal(report.result),
        ended=ending_marks(slip.result),
        source=report.source,
        dropped=[player.number for player in dropping],
        staying=[player.number for player in staying],
        **answers_for_journal(answered),
    )
    for player in dropping:
        drop_by_report(write, player, report)
    for player in staying:
        undo_drop(write, player, reason="new-result")
    return ResultOutcome(match, reinstated=staying, dropped=dropping, slip=slip)


def keep_result(*, event_id: int, actor: User, number: int, table: int, seen: str) -> ResultOutcome:
    """Confirm the official result against the reports that contradict it.

    Also in a complete round, if a source differs. `seen` is its text, as the person saw it.
    RefusedError if it has changed since, or if no report contradicts it.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        match = table_of(find_round(event, number, "posted"), table)
        if match.official_report is None or match.official_report.result.text != seen:
            raise RefusedError(
                _("The result at table %(table)d has changed. Check it again.") % {"table": table}
            )
        against = disputed(match) or [source.report for source in audit_table(match).against]
        if not against:
            raise RefusedError(
                _("No report contradicts the result at table %(table)d.") % {"table": table}
            )
        return _keep(write, match, against)


def _keep(
    write: Write, match: Match, against: Sequence[Report], answered: Sequence[Settled] = ()
) -> ResultOutcome:
    """Confirm the official result against these reports, as a part of a write."""
    kept = match.official_report
    if kept is None:
        raise ValueError(f"Table {match.table} has no result to keep.")
    write_official_report(
        NewReport(
            match,
            kept.result_with_games,
            Report.Source(kept.source) if kept.source in STAYS else Report.Source.KEPT,
            kept_source="" if kept.source in STAYS else kept.origin,
            account=write.actor,
            drops=_dropped(match),
            reason=kept.reason,
            replaces=kept,
            records_tardiness=kept.records_tardiness,
        )
    )
    write.journal(
        Verb.RESULT_KEPT,
        round=match.round,
        match=match,
        before=counts_for_journal(against[-1].result),
        after=counts_for_journal(kept.result),
        ended=ending_marks(kept.result_with_games),
        source=kept.source,
        **answers_for_journal(answered),
    )
    return ResultOutcome(match, kept=True)


def _taken(match: Match, slip: Slip, key: int | None) -> Report | None:
    """Return the report that staff chose; None if it was undone, or the slip differs from it."""
    if key is None:
        return None
    report = match.reports.filter(pk=key, undone_at__isnull=True).first()
    return report if report is not None and report.result.equals(slip.result) else None


def _dropped(match: Match) -> tuple[bool, ...]:
    """Return for each player of a match whether they dropped by its official report."""
    if match.official_report is None:
        return (False,) * len(match.players)
    dropped = dropped_by(chain_of(match), len(match.players))
    both = zip(match.players, dropped, strict=True)
    return tuple(was_dropped and match.dropped_player(player) for player, was_dropped in both)


def _reinstates_player(match: Match, slip: Slip) -> bool:
    """Return whether the slip repeats the official result without a drop reported with it."""
    if match.result is None or not slip.result.equals(match.result):
        return False
    dropped = zip(_dropped(match), slip.drops, strict=True)
    return any(was_dropped and not drops for was_dropped, drops in dropped)


def _adds(match: Match, slip: Slip, *, keeps: bool) -> bool:
    """Return whether the slip repeats the official result and adds something to it.

    `keeps`: it omits a player who dropped with the result, and settles no contradiction.
    """
    if match.result is None or not slip.result.equals(match.result):
        return False
    people = zip(match.players, slip.drops, strict=True)
    if any(drops and player.is_active for player, drops in people):
        return True
    if (
        slip.result.reported_games
        and match.official_report
        and slip.result.reported_games != match.official_report.result_with_games.games
    ):
        return True
    return not keeps and bool(disputed(match))


def _as_ended(slip: Slip) -> Result:
    """Return the slip's result; the games of a no-show are marked as awarded."""
    return slip.result.ended(Ending.AWARDED) if slip.no_show else slip.result


def _dispute(write: Write, match: Match, slip: Slip, source: Report.Source) -> None:
    """Store a report that differs from the official one, once for each person."""
    against = [report for report in disputed(match) if report.account == write.actor]
    if any(slip.result.equals(report.result) and slip.drops == report.drops for report in against):
        return
    [dispute] = write_reports(
        [NewReport(match, slip.result, source, account=write.actor, drops=slip.drops)]
    )
    match.save(update_fields=touched(match))
    write.journal(
        Verb.RESULT_DISPUTED,
        round=match.round,
        match=match,
        before=counts_for_journal(match.official_report.result) if match.official_report else None,
        after=counts_for_journal(slip.result),
        ended=ending_marks(slip.result),
        leaves=list(dropping_players(dispute)),
    )


def _staying(
    match: Match, slip: Slip, dropped: tuple[bool, ...], *, reports_drops: bool
) -> list[Enrollment]:
    """Return the players who dropped by the replaced result and do not drop by this one.

    The same result again only adds drops, unless it reports them (`reports_drops`).
    """
    if match.result is None or (slip.result.equals(match.result) and not reports_drops):
        return []
    people = zip(match.players, dropped, slip.drops, strict=True)
    return [player for player, was_dropped, drops in people if was_dropped and not drops]
