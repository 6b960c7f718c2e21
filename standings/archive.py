"""Reading event archives, version 1 and 2: one JSON object holds one whole event.

Strict: whatever is wrong raises ArchiveError, which names the place ("rounds[2].matches[4]").
Keys that the format does not name are left alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from standings.profile import MTR, ONE_THIRD, Profile, ProfileError, parse_floor
from standings.types import Games, Match, MatchKind, Stage, Tournament

FORMAT = "event-archive"
# Whether the matches of a stage count for standings, by its kind.
FIRST_KINDS = {"swiss": True, "single-elimination": False}
KINDS = {
    1: FIRST_KINDS,
    2: {**FIRST_KINDS, "round-robin": True, "double-elimination": False},
}


class ArchiveError(ValueError):
    """An archive that cannot be read; `where` is the place in it, `what` what is wrong."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}" if where else what)
        self.where = where
        self.what = what


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """What another system printed for one player; None where it printed nothing."""

    rank: int
    player: int
    points: int | None
    omw: Fraction
    gw: Fraction | None
    ogw: Fraction | None


@dataclass(frozen=True, slots=True)
class Published:
    """Another system's standings after the last Swiss round, best first."""

    rows: tuple[PublishedRow, ...]
    ranks_follow_tiebreakers: bool


@dataclass(frozen=True, slots=True)
class Archive:
    """One event: `names` by player id, the tournament, the last round of who dropped."""

    name: str
    names: Mapping[int, str]
    tournament: Tournament
    drops: Mapping[int, int]
    published: Published | None


def _object(value: object, where: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ArchiveError(where, "an object is needed")
    return value


def _list(data: Mapping[str, object], key: str, where: str) -> list[object]:
    value = data.get(key)
    if not isinstance(value, list):
        raise ArchiveError(_join(where, key), "a list is needed")
    return value


def _whole(data: Mapping[str, object], key: str, where: str, least: int = 0) -> int:
    return _number(data.get(key), _join(where, key), least)


def _number(value: object, where: str, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ArchiveError(where, f"a whole number of at least {least} is needed, not {value!r}")
    return value


def _text(data: Mapping[str, object], key: str, where: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise ArchiveError(_join(where, key), "text is needed")
    return value


def _flag(data: Mapping[str, object], key: str, where: str) -> bool:
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise ArchiveError(_join(where, key), "true or false is needed")
    return value


def _join(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _known(value: object, players: Mapping[int, str], where: str) -> int:
    player = _number(value, where)
    if player not in players:
        raise ArchiveError(where, f"player {player} is not in players")
    return player


def _known_set(values: list[object], players: Mapping[int, str], where: str) -> frozenset[int]:
    return frozenset(_known(value, players, f"{where}[{at}]") for at, value in enumerate(values))


def _profile(event: Mapping[str, object]) -> Profile:
    """The rules of the event; its `profile`, where there is one, says all of them."""
    rules = _object(event.get("rules"), "event.rules")
    try:
        if "profile" in event:
            return Profile.from_dict(_object(event["profile"], "event.profile"))
        floor = parse_floor(rules.get("floor"))
        base = ONE_THIRD if floor == ONE_THIRD.floor else MTR
        points = {key: _whole(rules, key, "event.rules") for key in ("win", "draw", "loss")}
        # One-game matches: GW% and OGW% are not used (digital event rules, 3.1).
        use_games = rules.get("games_to_win") != 1
        return replace(base, floor=floor, use_games=use_games, **points)  # type: ignore[arg-type]
    except ProfileError as error:
        place = "profile" if "profile" in event else "rules"
        raise ArchiveError(f"event.{place}.{error.field}", str(error)) from error


def _players(data: Mapping[str, object]) -> dict[int, str]:
    names: dict[int, str] = {}
    for at, item in enumerate(_list(data, "players", "")):
        where = f"players[{at}]"
        player = _object(item, where)
        number = _whole(player, "id", where)
        if number in names:
            raise ArchiveError(where, f"id {number} is there twice")
        names[number] = _text(player, "name", where)
    return names


def _match(
    match: Mapping[str, object], number: int, players: Mapping[int, str], where: str
) -> Match:
    sides = [
        _known(player, players, f"{where}.players[{at}]")
        for at, player in enumerate(_list(match, "players", where))
    ]
    games = [
        _number(count, f"{where}.games[{at}]")
        for at, count in enumerate(_list(match, "games", where))
    ]
    if len(games) != 3:
        raise ArchiveError(f"{where}.games", "three numbers are needed")
    flags = [key for key in ("bye", "unpaired", "double_loss") if _flag(match, key, where)]
    if len(flags) > 1:
        raise ArchiveError(where, f"{flags[0]} and {flags[1]} at once")
    kind = MatchKind(flags[0].replace("_", "-")) if flags else MatchKind.PLAYED
    wanted = 1 if kind in (MatchKind.BYE, MatchKind.UNPAIRED) else 2
    if len(sides) != wanted or len(set(sides)) != wanted:
        raise ArchiveError(f"{where}.players", f"{wanted} needed in a match that is {kind.value}")
    score: Games = (games[0], games[1], games[2])
    return Match(number, sides[0], sides[1] if wanted == 2 else None, score, kind)


def _rounds(
    data: Mapping[str, object], players: Mapping[int, str], stages: int
) -> tuple[list[Match], list[list[int]]]:
    """All matches, and the numbers of the rounds of each stage."""
    matches: list[Match] = []
    numbers: list[list[int]] = [[] for _ in range(stages)]
    before = 1
    for at, item in enumerate(_list(data, "rounds", "")):
        where = f"rounds[{at}]"
        round_ = _object(item, where)
        number, stage = _whole(round_, "number", where, 1), _whole(round_, "stage", where, 1)
        if number != at + 1:
            raise ArchiveError(f"{where}.number", f"{at + 1} is expected, not {number}")
        if not before <= stage <= stages:
            raise ArchiveError(f"{where}.stage", f"{before} to {stages} is expected, not {stage}")
        before = stage
        numbers[stage - 1].append(number)
        matches += _matches(round_, number, players, where)
    return matches, numbers


def _matches(
    round_: Mapping[str, object], number: int, players: Mapping[int, str], where: str
) -> list[Match]:
    """The matches of one round that have a result; none while the round is a draft."""
    is_draft = round_.get("state") == "draft"
    found = []
    seen: set[int | None] = set()
    for at, item in enumerate(_list(round_, "matches", where)):
        place = f"{where}.matches[{at}]"
        data = _object(item, place)
        alone = data.get("bye") or data.get("unpaired")
        pending = not ("games" in data or alone or data.get("double_loss"))
        match = _match(data if alone else {"games": [0, 0, 0], **data}, number, players, place)
        for player in {match.first, match.second} - {None}:
            if player in seen:
                raise ArchiveError(place, f"player {player} has two matches in this round")
            seen.add(player)
        if not pending and not is_draft:
            found.append(match)
    return found


def _stages(
    items: list[object],
    numbers: list[list[int]],
    players: Mapping[int, str],
    kinds: Mapping[str, bool],
) -> tuple[Stage, ...]:
    found = []
    first = 1
    for at, item in enumerate(items):
        where = f"stages[{at}]"
        stage = _object(item, where)
        kind = _text(stage, "kind", where)
        if kind not in kinds:
            raise ArchiveError(f"{where}.kind", f"{' or '.join(kinds)} is needed, not {kind!r}")
        planned = _planned(stage, where, len(numbers[at]), kinds is FIRST_KINDS)
        advancing = None
        if "advance" in stage:
            advance = _list(stage, "advance", where)
            advancing = _known_set(advance, players, f"{where}.advance")
        begun_later = any(numbers[at + 1 :])
        last = first + (len(numbers[at]) if begun_later else planned) - 1
        found.append(Stage(first, last, kinds[kind], advancing))
        first = last + 1
    return tuple(found)


def _planned(stage: Mapping[str, object], where: str, played: int, needed: bool) -> int:
    """How many rounds a stage is to have; only version 1 always says so."""
    kind = stage.get("kind")
    unsaid = kind != "swiss" and not needed and "rounds" not in stage
    if kind == "round-robin" or unsaid or stage.get("bracket"):
        return max(played, 1)
    planned = _whole(stage, "rounds", where)
    extra = _flag(stage, "extra_round", where)
    if played > planned + extra:
        what = f"{planned}, but {played} rounds belong to this stage"
        raise ArchiveError(f"{where}.rounds", what)
    return max(planned, played)


def _share(row: Mapping[str, object], key: str, where: str) -> Fraction:
    value = row.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ArchiveError(_join(where, key), f"a number from 0 to 1 is needed, not {value!r}")
    return Fraction(value)


def _published(data: Mapping[str, object], players: Mapping[int, str]) -> Published | None:
    if data.get("published") is None:
        return None
    published = _object(data["published"], "published")
    rows = []
    for at, item in enumerate(_list(published, "rows", "published")):
        where = f"published.rows[{at}]"
        row = _object(item, where)
        rows.append(
            PublishedRow(
                rank=_whole(row, "rank", where, 1),
                player=_known(row.get("player"), players, f"{where}.player"),
                points=_whole(row, "points", where) if "points" in row else None,
                omw=_share(row, "omw", where),
                gw=_share(row, "gw", where) if "gw" in row else None,
                ogw=_share(row, "ogw", where) if "ogw" in row else None,
            )
        )
    rows.sort(key=lambda row: row.rank)
    return Published(tuple(rows), _flag(published, "ranks_follow_tiebreakers", "published"))


def read_archive(data: object) -> Archive:
    """The event in a decoded JSON value; raises ArchiveError."""
    archive = _object(data, "")
    version = archive.get("version")
    kinds = KINDS.get(version) if type(version) is int else None
    if archive.get("format") != FORMAT or kinds is None:
        raise ArchiveError("format", f"not an {FORMAT} of version 1 or 2")
    event = _object(archive.get("event"), "event")
    names = _players(archive)
    items = _list(archive, "stages", "")
    matches, numbers = _rounds(archive, names, len(items))
    drops, out = {}, set()
    for at, item in enumerate(_list(archive, "drops", "")):
        where = f"drops[{at}]"
        drop = _object(item, where)
        player = _known(drop.get("player"), names, f"{where}.player")
        drops[player] = _whole(drop, "after_round", where)
        if _flag(drop, "disqualified", where):
            out.add(player)
    return Archive(
        name=_text(event, "name", "event"),
        names=names,
        tournament=Tournament(
            profile=_profile(event),
            players=tuple(names),
            stages=_stages(items, numbers, names, kinds),
            matches=matches,
            disqualified=frozenset(out),
            seed=_whole(event, "seed", "event") if "seed" in event else 0,
        ),
        drops=drops,
        published=_published(archive, names),
    )
