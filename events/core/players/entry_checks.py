"""Check whether entries can be added to the enrolled players."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from events.core.eligibility.staff_players import StaffNames
from events.core.players.player_entries import NewEnrollment, check_entry
from events.core.players.same_person import enrolled_words
from events.core.players.teams import TeamsOfEvent
from events.core.refusals import RefusedError
from events.models import Enrollment, Event

_ENROLLED = ("name", "number", "state", "dropped_after")


def check_entries(
    event: Event,
    entries: Sequence[NewEnrollment],
    *,
    late: bool,
    but: Enrollment | None = None,
    frozen_byes: bool = False,
) -> None:
    """Raise RefusedError for the first entry that can't be added to the event."""
    others = event.enrollments.all() if but is None else event.enrollments.exclude(pk=but.pk)
    rows = list(others.values_list("player__email", "platform_id", *_ENROLLED))
    emails = {email: known for email, _id, *known in rows if email}
    platform_ids = {platform_id: known for _email, platform_id, *known in rows if platform_id}
    staff = StaffNames(event.pk)
    teams = TeamsOfEvent(event, staff, but)
    for entry in entries:
        check_entry(entry)
        teams.refuse(entry.members)
        teams.add(entry.name, entry.members)
        if late and (entry.awarded_byes or frozen_byes):
            raise RefusedError(
                _("Byes can be awarded only before round 1 is paired."), "awarded_byes"
            )
        if entry.email and entry.email in emails:
            words = _("%(value)s is already enrolled in this event.") % {"value": entry.email}
            raise RefusedError(_if_left(emails[entry.email], words), "email")
        if entry.platform_id and entry.platform_id in platform_ids:
            words = _("The platform ID %(value)s belongs to another player of this event.") % {
                "value": entry.platform_id
            }
            raise RefusedError(_if_left(platform_ids[entry.platform_id], words), "platform_id")
        staff.refuse(entry.name, entry.email)
        emails[entry.email] = platform_ids[entry.platform_id] = []


def _if_left(known: Sequence[Any], words: str) -> str:
    """Return `words`; for a player who left the event, that they can return."""
    if not known or known[2] == Enrollment.State.ACTIVE:
        return words
    return enrolled_words(*known)
