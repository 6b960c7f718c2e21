"""Post, unpost, complete and reopen a round; extend the time of its tables."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from events.core.adapters import posted_rows
from events.core.clock.actions import CLOCK_FIELDS, forget_clock
from events.core.clock.preparation_actions import forget_preparation
from events.core.drops.drop_parts import recount_dropped_after
from events.core.edit_conflicts import check_token
from events.core.event_write import Write, event_write
from events.core.guards import find_round, has_results, table_of
from events.core.progress.edited_tables import table_values
from events.core.questions.question import NO_ANSWERS, Given
from events.core.refusals import RefusedError
from events.core.results.certification_actions import withdraw_certification
from events.core.results.list_actions import settle_outstanding
from events.core.results.report_actions import touched
from events.core.results.slips import Slip
from events.core.seats.allocator import keep_tables
from events.core.stages.playoff_actions import continue_bracket
from events.core.typed_values import needed_reason
from events.models import Event, Match, Report, Round, Verb


def post_round(*, event_id: int, actor: User, number: int) -> Round:
    """Make unposted round `number`, with its current pairings, visible to players.

    The clock of a draft or deck construction is removed.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        round = find_round(event, number, "unposted")
        round.state = Round.State.POSTED
        round.posted_at = timezone.now()
        round.posted_rows = posted_rows(round)
        round.save(update_fields=["state", "posted_at", "posted_rows"])
        forget_preparation(event)
        write.journal(Verb.ROUND_POSTED, round=round, seed=round.seed)
    return round


def unpost_round(*, event_id: int, actor: User, number: int, reason: str) -> Round:
    """Unpost a round that has no result yet."""
    with event_write(event_id, actor) as write:
        event = write.event
        round = find_round(event, number, "playing")
        if has_results(round):
            raise RefusedError(
                _("Round %(number)d has results. Undo them first, then unpost the round.")
                % {"number": number}
            )
        reason = needed_reason(reason)
        round.state = Round.State.UNPOSTED
        round.posted_at = round.posted_rows = None
        forget_clock(round)
        round.save(update_fields=["state", "posted_at", "posted_rows", *CLOCK_FIELDS])
        event.taken_back = number
        event.save(update_fields=["taken_back"])
        write.journal(Verb.ROUND_UNPOSTED, round=round, reason=reason)
    return round


def extend_time(
    *,
    event_id: int,
    actor: User,
    number: int,
    table: int,
    minutes: int,
    reason: str = "",
    token: str = "",
) -> Match:
    """Set the time extension of one table to `minutes` (0 to 120); the `reason` is optional.

    `token`: as check_token takes it.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        round = find_round(event, number, "playing")
        match = table_of(round, table)
        if not 0 <= minutes <= 120:
            raise RefusedError(_("A time extension must be between 0 and 120 minutes."), "minutes")
        if reason and reason not in tuple(Match.ExtensionReason):
            raise RefusedError(_("Choose one of the options."), "reason")
        check_token(token, table_values(match, "minutes"))
        match.extension_minutes = minutes
        match.extension_reason = reason if minutes else ""
        match.save(update_fields=["extension_minutes", "extension_reason", *touched(match)])
        write.journal(
            Verb.EXTENSION_GIVEN,
            round=round,
            match=match,
            minutes=minutes,
            reason=match.extension_reason,
        )
    return match


def complete_round(
    *,
    event_id: int,
    actor: User,
    number: int,
    resolutions: Mapping[int, Slip] | None = None,
    sources: Mapping[int, Report.Source] | None = None,
    given: Given = NO_ANSWERS,
) -> Round:
    """Complete round `number`; `resolutions` has a slip for each outstanding table, by table.

    `sources`: the source of each of these; without it they were set together. A slip with which
    both players drop raises a question. Refused while a table has neither a result nor a
    resolution. A result entered meanwhile stays official; its resolution is not used.
    """
    resolutions = resolutions or {}
    with event_write(event_id, actor) as write:
        event = write.event
        round = find_round(event, number, "playing")
        missing = list(
            round.matches.outstanding().select_related("first", "second").order_by("table")
        )
        open_tables = [match.table for match in missing if match.table not in resolutions]
        if open_tables:
            raise RefusedError(
                _("Tables without a result: %(tables)s. Enter or decide them first.")
                % {"tables": ", ".join(str(table) for table in open_tables)},
                "resolutions",
            )
        settle_outstanding(write, round, missing, resolutions, sources or {}, given)
        round.state = Round.State.COMPLETE
        round.completed_at = timezone.now()
        round.save(update_fields=["state", "completed_at"])
        write.journal(Verb.ROUND_COMPLETED, round=round, resolved=len(missing))
        if round.stage.is_elimination:
            continue_bracket(write, round.stage, number + 1)
    return round


def reopen_round(*, event_id: int, actor: User, number: int) -> Round:
    """Reopen the newest round, so that results can be entered again."""
    with event_write(event_id, actor) as write:
        event = write.event
        round = find_round(event, number)
        if not round.is_complete:
            raise RefusedError(_("Round %(number)d is not complete.") % {"number": number})
        _check_next_stage(event, round)
        _take_back_bracket_round(write, round)
        if event.rounds.filter(number__gt=number).exists():
            raise RefusedError(
                _("Round %(next)d is already paired. Correct the result instead.")
                % {"next": number + 1}
            )
        if round.snapshots.filter(withdrawn=False).exists():
            raise RefusedError(
                _("The standings after round %(number)d are published. Withdraw them first.")
                % {"number": number}
            )
        keep_tables(event, round.matches.values_list("table", flat=True))
        round.state = Round.State.POSTED
        round.completed_at = None
        round.save(update_fields=["state", "completed_at"])
        write.journal(Verb.ROUND_REOPENED, round=round)
        withdraw_certification(write, round)
    return round


def _check_next_stage(event: Event, round: Round) -> None:
    """Raise RefusedError for a round on which the next stage already depends."""
    if round.stage.has_cut:
        raise RefusedError(_("The advancing players are confirmed. Undo the cut first."))
    with_pods = event.stages.filter(number__gt=round.stage.number, pods=True)
    if with_pods.filter(pods_posted_at__isnull=False).exists():
        raise RefusedError(
            _("The pods for the next draft are posted, and players are already seated.")
        )
    for stage in with_pods:
        stage.pod_seats.all().delete()


def _take_back_bracket_round(write: Write, round: Round) -> None:
    """Remove the round created from a playoff round, unless it is being played."""
    following = write.event.rounds.filter(number=round.number + 1, stage=round.stage).first()
    if following is None or not round.stage.is_elimination:
        return
    if following.is_complete:
        raise RefusedError(
            _("Round %(number)d is complete. Reopen it first.") % {"number": following.number}
        )
    if has_results(following):
        raise RefusedError(
            _("Round %(number)d has results. Undo them first, then reopen this round.")
            % {"number": following.number}
        )
    write.journal(Verb.ROUND_DISCARDED, round=following, seed=None)
    following.delete()
    recount_dropped_after(write.event)
