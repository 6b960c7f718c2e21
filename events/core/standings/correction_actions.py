"""Correct results of rounds that are complete."""

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from domain.results import Result
from events.core.edit_conflicts import check_token
from events.core.event_write import event_write
from events.core.guards import find_round, table_of
from events.core.progress.edited_tables import table_values
from events.core.refusals import RefusedError
from events.core.results.certification_actions import withdraw_certification
from events.core.results.match_rules import ending_marks
from events.core.results.report_actions import NewReport, counts_for_journal, write_official_report
from events.core.results.round_rules import check_result
from events.core.results.slips import Slip
from events.core.stages.bracket_queries import seeds_of
from events.core.standings.actions import publish_revisions
from events.core.typed_values import needed_reason
from events.models import Event, Match, Report, Round, Verb
from pairings.formats.table_cuts import goes_on


def correct_result(
    *,
    event_id: int,
    actor: User,
    number: int,
    table: int,
    slip: Slip,
    reason: str,
    token: str = "",
) -> Match:
    """Correct a result of a complete round; published standings get a new revision.

    `token`: as check_token takes it.

    Pairings made from the old result do not change (rules, 1.9): the head judge decides.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        round = find_round(event, number)
        if not round.is_complete:
            raise RefusedError(
                _("Round %(number)d is not complete. Enter the result at the desk.")
                % {"number": number}
            )
        match = table_of(round, table)
        check_token(token, table_values(match, "score"))
        reason = needed_reason(reason)
        check_result(match, slip.result)
        if any(slip.drops):
            raise RefusedError(
                _("A correction cannot drop a player. Drop the player on the player's page."),
                "score",
            )
        _check_bracket(event, round, match, slip.result)
        before = match.official_report
        if before is not None and slip.result.equals(before.result):
            raise RefusedError(_("This result is already recorded."), "score")
        write_official_report(
            NewReport(
                match,
                slip.result,
                Report.Source.CORRECTION,
                account=actor,
                reason=reason,
                replaces=before,
            )
        )
        write.journal(
            Verb.RESULT_CORRECTED,
            round=round,
            match=match,
            before=counts_for_journal(before.result) if before else None,
            after=counts_for_journal(slip.result),
            ended=ending_marks(slip.result),
            reason=reason,
        )
        withdraw_certification(write, round, match)
        publish_revisions(write, number, reason)
    return match


def _check_bracket(event: Event, round: Round, match: Match, result: Result) -> None:
    """Raise RefusedError for another winner of a playoff match once the next round exists."""
    if not round.stage.is_elimination or match.result is None:
        return
    changes = _goes_on(round, match, match.result) != _goes_on(round, match, result)
    if changes and event.rounds.filter(number__gt=round.number).exists():
        raise RefusedError(
            _(
                "A different winner would change the next bracket round, which is posted. "
                "Reopen round %(number)d instead."
            )
            % {"number": round.number},
            "score",
        )


def _goes_on(round: Round, match: Match, result: Result) -> object:
    """Return the winner by a playoff result: a side; at a table, the advancing player's number."""
    if not match.is_table:
        return result.winner
    numbers = [player.number for player in match.players]
    return goes_on(numbers, result.marks, seeds_of(round.stage))
