"""Enroll a list of players, and let its lines add to those who are enrolled already."""

from collections.abc import Sequence

from django.contrib.auth.models import User

from events.core.drops.actions import find_player
from events.core.event_write import event_write
from events.core.players.actions import change_enrollment
from events.core.players.enrollment_actions import enroll_in
from events.core.players.player_entries import EnrollmentData, NewEnrollment
from events.core.players.same_person import check_no_twin_since
from events.core.players.teams import members_of
from events.core.sign_ups.actions import mark_paid
from events.models import Enrollment


def take_list(
    *,
    event_id: int,
    actor: User,
    entries: Sequence[NewEnrollment],
    additions: Sequence[tuple[int, NewEnrollment]] = (),
    since: int | None = None,
) -> list[Enrollment]:
    """Enroll everybody in `entries` and fill in missing data of enrolled players, or do nothing.

    `additions` are player numbers and new data: an e-mail address, a platform ID or byes that the
    player lacks. Existing data does not change. `since` is as for `enroll`. Returns the players
    who were enrolled. Raises RefusedError as `enroll` and `change_enrollment` do.
    """
    with event_write(event_id, actor) as write:
        if since is not None:
            check_no_twin_since(write.event, since, [entry.name for entry in entries])
        for number, more in additions:
            enrollment = find_player(write.event, number)
            data = EnrollmentData(
                name=enrollment.name,
                email=enrollment.player.email or more.email,
                platform_id=enrollment.platform_id or more.platform_id,
                awarded_byes=enrollment.awarded_byes or more.awarded_byes,
                fixed_table=enrollment.fixed_table,
                reading=enrollment.reading or more.reading,
                sort_name=enrollment.sort_name or more.sort_name,
                members=members_of(enrollment) if write.event.is_for_teams else (),
            )
            change_enrollment(event_id=event_id, actor=actor, number=number, data=data)
            if more.paid:
                mark_paid(event_id=event_id, actor=actor, number=number, paid=True)
        return enroll_in(write, entries, Enrollment.Source.LIST) if entries else []
