"""The engine from the command line."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from pairings import PairingState, cost_of, pair, seed_hash
from pairings.__main__ import main
from pairings.archive import read_archives, swiss_rounds
from tests.shared import shared

CASE = {"points": [6, 3, 0], "opponents": [[1], [0], []], "byes": [0, 0, 0]}


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main([str(one) for one in arguments])
    out, err = capsys.readouterr()
    return status, out, err


def archive(rounds: int, players: int, changed: int | None = None) -> dict[str, Any]:
    """Return an event that this engine paired, with one round changed by hand."""
    points, byes = [0] * players, [0] * players
    met: list[set[int]] = [set() for _ in range(players)]
    made_rounds = []
    for number in range(1, rounds + 1):
        state = PairingState(tuple(points), tuple(map(frozenset, met)), tuple(byes))
        made = pair(state, number)
        pairs = [list(two) for two in made.pairs]
        if number == changed:
            pairs[0][1], pairs[1][1] = pairs[1][1], pairs[0][1]
        matches: list[dict[str, Any]] = []
        for one, two in pairs:
            matches.append({"players": [one + 1, two + 1], "games": [2, 0, 0]})
            points[one] += 3
            met[one].add(two)
            met[two].add(one)
        if made.bye is not None:
            matches.append({"players": [made.bye + 1], "games": [2, 0, 0], "bye": True})
            points[made.bye] += 3
            byes[made.bye] += 1
        made_rounds.append({"number": number, "stage": 1, "matches": matches, "seed": number})
    return {
        "format": "event-archive",
        "version": 1,
        "event": {"name": "Test", "rules": {"win": 3, "draw": 1, "loss": 0}},
        "players": [{"id": one + 1, "name": f"P{one}"} for one in range(players)],
        "stages": [{"kind": "swiss", "rounds": rounds}],
        "rounds": made_rounds,
    }


def test_solve_prints_one_answer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "case.json"
    file.write_text(json.dumps(CASE))
    status, out, err = run(capsys, "solve", file)
    assert (status, err) == (0, "")
    answer = json.loads(out)
    assert sorted(answer["pairs"][0]) == [0, 2]
    assert answer["bye"] == 1
    assert answer["cost"] == {
        "rematches": 0, "bye_had": 0, "bye_points": 3, "sum_abs": 6, "sum_sq": 36
    }  # fmt: skip
    assert answer["proven"] is True


def test_solve_reads_when_players_met_and_prints_what_that_costs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "case.json"
    met = [[0, 3, [1]], [1, 2, [1]], [0, 2, [2]], [1, 3, [2]], [0, 1, [3]], [3, 2, [3]]]
    everybody = [[other for other in range(4) if other != player] for player in range(4)]
    case = {"points": [9, 6, 3, 0], "opponents": everybody, "byes": [0] * 4, "met": met}
    file.write_text(json.dumps(case))
    answer = json.loads(run(capsys, "solve", file)[1])
    assert sorted(map(sorted, answer["pairs"])) == [[0, 3], [1, 2]]
    assert answer["cost"] == {
        "rematches": 2, "bye_had": None, "bye_points": None,
        "meetings": 2, "last_met": 2, "sum_abs": 12, "sum_sq": 90,
    }  # fmt: skip


def test_solve_answers_a_list_and_draws_by_seed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "cases.json"
    level = {"points": [0] * 8, "opponents": [[]] * 8, "byes": [0] * 8}
    file.write_text(json.dumps([CASE, level]))
    outs = [run(capsys, "solve", file, "--seed", seed)[1] for seed in (1, 1, 2)]
    assert len(json.loads(outs[0])) == 2
    assert outs[0] == outs[1] != outs[2]


MET = '{"points": [1, 2], "opponents": [[1], [0]], "byes": [0, 0], "met": '


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("[3]", "problem 1"),
        (f'{{"points": [{"9" * 5000}]}}', "not JSON"),
        ('{"points": [NaN], "opponents": [[]], "byes": [0]}', "whole numbers"),
        ('"text"', "must be an object"),
        ('{"points": [1]}', "opponents must be a list"),
        ('{"points": [1, 2], "opponents": [[], []], "byes": [0]}', "equally long"),
        ('{"points": [1, 2], "opponents": [[1], []], "byes": [0, 0]}', "1 has not met 0"),
        ('{"points": [1, 2], "opponents": [[5], []], "byes": [0, 0]}', "does not exist"),
        ('{"points": [1, 2], "opponents": [[0], []], "byes": [0, 0]}', "themselves"),
        ('{"points": [1, 2], "opponents": [[-1], []], "byes": [0, 0]}', "does not exist"),
        ('{"points": ["1", 2], "opponents": [[], []], "byes": [0, 0]}', "whole numbers"),
        ('{"points": [1.5, 2], "opponents": [[], []], "byes": [0, 0]}', "whole numbers"),
        ('{"points": [true, 2], "opponents": [[], []], "byes": [0, 0]}', "whole numbers"),
        ('{"points": [1, 2], "opponents": [3, []], "byes": [0, 0]}', "must be a list"),
        ('{"points": [1, 2], "opponents": [[], []], "byes": [0, -1]}', "byes must be between"),
        (f"{MET}3}}", "met must be a list"),
        (f"{MET}[[0, 1]]}}", "must be [player, player, rounds]"),
        (f"{MET}[[0, 1, 3]]}}", "the rounds of met must be a list"),
        (f"{MET}[[0, 1, []]]}}", "rounds of met must be between"),
        (f"{MET}[[0, 1, [0]]]}}", "rounds of met must be between"),
        (f"{MET}[[0, 0, [1]]]}}", "cannot have met"),
        (f"{MET}[[-1, 1, [1]]]}}", "cannot have met"),
        (f"{MET}[[1, 7, [1]]]}}", "cannot have met"),
        (f"{MET}[[0, 1, [1]], [1, 0, [2]]]}}", "are in met twice"),
        ('{"points": [1, 9999999], "opponents": [[], []], "byes": [0, 0]}', "points must be"),
    ],
)
def test_solve_refuses_malformed_problems(
    text: str, message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text)
    status, out, err = run(capsys, "solve", file)
    assert (status, out) == (2, "")
    assert message in err


ROUND = {
    "points": [3, 3, 0, 0, 0],
    "opponents": [[], [], [], [], []],
    "byes": [0, 0, 0, 0, 0],
    "pairs": [[0, 2], [1, 3]],
}


def test_re_pairing_prints_the_plans_of_one_round(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(ROUND | {"bye": None, "gone": [4], "locked": []}))
    status, out, err = run(capsys, "repair", file)
    assert (status, err) == (0, "")
    answer = json.loads(out)
    assert list(answer) == ["fewest", "leave", "whole", "between"]
    level = {"rematches": 0, "bye_had": None, "bye_points": None, "sum_abs": 0, "sum_sq": 0}
    assert answer["fewest"] == {
        "pairs": answer["fewest"]["pairs"],
        "bye": None,
        "changed": 2,
        "cost": level,
        "proven": True,
    }
    assert {frozenset(two) for two in answer["fewest"]["pairs"]} == {
        frozenset({0, 1}),
        frozenset({2, 3}),
    }
    assert answer["leave"]["pairs"] == ROUND["pairs"]
    assert answer["leave"]["cost"] == level | {"sum_abs": 6, "sum_sq": 18}
    assert answer["whole"]["cost"] == level


def test_re_pairing_answers_a_list_and_keeps_locked_pairs_and_the_bye(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "rounds.json"
    file.write_text(json.dumps([ROUND | {"bye": 4, "locked": [[2, 0]]}, ROUND | {"bye": 4}]))
    status, out, _ = run(capsys, "repair", file, "--seed", 3)
    kept, free = json.loads(out)
    assert status == 0
    assert kept["fewest"]["pairs"] == ROUND["pairs"]
    assert (kept["fewest"]["bye"], kept["fewest"]["changed"]) == (4, 0)
    assert (free["fewest"]["bye"], free["fewest"]["changed"]) == (4, 2)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"pairs": None}, "pairs must be a list of pairs"),
        ({"pairs": [[0]]}, "must be a pair of two players, not [0]"),
        ({"pairs": [[0, None]]}, "whole numbers"),
        ({"pairs": [[0, 5]]}, "player 5 was posted, but does not exist"),
        ({"bye": "4"}, "bye must hold whole numbers"),
        ({"bye": 0}, "player 0 was posted twice"),
        ({"gone": 3}, "gone must be a list"),
        ({"gone": [-1]}, "player -1 is gone, but does not exist"),
        ({"locked": [[0, 1]]}, "the pair 0 and 1 is locked, but was not posted"),
        ({"locked": {}}, "locked must be a list"),
    ],
)
def test_re_pairing_refuses_malformed_rounds(
    more: dict[str, object], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "bad.json"
    file.write_text(json.dumps([ROUND, ROUND | more]))
    status, out, err = run(capsys, "repair", file)
    assert (status, out) == (2, "")
    assert message in err
    assert "problem 2: " in err


def test_missing_and_unreadable_files_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(capsys, "solve", tmp_path / "none.json")[0] == 2
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    assert run(capsys, "solve", tmp_path / "bytes.json")[0] == 2
    assert run(capsys, "audit", tmp_path / "none.json")[0] == 2
    (tmp_path / "broken.jsonl.gz").write_bytes(b"no gzip")
    status, _, err = run(capsys, "audit", tmp_path / "broken.jsonl.gz")
    assert (status, bool(err)) == (2, True)
    (tmp_path / "other.json").write_text('{"format": "something else"}')
    assert run(capsys, "replay", tmp_path / "other.json")[0] == 2


def test_audit_reads_files_folders_and_lines(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = json.dumps(archive(4, 11))
    (tmp_path / "one.json").write_text(text)
    (tmp_path / "two.jsonl").write_text(text + "\n\n" + text + "\n")
    with gzip.open(tmp_path / "three.jsonl.gz", "wt") as file:
        file.write(text)
    tally = "rounds: 0 better, {} equal, 0 worse, 0 unproven, 0 illegal\n"
    assert run(capsys, "audit", tmp_path / "one.json")[1] == "3 " + tally.format(3)
    assert run(capsys, "audit", tmp_path)[1] == "12 " + tally.format(12)


def test_audit_finds_a_round_that_was_paired_worse(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "event.json"
    played = archive(2, 8)
    played["rounds"][1]["matches"] = played["rounds"][0]["matches"]
    file.write_text(json.dumps(played))
    assert run(capsys, "audit", file)[1] == (
        "1 rounds: 1 better, 0 equal, 0 worse, 0 unproven, 0 illegal\n"
    )


def test_audit_of_real_events_is_never_worse(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "audit", shared("corpus"))
    assert status == 0
    assert out.count("\n") == 1
    assert out.endswith(" 0 worse, 0 unproven, 0 illegal\n")


def test_states_read_from_real_events_follow_what_was_played() -> None:
    for _where, data in read_archives(shared("corpus")):
        for one in swiss_rounds(data):
            for player, others in enumerate(one.state.opponents):
                assert all(player in one.state.opponents[other] for other in others)
            assert cost_of(one.state, one.pairs, one.bye).rematches >= 0
            assert (one.bye is None) == (len(one.ids) % 2 == 0)


def test_replay_says_which_rounds_were_changed_by_hand(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "event.json"
    played = archive(4, 9, changed=3)
    del played["rounds"][3]["seed"]
    file.write_text(json.dumps(played))
    status, out, _ = run(capsys, "replay", file)
    lines = out.splitlines()
    assert status == 0
    assert lines[0].endswith(f"(seed 1, hash {seed_hash(1)}): as drawn")
    assert ": as drawn" in lines[1]
    assert ": changed by hand: " in lines[2]
    assert "was not drawn" in lines[2]
    assert lines[3].endswith("no seed, not replayed")
    assert lines[4] == "4 rounds: 2 as drawn, 1 changed by hand, 1 without a seed"


def test_replay_leaves_awarded_byes_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    played = archive(2, 8)
    played["players"].append({"id": 9, "name": "P8", "awarded_byes": 2})
    for one in played["rounds"]:
        one["matches"].append({"players": [9], "games": [2, 0, 0], "bye": True})
    file = tmp_path / "event.json"
    file.write_text(json.dumps(played))
    assert run(capsys, "replay", file)[1].endswith(
        "2 rounds: 2 as drawn, 0 changed by hand, 0 without a seed\n"
    )
