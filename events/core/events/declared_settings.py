"""Declare each setting of an event once, for forms, versions, archive and pages."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from django.db.models import CharField
from django.utils.translation import gettext_lazy as _

from events.core.refusals import Text
from events.models import Event, Stage
from standings import PROFILES
from standings.profile import Profile
from standings.tables.table_profiles import ALL_PROFILES

# A team wins its match with two of three seats; Two-Headed Giant plays one game.
TEAM_GAMES_TO_WIN = {
    Event.TeamSize.TWO: Event.GamesToWin.ONE,
    Event.TeamSize.THREE: Event.GamesToWin.TWO,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Facts of a setting in addition to its column.

    - `group`: its place on the settings page (`settings/group_plans.py`).
    - `fold`: its place in the form of a new event (`settings/field_groups.py`); "": above them.
    - `is_public`: cached parts of public pages can show it (`public_site/fragment_cache.py`).
    - `of_place`: a new event copies it from the last one; a kind of event does not set it.
    - `frozen`: why it can't change once round 1 is paired, because it decides how results count.
    - `announced`: why only `change_announced` can change it after round 1 is posted.
    - `label`, `help`: in the form, where the words of its column do not fit.
    """

    group: str
    fold: str = ""
    is_public: bool = False
    of_place: bool = False
    frozen: Text = ""
    announced: Text = ""
    label: Text = ""
    help: Text = ""


def declared(group: str, fold: str = "", **more: Any) -> Mapping[str, Setting]:
    """Return the metadata of a setting's field."""
    return {"setting": Setting(group=group, fold=fold, **more)}


@dataclass(frozen=True, slots=True, kw_only=True)
class EventData:
    """The organizer's settings of an event, as forms list them; each is a column of its name.

    `rounds` is that of the first stage, None for the recommended number. `games_to_win` is ignored
    in a team event, where `team_size` decides it. An archive stores each under the same name.
    """

    name: str = field(metadata=declared("event", is_public=True))
    date: datetime.date = field(metadata=declared("event", "place", is_public=True))
    time_zone: str = field(
        default="UTC",
        metadata=declared(
            "event",
            "place",
            is_public=True,
            of_place=True,
            help=_("Time zone of the venue, for example Europe/Rome or Asia/Tokyo."),
        ),
    )
    venue: str = field(
        default="", metadata=declared("event", "place", is_public=True, of_place=True)
    )
    first_table: int = field(
        default=1,
        metadata=declared(
            "paper", "place", of_place=True, help=_("Number of the first table at the venue.")
        ),
    )
    platform: str = field(default="", metadata=declared("event", "place", is_public=True))
    platform_setup: str = field(
        default="",
        metadata=declared(
            "event",
            "place",
            help=_(
                "Match settings for players, for example: direct challenge, Modern, best of "
                "three with sideboarding. Leave blank to use the format and match length."
            ),
        ),
    )
    game_format: str = field(
        default="",
        metadata=declared(
            "rounds",
            "rounds",
            is_public=True,
            help=_("A team event can have a format for each seat: Standard / Pioneer / Modern."),
        ),
    )
    round_minutes: int = field(
        default=50,
        metadata=declared(
            "rounds",
            "rounds",
            is_public=True,
            announced=_(
                "The round time is announced. Only the head judge can change it, with a reason."
            ),
            help=_("Recommended: 50. Minimum: 40. 0 means no limit."),
        ),
    )
    rounds: int | None = field(
        default=None,
        metadata=declared(
            "rounds",
            "rounds",
            frozen=_("The number of rounds can't change after round 1 is paired."),
        ),
    )
    games_to_win: int = field(
        default=Event.GamesToWin.TWO,
        metadata=declared(
            "rounds",
            "rounds",
            is_public=True,
            frozen=_("The match length can't change after round 1 is paired."),
            help=_(
                "For single-player events. A team of three wins the match with two seats. "
                "Two-Headed Giant plays one game."
            ),
        ),
    )
    draws_allowed: bool = field(
        default=True,
        metadata=declared(
            "rounds",
            "rounds",
            is_public=True,
            frozen=_("The setting for draws can't change after round 1 is paired."),
            label=_("Matches can end in a draw"),
        ),
    )
    team_size: int = field(
        default=Event.TeamSize.ONE,
        metadata=declared(
            "rounds",
            is_public=True,
            frozen=_("The team size can't change after round 1 is paired."),
        ),
    )
    profile: Profile = field(
        default_factory=lambda: PROFILES["mtr"],
        metadata=declared(
            "rules", "rules", frozen=_("The rule profile can't change after round 1 is paired.")
        ),
    )
    late_policy: str = field(
        default=Event.LatePolicy.LOSSES,
        metadata=declared(
            "rules",
            "rules",
            frozen=_("The rule for late players can't change after round 1 is paired."),
        ),
    )
    re_entry: str = field(
        default=Event.ReEntry.CUT,
        metadata=declared(
            "rules",
            "rules",
            help=_(
                "Requires the head judge's approval. If not set: until the cut at tabletop "
                "events (MTR 2.10), before the next pairing on a digital platform."
            ),
        ),
    )
    enforcement_level: str = field(
        default="",
        metadata=declared(
            "rules",
            "rules",
            is_public=True,
            help=_(
                "Sets the recommended penalties. Competitive and Professional require decklists "
                "and deck checks (MTR 2.7 and 2.8)."
            ),
        ),
    )
    restrictions: str = field(default="", metadata=declared("players", "players"))
    staff_may_play: bool = field(
        default=False, metadata=declared("players", "players", label=_("Staff may play"))
    )
    show_chances: bool = field(
        default=False,
        metadata=declared(
            "shown",
            "shown",
            label=_("Show players their chances of advancing before a cut"),
            help=_(
                "Shows which players are certain to advance, which are eliminated"
                " and what result the others need. Close to the cut it adds an estimate."
            ),
        ),
    )
    show_forecast: bool = field(
        default=False,
        metadata=declared(
            "shown",
            "shown",
            label=_("Show players when the round is likely to end"),
            help=_("A time range based on earlier rounds. Staff can always see it."),
        ),
    )
    feature_delay: int = field(
        default=0,
        metadata=declared(
            "shown",
            "shown",
            label=_("Delay of the feature match in minutes"),
            help=_(
                "Players and viewers see the result of a match on camera this much later; streams "
                "usually use 10. Its players and staff see it immediately. 0 means no delay."
            ),
        ),
    )
    paper_size: str = field(
        default=Event.PaperSize.A4, metadata=declared("paper", "shown", of_place=True)
    )

    @property
    def columns(self) -> dict[str, Any]:
        """The values as the event's columns store them."""
        profile = self.profile
        team_size = Event.TeamSize(self.team_size)
        games_to_win = TEAM_GAMES_TO_WIN.get(team_size, self.games_to_win)
        if team_size > 1 or games_to_win == Event.GamesToWin.ONE:
            # One-game matches do not use GW% and OGW% (digital event rules, 3.1). For teams, only
            # match results count (App. C).
            profile = replace(profile, use_games=False)
        return {name: getattr(self, name) for name in COLUMNS} | {
            "team_size": team_size.value,
            "games_to_win": int(games_to_win),
            "profile": profile.to_dict(),
            # Chances are not computed for tables of three to five.
            "show_chances": self.show_chances and profile.table_size is None,
        }


SETTINGS: Mapping[str, Setting] = {
    known.name: known.metadata["setting"] for known in fields(EventData)
}
# Settings stored in the event's own row.
COLUMNS = tuple(name for name in SETTINGS if name != "rounds")
FROZEN = {name: known.frozen for name, known in SETTINGS.items() if known.frozen}
ANNOUNCED = {name: known.announced for name, known in SETTINGS.items() if known.announced}
TEXTS = tuple(
    name
    for name in COLUMNS
    if isinstance(column := Event._meta.get_field(name), CharField) and not column.choices
)


def settings_in(group: str) -> tuple[str, ...]:
    """Return the settings of a group of the settings page, in order."""
    return tuple(name for name, known in SETTINGS.items() if known.group == group)


def event_values(event: Event) -> dict[str, Any]:
    """Return the settings of an event for edit conflicts; queries its stages."""
    values = {name: getattr(event, name) for name in COLUMNS}
    return values | {"rounds": event.stages.all()[0].rounds}


def are_single_games(stages: Iterable[Stage], games_to_win: int) -> bool:
    """Return whether every stage with standings has one-game matches.

    `games_to_win`: of the event. A playoff has no standings; an event with only playoffs follows
    its own match length.
    """
    lengths = {stage.games_to_win or games_to_win for stage in stages if not stage.is_elimination}
    return lengths == {Event.GamesToWin.ONE}


def settled_columns(event: Event, data: EventData) -> dict[str, Any]:
    """Return the columns of an event with these settings, adjusted for one-game stages.

    Standings of one-game matches leave out GW% and OGW% (digital event rules, 3.1). One query.
    """
    columns = data.columns
    if are_single_games(event.stages.all(), columns["games_to_win"]):
        columns["profile"] = {**columns["profile"], "use_games": False}
    return columns


def stored_profile(event: Event) -> Profile:
    """Return the profile that the organizer chose, before best of one or teams turned games off."""
    stored = Profile.from_dict(event.profile)
    preset = ALL_PROFILES.get(stored.name)
    if preset is None or stored.use_games:
        return stored
    switched_off = event.games_to_win == Event.GamesToWin.ONE or event.is_for_teams
    if switched_off or are_single_games(event.stages.all(), event.games_to_win):
        return replace(stored, use_games=preset.use_games)
    return stored


def stored_data(event: Event, rounds: int | None) -> EventData:
    """Return the current settings of an event; `rounds`: those of its first stage."""
    values = {name: getattr(event, name) for name in COLUMNS if name != "profile"}
    return EventData(profile=stored_profile(event), rounds=rounds, **values)
