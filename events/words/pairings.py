"""What the pairing engine says of a pairing, in the reader's language."""

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.models import Round
from pairings.compare import Difference
from pairings.explain import ByeReason, Explanation, PairDown, Rematch


def method_words(round: Round) -> str:
    """Say how a round is made where no Swiss engine pairs it; empty for plain Swiss rounds."""
    if round.stage.is_elimination:
        return _("The bracket: it follows from the seeds and the results.")
    proof = round.proof
    proven = proof.get("proven") and not round.changed_by_hand
    if round.method == Round.Method.ACROSS:
        return _("The first round of a draft: everybody plays across the table of the pod.")
    if round.method == Round.Method.PODS:
        text = _("Paired inside the pods, by points and without rematches.")
        return " ".join([text, _("Proven: no pairing is better.")]) if proven else text
    if round.method == Round.Method.ROUND_ROBIN:
        return _("From the table of the round robin: everybody meets everybody once.")
    if round.method == Round.Method.STANDINGS:
        return _(
            "The announced last round: paired by standings, 1 against 2, 3 against 4, without "
            "rematches."
        )
    return ""


def proof_words(explanation: Explanation, proof: dict[str, Any]) -> str:
    """Say how good a pairing is: "No pair-downs; no rematches. Proven: ..."."""
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
        text = _("%(downs)s; %(rematches)s; not proven to be the best.")
    elif not proof.get("uniform", False):
        text = _("%(downs)s; %(rematches)s. Proven: no pairing is better.")
    else:
        text = _(
            "%(downs)s; %(rematches)s. Proven: no pairing is better, and every one as good was "
            "equally likely."
        )
    return capfirst(text % {"downs": first, "rematches": second})


def hand_words(difference: Difference) -> str:
    """Say what an unposted round that was changed by hand costs against the best pairing."""
    if difference.equal:
        return _("Changed by hand, and still as good as the best pairing.")
    parts = []
    if difference.more_rematches > 0:
        parts.append(
            ngettext(
                "%(count)d more rematch", "%(count)d more rematches", difference.more_rematches
            )
            % {"count": difference.more_rematches}
        )
    if difference.unpaired:
        parts.append(_("more byes than needed"))
    elif difference.worse_bye:
        parts.append(_("the bye is at a player who should get it later"))
    if difference.more_abs > 0:
        parts.append(
            ngettext(
                "%(count)d more point of difference between opponents",
                "%(count)d more points of difference between opponents",
                difference.more_abs,
            )
            % {"count": difference.more_abs}
        )
    elif not parts:
        parts.append(_("the differences between opponents are spread less evenly"))
    return _("Changed by hand. Against the best pairing: %(parts)s.") % {
        "parts": _(", ").join(parts)
    }


def _points(points: int) -> str:
    return ngettext("%(count)d point", "%(count)d points", points) % {"count": points}


def pair_down_words(down: PairDown, higher: str, lower: str) -> str:
    """Say why two players on different points meet."""
    values = {
        "higher": higher,
        "lower": lower,
        "points": _points(down.upper_points),
        "above": down.above,
        "met": down.met,
    }
    if down.code == "odd-above":
        words = ngettext(
            "%(above)d player has %(points)s or more: %(higher)s meets a player below.",
            "%(above)d players have %(points)s or more, an odd number: one of them meets a player "
            "below. %(higher)s was drawn among those who could.",
            down.above,
        )
        return words % values
    if down.code == "met-all":
        return _("%(higher)s has met everybody else on %(points)s who is free.") % values
    if down.code == "fewest":
        return (
            _(
                "Every pairing without this one has a rematch, a worse bye or larger differences "
                "elsewhere."
            )
            % values
        )
    return _("%(higher)s and %(lower)s have different points; not proven to be needed.") % values


def bye_words(bye: ByeReason) -> str:
    """Say why this player has the bye."""
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
                "Drawn among %(choices)d players with the fewest byes and the fewest points "
                "(%(points)d)."
            )
            % values
        )
    if bye.code == "avoids-rematch":
        return (
            ngettext(
                "%(passed)d player had a better claim to the bye, but then there would be a "
                "rematch.",
                "%(passed)d players had a better claim to the bye, but then there would be a "
                "rematch.",
                bye.passed_over,
            )
            % values
        )
    if bye.had:
        return _("Not the player who should have the bye: has had %(had)d already.") % values
    return _("Not proven to be the player who should have the bye.")


def rematch_words(rematch: Rematch) -> str:
    """Say why a pair should not be made."""
    if rematch.code == "met":
        return _("These two have met before.")
    if rematch.code == "pods":
        return _("These two are of different pods.")
    return _("These two must not be paired.")
