"""What the next step of an event is called."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.selectors.own_events import EventLine, Step


def step_words(line: EventLine, step: Step) -> str:
    """Say what is to be done: "Round 3: 12 results outstanding"."""
    if step == Step.LOOK:
        return _("Look at it")
    if step == Step.ENROLL:
        return _("Enroll players")
    if step == Step.PAIR:
        return _("Pair round 1")
    number = {"number": line.round_number}
    if step == Step.POST:
        return _("Post round %(number)s") % number
    if step == Step.RESULTS:
        text = ngettext(
            "Round %(number)s: %(count)s result outstanding",
            "Round %(number)s: %(count)s results outstanding",
            line.outstanding,
        )
        return text % {**number, "count": line.outstanding}
    if step == Step.COMPLETE:
        return _("Complete round %(number)s") % number
    return _("Round %(number)s is complete: go on") % number
