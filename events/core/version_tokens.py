"""The values of what a form edits, under the names of the form's fields."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from events.core.players.player_entries import EnrollmentData
from events.core.players.teams import members_of
from events.core.rounds.outstanding import OutstandingMatch
from events.core.stages.plans import StagePlan
from events.models import (
    Enrollment,
    Event,
    FactSheet,
    Match,
    Round,
    SignUpSettings,
    StaffMember,
    Stage,
)


def event_values(event: Event) -> dict[str, Any]:
    """Return the settings of an event for edit conflicts; queries its stages."""
    values = {
        field.name: getattr(event, field.name)
        for field in event._meta.concrete_fields
        if field.name in SETTINGS
    }
    return values | {"rounds": event.stages.all()[0].rounds}


def columns_of(row: Event | FactSheet | SignUpSettings, names: Iterable[str]) -> dict[str, Any]:
    """These columns of a row, by name."""
    return {name: getattr(row, name) for name in names}


def stages_values(event: Event) -> dict[str, Any]:
    """The stages of an event as they are laid out, as one value. One query."""
    stages = event.stages.order_by("number")
    return {"stages": list(stages.values_list(*StagePlan.__slots__))}


def stage_formats(event: Event) -> dict[str, Any]:
    """The game format of each stage, as the form of the fact sheet names it. One query."""
    return {f"format_{stage.number}": stage.game_format for stage in event.stages.all()}


def member_values(member: StaffMember) -> dict[str, Any]:
    """Return the roles of a staff member for edit conflicts."""
    return {"roles": sorted(member.roles), "hears_appeals": member.hears_appeals}


def alias_values(enrollment: Enrollment) -> dict[str, Any]:
    """The public name of a player."""
    return {"alias": enrollment.alias}


def pairing_values(round: Round) -> dict[str, Any]:
    """Return the pairings of a round with their tables, as one value. One query."""
    matches = round.matches.order_by("table", "first_id")
    return {"pairing": list(matches.values_list("table", "first_id", "second_id"))}


def seats_values(stage: Stage) -> dict[str, Any]:
    """Return the seats in the pods of a draft, as one value. One query."""
    seats = stage.pod_seats.order_by("pod", "seat")
    return {"seats": list(seats.values_list("pod", "seat", "enrollment"))}


_OF_TABLE = {
    "minutes": "extension_minutes",
    "mark": "check_mark",
    "first": "play_first",
    "score": "result_text",
}


def table_values(match: Match | OutstandingMatch, what: str) -> dict[str, Any]:
    """One thing that is noted of a table: minutes more, mark, who plays first, score."""
    return {what: getattr(match, _OF_TABLE[what])}


def swap_values(match: Match) -> dict[str, Any]:
    """Return the players at a table that is about to be swapped."""
    return {"first": match.first_id, "second": match.second_id}


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
