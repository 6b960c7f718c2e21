"""Entering, undoing and correcting results, and settling what contradicts."""

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from archive.results import Ending, Result
from events.models import Enrollment, Match, Report, Verb
from events.rules.errors import RefusedError
from events.rules.score import Slip
from events.selectors.states import check_result, posted_of, table_of
from events.services.door import Write, open_event
from events.services.leaving import drop_with, take_back_drop
from events.services.reports import (
    Said,
    Settled,
    as_told,
    chain_of,
    disputed,
    out_by,
    report_and_stand,
    touched,
    write_reports,
)


class ResultConflictError(RefusedError):
    """The table has a result already; `match` holds it, `slip` is the one that came second."""

    def __init__(self, match: Match, slip: Slip) -> None:
        self.match = match
        self.slip = slip
        self.same = match.result is not None and slip.result.says_the_same(match.result)
        message = (
            _("Table %(table)d has this result already, entered by %(who)s.")
            if self.same
            else _("Table %(table)d has another result already, entered by %(who)s.")
        )
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
) -> Settled:
    """Report the result of one table of the round that is being played, and let it count.

    `replace` is the text of the result that the caller has seen and means to replace, as
    result_text gives it. The result that stands already, with somebody who drops, adds the drop;
    without, it settles what was said against it. Another result than the one that stands is kept
    beside it, for both to be seen, and raises ResultConflictError; so does the same once more.
    RefusedError for a table or a result that can't be.
    """
    with open_event(event_id, actor) as write:
        event = write.event
        round = posted_of(event, number)
        match = table_of(round, table)
        check_result(round, slip.result)
        if match.result is None or replace == match.result.text or _adds(match, slip):
            return settle(write, match, slip, source)
        conflict = ResultConflictError(match, slip)
        if not conflict.same:
            _dispute(write, match, slip, source)
    raise conflict


def settle(write: Write, match: Match, slip: Slip, source: Report.Source) -> Settled:
    """Let a checked slip count, with its drops and journal entry, as a part of a write."""
    before = match.standing
    staying = _staying(match, slip)
    people = (match.first, match.second)
    report = report_and_stand(
        Said(
            match,
            _as_ended(slip),
            Report.Source.NO_SHOW if slip.no_show else source,
            account=write.actor,
            drops=slip.drops,
            stays=(match.first in staying, match.second in staying),
            replaces=before,
        )
    )
    leaving = [
        one
        for one, leaves in zip(people, slip.drops, strict=True)
        if leaves and one is not None and one.state == Enrollment.State.ACTIVE
    ]
    write.journal(
        Verb.RESULT_ENTERED,
        round=match.round,
        match=match,
        before=as_told(before.result) if before else None,
        after=as_told(report.result),
        source=report.source,
        dropped=[one.number for one in leaving],
        staying=[one.number for one in staying],
    )
    for one in leaving:
        drop_with(write, one, report)
    for one in staying:
        take_back_drop(write, one)
    return Settled(match, back=staying, left=leaving)


def keep_result(*, event_id: int, actor: User, number: int, table: int, seen: str) -> Settled:
    """Say that the result that stands is right, against what was said beside it.

    `seen` is its text, as the person saw it. RefusedError when it is another one by now, or when
    nothing is said against it.
    """
    with open_event(event_id, actor) as write:
        event = write.event
        match = table_of(posted_of(event, number), table)
        if match.standing is None or match.standing.result.text != seen:
            raise RefusedError(
                _("Table %(table)d has another result by now. Look at it once more.")
                % {"table": table}
            )
        against = disputed(match)
        if not against:
            raise RefusedError(
                _("Nothing is said against the result of table %(table)d.") % {"table": table}
            )
        kept = match.standing
        report_and_stand(Said(match, kept.told, Report.Source.SLIP, account=actor, replaces=kept))
        write.journal(
            Verb.RESULT_KEPT,
            round=match.round,
            match=match,
            before=as_told(against[-1].result),
            after=as_told(kept.result),
        )
    return Settled(match)


def _adds(match: Match, slip: Slip) -> bool:
    """Whether the slip repeats the result that stands and has something to add to it."""
    if match.result is None or not slip.result.says_the_same(match.result):
        return False
    people = zip((match.first, match.second), slip.drops, strict=True)
    if any(drops and one and one.state == Enrollment.State.ACTIVE for one, drops in people):
        return True
    if slip.result.told and match.standing and slip.result.told != match.standing.told.games:
        return True
    return bool(disputed(match))


def _as_ended(slip: Slip) -> Result:
    """Return the result with its games; where somebody did not come they were awarded."""
    return slip.result.ended(Ending.AWARDED) if slip.no_show else slip.result


def _dispute(write: Write, match: Match, slip: Slip, source: Report.Source) -> None:
    """Keep what differs from the result that stands; the same person says it only once."""
    against = [one for one in disputed(match) if one.account == write.actor]
    if any(slip.result.says_the_same(one.result) for one in against):
        return
    write_reports([Said(match, slip.result, source, account=write.actor, drops=slip.drops)])
    match.save(update_fields=touched(match))
    write.journal(
        Verb.RESULT_DISPUTED,
        round=match.round,
        match=match,
        before=as_told(match.standing.result) if match.standing else None,
        after=as_told(slip.result),
    )


def _staying(match: Match, slip: Slip) -> list[Enrollment]:
    """Return who dropped by the result that this one replaces, and does not drop by this one.

    The same result once more, with somebody who drops, only adds the drop.
    """
    if match.result is None or slip.result.says_the_same(match.result):
        return []
    out = zip((match.first, match.second), out_by(chain_of(match)), slip.drops, strict=True)
    return [
        one
        for one, was_out, drops in out
        if was_out and not drops and one is not None and match.took_out(one)
    ]
