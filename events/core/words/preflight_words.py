"""The lines before pairing and publishing, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from domain.written_names import written_name
from events.core.check_line import Check, CheckCode
from events.models import PenaltyKind

# Short name of each check in a list, as in the journal.
NAMES: Mapping[CheckCode, str | Promise] = {
    CheckCode.TOGETHER: gettext_lazy("results set together"),
    CheckCode.DROPS: gettext_lazy("drops"),
    CheckCode.WINNER_DROPS: gettext_lazy("drop after a win"),
    CheckCode.LEADER_DROPS: gettext_lazy("drop by a leader"),
    CheckCode.EARLY_RESULT: gettext_lazy("an early result"),
    CheckCode.PRESENT_NO_SHOW: gettext_lazy("a no-show reported as present"),
    CheckCode.CONTRADICTION: gettext_lazy("contradictory reports"),
    CheckCode.SOURCES_DIFFER: gettext_lazy("a verification that does not match"),
    CheckCode.CALLED_WRONG: gettext_lazy("a result disputed by a player"),
    CheckCode.LOSS_NOT_SHOWN: gettext_lazy("a loss not shown in the result"),
    CheckCode.TO_DISQUALIFY: gettext_lazy("a disqualification not carried out"),
    CheckCode.DISQUALIFIED_PLAYS: gettext_lazy("an outstanding match of a disqualified player"),
    CheckCode.WITHOUT_ID: gettext_lazy("players without a platform ID"),
    CheckCode.NOT_ELIGIBLE: gettext_lazy("ineligible players"),
    CheckCode.WITHOUT_MATCH: gettext_lazy("a player without a match"),
    CheckCode.UNPLANNED_BYE: gettext_lazy("an unplanned bye"),
    CheckCode.CORRECTION: gettext_lazy("correction"),
    CheckCode.CUT_DIFFERS: gettext_lazy("a cut that no longer follows from the standings"),
    CheckCode.SEEDS_DIFFER: gettext_lazy("seeds that no longer follow from the standings"),
    CheckCode.PODS_DIFFER: gettext_lazy("pods that no longer follow from the standings"),
    CheckCode.ORDER_DIFFERS: gettext_lazy("a round paired by standings that have changed"),
    CheckCode.LAST_ROUND_DIFFERS: gettext_lazy("a last round not paired as announced"),
    CheckCode.PAIRED_BEFORE: gettext_lazy("a round paired before a correction"),
    CheckCode.STANDINGS_DIFFER: gettext_lazy("published standings that have changed"),
    CheckCode.PRIZES_DIFFER: gettext_lazy("prizes handed out that have changed"),
    CheckCode.NOT_CERTIFIED: gettext_lazy("a round that is no longer certified"),
}

_TEXTS: Mapping[CheckCode, str | Promise] = {
    CheckCode.WINNER_DROPS: gettext_lazy(
        "Dropping after a win this round: %(names)s. Is this correct?"
    ),
    CheckCode.LEADER_DROPS: gettext_lazy("Dropping while in the lead: %(names)s. Is this correct?"),
    CheckCode.EARLY_RESULT: gettext_lazy(
        "The result at table %(table)s (%(pair)s) was entered %(minutes)s min after the start. "
        "Is this the right table?"
    ),
    CheckCode.PRESENT_NO_SHOW: gettext_lazy(
        "%(names)s was reported present, but table %(table)s has a no-show. Is this correct?"
    ),
    CheckCode.CONTRADICTION: gettext_lazy(
        "Table %(table)s (%(pair)s) has two different results. Decide which one counts."
    ),
    CheckCode.SOURCES_DIFFER: gettext_lazy(
        "The verification for table %(table)s (%(pair)s) does not match the slip entry. Decide "
        "which one counts."
    ),
    CheckCode.CALLED_WRONG: gettext_lazy(
        "Result at table %(table)s (%(pair)s) disputed by %(names)s: %(score)s. Is the recorded"
        " result correct?"
    ),
    CheckCode.LOSS_NOT_SHOWN: gettext_lazy(
        "%(names)s has a recorded %(penalty)s that is not in the result at table %(table)s."
    ),
    CheckCode.TO_DISQUALIFY: gettext_lazy(
        "The disqualification of %(names)s is recorded but not carried out. The next round "
        "would still include this player."
    ),
    CheckCode.DISQUALIFIED_PLAYS: gettext_lazy(
        "%(names)s is disqualified, but table %(table)s (%(pair)s) is still outstanding."
    ),
    CheckCode.WITHOUT_ID: gettext_lazy(
        "These players have no platform ID, so opponents can't find them: %(names)s. Pair anyway?"
    ),
    CheckCode.NOT_ELIGIBLE: gettext_lazy(
        "Marked as not eligible: %(names)s. Drop these players, record the reason for an exception "
        "on their page, or let them play?"
    ),
    CheckCode.WITHOUT_MATCH: gettext_lazy(
        "In the event but without a match: %(names)s. Is this correct?"
    ),
    CheckCode.UNPLANNED_BYE: gettext_lazy(
        "Bye that was neither awarded nor drawn: %(names)s. Is this correct?"
    ),
    CheckCode.CORRECTION: gettext_lazy(
        "Round %(round)s, table %(table)s (%(pair)s) was corrected to %(score)s. No published "
        "standings include this yet."
    ),
}


def check_words(line: Check) -> str:
    """Return what a line says and asks."""
    if line.words:
        return line.words
    match = line.match
    if line.code == CheckCode.TOGETHER:
        words = ngettext(
            "%(count)d result was set together with others, without a slip or a report of its own.",
            "%(count)d results were set together, without a slip or a report of their own.",
            line.count,
        )
        return words % {"count": line.count}
    values: dict[str, object] = {
        "names": ", ".join(written_name(player) for player in line.people),
        "minutes": line.minutes,
        "penalty": str(PenaltyKind(line.penalty).label) if line.penalty else "",
    }
    if match is not None:
        second = written_name(match.second) if match.second else _("bye")
        values |= {
            "table": match.table or "–",
            "pair": f"{written_name(match.first)} – {second}",
            "round": match.round.number,
            "score": match.result_text,
        }
    if line.code is CheckCode.DROPS:
        text = ngettext("%(names)s is dropping.", "%(names)s are dropping.", len(line.people))
        return text % values
    return str(_TEXTS[line.code]) % values


def answered(values: Mapping[str, Any]) -> str:
    """Say in the journal which checks were answered."""
    return _("Round %(round)s, confirmed as correct: %(lines)s.") % _reviewed(values)


def passed(values: Mapping[str, Any]) -> str:
    """Say in the journal what was seen, or left open, when the event went on."""
    return _("Continued from round %(round)s after reviewing: %(lines)s.") % _reviewed(values)


def _reviewed(values: Mapping[str, Any]) -> dict[str, object]:
    lines = []
    for line in values.get("lines", []):
        name = str(NAMES[CheckCode(line["code"])])
        of = line["names"] or (_("table %(table)s") % line if line["table"] else "")
        lines.append(f"{name} ({of})" if of else name)
    return {"round": values["round"], "lines": ", ".join(lines)}
