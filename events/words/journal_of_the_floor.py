"""What the journal says of the clock, of tables that take longer, of announcements and judges."""

from collections.abc import Callable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from events.models import Verb

_Values = dict[str, Any]


def _clock(values: _Values) -> str:
    if values.get("again"):
        return _("The clock of round %(round)s was started again.") % values
    return _("The clock of round %(round)s was started.") % values


def _clock_changed(values: _Values) -> str:
    known = values.get("minutes")
    minutes = known if isinstance(known, int) else 0
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


def _areas(values: _Values) -> str:
    if values.get("dealt"):
        return _("The tables were shared among %(judges)s judges.") % values
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
    Verb.EXTENSION_GIVEN: gettext_lazy(
        "Round %(round)s, table %(table)s: time extension of %(minutes)s minutes."
    ),
}
SPECIAL: dict[Verb, Callable[[_Values], str]] = {
    Verb.CLOCK_STARTED: _clock,
    Verb.CLOCK_CHANGED: _clock_changed,
    Verb.AREAS_CHANGED: _areas,
}
