"""From the bytes of a file to a checked Archive: people, rules and stages; rounds are beside."""

import zoneinfo
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from events.models import Event, Round, Stage
from events.services.archive.nodes import Node, parse
from events.services.archive.people import (
    read_drops,
    read_ids,
    read_penalties,
    read_players,
    read_published,
)
from events.services.archive.rounds import read_rounds
from events.services.archive.values import (
    FORMAT,
    VERSION,
    Archive,
    ArchivedEvent,
    ArchivedRound,
    ArchivedStage,
    implied_profile,
    implied_seed,
    implied_standings,
    implied_state,
)
from events.services.events import MOST_ROUNDS
from standings.profile import Profile, ProfileError, parse_floor

MOST_STAGES = 10
KINDS = (Stage.Kind.SWISS.value, Stage.Kind.SINGLE_ELIMINATION.value)
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
    """Read an event archive of version 1.

    Raises ArchiveError, which names the place, for anything that is not one or can't have
    happened; nothing is guessed and no key is passed over.
    """
    root = parse(data)
    _check_version(root)
    parts = root.fields(PARTS, OPTIONAL_PARTS)
    players = read_players(parts["players"])
    known = frozenset(player.number for player in players)
    stages = _stages(parts["stages"], known)
    rules = parts["event"].fields(("name", "date", "game_format", "rules"), _EVENT_KEYS)
    games_to_win = rules["rules"].fields(RULES)["games_to_win"].whole(1, 3)
    drops = read_drops(parts["drops"], known, sum(stage.rounds for stage in stages))
    rounds = read_rounds(parts["rounds"], known, stages, drops, games_to_win)
    return Archive(
        event=_event(rules, games_to_win, stages, rounds),
        players=players,
        stages=stages,
        rounds=rounds,
        drops=drops,
        standings=_standings(parts.get("standings"), stages, rounds),
        penalties=read_penalties(parts.get("penalties"), known, len(rounds)),
        published=read_published(parts.get("published"), known),
    )


def _check_version(root: Node) -> None:
    found = root.value.get("format")
    if found != FORMAT:
        raise Node(found, "format").error(
            _("This is not an event archive: “%(format)s” is expected here.") % {"format": FORMAT}
        )
    if "version" in root.value:
        version = Node(root.value["version"], "version")
        if version.whole() != VERSION:
            raise version.error(
                _("Version %(found)d is not known; this software reads version %(version)d.")
                % {"found": version.value, "version": VERSION}
            )


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
        **{key: _option(fields[key], key) for key in EVENT_OPTIONS if key in fields},
    )


def _option(node: Node, key: str) -> Any:
    if key == "time_zone":
        name = node.text(60)
        if name not in zoneinfo.available_timezones():
            raise node.error(_("“%(name)s” is not a time zone.") % {"name": name})
        return name
    if key == "late_policy":
        return node.choice(Event.LatePolicy.values)
    if key == "draws_allowed":
        return node.truth()
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


def _stages(node: Node, known: frozenset[int]) -> tuple[ArchivedStage, ...]:
    found = []
    for item in node.items(1, MOST_STAGES):
        fields = item.fields(("kind", "rounds"), ("advance", "proposed"))
        advance = None
        if "advance" in fields:
            advance = read_ids(fields["advance"], known)
        found.append(
            ArchivedStage(
                kind=fields["kind"].choice(KINDS),
                rounds=fields["rounds"].whole(1, MOST_ROUNDS),
                advance=advance,
                proposed=fields["proposed"].truth() if "proposed" in fields else False,
            )
        )
    return tuple(found)


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
