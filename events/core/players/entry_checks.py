"""Check whether a player can be added to those who are enrolled."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from events.core.players.player_entries import NewEnrollment, check_entry
from events.core.players.same_person import StaffNames
from events.core.players.teams import TeamsOfEvent
from events.core.refusals import RefusedError
from events.models import Enrollment, Event


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
    emails = set(others.exclude(player__email="").values_list("player__email", flat=True))
    platform_ids = set(others.exclude(platform_id="").values_list("platform_id", flat=True))
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
            raise RefusedError(
                _("%(value)s is already enrolled in this event.") % {"value": entry.email}, "email"
            )
        if entry.platform_id and entry.platform_id in platform_ids:
            raise RefusedError(
                _("The platform ID %(value)s belongs to another player of this event.")
                % {"value": entry.platform_id},
                "platform_id",
            )
        staff.refuse(entry.name, entry.email)
        emails.add(entry.email)
        platform_ids.add(entry.platform_id)
