"""What the journal says of the clock, of tables that take longer, of announcements and judges."""

from collections.abc import Callable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from events.models import Event, Verb
from events.words.numbers import known_number

_Values = dict[str, Any]


def _clock(values: _Values) -> str:
    if values.get("again"):
        return _("The clock of round %(round)s was started again.") % values
    return _("The clock of round %(round)s was started.") % values


def _clock_changed(values: _Values) -> str:
    minutes = known_number(values.get("minutes"))
    if minutes < 0:
        text = ngettext(
            "Round %(round)s is %(minutes)s minute shorter.",
            "Round %(round)s is %(minutes)s minutes shorter.",
            -minutes,
        )
        return text % {**values, "minutes": -minutes}
    text = ngettext(
        "Round %(round)s is %(minutes)s minute longer.",
        "Round %(round)s is %(minutes)s minutes longer.",
        minutes,
    )
    return text % {**values, "minutes": minutes}


def _extension(values: _Values) -> str:
    words = ngettext(
        "Round %(round)s, table %(table)s: time extension of %(minutes)s minute.",
        "Round %(round)s, table %(table)s: time extension of %(minutes)s minutes.",
        known_number(values["minutes"]),
    )
    return words % values


def _preparation(values: _Values) -> str:
    kind = dict(Event.Preparation.choices).get(values["kind"], values["kind"])
    texts = {
        "started": _("The clock of the %(kind)s was started: %(minutes)s min."),
        "paused": _("The clock of the %(kind)s was paused."),
        "resumed": _("The clock of the %(kind)s goes on."),
        "changed": _("The clock of the %(kind)s was changed by %(minutes)s min."),
        "ended": _("The clock of the %(kind)s was removed."),
    }
    done = texts.get(values["done"], _("The clock of the %(kind)s was changed."))
    return done % {"kind": kind, "minutes": values.get("minutes", 0)}


def _areas(values: _Values) -> str:
    if values.get("dealt"):
        words = ngettext(
            "The tables were given to %(judges)s judge.",
            "The tables were shared among %(judges)s judges.",
            known_number(values["judges"]),
        )
        return words % values
    if values.get("given"):
        return _("%(judge)s looks after tables %(tables)s.") % values
    return _("%(judge)s no longer looks after tables %(tables)s.") % values


PLAIN: dict[Verb, str | Promise] = {
    Verb.ANNOUNCED: gettext_lazy("Announced: %(text)s"),
    Verb.ANNOUNCEMENT_ENDED: gettext_lazy("Taken down: %(text)s"),
    Verb.CLOCK_PAUSED: gettext_lazy("The clock of round %(round)s stands."),
    Verb.CLOCK_RESUMED: gettext_lazy("The clock of round %(round)s goes on."),
    Verb.CLOCK_STOPPED: gettext_lazy(
        "The start of the clock of round %(round)s was taken back: it has not started."
    ),
    Verb.TABLE_ATTENDED: gettext_lazy("Round %(round)s: a judge is at table %(table)s."),
    Verb.TABLE_LEFT: gettext_lazy("Round %(round)s: %(judge)s left table %(table)s."),
    Verb.TURNS_BEGUN: gettext_lazy(
        "Round %(round)s, table %(table)s: the additional turns are played."
    ),
    Verb.TURNS_TAKEN_BACK: gettext_lazy(
        "Round %(round)s, table %(table)s: the additional turns have not begun."
    ),
}
SPECIAL: dict[Verb, Callable[[_Values], str]] = {
    Verb.CLOCK_STARTED: _clock,
    Verb.CLOCK_CHANGED: _clock_changed,
    Verb.AREAS_CHANGED: _areas,
    Verb.PREPARATION_TIMED: _preparation,
    Verb.EXTENSION_GIVEN: _extension,
}
