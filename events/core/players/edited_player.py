"""The values of a player, a team or a staff member as their forms edit them."""

from dataclasses import fields
from typing import Any

from events.core.players.player_entries import EnrollmentData
from events.core.players.teams import members_of
from events.models import (
    Enrollment,
    StaffMember,
)


def member_values(member: StaffMember) -> dict[str, Any]:
    """Return the roles of a staff member for edit conflicts."""
    return {"roles": sorted(member.roles), "hears_appeals": member.hears_appeals}


def alias_values(enrollment: Enrollment) -> dict[str, Any]:
    """The public name of a player."""
    return {"alias": enrollment.alias}


def enrollment_data(enrollment: Enrollment) -> EnrollmentData:
    """Return the editable data of a player or a team; queries its members."""
    return EnrollmentData(
        name=enrollment.name,
        email=enrollment.player.email,
        reading=enrollment.reading,
        sort_name=enrollment.sort_name,
        platform_id=enrollment.platform_id,
        awarded_byes=enrollment.awarded_byes,
        fixed_table=enrollment.fixed_table,
        members=members_of(enrollment) if enrollment.event.is_for_teams else (),
    )


def enrollment_values(enrollment: Enrollment) -> dict[str, Any]:
    """The same, by name."""
    return values_of(enrollment_data(enrollment))


def values_of(data: EnrollmentData) -> dict[str, Any]:
    """Return the fields of a player or a team, by name."""
    return {field.name: getattr(data, field.name) for field in fields(data)}
