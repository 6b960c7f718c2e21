"""Wording of a round's certification and its withdrawal: on its page and in the final report."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.words.result_words import kept_result_words
from events.models import Certification, Verb

Values = Mapping[str, Any]


def known_number(value: object) -> int:
    """Return the number that an entry stores; 0 if it stores none, as old entries do."""
    return value if isinstance(value, int) else 0


def certified_words(made: Certification) -> str:
    """Describe a round's certification: how and by whom, or why it no longer holds."""
    values = {
        "who": made.who or "–",
        "agreed": made.agreed,
        "total": made.total,
        "reason": made.reason.rstrip("."),
        "by": made.who_withdrew or "–",
        "table": made.withdrawn_table,
    }
    if made.withdrawn_table is not None:
        return (
            _(
                "no longer certified: %(by)s corrected the result at table %(table)s after "
                "%(who)s certified the round"
            )
            % values
        )
    if not made.holds:
        return (
            _("no longer certified: %(by)s reopened the round after %(who)s certified it") % values
        )
    if made.reason:
        return (
            ngettext(
                "certified by %(who)s, although two sources agree at only %(agreed)d of "
                "%(total)d table. Reason: %(reason)s",
                "certified by %(who)s, although two sources agree at only %(agreed)d of "
                "%(total)d tables. Reason: %(reason)s",
                made.total,
            )
            % values
        )
    return _("certified by %(who)s: two sources agree at every table") % values


def _verified(values: Values) -> str:
    return _(
        "Round %(round)s, table %(table)s: verification of the slip entered as “%(result)s”."
    ) % {
        "round": values["round"],
        "table": values["table"],
        "result": kept_result_words(values, "after"),
    }


def _verification_undone(values: Values) -> str:
    return _("Round %(round)s, table %(table)s: verification “%(result)s” was undone.") % {
        "round": values["round"],
        "table": values["table"],
        "result": kept_result_words(values, "before"),
    }


def _certified(values: Values) -> str:
    return ngettext(
        "Round %(round)s was certified: two sources agree at %(agreed)s of %(total)s table.",
        "Round %(round)s was certified: two sources agree at %(agreed)s of %(total)s tables.",
        known_number(values["total"]),
    ) % {name: values[name] for name in ("round", "agreed", "total")}


def _withdrawn(values: Values) -> str:
    if values["table"] != "–":
        return _(
            "The certification of round %(round)s was withdrawn: the result at table %(table)s "
            "was corrected."
        ) % {"round": values["round"], "table": values["table"]}
    return _("The certification of round %(round)s was withdrawn: the round was reopened.") % {
        "round": values["round"]
    }


SENTENCES: dict[Verb, Callable[[Any], str]] = {
    Verb.SLIP_VERIFIED: _verified,
    Verb.VERIFICATION_UNDONE: _verification_undone,
    Verb.ROUND_CERTIFIED: _certified,
    Verb.CERTIFICATION_WITHDRAWN: _withdrawn,
}
