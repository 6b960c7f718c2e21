"""An event's needs and next action, in words."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from events.core.events.queries import OwnEventLine, Step
from events.core.stages.stage_words import complete_words, post_words
from events.day.people import Certainty
from events.day.queries import DayRow
from events.models import Event, Role
from events.web.access import Action, may

# Reasons why two enrollments are the same person, as shown on the page.
CERTAINTY = {
    Certainty.EMAIL: gettext_lazy("the same email address"),
    Certainty.PLATFORM_ID: gettext_lazy("the same platform ID"),
    Certainty.NAME: gettext_lazy("the same name, perhaps another person"),
}


def action_words(row: DayRow, step: Step) -> str:
    """Name the next action of an event today: "Decide 2 results", "Complete round 2"."""
    if step != Step.RESULTS:
        return step_words(row.line, step)
    if row.conflicts:
        words = ngettext("Decide %(count)d result", "Decide %(count)d results", row.conflicts)
        return words % {"count": row.conflicts}
    if row.calls:
        words = ngettext("Answer %(count)d call", "Answer %(count)d calls", row.calls)
        return words % {"count": row.calls}
    starts = row.waits_for_clock and may(row.line.roles, Action.CLOCK)
    return _("Start clock") if starts else _("Enter results")


def step_words(line: OwnEventLine, step: Step) -> str:
    """Name the next step of an event: "Add players", "Post round 2"."""
    words = {
        Step.LOOK: _("View event"),
        Step.ENROLL: _("Add players"),
        Step.PAIR: _("Pair round 1"),
        Step.RESULTS: _("Enter results"),
        Step.GO_ON: _("Continue event"),
    }
    if step == Step.POST:
        return post_words(line)
    return complete_words(line) if step == Step.COMPLETE else words[step]


def need_words(row: DayRow) -> list[tuple[str, str]]:
    """Return an event's needs as pairs of a badge's kind and its words, the worst first."""
    needs: list[tuple[str, str]] = []
    if row.conflicts:
        words = ngettext("%(count)d conflict", "%(count)d conflicts", row.conflicts)
        needs.append(("bad", words % {"count": row.conflicts}))
    if row.calls:
        words = ngettext("%(count)d call", "%(count)d calls", row.calls)
        needs.append(("warn", words % {"count": row.calls}))
    for shared in row.shared:
        words = _("Table %(tables)s used twice")
        needs.append(("bad", words % {"tables": shared.tables}))
    if row.waits_for_clock:
        needs.append(("info", _("Posted, no clock")))
    step = row.line.next_step
    if step == Step.COMPLETE:
        needs.append(("ok", _("All results in")))
    elif step == Step.POST:
        needs.append(("info", _("Not posted yet")))
    elif step == Step.GO_ON:
        needs.append(("ok", _("Round complete")))
    return needs


def staff_of_the_day(rows: Iterable[DayRow]) -> list[tuple[str, dict[str, list[Event]]]]:
    """Return these events' staff by name, each person's roles with their events."""
    people: dict[str, dict[str, list[Event]]] = {}
    for row in rows:
        for member in row.staff:
            roles = _(", ").join(str(role.label) for role in Role if role in member.roles)
            events = people.setdefault(member.user.get_username(), {})
            events.setdefault(roles, []).append(row.event)
    return sorted(people.items())
