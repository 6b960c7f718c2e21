"""Rounds of tables of three to five from the command line."""

import json
from pathlib import Path

import pytest

from tests.pairings.test_command import CASE, run


def test_solve_seats_a_round_of_tables_next_to_a_round_of_pairs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "cases.json"
    table = {"points": [5, 0, 0, 0, 1, 1, 1, 1], "policy": "threes", "met": [[0, 1, [1]]]}
    given_sizes = {"points": [0] * 9, "sizes": [4, 4], "n_byes": 1, "byes": [1] * 8 + [0]}
    file.write_text(json.dumps([table, CASE, given_sizes]))
    status, out, _ = run(capsys, "solve", file)
    assert status == 0
    seated, paired, with_bye = json.loads(out)
    assert sorted(player for pod in seated["pods"] for player in pod) == list(range(8))
    assert (seated["cost"]["repeats"], seated["proven"], seated["proven_terms"]) == (0, True, 10)
    assert "pairs" in paired
    assert (with_bye["byes"], with_bye["cost"]["second_byes"]) == ([8], 0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"policy": "six"}, "policy must be one of threes, fives, byes, mixed"),
        ({"odd_go": "up"}, "odd_go must be one of low, high"),
        ({"byes": [0]}, "byes must have one entry a player"),
        ({"odd": [-1] * 8}, "odd must be between"),
        ({"seats": [3]}, "seats must be a list of lists"),
        ({"seats": [[[1]]] * 8}, "each of seats must be [seat, size]"),
        ({"seats": [[[4, 3]]] * 8}, "each seat must be one of a table"),
        ({"met": [[0, 8, [1]]]}, "cannot have met"),
        ({"sizes": [4]}, "exactly 8 players"),
        ({"sizes": [9]}, "tables have 3 to 5 players"),
        ({"sizes": 4}, "sizes must be a list"),
        ({"points": [0, 0]}, "at least 3 players"),
    ],
)
def test_solve_refuses_malformed_rounds_of_tables(
    change: dict[str, object], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "bad.json"
    file.write_text(json.dumps({"points": [0] * 8, "policy": "threes"} | change))
    status, out, err = run(capsys, "solve", file)
    assert (status, out) == (2, "")
    assert message in err
