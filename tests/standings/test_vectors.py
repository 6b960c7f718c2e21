"""The worked examples of the rules, every one of them."""

import json
from fractions import Fraction
from typing import Any

import pytest

from standings import percent
from standings.display import decimal
from standings.explain import explain
from standings.explained import Average, OwnGames
from standings.rule_values import Tiebreaker
from tests.shared import shared
from tests.standings.builder import Builder, met

PROFILES = ("mtr", "dci-1999", "ja-2008", "one-third")


@pytest.fixture(scope="module")
def vectors() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(shared("rules", "vectors.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("profile", PROFILES)
def test_match_points(vectors: dict[str, Any], profile: str) -> None:
    assert vectors["match_points"]
    for case in vectors["match_points"]:
        builder = Builder()
        builder.record(1, *case["record"])
        assert builder.rows(profile)[1].points == case["points"]


def test_match_win_percentage(vectors: dict[str, Any]) -> None:
    assert len(vectors["match_win_percentage"]) == 3
    for case in vectors["match_win_percentage"]:
        wins, losses, draws = case["record"]
        byes = case.get("byes", 0)
        builder = Builder()
        for number in range(1, byes + 1):
            builder.bye(number, 1)
        builder.record(1, wins - byes, losses, draws, start=byes + 1)
        row = builder.rows()[1]
        assert (row.points, row.rounds) == (case["points"], case["rounds"])
        opponent = next(
            match.second for match in builder.matches if match.first == 1 and match.second
        )
        part = explain(builder.tournament(), opponent).part(Tiebreaker.OMW)
        assert isinstance(part, Average)
        (line,) = part.lines
        assert (line.won, line.possible) == (case["points"], 3 * case["rounds"])
        assert line.raw == Fraction(case.get("raw", case.get("exact")))
        assert line.used == Fraction(case.get("used", case.get("exact")))
        assert line.floored == ("used" in case)
        for digits in (2, 3):
            if f"dp{digits}" in case:
                assert decimal(line.used, digits) == f"{case[f'dp{digits}']:.{digits}f}"


def test_opponents_match_win_percentage(vectors: dict[str, Any]) -> None:
    assert len(vectors["opponents_match_win_percentage"]) == 2
    for case in vectors["opponents_match_win_percentage"]:
        builder, player = met(case["opponents"], case.get("byes", 0))
        for profile in ("mtr", "dci-1999", "ja-2008"):
            row = builder.rows(profile)[player]
            assert row.omw == Fraction(case["exact"])
            assert decimal(row.omw, 2) == f"{case['dp2']:.2f}"
        assert builder.rows("one-third")[player].omw == Fraction(case["one_third"])


def test_game_points(vectors: dict[str, Any]) -> None:
    assert len(vectors["game_points"]) == 6
    for case in vectors["game_points"]:
        builder = Builder()
        builder.play(1, 1, 2, case["games"])
        rows = builder.rows()
        assert [rows[1].game_points, rows[2].game_points] == case["points"]
    builder = Builder()
    builder.play(1, 1, 2, (1, 0, 1))
    builder.play(1, 3, 4, (0, 0, 0))
    rows = builder.rows()
    assert [rows[player].points for player in (1, 2, 3, 4)] == [3, 0, 1, 1]


def test_game_win_percentage(vectors: dict[str, Any]) -> None:
    first, second = vectors["game_win_percentage"]
    for case in (first, second):
        builder = Builder()
        for number, games in enumerate(case["matches"], start=1):
            builder.play(number, 1, 1 + number, games)
        row = builder.rows()[1]
        assert (row.game_points, row.games) == (case["points"], case["games"])
        part = explain(builder.tournament("ja-2008"), 1).part(Tiebreaker.GW)
        assert isinstance(part, OwnGames)
        assert part.raw == Fraction(case.get("exact", case.get("raw")))
        assert decimal(part.raw, 2) == f"{case.get('dp2', case.get('raw_dp2')):.2f}"
        for profile, own in case.get("own", {}).items():
            assert builder.rows(profile)[1].gw == Fraction(own)
        for profile, inside in case.get("inside_opponents_average", {}).items():
            assert builder.rows(profile)[2].ogw == Fraction(inside)


def test_bye(vectors: dict[str, Any]) -> None:
    case = vectors["bye"]
    builder = Builder()
    builder.bye(1, 1)
    builder.play(2, 1, 2, (0, 2, 0))
    row = builder.rows("dci-1999")[1]
    assert (row.points, row.game_points) == (case["match_points"], case["game_points"])
    assert list(builder.matches[0].games) == case["games"]
    explanation = explain(builder.tournament("dci-1999"), 1)
    own_counts = explanation.match_win == Fraction(1, 2) and row.gw == Fraction(1, 2)
    assert own_counts is case["counts_in_own_percentages"]
    part = explanation.part(Tiebreaker.OMW)
    assert isinstance(part, Average)
    assert [(item.round, item.why) for item in part.skipped] == [(1, "bye")]
    assert (len(part.lines) == 2) is case["counts_in_opponents_averages"]


def test_floor_choice_matters(vectors: dict[str, Any]) -> None:
    case = vectors["floor_choice_matters"]
    values = {}
    for profile in ("mtr", "one-third"):
        found = []
        for record in case["records"]:
            builder, player = met([record])
            omw = builder.rows(profile)[player].omw
            assert omw is not None
            found.append(omw)
        values[profile] = found
    assert values["mtr"] == [Fraction(text) for text in case["with_0.33"]]
    assert values["one-third"] == [Fraction(text) for text in case["with_one_third"]]
    assert values["mtr"][0] < values["mtr"][1]


def test_concession(vectors: dict[str, Any]) -> None:
    case = vectors["concession"]
    builder = Builder()
    builder.play(1, 1, 2, case["recorded"])
    loser = builder.rows("ja-2008")[2]
    assert loser.game_points == 3 * case["games_won_by_the_player_who_concedes"]
    assert (loser.points, loser.games) == (0, 3)


def test_percent_rounds_half_up_and_exactly() -> None:
    assert percent(Fraction(20711, 33600)) == "61.64"
    assert percent(Fraction(1, 3), 4) == "33.3333"
    assert percent(Fraction(1, 800), 2) == "0.13"
    assert percent(Fraction(12345, 100000), 2) == "12.35"
    assert percent(Fraction(1005, 100000), 2) == "1.01"
    assert percent(Fraction(2, 3), 0) == "67"
    assert percent(Fraction(1), 2) == "100.00"
    assert percent(Fraction(0), 2) == "0.00"
    assert percent(None) == "–"
