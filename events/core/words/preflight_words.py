"""Wording of the checks before pairing and publishing."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from domain.results import Result
from domain.written_names import called, written, written_name
from events.core.check_line import Check, CheckCode, Weight
from events.core.words.penalty_words import penalty_words
from events.core.words.result_words import result_words, short_words
from events.models import Match

# The name of each check in lists and in the journal.
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
    CheckCode.WINNER_DROPS: gettext_lazy("Drop %(names)s, who won this round?"),
    CheckCode.LEADER_DROPS: gettext_lazy("Drop %(names)s, who leads the event?"),
    CheckCode.EARLY_RESULT: gettext_lazy("Table %(table)s: is “%(result)s” right?"),
    CheckCode.PRESENT_NO_SHOW: gettext_lazy("Table %(table)s: keep the no-show of %(names)s?"),
    CheckCode.CONTRADICTION: gettext_lazy("Table %(table)s: is “%(result)s” right?"),
    CheckCode.SOURCES_DIFFER: gettext_lazy("Table %(table)s: is “%(result)s” right?"),
    CheckCode.CALLED_WRONG: gettext_lazy("Table %(table)s: is “%(result)s” right?"),
    CheckCode.LOSS_NOT_SHOWN: gettext_lazy(
        "Table %(table)s: add the %(penalty)s of %(names)s to the result?"
    ),
    CheckCode.TO_DISQUALIFY: gettext_lazy("Disqualify %(names)s?"),
    CheckCode.DISQUALIFIED_PLAYS: gettext_lazy(
        "Table %(table)s: enter the result of %(pair)s now?"
    ),
    CheckCode.WITHOUT_ID: gettext_lazy("Continue without a platform ID of %(names)s?"),
    CheckCode.NOT_ELIGIBLE: gettext_lazy("Let %(names)s play?"),
    CheckCode.WITHOUT_MATCH: gettext_lazy("Leave %(names)s without a match?"),
    CheckCode.UNPLANNED_BYE: gettext_lazy("Keep the bye of %(names)s?"),
    CheckCode.CORRECTION: gettext_lazy(
        "Round %(round)s, table %(table)s (%(pair)s) was corrected to %(score)s. No published "
        "standings include this yet."
    ),
}
_WHYS: Mapping[CheckCode, str | Promise] = {
    CheckCode.WINNER_DROPS: gettext_lazy(
        "The results so far count. The player can be reinstated until the next round is paired."
    ),
    CheckCode.LEADER_DROPS: gettext_lazy(
        "The results so far count. The player can be reinstated until the next round is paired."
    ),
    CheckCode.EARLY_RESULT: gettext_lazy("Entered %(minutes)s min after the start of the round."),
    CheckCode.PRESENT_NO_SHOW: gettext_lazy(
        "The player was checked in, seen at the table or penalized in this round."
    ),
    CheckCode.CONTRADICTION: gettext_lazy("Another report says “%(other)s” (%(who)s)."),
    CheckCode.SOURCES_DIFFER: gettext_lazy("The verification of the slip has a different result."),
    CheckCode.CALLED_WRONG: gettext_lazy("Disputed by %(names)s."),
    CheckCode.LOSS_NOT_SHOWN: gettext_lazy(
        "The loss is recorded, but the result does not show it."
    ),
    CheckCode.TO_DISQUALIFY: gettext_lazy(
        "The disqualification is recorded but not carried out. The next round would still include "
        "this player."
    ),
    CheckCode.DISQUALIFIED_PLAYS: gettext_lazy(
        "%(names)s is disqualified, and the match has no result."
    ),
    CheckCode.WITHOUT_ID: gettext_lazy("Opponents can't find a player without an ID."),
    CheckCode.NOT_ELIGIBLE: gettext_lazy(
        "Marked as not eligible. An exception is recorded on the player's page."
    ),
    CheckCode.WITHOUT_MATCH: gettext_lazy("In the event, but not paired in this round."),
    CheckCode.UNPLANNED_BYE: gettext_lazy("It was neither awarded nor drawn with the pairings."),
}


def check_words(line: Check) -> str:
    """Return the question of a check, or its statement if it only informs."""
    if line.words and line.weight is Weight.INFORM:
        return line.words
    if line.words:
        return _("Leave as it is: %(name)s?") % {"name": NAMES[line.code]}
    if line.code == CheckCode.TOGETHER:
        words = ngettext(
            "%(count)d result was set together with others, without a slip or a report of its own.",
            "%(count)d results were set together, without a slip or a report of their own.",
            line.count,
        )
        return words % {"count": line.count}
    if line.code is CheckCode.DROPS:
        text = ngettext("%(names)s is dropping.", "%(names)s are dropping.", len(line.people))
        return text % _values(line)
    if line.code is CheckCode.WITHOUT_ID and len(line.people) > 1:
        words = ngettext(
            "Continue without the platform ID of %(count)d player?",
            "Continue without the platform IDs of %(count)d players?",
            len(line.people),
        )
        return words % {"count": len(line.people)}
    return str(_TEXTS[line.code]) % _values(line)


def check_reason(line: Check) -> str:
    """Return known facts about the subject of a check, or its consequence."""
    if line.weight is Weight.INFORM:
        return ""
    if line.code is CheckCode.WITHOUT_ID and len(line.people) > 1:
        return first_names([written_name(player) for player in line.people])
    return line.words or str(_WHYS.get(line.code, "")) % _values(line)


def _values(line: Check) -> dict[str, object]:
    values: dict[str, object] = {
        "names": _(", ").join(written_name(player) for player in line.people),
        "minutes": line.minutes,
        "penalty": str(penalty_words(line.penalty)) if line.penalty else "",
    }
    match = line.match
    if match is None:
        return values
    if line.against:
        other = line.against[-1]
        by_whom = {"other": _result(match, other.result_with_games), "who": written(other.who)}
        values |= by_whom
    return values | {
        "table": match.table or "–",
        "pair": " – ".join(_pair(match)),
        "round": match.round.number,
        "score": short_words(match, match.result) if match.result else "–",
        "result": _result(match, match.result) if match.result else "–",
    }


def _result(match: Match, result: Result) -> str:
    names = tuple(called(player) for player in match.players)
    return result_words(names if len(names) > 1 else (*names, ""), result)


def _pair(match: Match) -> list[str]:
    """Return the names of a match's players; a bye in place of the second."""
    names = [written_name(player) for player in match.players]
    return names if len(names) > 1 else [*names, _("bye")]


def answered(values: Mapping[str, Any]) -> str:
    """Return the journal's sentence about checks that were confirmed as correct."""
    return _("Round %(round)s, confirmed as correct: %(lines)s.") % _reviewed(values)


def passed(values: Mapping[str, Any]) -> str:
    """Return the journal's sentence about checks seen, or left open, when the event continued."""
    return _("Continued from round %(round)s after reviewing: %(lines)s.") % _reviewed(values)


def _reviewed(values: Mapping[str, Any]) -> dict[str, object]:
    lines = []
    for line in values.get("lines", []):
        name = str(NAMES[CheckCode(line["code"])])
        of = line["names"] or (_("table %(table)s") % line if line["table"] else "")
        lines.append(f"{name} ({of})" if of else name)
    return {"round": values["round"], "lines": ", ".join(lines)}


# The most names in a sentence.
MOST = 6


def first_names(names: Sequence[str]) -> str:
    """List the first of the names, and the number of the others: "Ada, Ben, 12 more"."""
    shown = list(names[:MOST])
    more = len(names) - len(shown)
    if more:
        shown.append(ngettext("%(count)d more", "%(count)d more", more) % {"count": more})
    return _(", ").join(shown)
