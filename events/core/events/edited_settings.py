"""The settings of an event as their form edits them."""

from typing import Any

from events.models import (
    Event,
)


def event_values(event: Event) -> dict[str, Any]:
    """Return the settings of an event for edit conflicts; queries its stages."""
    values = {
        field.name: getattr(event, field.name)
        for field in event._meta.concrete_fields
        if field.name in SETTINGS
    }
    return values | {"rounds": event.stages.all()[0].rounds}


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
