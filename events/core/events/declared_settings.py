"""The settings of an event as its organizer gives them, and as their form edits them."""

import datetime
from dataclasses import dataclass, field, fields, replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from events.models import Event
from standings import PROFILES
from standings.profile import Profile
from standings.tables.table_profiles import ALL_PROFILES

# Two seats of three win the match of a team; Two-Headed Giant is one game.
TEAM_GAMES_TO_WIN = {
    Event.TeamSize.TWO: Event.GamesToWin.ONE,
    Event.TeamSize.THREE: Event.GamesToWin.TWO,
}

TEXTS = ("name", "venue", "game_format", "platform", "platform_setup", "restrictions")
# Settings that are fixed once round 1 is paired, because they decide how results count.
FROZEN = {
    "profile": _("The rule profile can't change after round 1 is paired."),
    "team_size": _("The team size can't change after round 1 is paired."),
    "games_to_win": _("The match length can't change after round 1 is paired."),
    "draws_allowed": _("The setting for draws can't change after round 1 is paired."),
    "late_policy": _("The rule for late players can't change after round 1 is paired."),
    "rounds": _("The number of rounds can't change after round 1 is paired."),
}
# Settings that only `announced.change_announced` can change after round 1 is posted.
ANNOUNCED = {
    "round_minutes": _(
        "The round time is announced. Only the head judge can change it, with a reason."
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EventData:
    """The organizer's settings of an event; `rounds` None means the recommended number.

    `games_to_win` is ignored in a team event, where `team_size` decides it.
    """

    name: str
    date: datetime.date
    time_zone: str = "UTC"
    venue: str = ""
    game_format: str = ""
    team_size: int = Event.TeamSize.ONE
    games_to_win: int = Event.GamesToWin.TWO
    draws_allowed: bool = True
    profile: Profile = field(default_factory=lambda: PROFILES["mtr"])
    round_minutes: int = 50
    platform: str = ""
    platform_setup: str = ""
    late_policy: str = Event.LatePolicy.LOSSES
    re_entry: str = Event.ReEntry.CUT
    first_table: int = 1
    paper_size: str = Event.PaperSize.A4
    restrictions: str = ""
    staff_may_play: bool = False
    show_chances: bool = False
    show_forecast: bool = False
    rounds: int | None = None

    @property
    def columns(self) -> dict[str, Any]:
        """The event's columns as they are stored."""
        profile = self.profile
        team_size = Event.TeamSize(self.team_size)
        games_to_win = TEAM_GAMES_TO_WIN.get(team_size, self.games_to_win)
        if team_size > 1 or games_to_win == Event.GamesToWin.ONE:
            # One-game matches: GW% and OGW% are not used (digital event rules, 3.1). Of teams
            # only match results count (App. C).
            profile = replace(profile, use_games=False)
        return {
            "name": self.name,
            "date": self.date,
            "time_zone": self.time_zone,
            "venue": self.venue,
            "game_format": self.game_format,
            "team_size": team_size.value,
            "games_to_win": int(games_to_win),
            "draws_allowed": self.draws_allowed,
            "profile": profile.to_dict(),
            "round_minutes": self.round_minutes,
            "platform": self.platform,
            "platform_setup": self.platform_setup,
            "late_policy": self.late_policy,
            "re_entry": self.re_entry,
            "first_table": self.first_table,
            "paper_size": self.paper_size,
            "restrictions": self.restrictions,
            "staff_may_play": self.staff_may_play,
            # Nobody has worked out chances at tables of three to five.
            "show_chances": self.show_chances and profile.table_size is None,
            "show_forecast": self.show_forecast,
        }


def stored_profile(event: Event) -> Profile:
    """Return the event's profile as it was chosen: best of one and teams switch the games off."""
    stored = Profile.from_dict(event.profile)
    preset = ALL_PROFILES.get(stored.name)
    switched_off = event.games_to_win == Event.GamesToWin.ONE or event.is_for_teams
    if preset is not None and switched_off:
        return replace(stored, use_games=preset.use_games)
    return stored


def stored_data(event: Event, rounds: int | None) -> EventData:
    """Return the settings of an event as they are; `rounds`: those of its first stage."""
    names = {item.name for item in fields(EventData)} - {"profile", "rounds"}
    values = {name: getattr(event, name) for name in names}
    return EventData(profile=stored_profile(event), rounds=rounds, **values)


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
