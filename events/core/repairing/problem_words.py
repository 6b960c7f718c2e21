"""Wording of the problems of a posted round."""

from django.utils.translation import gettext as _

from domain.written_names import written_name
from events.core.repairing.problems import CorrectedResult, RoundProblems, StillPaired
from events.core.repairing.repairing_words import NAMED, more_players
from events.core.words.pairing_reasons import points_words
from events.core.words.result_words import result_words
from events.models import Round

_REASONS = 2


def problem_title(problems: RoundProblems, round: Round) -> str:
    """Return the heading of a round's problems."""
    values = {"number": round.number}
    if problems.corrected:
        values["earlier"] = problems.corrected[0].match.round.number
        return _("A result of round %(earlier)d changed after round %(number)d was posted") % values
    if problems.points:
        return _("Players of round %(number)d were paired on other points") % values
    if problems.still_paired:
        return _("A player who dropped is paired in round %(number)d") % values
    if problems.unpaired:
        return _("Players without an opponent in round %(number)d") % values
    return _("Round %(number)d has no known problem") % values


def corrected_words(corrected: CorrectedResult) -> str:
    """Describe a correction: "Table 12 in round 3 was recorded as ... and is now ..."."""
    match = corrected.match
    values: dict[str, object] = {"table": match.table, "round": match.round.number}
    values["after"] = result_words(match.names, corrected.after)
    if corrected.before is None:
        return _("Table %(table)d in round %(round)d is now recorded as “%(after)s”.") % values
    values["before"] = result_words(match.names, corrected.before)
    return (
        _("Table %(table)d in round %(round)d was recorded as “%(before)s” and is now “%(after)s”.")
        % values
    )


def changed_points_words(problems: RoundProblems) -> list[str]:
    """List the first players paired on other points than they have now, with their tables."""
    lines = []
    for change in problems.points[:NAMED]:
        values = {
            "name": written_name(change.player),
            "points": points_words(change.now),
            "posted": change.posted,
            "table": change.table,
        }
        if change.table is None:
            lines.append(_("%(name)s has %(points)s instead of %(posted)d.") % values)
        else:
            lines.append(
                _("%(name)s has %(points)s instead of %(posted)d and is paired at table %(table)d.")
                % values
            )
    return lines + more_players(len(problems.points) - len(lines))


def still_paired_words(paired: StillPaired) -> str:
    """Say that a dropped player is paired, and where."""
    values = {
        "name": written_name(paired.player),
        "opponent": written_name(paired.opponent),
        "table": paired.match.table,
        "number": paired.round.number,
    }
    return (
        _(
            "%(name)s dropped, but is paired with %(opponent)s at table %(table)d in round "
            "%(number)d."
        )
        % values
    )


def suggested_reason(problems: RoundProblems) -> str:
    """Return the default reason for the journal."""
    reasons = [
        _("Result of table %(table)d in round %(round)d corrected")
        % {"table": corrected.match.table, "round": corrected.match.round.number}
        for corrected in problems.corrected
    ]
    reasons += [
        _("%(name)s dropped") % {"name": written_name(paired.player)}
        for paired in problems.still_paired
    ]
    return _(", ").join(reasons[:_REASONS])
