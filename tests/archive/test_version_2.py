"""Refusals of the keys that only version 2 has, and the place that each refusal names."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from archive.errors import ArchiveError
from archive.loading import read_archive as read
from archive.values import Archive
from pairings.formats.bracket_rounds import check_brackets
from tests.archives import as_bytes

Bend = Callable[[dict[str, Any]], object]

TEAMS: dict[str, Any] = {
    "format": "event-archive",
    "version": 2,
    "event": {
        "name": "Team Cup",
        "date": "2026-03-14",
        "game_format": "Team sealed",
        "rules": {"win": 3, "draw": 1, "loss": 0, "floor": "0.33", "games_to_win": 2},
        "team_size": 3,
    },
    "players": [
        {"id": team, "name": f"Team {team}", "members": [f"{team}{seat}" for seat in "ABC"]}
        for team in range(1, 6)
    ],
    "stages": [
        {
            "kind": "swiss",
            "rounds": 1,
            "pods": [[1, 2, 3], [5, 4]],
            "wishes": [{"player": 2, "pod": 1, "seat": 2}],
            "cut": {"by": "rank", "value": 3},
            "advance": [1, 2, 4],
        },
        {"kind": "single-elimination", "bracket": [4, 1, 2], "bracket_seats": [1, 4, 2]},
    ],
    "rounds": [
        {
            "number": 1,
            "stage": 1,
            "matches": [
                {"table": 1, "players": [1, 3], "games": [2, 1, 0], "seats": "wlw"},
                {"table": 2, "players": [5, 4], "games": [1, 1, 1], "seats": "dwl"},
                {"players": [2], "games": [2, 0, 0], "bye": True},
            ],
            "before": [{"player": 1, "points": 3, "record": "1-0-0"}],
        },
        {
            "number": 2,
            "stage": 2,
            "matches": [
                {"players": [1], "games": [2, 0, 0], "bye": True, "slot": "W1-1"},
                {
                    "table": 1, "players": [4, 2], "games": [1, 2, 0], "slot": "W1-2",
                    "play_first": "second",
                },
            ],
        },
        {
            "number": 3,
            "stage": 2,
            "matches": [{"table": 1, "players": [1, 2], "slot": "W2-1"}],
        },
    ],
    "drops": [{"player": 4, "after_round": 1}],
}  # fmt: skip


def _stage(archive: dict[str, Any], number: int = 1) -> dict[str, Any]:
    found: dict[str, Any] = archive["stages"][number - 1]
    return found


def _match(archive: dict[str, Any], number: int = 1, index: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = archive["rounds"][number - 1]["matches"][index]
    return found


CASES: dict[str, tuple[Bend, str, str]] = {
    "in version 1": (lambda a: a.update(version=1), "event", "team_size"),
    "a team of four": (lambda a: a["event"].update(team_size=4), "event.team_size", "4"),
    "two members of three": (
        lambda a: a["players"][0]["members"].pop(), "players[0].members", "number of items: 3",
    ),
    "members of a single player": (
        lambda a: a["event"].pop("team_size"), "players[0].members", "single-player event",
    ),
    "Swiss rounds without a number": (
        lambda a: _stage(a).pop("rounds"), "stages[0]", "“rounds” is missing",
    ),
    "an unknown kind": (lambda a: _stage(a).update(kind="cup"), "stages[0].kind", "round-robin"),
    "pods in a playoff": (
        lambda a: _stage(a, 2).update(pods=[]), "stages[1].pods", "Only Swiss rounds can have",
    ),
    "one more round in a draft": (
        lambda a: _stage(a).update(extra_round=True), "stages[0].extra_round", "conditional",
    ),
    "somebody in two pods": (
        lambda a: _stage(a).update(pods=[[1, 2], [2, 3]]), "stages[0].pods[1][0]", "twice",
    ),
    "an empty pod": (lambda a: _stage(a).update(pods=[[]]), "stages[0].pods[0]", "empty"),
    "posted without pods": (
        lambda a: (_stage(a).pop("pods"), _stage(a).update(pods_posted_at="2026-03-14T10:00:00Z")),
        "stages[0].pods_posted_at",
        "no pods",
    ),
    "a wish for seat 0": (
        lambda a: _stage(a)["wishes"][0].update(seat=0), "stages[0].wishes[0].seat", "0",
    ),
    "a wish of nobody": (
        lambda a: _stage(a)["wishes"][0].update(player=9), "stages[0].wishes[0].player", "9",
    ),
    "a cut by luck": (lambda a: _stage(a)["cut"].update(by="luck"), "stages[0].cut.by", "“rank”"),
    "a cut at 0": (lambda a: _stage(a)["cut"].update(value=0), "stages[0].cut.value", "0"),
    "best of seven": (
        lambda a: _stage(a).update(games_to_win=4), "stages[0].games_to_win", "between 1 and 3",
    ),
    "a bracket of Swiss rounds": (
        lambda a: _stage(a).update(bracket=[1, 2]), "stages[0].bracket", "Only a playoff",
    ),
    "a bracket of one": (
        lambda a: _stage(a, 2).update(bracket=[1]), "stages[1].bracket", "number of items: 2–40",
    ),
    "somebody who did not advance in the bracket": (
        lambda a: _stage(a, 2).update(bracket=[3, 1, 2]), "stages[1].bracket[0]", "3",
    ),
    "seats of others": (
        lambda a: _stage(a, 2).update(bracket_seats=[1, 4]),
        "stages[1].bracket_seats",
        "not the players",
    ),
    "an unknown place in the bracket": (
        lambda a: _match(a, 2, 1).update(slot="W1-9"),
        "rounds[1].matches[1] (round 2, table 1)",
        "“W1-9”",
    ),
    "a place of another round": (
        lambda a: _match(a, 2, 1).update(slot="W2-1"),
        "rounds[1].matches[1] (round 2, table 1)",
        "“W2-1”",
    ),
    "no place in the bracket": (
        lambda a: _match(a, 3).pop("slot"), "rounds[2].matches[0] (round 3, table 1)", "“slot”",
    ),
    "a place in Swiss rounds": (
        lambda a: _match(a).update(slot="W1-1"),
        "rounds[0].matches[0].slot (round 1, table 1)",
        "no bracket",
    ),
    "a match that is missing": (
        lambda a: a["rounds"][1]["matches"].pop(0), "rounds[1].matches (round 2)", "W1-1",
    ),
    "a bye at the place of two": (
        lambda a: (a["rounds"].pop(), a["rounds"][1]["matches"].__setitem__(0, {
            "players": [1], "games": [2, 0, 0], "bye": True, "slot": "W1-2"})),
        "rounds[1].matches[0] (round 2)",
        "for two players",
    ),
    "two wishes": (
        lambda a: _stage(a)["wishes"].append({"player": 2, "pod": 2}),
        "stages[0].wishes[1]",
        "twice",
    ),
    "the loser goes on": (
        lambda a: _match(a, 3).update(players=[1, 4]),
        "rounds[2].matches (round 3)",
        "does not place player 4",
    ),
    "a playoff that is drawn": (
        lambda a: _match(a, 2, 1).update(games=[1, 1, 0]),
        "rounds[1].matches[1] (round 2, table 1)",
        "winner",
    ),
    "a bye for two places": (
        lambda a: a["rounds"][1]["matches"].__setitem__(
            1, {"players": [2], "games": [2, 0, 0], "bye": True, "slot": "W1-2"}
        ),
        "rounds[1].matches[1] (round 2)",
        "for two players",
    ),
    "seats that say something else": (
        lambda a: _match(a).update(seats="wll"),
        "rounds[0].matches[0].seats (round 1, table 1)",
        "“wll”",
    ),
    "seats of a bye": (
        lambda a: _match(a, 1, 2).update(seats="ww-"),
        "rounds[0].matches[2].seats (round 1)",
        "teams of three",
    ),
    "neither plays first": (
        lambda a: _match(a, 2, 1).update(play_first="third"),
        "rounds[1].matches[1].play_first (round 2, table 1)",
        "“second”",
    ),
    "a record of two numbers": (
        lambda a: a["rounds"][0]["before"][0].update(record="1-0"),
        "rounds[0].before[0].record (round 1)",
        "2-0-1",
    ),
    "the record of somebody else": (
        lambda a: a["rounds"][2].update(before=[{"player": 3, "points": 0, "record": "0-0-0"}]),
        "rounds[2].before[0].player (round 3)",
        "3",
    ),
    "an order with a stranger": (
        lambda a: a["rounds"][0].update(order=[1, 8]), "rounds[0].order[1] (round 1)", "8",
    ),
    "plays after the drop, outside a bracket": (
        lambda a: a["drops"].append({"player": 5, "after_round": 0}),
        "rounds[0].matches[1].players[0] (round 1, table 2)",
        "dropped after round 0",
    ),
}  # fmt: skip


def read_archive(data: bytes) -> Archive:
    """Read an archive as the site does, its brackets too."""
    return read(data, check_brackets)


def teams() -> dict[str, Any]:
    """A copy of TEAMS to change."""
    return copy.deepcopy(TEAMS)


def test_the_archive_itself_is_accepted() -> None:
    archive = read_archive(as_bytes(teams()))
    assert archive.players[0].members == ("1A", "1B", "1C")
    assert archive.stages[0].pods == ((1, 2, 3), (5, 4))
    assert archive.stages[1].bracket_seats == (1, 4, 2)
    assert archive.rounds[0].matches[1].seats == "dwl"
    assert archive.state == "running"


@pytest.mark.parametrize("name", CASES)
def test_refuses_with_the_place(name: str) -> None:
    bend, place, words = CASES[name]
    archive = teams()
    bend(archive)
    with pytest.raises(ArchiveError) as refused:
        read_archive(as_bytes(archive))
    assert (refused.value.place(), words in str(refused.value)) == (place, True), str(refused.value)


def test_a_place_of_the_bracket_stands_once() -> None:
    archive = teams()
    archive["stages"] = [{"kind": "single-elimination", "bracket": [1, 2, 3, 4]}]
    matches = [
        {"table": 1, "players": [1, 4], "slot": "W1-1"},
        {"table": 2, "players": [2, 3], "slot": "W1-2"},
    ]
    archive["rounds"] = [{"number": 1, "stage": 1, "matches": matches}]
    assert read_archive(as_bytes(archive)).rounds[0].state == "posted"
    matches[1]["slot"] = "W1-1"
    with pytest.raises(ArchiveError, match=r"matches\[1\] \(round 1, table 2\): “W1-1” is not"):
        read_archive(as_bytes(archive))
