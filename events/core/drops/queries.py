"""Drops reported with a match, and whether they agree with the official report."""

from collections.abc import Mapping, Sequence

from domain.results import Side
from events.models import Enrollment, Match, Report
from events.models.report import DESK_SOURCES

# A whole slip: whom it does not name plays on. A phone and a judge's tap say nothing of that.
WHOLE_SLIPS = (*DESK_SOURCES, Report.Source.VERIFICATION)

Dropped = tuple[bool, bool]


def chain_from(key: int | None, reports: Mapping[int, Report]) -> list[Report]:
    """Return the report with this key and those that counted before it, newest first.

    `reports`: those of the match, by key; the chain ends with the first that is not among them.
    """
    chain = []
    while key is not None and key in reports:
        chain.append(reports[key])
        key = reports[key].replaces_id
    return chain


def dropped_by(chain: Sequence[Report]) -> Dropped:
    """Return whether the first and the second player have dropped by these reports.

    `chain`: the official report and its predecessors, newest first. A report adds the drops
    reported with it, and cancels those that it calls a mistake.
    """
    first = second = False
    for report in reversed(chain):
        first = (first or report.drops_first) and not report.stays_first
        second = (second or report.drops_second) and not report.stays_second
    return first, second


def reported_drops(report: Report) -> tuple[bool | None, bool | None]:
    """Return for each player whether a report has their drop; None if it does not say."""
    plays_on = False if report.source in WHOLE_SLIPS else None
    return report.drops_first or plays_on, report.drops_second or plays_on


def same_drops(report: Report, other: Report) -> bool:
    """Whether two reports do not contradict each other about drops."""
    pairs = zip(reported_drops(report), reported_drops(other), strict=True)
    return all(
        reported is None or also_reported is None or reported is also_reported
        for reported, also_reported in pairs
    )


def agrees_on_drops(match: Match, report: Report, dropped: Dropped) -> bool:
    """Return whether a report's drops agree with the official report or the players' state now.

    `dropped`: the drops of the official report, as dropped_by returns them. A reported drop also
    agrees if the player dropped in another way by this round. A report without the drop also
    agrees if the player is active again.
    """
    sides = zip((match.first, match.second), reported_drops(report), dropped, strict=True)
    return all(
        reported is None or reported is was_out or _became_so(match, player, dropped=reported)
        for player, reported, was_out in sides
        if player is not None
    )


def drops_if_official(report: Report, dropped: Dropped) -> Dropped:
    """Return which players drop once a report is official: by it, else by the one before."""
    first, second = reported_drops(report)
    return dropped[0] if first is None else first, dropped[1] if second is None else second


def reports_with_undone_drop(chain: Sequence[Report]) -> set[int]:
    """Return the keys of the reports whose drop a later one of the chain, newest first, undid."""
    undone: set[int] = set()
    stayed: set[Side] = set()
    for report in chain:
        if (report.drops_first and Side.FIRST in stayed) or (
            report.drops_second and Side.SECOND in stayed
        ):
            undone.add(report.pk)
        stayed |= {Side.FIRST} if report.stays_first else set()
        stayed |= {Side.SECOND} if report.stays_second else set()
    return undone


def _became_so(match: Match, player: Enrollment, *, dropped: bool) -> bool:
    if dropped:
        return player.dropped_after is not None and player.dropped_after <= match.round.number
    return player.state == Enrollment.State.ACTIVE
