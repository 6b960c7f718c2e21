"""Archives as what the standings engine takes, and where they are wrong."""

import copy
import datetime
from fractions import Fraction
from typing import Any

import pytest

from archive.errors import ArchiveError
from archive.implied_values import implied_seed
from archive.loading import archive_of
from archive.values import Archive
from standings.archive import tournament_of
from standings.profile import PROFILES
from standings.rule_values import Tiebreaker
from standings.tables.table_profiles import FIVE_ONE
from standings.types import Match, MatchKind, Stage, Tournament

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


def read(data: Any) -> Archive:
    """The archive as the command line reads it."""
    return archive_of(data, lenient=True)


def tournament(data: Any) -> Tournament:
    """Return the tournament as the engine takes it."""
    return tournament_of(read(data))


def test_what_an_archive_says() -> None:
    archive = read(EVENT)
    assert archive.event.name == "Sample"
    assert archive.players[4].name == "Player 5"
    found = tournament_of(archive)
    assert found.profile == PROFILES["one-third"]
    assert found.players == (1, 2, 3, 4, 5)
    assert found.stages == (Stage(1, 2, True, frozenset({1, 3})), Stage(3, 3, False))
    assert list(found.matches) == [
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
    second, first = archive.published.rows
    assert (first.rank, first.player, first.points, first.gw) == (1, 1, 4, 0.6)
    assert (second.rank, second.player, second.points, second.ogw) == (2, 3, None, None)


def test_the_rules_become_a_profile() -> None:
    literal = tournament(changed("event/rules/floor", "0.33")).profile
    assert literal == PROFILES["mtr"]
    quarter = tournament(changed("event/rules/floor", "0.25")).profile
    assert (quarter.name, quarter.floor) == ("custom", Fraction(1, 4))
    assert tournament(changed("event/rules/draw", 2)).profile.draw == 2
    single = tournament(changed("event/rules/games_to_win", 1)).profile
    assert single.ranked_by == (Tiebreaker.OMW,), "one-game matches: no game percentages"
    whole = PROFILES["pokemon"].to_dict()
    named = tournament(changed("event/profile", whole)).profile
    assert named == PROFILES["pokemon"]
    assert named.tiebreakers[-1] is Tiebreaker.HEAD_TO_HEAD


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"bye": 4}, "bye"),
        ({"meet_once": True}, "meet_once"),
        ({"tiebreakers": ["omw", "mw"]}, "tiebreakers"),
    ],
)
def test_rules_of_tables_are_not_read_for_matches_of_two(
    change: dict[str, object], field: str
) -> None:
    with pytest.raises(ArchiveError, match="tables of three to five") as refused:
        tournament(changed("event/profile", PROFILES["mtr"].to_dict() | change))
    assert refused.value.path == f"event.profile.{field}"


def test_a_profile_of_tables_needs_stages_of_tables() -> None:
    with pytest.raises(ArchiveError, match="tables of four") as refused:
        tournament(changed("event/profile", FIVE_ONE.to_dict()))
    assert refused.value.path == "event.profile"


def test_a_floor_of_one_third_is_that_of_the_platform_only_with_its_points() -> None:
    """The platform prints the own GW% without the floor; other points make other rules."""
    assert not tournament(EVENT).profile.show_own_gw_floored
    assert tournament(changed("event/rules/win", 2)).profile.show_own_gw_floored


def test_an_event_without_a_seed_has_the_one_that_follows_from_name_and_date() -> None:
    seed = tournament(EVENT).seed
    assert seed == implied_seed("Sample", datetime.date(2026, 1, 2))
    assert tournament(changed("event/name", "Another")).seed != seed


def test_what_running_events_add() -> None:
    data = changed("rounds/2/matches/0/games", None)
    data["event"]["seed"] = 77
    data["drops"][0]["disqualified"] = True
    data["published"] = None
    found = tournament(data)
    assert all(match.round < 3 for match in found.matches)
    assert found.seed == 77
    assert found.disqualified == {4}
    assert read(data).published is None


def test_who_did_not_take_part_has_no_place() -> None:
    data = copy.deepcopy(EVENT)
    data["players"] += [{"id": 6, "name": "Not there"}, {"id": 7, "name": "Late", "first_round": 3}]
    data["drops"].append({"player": 6, "after_round": 0})
    archive = read(data)
    assert tournament_of(archive).players == (1, 2, 3, 4, 5, 7)
    assert tournament_of(archive, 2).players == (1, 2, 3, 4, 5)


def test_version_2_has_stages_that_say_no_number_of_rounds() -> None:
    data = copy.deepcopy(EVENT)
    data["version"] = 2
    data["stages"] = [
        {"kind": "round-robin"},
        {"kind": "swiss", "rounds": 1, "extra_round": True},
        {"kind": "double-elimination"},
    ]
    data["rounds"][1]["stage"] = data["rounds"][2]["stage"] = 2
    assert tournament(data).stages == (Stage(1, 1, True), Stage(2, 3, True))
    data["stages"][1]["extra_round"] = False
    with pytest.raises(ArchiveError, match=r"rounds\[2\]\.stage .*: Stage 2 has only 1 round"):
        read(data)
    data["version"] = 1
    with pytest.raises(
        ArchiveError, match=r"stages\[0\]\.kind: Expected “single-elimination”, “swiss” here"
    ):
        read(data)


def test_an_unposted_round_has_no_results_not_even_its_byes() -> None:
    data = copy.deepcopy(EVENT)
    data["rounds"][1]["state"] = "draft"
    del data["rounds"][2:]
    assert {match.round for match in tournament(data).matches} == {1}


def test_a_stage_that_has_not_begun_is_none_for_the_standings() -> None:
    data = copy.deepcopy(EVENT)
    del data["rounds"][1:]
    assert tournament(data).stages == (Stage(1, 1, True, frozenset({1, 3})),)


def test_what_no_engine_needs_may_be_there_or_not() -> None:
    """The command lines read files of others: with keys of their own, without some of ours."""
    data = copy.deepcopy(EVENT)
    data["comment"] = data["event"]["comment"] = data["players"][0]["comment"] = "ours"
    data["rounds"][0]["matches"][0]["comment"] = {"deep": [1]}
    seed = tournament(data).seed
    assert tournament(data) == tournament(EVENT)
    for key in ("date", "game_format"):
        del data["event"][key]
    for one in data["rounds"]:
        for match in one["matches"]:
            match.pop("table", None)
    data["event"]["seed"] = seed
    assert tournament(data) == tournament(EVENT)
    del data["drops"]
    assert tournament(data) == tournament(EVENT)


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("format", "other", "format"),
        ("version", 9, "version"),
        ("version", True, "version"),
        ("event", None, ""),
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
        ("players/1/id", 1, "players[1].id"),
        ("players/1/id", True, "players[1].id"),
        ("players/1/name", None, "players[1]"),
        ("stages/0/kind", "league", "stages[0].kind"),
        ("stages/0/rounds", 1, "rounds[1].stage"),
        ("stages/0/advance", [1, 9], "stages[0].advance[1]"),
        ("rounds", None, ""),
        ("rounds/1/number", 3, "rounds[1].number"),
        ("rounds/1/stage", 3, "rounds[1].stage"),
        ("rounds/2/stage", 0, "rounds[2].stage"),
        ("rounds/0/matches/0", {"players": [1], "bye": True}, "rounds[0].matches[0]"),
        ("rounds/0/matches/0", {"players": [1], "unpaired": True}, "rounds[0].matches[0]"),
        ("rounds/0/matches/0/players", [1, 9], "rounds[0].matches[0].players[1]"),
        ("rounds/0/matches/0/players", [1, 1], "rounds[0].matches[0].players[1]"),
        ("rounds/0/matches/0/players", [1], "rounds[0].matches[0]"),
        ("rounds/0/matches/0/players", [1, 2, 3], "rounds[0].matches[0].players"),
        ("rounds/0/matches/0/games", [2, 1], "rounds[0].matches[0].games"),
        ("rounds/0/matches/0/games", [2, -1, 0], "rounds[0].matches[0].games[1]"),
        ("rounds/0/matches/0/games", [2, 1.0, 0], "rounds[0].matches[0].games[1]"),
        ("rounds/0/matches/0/bye", True, "rounds[0].matches[0]"),
        ("rounds/0/matches/2/unpaired", True, "rounds[0].matches[2]"),
        ("rounds/0/matches/2/bye", "yes", "rounds[0].matches[2].bye"),
        ("rounds/0/matches/2/bye", False, "rounds[0].matches[2]"),
        ("rounds/0/matches/2/players", [1], "rounds[0].matches[2].players[0]"),
        ("drops/0/player", 9, "drops[0].player"),
        ("drops/0/after_round", None, "drops[0]"),
        ("published/rows/0/player", 9, "published.rows[0].player"),
        ("published/rows/0/omw", None, "published.rows[0]"),
        ("published/rows/0/omw", 59.3, "published.rows[0].omw"),
        ("published/rows/0/rank", 0, "published.rows[0].rank"),
        ("published/rows/1/gw", "0.5", "published.rows[1].gw"),
        ("published/ranks_follow_tiebreakers", 1, "published.ranks_follow_tiebreakers"),
    ],
)
def test_errors_name_the_place(path: str, value: Any, where: str) -> None:
    with pytest.raises(ArchiveError) as caught:
        tournament(changed(path, value))
    assert caught.value.path == where
    assert str(caught.value).startswith(where)


@pytest.mark.parametrize("value", [None, 3, "text", []])
def test_what_is_no_object_is_no_archive(value: Any) -> None:
    with pytest.raises(ArchiveError):
        read(value)
