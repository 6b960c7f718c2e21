"""Entering, undoing and correcting results, and settling what contradicts."""

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from domain.results import Ending, Result
from events.core.drops.actions import drop_with, take_back_drop
from events.core.drops.queries import out_by
from events.core.event_write import Write, open_event
from events.core.judging.penalty_actions import follow_tardiness
from events.core.refusals import RefusedError
from events.core.results.endings import ending_marks
from events.core.results.report_actions import (
    Said,
    Settled,
    as_told,
    chain_of,
    disputed,
    report_and_stand,
    touched,
    write_reports,
)
from events.core.results.result_audit import sources_at
from events.core.results.result_feed import who_leaves
from events.core.results.slips import Slip
from events.core.rounds.guards import check_result, posted_table, seen_of, table_of
from events.models import Enrollment, Match, Report, Verb

# Sources that a result keeps when it is confirmed.
STAYS = (Report.Source.CORRECTION, Report.Source.NO_SHOW)


class ResultConflictError(RefusedError):
    """The table has a result already; `match` holds it, `slip` is the one that came second.

    `keeps`: the slip says the same result, and not that somebody drops who dropped with it.
    """

    def __init__(self, match: Match, slip: Slip, *, keeps: bool = False) -> None:
        self.match = match
        self.slip = slip
        equal = match.result is not None and slip.result.says_the_same(match.result)
        self.same = equal and not keeps
        if self.same:
            message = _("Table %(table)d already has this result, entered by %(who)s.")
        elif equal:
            message = _("Table %(table)d already has this result with a drop, entered by %(who)s.")
        else:
            message = _("Table %(table)d already has a different result, entered by %(who)s.")
        who = match.standing.who if match.standing else "-"
        super().__init__(message % {"table": match.table or 0, "who": who})


def enter_result(
    *,
    event_id: int,
    actor: User,
    number: int,
    table: int,
    slip: Slip,
    replace: str | None = None,
    source: Report.Source = Report.Source.SLIP,
    tells_drops: bool = False,
) -> Settled:
    """Report the result of one table of the round that is being played, and let it count.

    `replace` is the text of the result that the caller has seen and means to replace, as
    result_text gives it. The result that stands already, with somebody who drops, adds the drop;
    without, it settles what was said against it. Another result than the one that stands is kept
    beside it, for both to be seen, and raises ResultConflictError; so does the same once more.
    `tells_drops`: whom the slip does not name plays on, which differs from a drop that came with
    the result; replacing takes that back. RefusedError for a table or a result that can't be.
    """
    with open_event(event_id, actor) as write:
        match = posted_table(write.event, number, table)
        check_result(match.round, slip.result)
        keeps = tells_drops and _keeps_somebody(match, slip)
        if match.result is None or replace == match.result.text or _adds(match, slip, keeps=keeps):
            return settle(write, match, slip, source, tells_drops=tells_drops and bool(replace))
        conflict = ResultConflictError(match, slip, keeps=keeps)
        if not conflict.same:
            _dispute(write, match, slip, source)
    raise conflict


def settle(
    write: Write,
    match: Match,
    slip: Slip,
    source: Report.Source,
    *,
    tells_drops: bool = False,
    records_tardiness: bool = False,
) -> Settled:
    """Let a checked slip count, with its drops and journal entry, as a part of a write.

    `tells_drops`: also where it repeats the result, whom it does not name plays on.
    `records_tardiness`: a no-show that brings a match loss; the same result once more keeps it.
    """
    before = match.standing
    if before is not None and slip.result.says_the_same(before.result):
        records_tardiness = records_tardiness or before.records_tardiness
    out = _out(match)
    staying = _staying(match, slip, out, tells_drops=tells_drops)
    people = (match.first, match.second)
    drops = tuple(
        named or (was_out and player not in staying)
        for player, named, was_out in zip(people, slip.drops, out, strict=True)
    )
    report = report_and_stand(
        Said(
            match,
            _as_ended(slip),
            Report.Source.NO_SHOW if slip.no_show else source,
            account=write.actor,
            drops=(drops[0], drops[1]),
            stays=(match.first in staying, match.second in staying),
            replaces=before,
            records_tardiness=records_tardiness,
        )
    )
    follow_tardiness(write, match, before, report)
    leaving = [
        player
        for player, leaves in zip(people, slip.drops, strict=True)
        if leaves and player is not None and player.state == Enrollment.State.ACTIVE
    ]
    write.journal(
        Verb.RESULT_ENTERED,
        round=match.round,
        match=match,
        before=as_told(before.result) if before else None,
        after=as_told(report.result),
        ended=ending_marks(slip.result),
        source=report.source,
        dropped=[player.number for player in leaving],
        staying=[player.number for player in staying],
    )
    for player in leaving:
        drop_with(write, player, report)
    for player in staying:
        take_back_drop(write, player)
    return Settled(match, back=staying, left=leaving)


def keep_result(*, event_id: int, actor: User, number: int, table: int, seen: str) -> Settled:
    """Say that the result that stands is right, against what was said beside it.

    Also in a complete round, where a source differs. `seen` is its text, as the person saw it.
    RefusedError when it is another one by now, or when nothing is said against it.
    """
    with open_event(event_id, actor) as write:
        event = write.event
        match = table_of(seen_of(event, number), table)
        if match.standing is None or match.standing.result.text != seen:
            raise RefusedError(
                _("The result at table %(table)d has changed. Check it again.") % {"table": table}
            )
        against = disputed(match) or [source.report for source in sources_at(match).against]
        if not against:
            raise RefusedError(
                _("No report contradicts the result at table %(table)d.") % {"table": table}
            )
        kept = match.standing
        report_and_stand(
            Said(
                match,
                kept.told,
                Report.Source(kept.source) if kept.source in STAYS else Report.Source.SLIP,
                account=actor,
                drops=_out(match),
                reason=kept.reason,
                replaces=kept,
                records_tardiness=kept.records_tardiness,
            )
        )
        write.journal(
            Verb.RESULT_KEPT,
            round=match.round,
            match=match,
            before=as_told(against[-1].result),
            after=as_told(kept.result),
            ended=ending_marks(kept.told),
            source=kept.source,
        )
    return Settled(match)


def _out(match: Match) -> tuple[bool, bool]:
    """Return whether the first, whether the second player is out by what counts at a table."""
    if match.standing is None:
        return False, False
    first, second = out_by(chain_of(match))
    return (
        first and match.took_out(match.first),
        second and match.second is not None and match.took_out(match.second),
    )


def _keeps_somebody(match: Match, slip: Slip) -> bool:
    """Whether the slip repeats the result that stands without a drop that came with that."""
    if match.result is None or not slip.result.says_the_same(match.result):
        return False
    out = zip(_out(match), slip.drops, strict=True)
    return any(was_out and not drops for was_out, drops in out)


def _adds(match: Match, slip: Slip, *, keeps: bool) -> bool:
    """Whether the slip repeats the result that stands and has something to add to it.

    `keeps`: it does not name somebody who dropped with it, and settles nothing.
    """
    if match.result is None or not slip.result.says_the_same(match.result):
        return False
    people = zip((match.first, match.second), slip.drops, strict=True)
    if any(
        drops and player and player.state == Enrollment.State.ACTIVE for player, drops in people
    ):
        return True
    if slip.result.told and match.standing and slip.result.told != match.standing.told.games:
        return True
    return not keeps and bool(disputed(match))


def _as_ended(slip: Slip) -> Result:
    """Return the result with its games; where somebody did not come they were awarded."""
    return slip.result.ended(Ending.AWARDED) if slip.no_show else slip.result


def _dispute(write: Write, match: Match, slip: Slip, source: Report.Source) -> None:
    """Keep what differs from the result that stands; the same person says it only once."""
    against = [report for report in disputed(match) if report.account == write.actor]
    if any(
        slip.result.says_the_same(report.result) and slip.drops == report.drops
        for report in against
    ):
        return
    [dispute] = write_reports(
        [Said(match, slip.result, source, account=write.actor, drops=slip.drops)]
    )
    match.save(update_fields=touched(match))
    write.journal(
        Verb.RESULT_DISPUTED,
        round=match.round,
        match=match,
        before=as_told(match.standing.result) if match.standing else None,
        after=as_told(slip.result),
        ended=ending_marks(slip.result),
        leaves=list(who_leaves(dispute)),
    )


def _staying(
    match: Match, slip: Slip, out: tuple[bool, bool], *, tells_drops: bool
) -> list[Enrollment]:
    """Return who dropped by the result that this one replaces, and does not drop by this one.

    The same result once more, with somebody who drops, only adds the drop, unless it tells drops.
    """
    if match.result is None or (slip.result.says_the_same(match.result) and not tells_drops):
        return []
    people = zip((match.first, match.second), out, slip.drops, strict=True)
    return [
        player for player, was_out, drops in people if was_out and not drops and player is not None
    ]
