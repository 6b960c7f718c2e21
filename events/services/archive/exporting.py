"""Writing an event as an archive: the format's keys, and ours only where they say something."""

from collections.abc import Mapping
from typing import Any

from events.adapters import members_by_number, profile_of
from events.models import Enrollment, Event, Penalty, StandingsSnapshot, Verb
from events.services.archive.rounds_out import round_values, rounds_of
from events.services.archive.said import said
from events.services.archive.stages_out import stage_values, stages_of
from events.services.archive.values import (
    floor_text,
    implied_profile,
    implied_seed,
    implied_standings,
    implied_state,
)
from events.services.archive.versions import FORMAT, least_version

# What a file without the key means; see ArchivedEvent and ArchivedPlayer.
EVENT_DEFAULTS: Mapping[str, Any] = {
    "time_zone": "UTC",
    "venue": "",
    "draws_allowed": True,
    "round_minutes": 50,
    "platform": "",
    "late_policy": Event.LatePolicy.LOSSES.value,
    "first_table": 1,
    "restrictions": "",
    "finished_at": None,
    "team_size": Event.TeamSize.ONE.value,
    "show_chances": False,
}
PLAYER_DEFAULTS: Mapping[str, Any] = {
    "platform_id": "",
    "awarded_byes": 0,
    "first_round": 1,
    "checked_in": False,
    "fixed_table": None,
}


def export_archive(event: Event, *, emails: bool = True) -> dict[str, Any]:
    """Return the event as JSON values in a fixed number of queries.

    An event that was imported gives the content that came in. What version 1 can say is written
    as version 1. Accounts, the journal, withdrawn
    standings and the seed of a round that is not paired yet do not travel. E-mail addresses do
    unless `emails` is False.
    """
    rounds = rounds_of(event)
    stages = stages_of(event, rounds)
    people = list(event.enrollments.select_related("player").order_by("pk"))
    members = members_by_number(event)
    found: dict[str, Any] = {
        "format": FORMAT,
        "version": None,
        "event": _event(event, implied_state(stages, rounds)),
        "players": [_player(one, members.get(one.number, []), emails=emails) for one in people],
        "stages": [stage_values(stage) for stage in stages],
        "rounds": [round_values(one) for one in rounds],
        "drops": _drops(event, people),
    }
    found["version"] = least_version(found)
    published = _standings(event)
    if published != implied_standings(stages, rounds):
        found["standings"] = list(published)
    penalties = _penalties(event)
    if penalties:
        found["penalties"] = penalties
    if event.published_elsewhere is not None:
        found["published"] = event.published_elsewhere
    return found


def _event(event: Event, implied: str) -> dict[str, Any]:
    profile = profile_of(event)
    points = (profile.win, profile.draw, profile.loss)
    floor = floor_text(profile.floor)
    found: dict[str, Any] = {
        "name": event.name,
        "date": event.date.isoformat(),
        "game_format": event.game_format,
        "rules": {
            **dict(zip(("win", "draw", "loss"), points, strict=True)),
            "floor": floor,
            "games_to_win": event.games_to_win,
        },
        **said(event, EVENT_DEFAULTS),
    }
    if profile != implied_profile(*points, profile.floor, event.games_to_win):
        found["profile"] = profile.to_dict()
    if event.state != implied:
        found["state"] = event.state
    if event.seed != implied_seed(event.name, event.date):
        found["seed"] = event.seed
    return found


def _player(one: Enrollment, members: list[str], *, emails: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"id": one.number, "name": one.name}
    if emails and one.player.email:
        found["email"] = one.player.email
    if members:
        found["members"] = members
    return {**found, **said(one, PLAYER_DEFAULTS)}


def _drops(event: Event, people: list[Enrollment]) -> list[dict[str, Any]]:
    """Who left, as it was imported, then in the order of the rounds and the players' numbers."""
    imported = event.journal.filter(verb=Verb.EVENT_IMPORTED).values_list("data", flat=True).first()
    order = {number: place for place, number in enumerate((imported or {}).get("drops", []))}
    gone = [
        (order.get(one.number, len(order)), one.left_after, one.number, one.state)
        for one in people
        if one.left_after is not None
    ]
    return [
        {"player": number, "after_round": after}
        | ({"disqualified": True} if state == Enrollment.State.DISQUALIFIED else {})
        for _place, after, number, state in sorted(gone)
    ]


def _standings(event: Event) -> tuple[int, ...]:
    numbers = StandingsSnapshot.objects.filter(round__event=event, withdrawn=False)
    return tuple(sorted(set(numbers.values_list("round__number", flat=True))))


def _penalties(event: Event) -> list[dict[str, Any]]:
    found = []
    given = Penalty.objects.filter(enrollment__event=event).select_related("enrollment")
    for one in given.order_by("given_at", "pk"):
        entry: dict[str, Any] = {
            "player": one.enrollment.number,
            "infraction": one.infraction,
            "penalty": one.penalty,
            "given_at": one.given_at.isoformat(),
        }
        if one.round_number is not None:
            entry["round"] = one.round_number
        if one.note:
            entry["note"] = one.note
        found.append(entry)
    return found
