"""From the bytes of a file to a checked Archive: people, rules and stages; rounds are beside."""

import zoneinfo
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from events.models import Event, Round
from events.services.archive.nodes import Node, parse
from events.services.archive.people import (
    read_drops,
    read_penalties,
    read_players,
    read_published,
)
from events.services.archive.rounds_in import Frame, read_rounds
from events.services.archive.stages_in import read_stages
from events.services.archive.values import (
    Archive,
    ArchivedEvent,
    ArchivedRound,
    ArchivedStage,
    implied_profile,
    implied_seed,
    implied_standings,
    implied_state,
)
from events.services.archive.versions import FORMAT, ONLY_SECOND, VERSIONS, only_in
from standings.profile import Profile, ProfileError, parse_floor

PARTS = ("format", "version", "event", "players", "stages", "rounds", "drops")
OPTIONAL_PARTS = ("published", "standings", "penalties")
RULES = ("win", "draw", "loss", "floor", "games_to_win")
EVENT_OPTIONS = (
    "time_zone",
    "venue",
    "draws_allowed",
    "round_minutes",
    "platform",
    "late_policy",
    "first_table",
    "restrictions",
    "finished_at",
)


def read_archive(data: bytes) -> Archive:
    """Read an event archive of version 1 or 2.

    Raises ArchiveError, which names the place, for anything that is not one or can't have
    happened; nothing is guessed and no key is passed over.
    """
    root = parse(data)
    version = _version(root)
    parts = root.fields(PARTS, OPTIONAL_PARTS)
    event = parts["event"].fields(
        ("name", "date", "game_format", "rules"), (*_EVENT_KEYS, *only_in("event", version))
    )
    games_to_win = event["rules"].fields(RULES)["games_to_win"].whole(1, 3)
    team_size = event["team_size"].whole(1, 3) if "team_size" in event else 1
    players = read_players(parts["players"], version, team_size)
    known = frozenset(player.number for player in players)
    stages = read_stages(parts["stages"], known, version)
    most = max(sum(stage.rounds or 0 for stage in stages), len(parts["rounds"].items()))
    drops = read_drops(parts["drops"], known, most)
    frame = Frame(version, known, stages, drops, games_to_win, team_size)
    rounds = read_rounds(parts["rounds"], frame)
    return Archive(
        event=_event(event, games_to_win, stages, rounds),
        players=players,
        stages=stages,
        rounds=rounds,
        drops=drops,
        standings=_standings(parts.get("standings"), stages, rounds),
        penalties=read_penalties(parts.get("penalties"), known, len(rounds)),
        published=read_published(parts.get("published"), known),
    )


def _version(root: Node) -> int:
    """Return the version of the format; a file without one is told so by its missing key."""
    found = root.value.get("format")
    if found != FORMAT:
        raise Node(found, "format").error(
            _("This is not an event archive: “%(format)s” is expected here.") % {"format": FORMAT}
        )
    version = Node(root.value.get("version", VERSIONS[0]), "version")
    if version.whole() not in VERSIONS:
        raise version.error(
            _("Version %(found)d is not known; this software reads version 1 and 2.")
            % {"found": version.value}
        )
    return version.whole()


_EVENT_KEYS = (*EVENT_OPTIONS, "profile", "state", "seed")


def _event(
    fields: dict[str, Node],
    games_to_win: int,
    stages: tuple[ArchivedStage, ...],
    rounds: tuple[ArchivedRound, ...],
) -> ArchivedEvent:
    name = fields["name"].text(120)
    date = fields["date"].date()
    state = implied_state(stages, rounds)
    if "state" in fields:
        state = _state(fields["state"], rounds)
    return ArchivedEvent(
        name=name,
        date=date,
        game_format=fields["game_format"].text(60, blank=True),
        games_to_win=games_to_win,
        profile=_profile(fields["rules"], fields.get("profile"), games_to_win),
        state=state,
        seed=fields["seed"].whole(0, 2**63 - 1) if "seed" in fields else implied_seed(name, date),
        **{
            key: _option(fields[key], key)
            for key in (*EVENT_OPTIONS, *ONLY_SECOND["event"])
            if key in fields
        },
    )


def _option(node: Node, key: str) -> Any:
    if key == "time_zone":
        name = node.text(60)
        if name not in zoneinfo.available_timezones():
            raise node.error(_("“%(name)s” is not a time zone.") % {"name": name})
        return name
    if key == "late_policy":
        return node.choice(Event.LatePolicy.values)
    if key in ("draws_allowed", "show_chances"):
        return node.truth()
    if key == "team_size":
        return node.whole(1, 3)
    if key == "finished_at":
        return node.moment()
    if key == "round_minutes":
        return node.whole(1, 32_767)
    if key == "first_table":
        return node.whole(1)
    lengths = {"venue": 120, "platform": 60, "restrictions": 200}
    return node.text(lengths[key], blank=True)


def _state(node: Node, rounds: tuple[ArchivedRound, ...]) -> str:
    state = node.choice(Event.State.values)
    unfinished = [round for round in rounds if round.state != Round.State.COMPLETE]
    if (state == Event.State.SETUP) != (not rounds) and state != Event.State.FINISHED:
        raise node.error(_("does not fit: the file has %(count)d rounds.") % {"count": len(rounds)})
    if state == Event.State.FINISHED and unfinished:
        raise node.error(
            _("does not fit: round %(number)d is not complete.") % {"number": unfinished[0].number}
        )
    return state


def _profile(rules: Node, whole: Node | None, games_to_win: int) -> Profile:
    fields = rules.fields(RULES)
    win, draw, loss = (fields[key].whole(0, 1000) for key in ("win", "draw", "loss"))
    floor = _floor(fields["floor"])
    try:
        implied = implied_profile(win, draw, loss, floor, games_to_win)
    except ProfileError as error:
        raise rules.error(str(error)) from error
    if whole is None:
        return implied
    if not isinstance(whole.value, dict):
        raise whole.error(_("A rule profile is an object."))
    try:
        profile = Profile.from_dict(whole.value)
    except ProfileError as error:
        raise whole.error(str(error)) from error
    Node(profile.name, f"{whole.path}.name").text(60)
    if (profile.win, profile.draw, profile.loss, profile.floor) != (win, draw, loss, floor):
        raise whole.error(_("Its points or its floor are not those of “rules”."))
    return profile


def _floor(node: Node) -> Fraction:
    text = node.text(20)
    try:
        return parse_floor(text)
    except ProfileError as error:
        raise node.error(_("must be text such as “0.33” or “1/3”.")) from error


def _standings(
    node: Node | None, stages: tuple[ArchivedStage, ...], rounds: tuple[ArchivedRound, ...]
) -> tuple[int, ...]:
    if node is None:
        return implied_standings(stages, rounds)
    complete = {round.number for round in rounds if round.state == Round.State.COMPLETE}
    for item in node.items(most=len(rounds)):
        if item.whole() not in complete:
            raise item.error(_("Round %(number)d is not complete.") % {"number": item.value})
    return tuple(sorted(set(node.value)))
