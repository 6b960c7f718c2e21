"""The pages and actions of an event that one can go to, as its state and a person's roles allow."""

from collections.abc import Iterator
from functools import partial

from django.urls import reverse
from django.utils.translation import gettext as _

from events.core.stages.stage_words import complete_words, post_words
from events.models import Round
from events.web.access import Action, Desk, may

Line = tuple[str, str]


def pages(desk: Desk) -> Iterator[Line]:
    """Return the name and the address of each page that this person may open."""
    may_open = (
        (_("Desk"), "staff:desk", Action.SEE),
        (_("Roster"), "staff:roster", Action.SEE),
        (_("Check-in"), "staff:roster-check-in", Action.CHECK_IN),
        (_("Standings"), "staff:standings", Action.SEE),
        (_("Floor"), "staff:floor", Action.SEE),
        (_("Announcements"), "staff:announcements", Action.SEE),
        (_("Penalties and appeals"), "staff:penalties", Action.SEE),
        (_("Draft and deck construction clock"), "staff:preparation", Action.SEE),
        (_("Sign-up"), "staff:sign-ups", Action.EDIT_ROSTER),
        (_("Print"), "staff:paper", Action.SEE),
        (_("Room"), "staff:room", Action.SEE),
        (_("Journal"), "staff:journal", Action.SEE),
        (_("Stages and cut"), "staff:stages", Action.SEE),
        (_("Staff"), "staff:staff", Action.SEE),
        (_("Settings"), "staff:settings", Action.EDIT_EVENT),
        (_("Report"), "staff:report", Action.EXPORT),
        (_("Export"), "staff:export", Action.EXPORT),
    )
    for label, name, action in may_open:
        if may(desk.roles, action):
            yield label, reverse(name, args=[desk.event.slug])


def actions(desk: Desk, newest: Round | None) -> Iterator[Line]:
    """Return what this person can do now, each with the page that has its button."""
    slug, can = desk.event.slug, partial(may, desk.roles)
    if not desk.event.is_finished:
        if newest is None:
            if can(Action.PAIR):
                yield _("Pair round 1"), reverse("staff:desk", args=[slug])
        else:
            yield from _of_round(desk, newest)
        if can(Action.EDIT_ROSTER):
            yield _("Add players"), reverse("staff:roster-paste", args=[slug])
        if can(Action.ANNOUNCE):
            yield _("Announce"), reverse("staff:announcements", args=[slug])
    if newest is not None:
        here = [slug, newest.number]
        yield _("Print pairings"), reverse("staff:pdf-pairings", args=here)
        yield _("Print slips"), reverse("staff:pdf-slips", args=here)


def _of_round(desk: Desk, round: Round) -> Iterator[Line]:
    here, can = [desk.event.slug, round.number], partial(may, desk.roles)
    page = reverse("staff:round", args=here)
    if round.is_unposted and can(Action.POST_ROUND):
        yield post_words(round), page
    if round.is_posted:
        if can(Action.CLOCK) and round.minutes:
            yield _("Set the clock"), reverse("staff:clock", args=here)
        if can(Action.COMPLETE):
            yield complete_words(round), reverse("staff:complete", args=here)
        if can(Action.REPAIRING) and round.stage.is_swiss:
            yield _("Re-pair the round"), reverse("staff:plans", args=here)
        if can(Action.ENTER_RESULT):
            yield _("Verify the slips"), reverse("staff:reading", args=here)
    if round.is_complete:
        if can(Action.PUBLISH):
            words = _("Publish standings after round %(number)s") % {"number": round.number}
            yield words, page
        if can(Action.PAIR):
            yield _("Pair round %(next_number)s") % {"next_number": round.number + 1}, page
        if can(Action.FINISH):
            yield _("Finish event"), f"{page}#finish"
    yield _("Result sources"), reverse("staff:sources", args=here)
