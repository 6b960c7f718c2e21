"""The values of what a form edits, under the names of the form's fields."""

from dataclasses import fields
from typing import Any

from events.models import Enrollment, Event
from events.rules.entries import EnrollmentData
from events.selectors.teams import members_of


def event_values(event: Event) -> dict[str, Any]:
    """What the settings of an event hold; asks for its first stage."""
    found = {
        field.name: getattr(event, field.name)
        for field in event._meta.concrete_fields
        if field.name in SETTINGS
    }
    return found | {"rounds": event.stages.get(number=1).rounds}


def enrollment_data(enrollment: Enrollment) -> EnrollmentData:
    """What can be changed of a player or a team; asks for its members."""
    return EnrollmentData(
        name=enrollment.name,
        email=enrollment.player.email,
        reading=enrollment.reading,
        platform_id=enrollment.platform_id,
        awarded_byes=enrollment.awarded_byes,
        fixed_table=enrollment.fixed_table,
        members=members_of(enrollment) if enrollment.event.is_for_teams else (),
    )


def enrollment_values(enrollment: Enrollment) -> dict[str, Any]:
    """The same, by name."""
    return values_of(enrollment_data(enrollment))


def values_of(data: EnrollmentData) -> dict[str, Any]:
    """What is said of a player or a team, by name."""
    return {field.name: getattr(data, field.name) for field in fields(data)}


SETTINGS = frozenset(
    {
        "name",
        "date",
        "time_zone",
        "venue",
        "game_format",
        "team_size",
        "games_to_win",
        "draws_allowed",
        "profile",
        "round_minutes",
        "platform",
        "platform_setup",
        "late_policy",
        "re_entry",
        "first_table",
        "paper_size",
        "restrictions",
        "staff_may_play",
        "show_chances",
        "show_forecast",
    }
)
