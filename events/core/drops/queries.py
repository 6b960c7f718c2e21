"""Drops reported with a match, and whether they agree with the official report."""

from collections.abc import Mapping, Sequence

from domain.report_sources import DESK_SOURCES
from events.models import Enrollment, Match, Report

# Sources with a whole slip: a player it does not name plays on. A report by phone or by a judge's
# tap does not say whether an unnamed player plays on.
WHOLE_SLIPS = (*DESK_SOURCES, Report.Source.VERIFICATION)

# Drops of a match's players in order: two, or a table of three to five by seat.
Dropped = tuple[bool, ...]


def chain_from(key: int | None, reports: Mapping[int, Report]) -> list[Report]:
    """Return the report with this key and those that were official before it, newest first.

    `reports`: those of the match, by key; the chain ends with the first that is not among them.
    """
    chain = []
    while key is not None and key in reports:
        chain.append(reports[key])
        key = reports[key].replaces_id
    return chain


def dropped_by(chain: Sequence[Report], players: int = 2) -> Dropped:
    """Return for each player of a match whether they have dropped by these reports.

    `chain`: the official report and its predecessors, newest first. A report adds the drops
    reported with it, and cancels those that it marks as mistakes.
    """
    dropped: Dropped = (False,) * players
    for report in reversed(chain):
        both = zip(dropped, report.drops, report.stays, strict=True)
        dropped = tuple((out or drops) and not stays for out, drops, stays in both)
    return dropped


def reported_drops(report: Report) -> tuple[bool | None, ...]:
    """Return for each player whether a report has them drop; None if it does not say."""
    plays_on = False if report.source in WHOLE_SLIPS else None
    return tuple(drops or plays_on for drops in report.drops)


def same_drops(report: Report, other: Report) -> bool:
    """Return whether two reports do not contradict each other about drops."""
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
    sides = zip(match.players, reported_drops(report), dropped, strict=True)
    return all(
        reported is None or reported is was_out or _became_so(match, player, dropped=reported)
        for player, reported, was_out in sides
    )


def drops_if_official(report: Report, dropped: Dropped) -> Dropped:
    """Return which players drop if a report becomes official; `dropped` where it does not say."""
    both = zip(dropped, reported_drops(report), strict=True)
    return tuple(was_out if reported is None else reported for was_out, reported in both)


def reports_with_undone_drop(chain: Sequence[Report]) -> set[int]:
    """Return the keys of the reports with a drop that a later report of the chain undid.

    `chain` is ordered newest first.
    """
    undone: set[int] = set()
    stayed: set[int] = set()
    for report in chain:
        if any(drops and place in stayed for place, drops in enumerate(report.drops)):
            undone.add(report.pk)
        stayed |= {place for place, stays in enumerate(report.stays) if stays}
    return undone


def _became_so(match: Match, player: Enrollment, *, dropped: bool) -> bool:
    if dropped:
        return player.dropped_after is not None and player.dropped_after <= match.round.number
    return player.is_active
