"""Names of re-pairing plans for a posted round, and their distance from the best pairing."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.repairing.queries import RepairingOption, Seat
from events.models import Repairing

_TABLES_TOLD = 10


def plan_title(plan: RepairingOption) -> str:
    """Return the heading of a re-pairing plan."""
    if not plan.changes:
        return _("Leave the pairings as they are")
    titles = {
        Repairing.Plan.FEWEST: _("Change the fewest tables"),
        Repairing.Plan.BETWEEN: _("Change fewer tables"),
        Repairing.Plan.LEAVE: _("Make only the required changes"),
        Repairing.Plan.WHOLE: _("Re-pair the whole round"),
    }
    return titles[plan.kind]


def plan_distance(plan: RepairingOption) -> list[str]:
    """How far the plan leaves the round from the best pairing; empty when it is one."""
    cost, best = plan.plan.cost, plan.best
    distances = []
    more = cost.rematches - best.rematches
    if more > 0:
        distances.append(
            ngettext("%(count)d rematch", "%(count)d rematches", more) % {"count": more}
        )
    if (cost.bye_had, cost.bye_points) != (best.bye_had, best.bye_points):
        if cost.bye_had:
            distances.append(_("a second bye"))
        else:
            distances.append(_("the bye is not in the lowest score group"))
    further = cost.sum_abs - best.sum_abs
    if further > 0:
        words = ngettext(
            "%(count)d more match point of total difference between opponents",
            "%(count)d more match points of total difference between opponents",
            further,
        )
        distances.append(words % {"count": further})
    elif further == 0 and cost.sum_sq > best.sum_sq:
        distances.append(
            _("the same total difference in match points, but with larger gaps at fewer tables")
        )
    return distances


def seat_words(seat: Seat) -> str:
    """Seat of a player: "table 12", "bye", or a dash."""
    if seat.table is not None:
        return _("table %(table)d") % {"table": seat.table}
    return _("bye") if seat.has_bye else "–"


def re_paired(values: Mapping[str, Any]) -> str:
    """The journal's sentence about a re-pairing: the tables it made, of many the first."""
    text = _("Posted round %(round)s was re-paired.") % values
    if values.get("plan") == Repairing.Plan.SWAP:
        text = _("Posted round %(round)s was changed to match the actual seating.") % values
    made = [
        _("table %(table)s: %(first)s – %(second)s")
        % {"table": table, "first": first, "second": second}
        for table, first, second in values.get("made", [])[:_TABLES_TOLD]
    ]
    if values.get("bye"):
        made.append(_("bye: %(name)s") % {"name": values["bye"]})
    more = len(values.get("made", [])) - _TABLES_TOLD
    if more > 0:
        made.append(ngettext("%(count)d more", "%(count)d more", more) % {"count": more})
    listed = _(", ").join(made)
    return f"{text} {listed}." if made else text
