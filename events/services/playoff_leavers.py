"""Who leaves during a posted playoff round loses its match by that (rules, 2.9)."""

from django.db.models import Q

from archive.results import Ending, Result
from events.models import Enrollment, Match, Report, Stage, Verb
from events.services.door import Write
from events.services.reports import Said, as_told, report_and_stand

KINDS = (Stage.Kind.SINGLE_ELIMINATION, Stage.Kind.DOUBLE_ELIMINATION)


def lose_playoff_match(write: Write, gone: Enrollment) -> Match | None:
    """Give the opponent the win of somebody who just left, so that the bracket goes on.

    A part of the write by which they left. Undoing the result takes a drop back with it. None
    where no match of a posted playoff round waits for its result.
    """
    found = (
        Match.objects.played()
        .outstanding()
        .filter(
            Q(first=gone) | Q(second=gone),
            round__event=write.event,
            round__state="posted",
            round__stage__kind__in=KINDS,
        )
    )
    match = found.select_related("round__stage", "round__event", "first", "second").first()
    if match is None:
        return None
    is_first = match.first_id == gone.pk
    won = Result(match.round.games_to_win, 0)
    result = (won.turned() if is_first else won).ended(Ending.AWARDED)
    dropped = gone.state == Enrollment.State.DROPPED
    report = report_and_stand(
        Said(
            match,
            result,
            Report.Source.WALKOVER,
            account=write.actor,
            drops=(dropped and is_first, dropped and not is_first),
        )
    )
    if dropped:
        gone.left_with = report
        gone.save(update_fields=["left_with"])
    write.journal(
        Verb.RESULT_ENTERED,
        round=match.round,
        match=match,
        before=None,
        after=as_told(result),
        source=report.source,
        dropped=[gone.number] if dropped else [],
        staying=[],
    )
    return match
