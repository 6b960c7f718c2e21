"""Names of the next step of an event."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.events.queries import EventLine, Step
from events.core.words.stage_words import complete_words, post_words, round_title


def step_words(line: EventLine, step: Step) -> str:
    """Say what is to be done: "Round 3: 12 results outstanding"."""
    if step == Step.LOOK:
        return _("View event")
    if step == Step.ENROLL:
        return _("Add players")
    if step == Step.PAIR:
        return _("Pair round 1")
    if step == Step.POST:
        return post_words(line)
    if step == Step.COMPLETE:
        return complete_words(line)
    if step == Step.GO_ON:
        return _("%(round)s complete: continue") % {"round": round_title(line)}
    text = ngettext(
        "%(round)s: %(count)s result outstanding",
        "%(round)s: %(count)s results outstanding",
        line.outstanding,
    )
    return text % {"round": round_title(line), "count": line.outstanding}
