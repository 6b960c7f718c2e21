"""Wording of departures from a basis: what changed, the consequence, the remedy."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from domain.kinds import PreflightCode
from events.core.basis.departure import Departure
from events.core.sentences import join_sentences

NAMED = 6

_TEXTS: Mapping[PreflightCode, str | Promise] = {
    PreflightCode.CUT_DIFFERS: gettext_lazy(
        "The cut of stage %(number)d no longer follows from the standings after round %(after)d."
    ),
    PreflightCode.SEEDS_DIFFER: gettext_lazy(
        "The seeds of the bracket no longer follow from the standings after round %(after)d. "
        "Players with a new seed: %(into)s."
    ),
    PreflightCode.PODS_DIFFER: gettext_lazy(
        "The pods of stage %(number)d no longer follow from the standings after round %(after)d. "
        "Now in another pod: %(into)s."
    ),
    PreflightCode.ORDER_DIFFERS: gettext_lazy(
        "Round %(number)d was paired by the standings after round %(after)d, which have changed. "
        "Another place now: %(into)s."
    ),
    PreflightCode.PAIRED_BEFORE: gettext_lazy(
        "Unposted round %(number)d was paired from the old result. Pair again."
    ),
    PreflightCode.STANDINGS_DIFFER: gettext_lazy(
        "The published standings after round %(number)d no longer follow from the results and "
        "players of the event."
    ),
    PreflightCode.PRIZES_DIFFER: gettext_lazy(
        "Prizes that were handed out no longer follow from the standings: %(into)s."
    ),
    PreflightCode.NOT_CERTIFIED: gettext_lazy(
        "Round %(number)d is no longer certified, because a result was corrected."
    ),
}

_NOT_RECORDED: Mapping[PreflightCode, str | Promise] = {
    PreflightCode.CUT_DIFFERS: gettext_lazy(
        "The players who advanced from stage %(number)d no longer match the cut line after round "
        "%(after)d. The standings at the time of the cut are not recorded."
    ),
    PreflightCode.SEEDS_DIFFER: gettext_lazy(
        "The bracket is not seated in the order of the standings after round %(after)d today. The "
        "standings that its seeds follow from are not recorded. Players with a new seed: %(into)s."
    ),
    PreflightCode.PODS_DIFFER: gettext_lazy(
        "The pods of stage %(number)d do not match the standings after round %(after)d. "
        "The standings they were drawn from are not recorded. Now in another pod: %(into)s."
    ),
}

_STAYS: Mapping[PreflightCode, str | Promise] = {
    PreflightCode.CUT_DIFFERS: gettext_lazy(
        "Round %(round)d has been played, so the cut is final: the players who advanced play on. "
        "To undo the cut, first undo the results of round %(round)d."
    ),
    PreflightCode.SEEDS_DIFFER: gettext_lazy(
        "Round %(round)d has been played, so the bracket is final. To seat it again, first undo "
        "the results of round %(round)d."
    ),
    PreflightCode.PODS_DIFFER: gettext_lazy(
        "Round %(round)d has been played, so the pods are final. To draw them again, first undo "
        "the results of round %(round)d."
    ),
    PreflightCode.ORDER_DIFFERS: gettext_lazy(
        "Round %(round)d has results, so its pairings are final. The change counts for the "
        "standings."
    ),
    PreflightCode.LAST_ROUND_DIFFERS: gettext_lazy(
        "Round %(round)d has results, so its pairings are final."
    ),
    PreflightCode.PRIZES_DIFFER: gettext_lazy("Compare them on the page “Prizes”."),
    PreflightCode.NOT_CERTIFIED: gettext_lazy("Certify the round again on its page."),
    PreflightCode.STANDINGS_DIFFER: gettext_lazy("Publish them again."),
}

_WAYS_OUT: Mapping[PreflightCode, str | Promise] = {
    PreflightCode.CUT_DIFFERS: gettext_lazy("Undo the cut"),
    PreflightCode.SEEDS_DIFFER: gettext_lazy("Seat the bracket again"),
    PreflightCode.PODS_DIFFER: gettext_lazy("Draw the pods again"),
    PreflightCode.ORDER_DIFFERS: gettext_lazy("Pair again"),
    PreflightCode.LAST_ROUND_DIFFERS: gettext_lazy("Pair again"),
    PreflightCode.PAIRED_BEFORE: gettext_lazy("Pair again"),
}


def departure_words(departure: Departure) -> str:
    """Describe a departure, and name the players whom it affects."""
    values = _values(departure)
    if departure.code is PreflightCode.LAST_ROUND_DIFFERS:
        return _last_round(departure) % values
    texts = _TEXTS if departure.is_recorded else _NOT_RECORDED
    text = str(texts[departure.code]) % values
    parts = [text]
    if departure.is_cut and departure.into:
        parts.append(_("Above the line now: %(into)s.") % values)
    if departure.is_cut and departure.out:
        parts.append(_("No longer above the line: %(out)s.") % values)
    return join_sentences(parts)


def departure_means(departure: Departure) -> str:
    """Describe what the remedy does, or what it means that there is none."""
    if not departure.is_taken_back:
        text = _STAYS.get(departure.code)
        return str(text) % _values(departure) if text else ""
    parts = [_goes_first(departure)]
    if departure.is_cut:
        parts.append(_("Undo the cut, then confirm the players who advance again."))
    elif departure.is_pods:
        parts.append(_("The pods are drawn again. Only staff see them until they are posted."))
    else:
        parts.append(_("The pairings are made again. Only staff see them until they are posted."))
    return join_sentences(parts)


def departure_way_out(departure: Departure) -> str:
    """Return the label of the button that undoes a departure."""
    return str(_WAYS_OUT[departure.code])


def departure_reason(departure: Departure) -> str:
    """Return the default reason that the journal records."""
    if departure.code is PreflightCode.LAST_ROUND_DIFFERS:
        return _("The number of rounds changed.")
    return _("The standings after round %(after)d changed.") % _values(departure)


def departure_done(departure: Departure) -> str:
    """Confirm what was undone, and say what to do next."""
    if departure.is_cut:
        return _("The cut was undone. The advancing players are no longer confirmed.")
    if departure.is_pods:
        return _("The pods of stage %(number)d were drawn again. Check and post them.") % {
            "number": departure.number
        }
    number = departure.round.number if departure.round else departure.after + 1
    return _("Round %(number)d was paired again. Check and post it.") % {"number": number}


def _last_round(departure: Departure) -> str:
    if departure.by_standings:
        return _(
            "Round %(number)d was paired by standings as the last round, and it is no longer the "
            "last one."
        )
    return _(
        "Round %(number)d is the last round now, which was announced to be paired by standings. It "
        "was paired by points."
    )


def _goes_first(departure: Departure) -> str:
    round = departure.round
    if round is None:
        return ""
    if round.is_posted:
        return _("Players no longer see round %(number)d.") % {"number": round.number}
    return ""


def _values(departure: Departure) -> dict[str, object]:
    round = departure.round
    return {
        "number": departure.number,
        "after": departure.after,
        "round": round.number if round else departure.number,
        "into": _listed(departure.into),
        "out": _listed(departure.out),
    }


def _listed(names: tuple[str, ...]) -> str:
    shown = list(names[:NAMED])
    more = len(names) - len(shown)
    if more:
        shown.append(ngettext("%(count)d more", "%(count)d more", more) % {"count": more})
    return _(", ").join(shown)
