"""Event archives as pairing states: what was known before each Swiss round, and what was played."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pairings.types import PairingState

_SUFFIXES = (".json", ".jsonl", ".jsonl.gz")

Json = dict[str, Any]


class ArchiveError(ValueError):
    """A file is not an event archive, version 1."""


@dataclass(frozen=True, slots=True)
class ArchivedRound:
    """A Swiss round: the state before it, and the pairing that was played.

    event, number: the event's title and the round's number; ids: the archive's id of each player of
    the state, rising; pairs, bye: by index into ids; seed: the seed it was drawn from, if any;
    order: the standings it was paired by, by index from the highest place, if it was.
    """

    event: str
    number: int
    ids: tuple[int, ...]
    state: PairingState
    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    seed: int | None
    order: tuple[int, ...] | None


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
    if data.get("version") != 1:
        raise ArchiveError(f"{where}: not version 1 of the event archive")
    return data


def swiss_rounds(archive: Json, where: str = "archive") -> list[ArchivedRound]:
    """Return the Swiss rounds of an archive in order, each with the state before it.

    Raises ArchiveError when something the format requires is missing or of the wrong kind.
    """
    try:
        return list(_swiss_rounds(archive))
    except (KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
        raise ArchiveError(f"{where}: not a valid event archive: {error!r}") from error


def _swiss_rounds(archive: Json) -> Iterator[ArchivedRound]:
    rules = archive["event"]["rules"]
    scores = (int(rules["win"]), int(rules["draw"]), int(rules["loss"]))
    kinds = [stage["kind"] for stage in archive["stages"]]
    records = {
        int(player["id"]): _Record(awarded=int(player.get("awarded_byes", 0)))
        for player in archive["players"]
    }
    for one in sorted(archive["rounds"], key=lambda item: int(item["number"])):
        if kinds[int(one["stage"]) - 1] != "swiss":
            continue
        yield _round(archive["event"]["name"], one, records)
        for match in one["matches"]:
            _enter(match, records, scores)


def _round(event: str, one: Json, records: dict[int, _Record]) -> ArchivedRound:
    """Return a round with those who were paired in it.

    They are the players of its two-player matches that were not fixed beforehand, and the holder
    of its bye where there is exactly one that was not awarded before the event.
    """
    number = int(one["number"])
    matches = one["matches"]
    played = [
        match["players"]
        for match in matches
        if len(match["players"]) == 2 and not match.get("fixed")
    ]
    byes = [
        match["players"][0]
        for match in matches
        if match.get("bye") and records[match["players"][0]].awarded < number
    ]
    holder = byes[0] if len(byes) == 1 else None
    ids = tuple(sorted([player for two in played for player in two] + byes[: len(byes) == 1]))
    index = {player: place for place, player in enumerate(ids)}
    if len(index) != len(ids):
        raise ValueError(f"a player is paired twice in round {number}")
    state = PairingState(
        points=tuple(records[player].points for player in ids),
        opponents=tuple(
            frozenset(index[other] for other in records[player].opponents if other in index)
            for player in ids
        ),
        byes=tuple(records[player].byes for player in ids),
        forbidden=frozenset(
            (min(index[a], index[b]), max(index[a], index[b]))
            for a, b in one.get("forbidden", [])
            if a in index and b in index
        ),
        pods=_pods(one.get("pods"), index),
    )
    order = one.get("order")
    return ArchivedRound(
        event=event,
        number=number,
        ids=ids,
        state=state,
        pairs=tuple((index[a], index[b]) for a, b in played),
        bye=None if holder is None else index[holder],
        seed=None if one.get("seed") is None else int(one["seed"]),
        order=None
        if order is None
        else tuple(index[player] for player in order if player in index),
    )


def _pods(pods: list[list[int]] | None, index: dict[int, int]) -> tuple[int, ...] | None:
    if pods is None:
        return None
    pod_of = {player: number for number, pod in enumerate(pods) for player in pod}
    return tuple(pod_of[player] for player in index)


def _enter(match: Json, records: dict[int, _Record], scores: tuple[int, int, int]) -> None:
    """Add what a match changes: match points, byes, opponents."""
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
