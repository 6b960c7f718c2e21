"""Reading archives: what is in them, and where they are wrong."""

import copy
from fractions import Fraction
from typing import Any

import pytest

from standings.archive import ArchiveError, read_archive
from standings.profile import PROFILES, Tiebreaker
from standings.types import Match, MatchKind, Stage

EVENT: dict[str, Any] = {
    "format": "event-archive",
    "version": 1,
    "event": {
        "name": "Sample",
        "date": "2026-01-02",
        "game_format": "Modern",
        "rules": {"win": 3, "draw": 1, "loss": 0, "floor": "1/3", "games_to_win": 2},
    },
    "players": [{"id": number, "name": f"Player {number}"} for number in range(1, 6)],
    "stages": [
        {"kind": "swiss", "rounds": 2, "advance": [1, 3]},
        {"kind": "single-elimination", "rounds": 1},
    ],
    "rounds": [
        {
            "number": 1,
            "stage": 1,
            "matches": [
                {"table": 1, "players": [1, 2], "games": [2, 1, 0]},
                {"table": 2, "players": [3, 4], "games": [2, 0, 0]},
                {"players": [5], "games": [2, 0, 0], "bye": True},
            ],
        },
        {
            "number": 2,
            "stage": 1,
            "matches": [
                {"table": 1, "players": [1, 3], "games": [0, 0, 3]},
                {"table": 2, "players": [4, 5], "games": [0, 0, 0], "double_loss": True},
                {"players": [2], "games": [0, 2, 0], "unpaired": True},
            ],
        },
        {
            "number": 3,
            "stage": 2,
            "matches": [{"table": 1, "players": [1, 3], "games": [2, 0, 0]}],
        },
    ],
    "drops": [{"player": 4, "after_round": 2}],
    "published": {
        "ranks_follow_tiebreakers": True,
        "rows": [
            {"rank": 2, "player": 3, "omw": 0.5},
            {"rank": 1, "player": 1, "omw": 0.5, "points": 4, "gw": 0.6, "ogw": 0.5},
        ],
    },
}


def changed(path: str, value: Any) -> dict[str, Any]:
    """The event with one place set to `value`; None takes the key away."""
    data = copy.deepcopy(EVENT)
    *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    at: Any = data
    for step in steps:
        at = at[step]
    if value is None:
        del at[last]
    else:
        at[last] = value
    return data


def test_what_an_archive_says() -> None:
    archive = read_archive(EVENT)
    assert archive.name == "Sample"
    assert archive.names[5] == "Player 5"
    assert archive.drops == {4: 2}
    tournament = archive.tournament
    assert tournament.profile == PROFILES["one-third"]
    assert tournament.players == (1, 2, 3, 4, 5)
    assert tournament.stages == (Stage(1, 2, True, frozenset({1, 3})), Stage(3, 3, False))
    assert list(tournament.matches) == [
        Match(1, 1, 2, (2, 1, 0)),
        Match(1, 3, 4, (2, 0, 0)),
        Match(1, 5, None, (2, 0, 0), MatchKind.BYE),
        Match(2, 1, 3, (0, 0, 3)),
        Match(2, 4, 5, (0, 0, 0), MatchKind.DOUBLE_LOSS),
        Match(2, 2, None, (0, 2, 0), MatchKind.UNPAIRED),
        Match(3, 1, 3, (2, 0, 0)),
    ]
    assert archive.published is not None
    assert archive.published.ranks_follow_tiebreakers
    first, second = archive.published.rows
    assert (first.rank, first.player, first.points, first.gw) == (1, 1, 4, Fraction(0.6))
    assert (second.rank, second.player, second.points, second.ogw) == (2, 3, None, None)


def test_the_rules_become_a_profile() -> None:
    literal = read_archive(changed("event/rules/floor", "0.33")).tournament.profile
    assert literal == PROFILES["mtr"]
    quarter = read_archive(changed("event/rules/floor", "0.25")).tournament.profile
    assert quarter.floor == Fraction(1, 4)
    assert read_archive(changed("event/rules/draw", 2)).tournament.profile.draw == 2
    single = read_archive(changed("event/rules/games_to_win", 1)).tournament.profile
    assert single.ranked_by == (Tiebreaker.OMW,), "one-game matches: no game percentages"
    whole = PROFILES["pokemon"].to_dict()
    named = read_archive(changed("event/profile", whole)).tournament.profile
    assert named == PROFILES["pokemon"]
    assert named.tiebreakers[-1] is Tiebreaker.HEAD_TO_HEAD


def test_what_running_events_add() -> None:
    data = changed("rounds/2/matches/0/games", None)
    data["event"]["seed"] = 77
    data["drops"][0]["disqualified"] = True
    data["published"] = None
    archive = read_archive(data)
    assert all(match.round < 3 for match in archive.tournament.matches)
    assert archive.tournament.seed == 77
    assert archive.tournament.disqualified == {4}
    assert archive.published is None


def test_version_2_has_stages_that_say_no_number_of_rounds() -> None:
    data = copy.deepcopy(EVENT)
    data["version"] = 2
    data["stages"] = [
        {"kind": "round-robin"},
        {"kind": "swiss", "rounds": 1, "extra_round": True},
        {"kind": "double-elimination"},
    ]
    data["rounds"][1]["stage"] = data["rounds"][2]["stage"] = 2
    assert read_archive(data).tournament.stages == (
        Stage(1, 1, True), Stage(2, 3, True), Stage(4, 4, False),
    )  # fmt: skip
    data["stages"][1]["extra_round"] = False
    with pytest.raises(ArchiveError, match=r"stages\[1\]\.rounds: 1, but 2 rounds"):
        read_archive(data)
    data["version"] = 1
    with pytest.raises(ArchiveError, match=r"stages\[0\]\.kind: swiss or single-elimination"):
        read_archive(data)


def test_a_draft_has_no_results_not_even_its_byes() -> None:
    data = copy.deepcopy(EVENT)
    data["rounds"][1]["state"] = "draft"
    del data["rounds"][2:]
    assert {match.round for match in read_archive(data).tournament.matches} == {1}


def test_stages_that_have_not_begun_have_the_rounds_that_are_planned() -> None:
    data = copy.deepcopy(EVENT)
    del data["rounds"][1:]
    assert [(s.first_round, s.last_round) for s in read_archive(data).tournament.stages] == [
        (1, 2),
        (3, 3),
    ]


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("format", "other", "format"),
        ("version", 3, "format"),
        ("version", True, "format"),
        ("event", None, "event"),
        ("event/name", 3, "event.name"),
        ("event/rules", [], "event.rules"),
        ("event/rules/win", "3", "event.rules.win"),
        ("event/rules/win", 0, "event.rules.win"),
        ("event/rules/floor", "a third", "event.rules.floor"),
        ("event/rules/floor", None, "event.rules.floor"),
        ("event/profile", {"digits": 99}, "event.profile.digits"),
        ("event/seed", -1, "event.seed"),
        ("players", {}, "players"),
        ("players/1", 2, "players[1]"),
        ("players/1/id", 1, "players[1]"),
        ("players/1/id", True, "players[1].id"),
        ("players/1/name", None, "players[1].name"),
        ("stages/0/kind", "league", "stages[0].kind"),
        ("stages/0/rounds", 1, "stages[0].rounds"),
        ("stages/0/advance", [1, 9], "stages[0].advance[1]"),
        ("rounds", None, "rounds"),
        ("rounds/1/number", 3, "rounds[1].number"),
        ("rounds/1/stage", 3, "rounds[1].stage"),
        ("rounds/2/stage", 0, "rounds[2].stage"),
        ("rounds/0/matches/0", {"players": [1], "bye": True}, "rounds[0].matches[0].games"),
        ("rounds/0/matches/0", {"players": [1], "unpaired": True}, "rounds[0].matches[0].games"),
        ("rounds/0/matches/0/players", [1, 9], "rounds[0].matches[0].players[1]"),
        ("rounds/0/matches/0/players", [1, 1], "rounds[0].matches[0].players"),
        ("rounds/0/matches/0/players", [1], "rounds[0].matches[0].players"),
        ("rounds/0/matches/0/players", [1, 2, 3], "rounds[0].matches[0].players"),
        ("rounds/0/matches/0/games", [2, 1], "rounds[0].matches[0].games"),
        ("rounds/0/matches/0/games", [2, -1, 0], "rounds[0].matches[0].games[1]"),
        ("rounds/0/matches/0/games", [2, 1.0, 0], "rounds[0].matches[0].games[1]"),
        ("rounds/0/matches/0/bye", True, "rounds[0].matches[0].players"),
        ("rounds/0/matches/2/unpaired", True, "rounds[0].matches[2]"),
        ("rounds/0/matches/2/bye", "yes", "rounds[0].matches[2].bye"),
        ("rounds/0/matches/2/bye", False, "rounds[0].matches[2].players"),
        ("rounds/0/matches/2/players", [1], "rounds[0].matches[2]"),
        ("drops/0/player", 9, "drops[0].player"),
        ("drops/0/after_round", None, "drops[0].after_round"),
        ("published/rows/0/player", 9, "published.rows[0].player"),
        ("published/rows/0/omw", None, "published.rows[0].omw"),
        ("published/rows/0/omw", 59.3, "published.rows[0].omw"),
        ("published/rows/0/rank", 0, "published.rows[0].rank"),
        ("published/rows/1/gw", "0.5", "published.rows[1].gw"),
        ("published/ranks_follow_tiebreakers", 1, "published.ranks_follow_tiebreakers"),
    ],
)
def test_errors_name_the_place(path: str, value: Any, where: str) -> None:
    with pytest.raises(ArchiveError) as caught:
        read_archive(changed(path, value))
    assert caught.value.where == where
    assert str(caught.value).startswith(f"{where}: ")


@pytest.mark.parametrize("value", [None, 3, "text", []])
def test_what_is_no_object_is_no_archive(value: Any) -> None:
    with pytest.raises(ArchiveError):
        read_archive(value)
