"""Wording of the pairing engine's explanations, in the reader's language."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.sentences import join_sentences
from events.models import Round
from pairings.cost import Difference
from pairings.explain import ByeReason, Explanation, PairDown, Rematch
from standings.tables.table_points import shown_points


def method_words(round: Round) -> str:
    """Describe how a round is paired without a Swiss engine; empty for plain Swiss rounds."""
    if round.stage.is_elimination:
        return _("Bracket: pairings follow from the seeds and the results.")
    proof = round.proof
    proven = bool(proof.get("proven")) and not round.changed_by_hand
    if round.method == Round.Method.ACROSS:
        return _(
            "First round of a draft: each player plays the player seated directly across the pod."
        )
    if round.method == Round.Method.PODS:
        text = _("Paired within the pods, by points and without rematches.")
        return join_sentences((text, _("Proven: no better pairing exists.") if proven else ""))
    if round.method == Round.Method.ROUND_ROBIN:
        return _("From the round-robin table: everyone plays everyone else once.")
    if round.stage.is_tables:
        return tables_words(round, proven=proven)
    if round.is_by_standings:
        return _(
            "Announced last round: paired by standings (1 against 2, 3 against 4) without "
            "rematches."
        )
    return ""


def tables_words(round: Round, *, proven: bool) -> str:
    """Describe the seating of tables of four: how many pairs meet again, and what is proven."""
    cost = round.proof.get("tables", {}).get("cost", {})
    again = cost.get("repeats", 0)
    if round.changed_by_hand or not cost:
        return _("Tables of four, changed by hand.") if round.changed_by_hand else ""
    if round.number == 1:
        return _("Tables and seats are drawn at random.")
    if again:
        first = ngettext(
            "%(count)d pair of players meets again.",
            "%(count)d pairs of players meet again.",
            again,
        ) % {"count": again}
    else:
        first = _("No two players meet again.")
    how = _("Seated by points, with early and late seats in balance.")
    last = _("Proven: no better seating exists.") if proven else ""
    return join_sentences((first, how, last))


def proof_words(explanation: Explanation, proof: dict[str, Any]) -> str:
    """Describe the quality of a pairing: "No pair-downs; no rematches. Proven: ..."."""
    downs = len(explanation.pair_downs)
    rematches = len(explanation.rematches)
    if downs:
        first = ngettext("%(count)d pair-down", "%(count)d pair-downs", downs) % {"count": downs}
    else:
        first = _("no pair-downs")
    if rematches:
        second = ngettext("%(count)d rematch", "%(count)d rematches", rematches) % {
            "count": rematches
        }
    else:
        second = _("no rematches")
    if not explanation.fewest:
        text = _("%(downs)s; %(rematches)s. Not proven to be the best pairing.")
    elif not proof.get("uniform", False):
        text = _("%(downs)s; %(rematches)s. Proven: no better pairing exists.")
    else:
        text = _(
            "%(downs)s; %(rematches)s. Proven: no better pairing exists, and all equally good "
            "pairings were equally likely."
        )
    return capfirst(text % {"downs": first, "rematches": second})


def hand_words(difference: Difference) -> str:
    """Compare an unposted round that was changed by hand with the best pairing."""
    if difference.equal:
        return _("Changed by hand, but still as good as the best pairing.")
    parts = []
    if difference.more_rematches > 0:
        parts.append(
            ngettext(
                "%(count)d more rematch", "%(count)d more rematches", difference.more_rematches
            )
            % {"count": difference.more_rematches}
        )
    elif difference.more_meetings > 0:
        parts.append(_("rematches of players who have met more often"))
    elif difference.later > 0:
        parts.append(_("rematches of players who have met more recently"))
    if difference.unpaired:
        parts.append(_("more byes than necessary"))
    elif difference.worse_bye:
        parts.append(_("the bye is assigned to a player who is not next in line for it"))
    if difference.more_abs > 0:
        parts.append(
            ngettext(
                "%(count)d more point of total difference between opponents",
                "%(count)d more points of total difference between opponents",
                difference.more_abs,
            )
            % {"count": difference.more_abs}
        )
    elif not parts:
        parts.append(_("point differences between opponents are spread less evenly"))
    return _("Changed by hand. Compared with the best pairing: %(parts)s.") % {
        "parts": _(", ").join(parts)
    }


def points_words(points: int | float) -> str:
    """Return match points with their unit: "1 point", "6 points", "2.5 points"."""
    words = ngettext("%(points)s point", "%(points)s points", plural_count(points))
    return words % {"points": points}


def plural_count(points: int | float | Fraction) -> int:
    """Return a whole number that chooses singular or plural, because gettext takes only these."""
    return 1 if points == 1 else 2


def points_number(points: int | Fraction) -> int | float:
    """Format exact points: whole, or with two digits for points of shared places."""
    return shown_points(points.numerator, points.denominator)


def pair_down_words(down: PairDown, higher: str, lower: str) -> str:
    """Explain why two players on different points meet."""
    values = {
        "higher": higher,
        "lower": lower,
        "points": points_words(down.upper_points),
        "above": down.above,
        "met": down.met,
    }
    if down.code == "odd-above":
        words = ngettext(
            "%(above)d player has %(points)s or more, so %(higher)s is paired down.",
            "%(above)d players have %(points)s or more, an odd number, so one is paired down. "
            "%(higher)s was drawn from the possible players.",
            down.above,
        )
        return words % values
    if down.code == "met-all":
        return (
            _("%(higher)s has already played every other available player on %(points)s.") % values
        )
    if down.code == "fewest":
        return (
            _(
                "Avoiding this pairing would cause another or a more recent rematch, a worse bye or"
                " larger differences elsewhere."
            )
            % values
        )
    return (
        _(
            "%(higher)s and %(lower)s have different points. This pair-down is not proven to "
            "be necessary."
        )
        % values
    )


def bye_words(bye: ByeReason) -> str:
    """Explain why this player has the bye."""
    values = {
        "points": bye.points,
        "choices": bye.choices,
        "passed": bye.passed_over,
        "had": bye.had,
    }
    if bye.code == "only":
        return (
            _("The only player with the fewest byes and the fewest points (%(points)d).") % values
        )
    if bye.code == "drawn":
        return (
            _(
                "Drawn from %(choices)d players with the fewest byes and the fewest points "
                "(%(points)d)."
            )
            % values
        )
    if bye.code == "avoids-rematch":
        return (
            ngettext(
                "%(passed)d player was ahead in line for the bye, but that would cause a rematch.",
                "%(passed)d players were ahead in line for the bye, but that would cause a "
                "rematch.",
                bye.passed_over,
            )
            % values
        )
    if bye.had:
        return _("Not next in line for the bye. Byes so far: %(had)d.") % values
    return _("Not proven to be next in line for the bye.")


def rematch_words(rematch: Rematch) -> str:
    """Explain why a pair should not be made."""
    if rematch.code == "met" and rematch.rounds:
        return met_before_words(rematch.rounds)
    if rematch.code == "met":
        return _("These players have already played each other.")
    if rematch.code == "pods":
        return _("These players are in different pods.")
    return _("These players must not be paired.")


def met_before_words(rounds: Sequence[int]) -> str:
    """Name the rounds in which a pair has met: "These players have already played ..."."""
    words = ngettext(
        "These players have already played each other, in round %(rounds)s.",
        "These players have already played each other, in rounds %(rounds)s.",
        len(rounds),
    )
    return words % {"rounds": _(", ").join(map(str, rounds))}
