"""Refusals of archives, and the place that each refusal names."""

from collections.abc import Callable
from typing import Any

import pytest

from archive.errors import ArchiveError
from archive.loading import read_archive
from domain.limits import MOST_BYTES
from tests.archives import as_bytes, small
from tests.work import calls_of

Bend = Callable[[dict[str, Any]], object]
Case = tuple[Bend, str, str]


def _match(archive: dict[str, Any], number: int = 1, index: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = archive["rounds"][number - 1]["matches"][index]
    return found


CASES: dict[str, Case] = {
    "wrong format": (lambda a: a.update(format="other"), "format", "event-archive"),
    "wrong version": (lambda a: a.update(version=9), "version", "Version 9"),
    "version as text": (lambda a: a.update(version="1"), "version", "whole number"),
    "no players": (lambda a: a.pop("players"), "", "players"),
    "unknown key": (lambda a: a.update(extra=1), "", "extra"),
    "unknown key in an event": (lambda a: a["event"].update(x=1), "event", "“x”"),
    "not a date": (lambda a: a["event"].update(date="2026-02-30"), "event.date", "a date"),
    "floor as a number": (
        lambda a: a["event"]["rules"].update(floor=0.33), "event.rules.floor", "text",
    ),
    "no floor": (lambda a: a["event"]["rules"].update(floor="low"), "event.rules.floor", "0.33"),
    "a floor of a billion digits": (
        lambda a: a["event"]["rules"].update(floor="1e999999999"), "event.rules.floor", "0.33",
    ),
    "null": (
        lambda a: a["players"][0].update(email=None), "players[0].email", "Expected text here",
    ),
    "e-mail in capitals": (
        lambda a: a["players"][0].update(email="A@example.org"), "players[0].email",
        "must be lowercase",
    ),
    "a whole number too much": (
        lambda a: a["players"][0].update(awarded_byes=4), "players[0].awarded_byes",
        "between 0 and 3",
    ),
    "a profile without a name": (
        lambda a: a["event"].update(profile={"name": " "}), "event.profile.name", "empty",
    ),
    "a profile as text": (
        lambda a: a["event"].update(profile="mtr"), "event.profile", "an object",
    ),
    "id twice": (lambda a: a["players"][1].update(id=1), "players[1].id", "twice"),
    "negative id": (lambda a: a["players"][0].update(id=-1), "players[0].id", "-1"),
    "id true": (lambda a: a["players"][0].update(id=True), "players[0].id", "whole number"),
    "empty name": (lambda a: a["players"][0].update(name=" "), "players[0].name", "empty"),
    "long name": (lambda a: a["players"][0].update(name="x" * 81), "players[0].name", "81"),
    "zero byte": (lambda a: a["players"][0].update(name="a\0"), "players[0].name", "control"),
    "lone surrogate": (
        lambda a: a["players"][0].update(platform_id="SURROGATE"),
        "players[0].platform_id",
        "control",
    ),
    "e-mail twice": (
        lambda a: [player.update(email="a@example.org") for player in a["players"][:2]],
        "players[1].email",
        "twice",
    ),
    "unknown kind": (lambda a: a["stages"][0].update(kind="cup"), "stages[0].kind", "swiss"),
    "unknown player goes on": (
        lambda a: a["stages"][0].update(advance=[1, 99]), "stages[0].advance[1]", "99",
    ),
    "unknown player": (
        lambda a: _match(a).update(players=[1, 99]),
        "rounds[0].matches[0].players[1] (round 1, table 1)",
        "Player 99 is not in",
    ),
    "player twice in a round": (
        lambda a: _match(a, 2, 1).update(players=[5, 4]),
        "rounds[1].matches[1].players[1] (round 2, table 1)",
        "Player 4 appears twice in round 2",
    ),
    "player against himself": (
        lambda a: _match(a).update(players=[1, 1]),
        "rounds[0].matches[0].players[1] (round 1, table 1)",
        "twice",
    ),
    "table twice": (
        lambda a: _match(a, 1, 1).update(table=1),
        "rounds[0].matches[1] (round 1, table 1)",
        "Table 1",
    ),
    "did not advance": (
        lambda a: _match(a, 3).update(players=[5, 1]),
        "rounds[2].matches[0].players[0] (round 3, table 1)",
        "did not advance",
    ),
    "plays after the drop": (
        lambda a: a["drops"].append({"player": 4, "after_round": 1}),
        "rounds[1].matches[0].players[0] (round 2)",
        "dropped after round 1",
    ),
    "dropped twice": (
        lambda a: a["drops"].append({"player": 3, "after_round": 2}), "drops[1]", "twice",
    ),
    "drop in round 99": (
        lambda a: a["drops"][0].update(after_round=99), "drops[0].after_round", "99",
    ),
    "both win twice": (
        lambda a: _match(a).update(games=[2, 2, 0]),
        "rounds[0].matches[0].games (round 1, table 1)",
        "2-2-0",
    ),
    "five wins": (
        lambda a: _match(a).update(games=[5, 0, 0]),
        "rounds[0].matches[0].games (round 1, table 1)",
        "not a possible score",
    ),
    "negative wins": (
        lambda a: _match(a).update(games=[2, -1, 0]),
        "rounds[0].matches[0].games[1] (round 1, table 1)",
        "-1",
    ),
    "two numbers": (
        lambda a: _match(a).update(games=[2, 1]),
        "rounds[0].matches[0].games (round 1, table 1)",
        "number of items: 3",
    ),
    "a score as text": (
        lambda a: _match(a).update(games="2-1-0"),
        "rounds[0].matches[0].games (round 1, table 1)",
        "a list",
    ),
    "a lost bye": (
        lambda a: _match(a, 1, 2).update(games=[0, 2, 0]),
        "rounds[0].matches[2].games (round 1)",
        "bye",
    ),
    "a bye for two": (
        lambda a: _match(a).update(bye=True), "rounds[0].matches[0] (round 1, table 1)", "bye",
    ),
    "alone without a reason": (
        lambda a: _match(a, 1, 2).pop("bye"), "rounds[0].matches[2] (round 1)", "unpaired",
    ),
    "bye and unpaired": (
        lambda a: _match(a, 1, 2).update(unpaired=True),
        "rounds[0].matches[2] (round 1)",
        "cannot be both",
    ),
    "a bye at a table": (
        lambda a: _match(a, 1, 2).update(table=9),
        "rounds[0].matches[2].table (round 1, table 9)",
        "cannot have a table",
    ),
    "a won round without opponent": (
        lambda a: _match(a, 2, 2).update(games=[2, 0, 0]),
        "rounds[1].matches[2].games (round 2)",
        "won",
    ),
    "a missing result in the middle": (
        lambda a: _match(a).pop("games"), "rounds[1] (round 2)", "Round 1 is not complete",
    ),
    "a missing round": (
        lambda a: a["rounds"].pop(0), "rounds[0].number (round 1)", "expected 1 here",
    ),
    "an unknown stage": (
        lambda a: a["rounds"][2].update(stage=3), "rounds[2].stage (round 3)",
        "Stage 3 does not exist",
    ),
    "back to a stage": (
        lambda a: (a["stages"][0].pop("advance"), a["stages"][0].update(rounds=1),
                   a["rounds"][1].update(stage=2), a["rounds"][2].update(stage=1)),
        "rounds[2].stage (round 3)",
        "Stage 1 is already over",
    ),
    "a stage cut short": (
        lambda a: a["stages"][0].update(rounds=3), "rounds[2].stage (round 3)", "3 rounds",
    ),
    "too many rounds": (
        lambda a: a["stages"][0].update(rounds=1), "rounds[1].stage (round 2)", "only 1",
    ),
    "an empty round": (
        lambda a: a["rounds"][0].update(matches=[]), "rounds[0].matches (round 1)", "0",
    ),
    "omw of 2": (
        lambda a: a["published"]["rows"][0].update(omw=2), "published.rows[0].omw",
        "between 0 and 1",
    ),
    "published stranger": (
        lambda a: a["published"]["rows"][0].update(player=9), "published.rows[0].player", "9",
    ),
    "standings of an unknown round": (
        lambda a: a.update(standings=[4]), "standings[0]", "not complete",
    ),
    "no time zone": (
        lambda a: a["event"].update(time_zone="Mars/North"), "event.time_zone", "Mars",
    ),
    "time without offset": (
        lambda a: a["rounds"][0].update(posted_at="2026-03-14T10:00:00"),
        "rounds[0].posted_at (round 1)",
        "a time",
    ),
    "an unknown penalty": (
        lambda a: a.update(penalties=[{"player": 1, "infraction": "slow-play", "penalty": "x"}]),
        "penalties[0].penalty",
        "warning",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_refuses_with_the_place(name: str) -> None:
    bend, place, words = CASES[name]
    archive = small()
    bend(archive)
    data = as_bytes(archive).replace(b"SURROGATE", rb"\ud800")
    with pytest.raises(ArchiveError) as refused:
        read_archive(data)
    assert refused.value.place() == place
    assert words in str(refused.value)


def test_the_small_archive_itself_is_accepted() -> None:
    archive = read_archive(as_bytes(small()))
    assert [player.number for player in archive.players] == [1, 2, 3, 4, 5]
    assert archive.state == "finished"
    assert archive.standings == (2, 3)
    assert read_archive(b"\xef\xbb\xbf" + as_bytes(small())) == archive


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "object"),
        (b"[]", "object"),
        (b"null", "object"),
        (b"{", "line 1, column 2"),
        (b'{"format":\n"event-archive",}', "line 2, column"),
        (b"\xff\xfe{}", "byte 0"),
        (b'{"format": "event-archive", "version": 1', "line 1"),
        (b'{"a": 1, "a": 2}', "“a” twice"),
        (b'{"a": NaN}', "NaN"),
        (b'{"a": ' + b"9" * 5000 + b"}", "5000 digits"),
        (b'{"a":' + b"[" * 100_000, "nested too deeply"),
        (b"{}", "event-archive"),
    ],
)
def test_refuses_what_is_no_archive(data: bytes, words: str) -> None:
    with pytest.raises(ArchiveError) as refused:
        read_archive(data)
    assert words in str(refused.value)


def test_a_number_without_end_is_refused() -> None:
    data = as_bytes(small()).replace(b"0.66666667", b"1e999")
    with pytest.raises(ArchiveError, match=r"published\.rows\[0\]\.omw"):
        read_archive(data)


@pytest.mark.parametrize("piece", [b"\x93garbage", b"[[1,2],", b'{"a":', b'{"a":[],'])
def test_fifty_megabytes_of_garbage_are_refused_without_work(piece: bytes) -> None:
    data = (piece * (50 * 1024**2 // len(piece)))[: MOST_BYTES + 1]

    def refused() -> None:
        with pytest.raises(ArchiveError):
            read_archive(data)

    assert calls_of(refused) < 200


def test_a_key_that_stands_twice_among_many_is_found_in_one_pass() -> None:
    def refused(count: int) -> None:
        keys = ",".join(f'"{number}":1' for number in range(count))
        with pytest.raises(ArchiveError, match=f"“{count - 1}” twice"):
            read_archive(f'{{{keys},"{count - 1}":1}}'.encode())

    assert calls_of(lambda: refused(40_000)) < 5 * calls_of(lambda: refused(10_000))
