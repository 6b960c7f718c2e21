"""Pre-flight check for no-shows of players who were present."""

import datetime

from domain.results import Winner
from events.core.check_line import Check, CheckCode, Weight
from events.core.progress.presence import first_round_at_a_table
from events.models import Enrollment, Infraction, Penalty, Report, Round

# A report from these sources shows that the match was played.
SAW_IT = (Report.Source.JUDGE, Report.Source.FIRST, Report.Source.SECOND, Report.Source.SEAT)


def present_no_shows(round: Round) -> list[Check]:
    """Find no-shows of players who were present: checked in, seen at the table, or penalized.

    Four queries, one without a no-show.
    """
    official = Report.objects.official().filter(match__round=round, source=Report.Source.NO_SHOW)
    no_shows = list(official.select_related("match__first", "match__second").order_by("pk"))
    if not no_shows:
        return []
    seen = set(
        Report.objects.filter(match__round=round, source__in=SAW_IT, undone_at=None).values_list(
            "match_id", flat=True
        )
    )
    penalized = set(
        Penalty.objects.filter(enrollment__event=round.event_id, round_number=round.number)
        .exclude(infraction=Infraction.TARDINESS)
        .values_list("enrollment_id", flat=True)
    )
    since = since_when_it_counts(round)
    return [
        Check(
            CheckCode.PRESENT_NO_SHOW,
            Weight.CONFIRM,
            f"{report.pk}:{loser.number}",
            (loser,),
            report.match,
        )
        for report in no_shows
        for loser in _losers(report)
        if _is_here(loser, round, since) or report.match_id in seen or loser.pk in penalized
    ]


def since_when_it_counts(round: Round) -> datetime.datetime | None:
    """Return the moment from which a check-in counts for this round: the last round's completion.

    None if it is unknown. One query, none for round 1.
    """
    posted = round.paired_at or round.posted_at
    if round.number == 1:
        return posted
    before = round.event.rounds.filter(number=round.number - 1)
    return before.values_list("completed_at", flat=True).first() or posted


def _is_here(player: Enrollment, round: Round, since: datetime.datetime | None) -> bool:
    """Return whether a player was checked in for this round: at any time for their first one."""
    if not player.checked_in or round.number <= first_round_at_a_table(player):
        return player.checked_in
    return since is not None and player.checked_in_at is not None and player.checked_in_at >= since


def _losers(report: Report) -> list[Enrollment]:
    """Return the players who lost according to a report."""
    winner = report.result.winner
    sides = ((Winner.FIRST, report.match.first), (Winner.SECOND, report.match.second))
    return [player for side, player in sides if winner is not side and player is not None]
