"""Event archives as pairing states: what was known before each Swiss round, and what was played."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pairings.types import PairingState

_SUFFIXES = (".json", ".jsonl", ".jsonl.gz")

Json = dict[str, Any]


VERSIONS = (1, 2)
# Stages whose matches count: opponents met there are not met again, points stay.
_COUNTING = ("swiss", "round-robin")


class ArchiveError(ValueError):
    """A file is not an event archive of version 1 or 2."""


@dataclass(frozen=True, slots=True)
class ArchivedPod:
    """A pod of a draft: its number from 1, the ids of who plays by seat, and their state.

    The players of the state are the same ids, rising.
    """

    number: int
    seats: tuple[int, ...]
    state: PairingState


@dataclass(frozen=True, slots=True)
class ArchivedRound:
    """A Swiss round: the state before it, and the pairing that was played.

    - event, number: the event's title and the round's number; place: its place in the stage.
    - ids: the archive's id of each player of the state, rising; pairs, bye: by index into ids.
    - seed: the seed it was drawn from, if any; changed_by_hand: as the archive says.
    - order: the standings it was paired by, by index from the highest place, if it is known;
      by_standings: it is one that is paired by them.
    - pods: those of a draft; byes: the ids of all who have a bye that was not awarded.
    """

    event: str
    number: int
    ids: tuple[int, ...]
    state: PairingState
    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    seed: int | None
    order: tuple[int, ...] | None
    place: int
    changed_by_hand: bool
    by_standings: bool
    pods: tuple[ArchivedPod, ...]
    byes: tuple[int, ...]


@dataclass(slots=True)
class _Record:
    awarded: int = 0
    points: int = 0
    byes: int = 0
    opponents: set[int] = field(default_factory=set)


def read_archives(path: Path) -> Iterator[tuple[str, Json]]:
    """Yield (where it stands, archive) for a .json, .jsonl or .jsonl.gz file or a folder of them.

    Raises ArchiveError when a file is not an event archive, OSError when it cannot be read.
    """
    if path.is_dir():
        for inner in sorted(path.rglob("*")):
            if inner.is_file() and inner.name.endswith(_SUFFIXES):
                yield from read_archives(inner)
        return
    if not path.name.endswith((".jsonl", ".jsonl.gz")):
        yield path.name, _parsed(path.read_bytes(), path.name)
        return
    with gzip.open(path) if path.name.endswith(".gz") else path.open("rb") as lines:
        try:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    where = f"{path.name}:{number}"
                    yield where, _parsed(line, where)
        except (EOFError, zlib.error) as error:
            raise ArchiveError(f"{path.name}: the compressed file is damaged") from error


def _parsed(text: bytes, where: str) -> Json:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ArchiveError(f"{where}: not JSON: {error}") from error
    if not isinstance(data, dict) or data.get("format") != "event-archive":
        raise ArchiveError(f"{where}: not an event archive")
    if data.get("version") not in VERSIONS:
        raise ArchiveError(f"{where}: not version 1 or 2 of the event archive")
    return data


def swiss_rounds(archive: Json, where: str = "archive") -> list[ArchivedRound]:
    """Return the Swiss rounds of an archive in order, each with the state before it.

    Raises ArchiveError when something the format requires is missing or of the wrong kind.
    """
    with malformed(where):
        return list(_swiss_rounds(archive))


@contextmanager
def malformed(where: str) -> Iterator[None]:
    """Raise ArchiveError for what goes wrong inside because an archive is not as it should be."""
    try:
        yield
    except (KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
        raise ArchiveError(f"{where}: not a valid event archive: {error!r}") from error


def _swiss_rounds(archive: Json) -> Iterator[ArchivedRound]:
    rules = archive["event"]["rules"]
    scores = (int(rules["win"]), int(rules["draw"]), int(rules["loss"]))
    stages = archive["stages"]
    records = {
        int(player["id"]): _Record(awarded=int(player.get("awarded_byes", 0)))
        for player in archive["players"]
    }
    places = [0] * len(stages)
    for one in sorted(archive["rounds"], key=lambda item: int(item["number"])):
        at = int(one["stage"]) - 1
        places[at] += 1
        if stages[at]["kind"] == "swiss":
            yield _round(archive["event"]["name"], one, stages[at], places[at], records)
        if stages[at]["kind"] in _COUNTING:
            for match in one["matches"]:
                _enter(match, records, scores)


def _round(
    event: str, one: Json, stage: Json, place: int, records: dict[int, _Record]
) -> ArchivedRound:
    """Return a round with those who were paired in it.

    They are the players of its two-player matches, and the holder of its bye where there is
    exactly one that was not awarded before the event.
    """
    number = int(one["number"])
    matches = one["matches"]
    played = [match["players"] for match in matches if len(match["players"]) == 2]
    byes = [
        match["players"][0]
        for match in matches
        if match.get("bye") and records[match["players"][0]].awarded < number
    ]
    holder = byes[0] if len(byes) == 1 else None
    ids = tuple(sorted([player for two in played for player in two] + byes[: len(byes) == 1]))
    index = {player: at for at, player in enumerate(ids)}
    if len(index) != len(ids):
        raise ValueError(f"a player is paired twice in round {number}")
    then = {entry["player"]: int(entry["points"]) for entry in one.get("before", [])}
    here = {*ids, *byes}
    pods = [[player for player in pod if player in here] for pod in stage.get("pods", [])]
    order = one.get("order")
    return ArchivedRound(
        event=event,
        number=number,
        ids=ids,
        state=_state(ids, records, then, pods if stage.get("pods") else None),
        pairs=tuple((index[a], index[b]) for a, b in played),
        bye=None if holder is None else index[holder],
        seed=None if one.get("seed") is None else int(one["seed"]),
        order=None
        if order is None
        else tuple(index[player] for player in order if player in index),
        place=place,
        changed_by_hand=bool(one.get("changed_by_hand")),
        by_standings=bool(stage.get("last_by_standings")) and place == stage["rounds"],
        pods=tuple(
            ArchivedPod(at, tuple(pod), _state(tuple(sorted(pod)), records, then, None))
            for at, pod in enumerate(pods, 1)
            if pod
        ),
        byes=tuple(byes),
    )


def _state(
    ids: tuple[int, ...],
    records: dict[int, _Record],
    then: dict[int, int],
    pods: list[list[int]] | None,
) -> PairingState:
    """Return the state of these players; `then` are points that were corrected afterwards."""
    index = {player: at for at, player in enumerate(ids)}
    pod_of = {player: number for number, pod in enumerate(pods or []) for player in pod}
    return PairingState(
        points=tuple(then.get(player, records[player].points) for player in ids),
        opponents=tuple(
            frozenset(index[other] for other in records[player].opponents if other in index)
            for player in ids
        ),
        byes=tuple(records[player].byes for player in ids),
        pods=None if pods is None else tuple(pod_of.get(player, -1) for player in ids),
    )


def _enter(match: Json, records: dict[int, _Record], scores: tuple[int, int, int]) -> None:
    """Add what a match changes: match points, byes, opponents; nothing before its result."""
    if "games" not in match:
        return
    win, draw, loss = scores
    players = match["players"]
    if len(players) == 1:
        record = records[players[0]]
        if match.get("bye"):
            record.byes += 1
            record.points += win
        return
    one, two = (records[player] for player in players)
    one.opponents.add(players[1])
    two.opponents.add(players[0])
    first, second = match["games"][:2]
    if match.get("double_loss"):
        gained = (0, 0)
    elif first == second:
        gained = (draw, draw)
    else:
        gained = (win, loss) if first > second else (loss, win)
    one.points += gained[0]
    two.points += gained[1]
