"""The lines before pairing and publishing, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.models import PenaltyKind
from events.selectors.gate_values import Code, Line

# What a line is called where it stands among others, as in the journal.
NAMES: Mapping[Code, str | Promise] = {
    Code.DROPS: gettext_lazy("drops"),
    Code.WINNER_DROPS: gettext_lazy("a winner drops"),
    Code.LEADER_DROPS: gettext_lazy("a leader drops"),
    Code.EARLY_RESULT: gettext_lazy("an early result"),
    Code.PRESENT_NO_SHOW: gettext_lazy("a no-show who was there"),
    Code.CONTRADICTION: gettext_lazy("reports that contradict"),
    Code.SOURCES_DIFFER: gettext_lazy("a slip that was read otherwise"),
    Code.CALLED_WRONG: gettext_lazy("a result that a player calls wrong"),
    Code.LOSS_NOT_SHOWN: gettext_lazy("a loss that the result does not show"),
    Code.TO_DISQUALIFY: gettext_lazy("a disqualification that is not carried out"),
    Code.DISQUALIFIED_PLAYS: gettext_lazy("an outstanding match of a disqualified player"),
    Code.WITHOUT_ID: gettext_lazy("players without a platform ID"),
    Code.NOT_ELIGIBLE: gettext_lazy("players who are not eligible"),
    Code.WITHOUT_MATCH: gettext_lazy("a player without a match"),
    Code.UNPLANNED_BYE: gettext_lazy("a bye that nobody planned"),
    Code.CORRECTION: gettext_lazy("a correction"),
}

_TEXTS: Mapping[Code, str | Promise] = {
    Code.DROPS: gettext_lazy("These players drop: %(names)s."),
    Code.WINNER_DROPS: gettext_lazy("%(names)s won this round and drops. Is that meant?"),
    Code.LEADER_DROPS: gettext_lazy("%(names)s is in the lead and drops. Is that meant?"),
    Code.EARLY_RESULT: gettext_lazy(
        "Table %(table)s (%(pair)s) had its result %(minutes)s min after the start. Is it the "
        "right table?"
    ),
    Code.PRESENT_NO_SHOW: gettext_lazy(
        "%(names)s was reported present, and table %(table)s has a no-show. Is that right?"
    ),
    Code.CONTRADICTION: gettext_lazy(
        "Table %(table)s (%(pair)s) has two results that differ. Decide which one counts."
    ),
    Code.SOURCES_DIFFER: gettext_lazy(
        "The slip of table %(table)s (%(pair)s) was read otherwise the second time. Decide which "
        "one counts."
    ),
    Code.CALLED_WRONG: gettext_lazy(
        "%(names)s says that the recorded result of table %(table)s (%(pair)s) is wrong: "
        "%(score)s. Is it right as it is?"
    ),
    Code.LOSS_NOT_SHOWN: gettext_lazy(
        "%(names)s has a recorded %(penalty)s that the result of table %(table)s does not show."
    ),
    Code.TO_DISQUALIFY: gettext_lazy(
        "The disqualification of %(names)s is recorded and not carried out: the next round would "
        "be paired with this player."
    ),
    Code.DISQUALIFIED_PLAYS: gettext_lazy(
        "%(names)s is disqualified, and table %(table)s (%(pair)s) still waits for a result."
    ),
    Code.WITHOUT_ID: gettext_lazy(
        "These players have no platform ID, so that nobody can find them: %(names)s. Pair all the "
        "same?"
    ),
    Code.NOT_ELIGIBLE: gettext_lazy(
        "Marked as not eligible: %(names)s. Drop these players, record the reason for an exception "
        "on their page, or let them play?"
    ),
    Code.WITHOUT_MATCH: gettext_lazy(
        "%(names)s plays in the event and had no match. Is that meant?"
    ),
    Code.UNPLANNED_BYE: gettext_lazy(
        "%(names)s had a bye that was neither awarded nor drawn. Is that meant?"
    ),
    Code.CORRECTION: gettext_lazy(
        "Round %(round)s, table %(table)s (%(pair)s) was corrected after the last standings were "
        "published: %(score)s."
    ),
}


def gate_words(line: Line) -> str:
    """Return what a line says and asks."""
    match = line.match
    values: dict[str, object] = {
        "names": ", ".join(player.name for player in line.people),
        "minutes": line.minutes,
        "penalty": str(PenaltyKind(line.penalty).label) if line.penalty else "",
    }
    if match is not None:
        second = match.second.name if match.second else _("bye")
        values |= {
            "table": match.table or "–",
            "pair": f"{match.first.name} – {second}",
            "round": match.round.number,
            "score": match.result_text,
        }
    return str(_TEXTS[line.code]) % values


def answered(values: Mapping[str, Any]) -> str:
    """Say in the journal which lines somebody answered."""
    return _("Round %(round)s, right as it is: %(lines)s.") % _told(values)


def passed(values: Mapping[str, Any]) -> str:
    """Say in the journal what was seen, or left open, when the event went on."""
    return _("Gone on from round %(round)s, having seen: %(lines)s.") % _told(values)


def _told(values: Mapping[str, Any]) -> dict[str, object]:
    lines = []
    for line in values.get("lines", []):
        name = str(NAMES[Code(line["code"])])
        of = line["names"] or (_("table %(table)s") % line if line["table"] else "")
        lines.append(f"{name} ({of})" if of else name)
    return {"round": values["round"], "lines": ", ".join(lines)}
