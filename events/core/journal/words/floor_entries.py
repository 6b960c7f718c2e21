"""Journal sentences about the clock, time extensions, announcements and judges."""

from collections.abc import Callable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from events.core.words.certification import known_number
from events.models import Event, Match, Verb

_Values = dict[str, Any]


def _clock(values: _Values) -> str:
    if values.get("again"):
        return _("The clock for round %(round)s was restarted.") % values
    return _("The clock for round %(round)s was started.") % values


def _clock_changed(values: _Values) -> str:
    minutes = known_number(values.get("minutes"))
    if minutes < 0:
        text = ngettext(
            "Round %(round)s was shortened by %(minutes)s minute.",
            "Round %(round)s was shortened by %(minutes)s minutes.",
            -minutes,
        )
        return text % {**values, "minutes": -minutes}
    text = ngettext(
        "Round %(round)s was extended by %(minutes)s minute.",
        "Round %(round)s was extended by %(minutes)s minutes.",
        minutes,
    )
    return text % {**values, "minutes": minutes}


def _extension(values: _Values) -> str:
    words = ngettext(
        "Round %(round)s, table %(table)s: time extension of %(minutes)s minute.",
        "Round %(round)s, table %(table)s: time extension of %(minutes)s minutes.",
        known_number(values["minutes"]),
    )
    reasons = dict(Match.EXTENSION_WORDS)
    if values.get("reason") not in reasons:
        return words % values
    return _("%(words)s Reason: %(reason)s.") % {
        "words": words % values,
        "reason": reasons[values["reason"]],
    }


def _preparation(values: _Values) -> str:
    kind = dict(Event.PREPARATION_WORDS).get(values["kind"], values["kind"])
    texts = {
        "started": _("The clock for the %(kind)s was started: %(minutes)s min."),
        "paused": _("The clock for the %(kind)s was paused."),
        "resumed": _("The clock for the %(kind)s was resumed."),
        "changed": _("The clock for the %(kind)s was adjusted by %(minutes)s min."),
        "ended": _("The clock for the %(kind)s was removed."),
        "moved": _("The draft call was moved to another step."),
        "pod-paused": _("The draft call was paused for pod %(pod)s."),
        "pod-resumed": _("The draft call continues for pod %(pod)s."),
    }
    done = texts.get(values["done"], _("The clock for the %(kind)s was changed."))
    return done % {"kind": kind, "minutes": values.get("minutes", 0), "pod": values.get("pod", 0)}


def _areas(values: _Values) -> str:
    if values.get("dealt"):
        words = ngettext(
            "The tables were assigned to %(judges)s judge.",
            "The tables were divided among %(judges)s judges.",
            known_number(values["judges"]),
        )
        return words % values
    if values.get("given"):
        return _("%(judge)s covers tables %(tables)s.") % values
    return _("%(judge)s no longer covers tables %(tables)s.") % values


PLAIN: dict[Verb, str | Promise] = {
    Verb.ANNOUNCED: gettext_lazy("Announced: %(text)s"),
    Verb.ANNOUNCEMENT_ENDED: gettext_lazy("Announcement removed: %(text)s"),
    Verb.CLOCK_PAUSED: gettext_lazy("The clock for round %(round)s was paused."),
    Verb.CLOCK_RESUMED: gettext_lazy("The clock for round %(round)s was resumed."),
    Verb.CLOCK_STOPPED: gettext_lazy(
        "The start of the clock for round %(round)s was undone. The clock has not started."
    ),
    Verb.HAND_OVER_WRITTEN: gettext_lazy("A hand-over note was written."),
    Verb.HAND_OVER_READ: gettext_lazy("The hand-over note of %(user)s was acknowledged."),
    Verb.TABLE_ATTENDED: gettext_lazy("Round %(round)s: a judge is at table %(table)s."),
    Verb.TABLE_LEFT: gettext_lazy("Round %(round)s: %(judge)s left table %(table)s."),
    Verb.TURNS_BEGUN: gettext_lazy("Round %(round)s, table %(table)s: additional turns started."),
    Verb.TURNS_TAKEN_BACK: gettext_lazy(
        "Round %(round)s, table %(table)s: the start of additional turns was undone."
    ),
}
SPECIAL: dict[Verb, Callable[[_Values], str]] = {
    Verb.CLOCK_STARTED: _clock,
    Verb.CLOCK_CHANGED: _clock_changed,
    Verb.AREAS_CHANGED: _areas,
    Verb.PREPARATION_TIMED: _preparation,
    Verb.EXTENSION_GIVEN: _extension,
}
