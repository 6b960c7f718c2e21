"""Replaying what is not drawn by the Swiss engine: drafts, round robins, brackets."""

import json
from pathlib import Path
from typing import Any

import pytest

from archive.folders import UnreadableError
from pairings.commands.replay import replay
from pairings.formats.pods import across, draw_pods
from pairings.formats.round_robin import round_robin

Match = dict[str, Any]


def _archive(players: int, stages: list[dict[str, Any]], *rounds: list[Match]) -> dict[str, Any]:
    """An event whose rounds are all of its last stage."""
    return {
        "format": "event-archive",
        "version": 2,
        "event": {"name": "Test", "rules": {"win": 3, "draw": 1, "loss": 0}},
        "players": [{"id": one, "name": f"P{one}"} for one in range(1, players + 1)],
        "stages": stages,
        "rounds": [
            {"number": number, "stage": len(stages), "matches": matches}
            for number, matches in enumerate(rounds, 1)
        ],
        "drops": [],
    }


def _won(one: int, two: int, **more: Any) -> Match:
    return {"players": [one, two], "games": [2, 0, 0], **more}


def _bye(one: int, **more: Any) -> Match:
    return {"players": [one], "games": [2, 0, 0], "bye": True, **more}


def _lines(archive: dict[str, Any], folder: Path) -> list[str]:
    path = folder / "event.json"
    path.write_text(json.dumps(archive), "utf-8")
    return [line.removeprefix("event.json ") for line in replay(path)]


def _league(players: int) -> dict[str, Any]:
    rounds = [
        [_won(*pair) for pair in pairs] + ([] if bye is None else [_bye(bye)])
        for pairs, bye in round_robin(range(1, players + 1))
    ]
    return _archive(players, [{"kind": "round-robin"}], *rounds)


def test_a_round_robin_follows_from_its_table(tmp_path: Path) -> None:
    lines = _lines(_league(5), tmp_path)
    assert lines[0] == "round 1: follows from the table of the round robin"
    assert lines[-1] == (
        "5 rounds: 0 as drawn, 0 changed by hand, 0 without a seed, "
        "5 that follow from a table or a bracket"
    )


def test_who_left_a_round_robin_leaves_a_bye(tmp_path: Path) -> None:
    archive = _league(4)
    for one in archive["rounds"][1:]:
        for match in one["matches"]:
            if 3 in match["players"]:
                match["players"].remove(3)
                match["bye"] = True
    assert all("follows" in line for line in _lines(archive, tmp_path)[:-1])


def test_a_round_robin_that_was_changed_is_found(tmp_path: Path) -> None:
    archive = _league(4)
    first, second = archive["rounds"][1]["matches"]
    first["players"][0], second["players"][0] = second["players"][0], first["players"][0]
    line = _lines(archive, tmp_path)[1]
    assert line.startswith("round 2: changed by hand: ")
    assert "is not in the table" in line
    assert "of the table is missing" in line


def _bracket(**more: Any) -> dict[str, Any]:
    return _archive(
        4,
        [{"kind": "single-elimination", "bracket": [4, 3, 2, 1], **more}],
        [_won(4, 1, slot="W1-1"), _won(3, 2, slot="W1-2")],
        [_won(4, 3, slot="W2-1")],
    )


def test_a_bracket_follows_from_the_results(tmp_path: Path) -> None:
    lines = _lines(_bracket(), tmp_path)
    assert lines[:2] == [
        "round 1: follows from the seeds and the results",
        "round 2: follows from the seeds and the results",
    ]


def test_a_bracket_that_was_changed_is_found(tmp_path: Path) -> None:
    archive = _bracket()
    archive["rounds"][1]["matches"] = [_won(4, 2, slot="W2-1")]
    assert _lines(archive, tmp_path)[1] == (
        "round 2: changed by hand: 2 against 4 is not in the bracket; "
        "3 against 4 of the bracket is missing"
    )


@pytest.mark.parametrize(("leaver", "follows"), [("highest", True), ("opponent", False)])
def test_the_bye_of_who_left_goes_to_the_highest_seed(
    leaver: str, follows: bool, tmp_path: Path
) -> None:
    archive = _bracket(leaver=leaver)
    # Player 2 dropped: the best seed, 4, has the bye, and 3 meets 1 instead.
    archive["rounds"][0]["matches"] = [_won(3, 1, slot="W1-2"), _won(4, 2, slot="W1-1")]
    archive["drops"] = [{"player": 2, "after_round": 0}]
    assert ("follows" in _lines(archive, tmp_path)[0]) is follows


def test_a_playoff_without_a_bracket_is_not_replayed(tmp_path: Path) -> None:
    archive = _bracket()
    del archive["stages"][0]["bracket"]
    archive["version"] = 1
    lines = _lines(archive, tmp_path)
    assert lines[0] == "round 1: a playoff without its bracket, not replayed"
    assert lines[-1] == "2 rounds: 0 as drawn, 0 changed by hand, 2 without a seed"


def test_the_first_round_of_a_draft_is_across_the_table(tmp_path: Path) -> None:
    pods = draw_pods(range(1, 12), 5)
    matches: list[Match] = []
    for number, pod in enumerate(pods, 1):
        pairs, bye = across(pod, 77 ^ number)
        matches += [_won(*pair) for pair in pairs] + ([] if bye is None else [_bye(bye)])
    stage = {"kind": "swiss", "rounds": 3, "pods": pods, "seed": 5}
    archive = _archive(11, [stage], matches)
    archive["rounds"][0]["seed"] = 77
    lines = _lines(archive, tmp_path)
    assert lines[0].startswith("seats of stage 1 (seed 5, hash ")
    assert [line.rsplit(": ")[-1] for line in lines[:2]] == ["as drawn", "as drawn"]
    pods[0][0], pods[0][1] = pods[0][1], pods[0][0]
    assert _lines(archive, tmp_path)[0].endswith(": changed by hand")


def test_a_round_by_standings_needs_its_order(tmp_path: Path) -> None:
    stage = {"kind": "swiss", "rounds": 1, "last_by_standings": True}
    archive = _archive(4, [stage], [_won(2, 4), _won(1, 3)])
    archive["rounds"][0]["seed"] = 9
    assert "standings that are not known, not replayed" in _lines(archive, tmp_path)[0]
    archive["rounds"][0]["order"] = [4, 2, 1, 3]
    assert _lines(archive, tmp_path)[0].endswith(": as drawn")
    archive["rounds"][0]["order"] = [4, 1, 2, 3]
    assert ": changed by hand: " in _lines(archive, tmp_path)[0]


def test_a_last_round_that_was_paired_by_points_is_replayed(tmp_path: Path) -> None:
    """The number of rounds changed after the pairing: the stage says more than happened."""
    stage = {"kind": "swiss", "rounds": 1, "last_by_standings": True}
    archive = _archive(2, [stage], [_won(1, 2)])
    archive["rounds"][0]["seed"] = 9
    assert _lines(archive, tmp_path)[0].endswith(": as drawn")


def test_a_forced_rematch_is_drawn_again_by_the_order_of_its_version(tmp_path: Path) -> None:
    rounds = [[_won(1, 4), _won(2, 3)], [_won(1, 3), _won(2, 4)], [_won(1, 2), _won(3, 4)]]
    stage = {"kind": "swiss", "rounds": 4}

    def line(matches: list[Match]) -> str:
        archive = _archive(4, [stage], *rounds, matches)
        archive["rounds"][3]["seed"] = 1
        return _lines(archive, tmp_path)[3]

    assert line(rounds[0]).endswith(": as drawn"), "round 1 lies longest ago"
    assert ": as drawn, as versions before 0.2.0 drew it" in line(rounds[2]), "9 and 6, 3 and 0"
    assert ": changed by hand: " in line(rounds[1])


def test_a_round_that_is_being_played_is_replayed(tmp_path: Path) -> None:
    archive = _archive(2, [{"kind": "swiss", "rounds": 1}], [_won(1, 2)])
    archive["rounds"][0]["seed"] = 9
    del archive["rounds"][0]["matches"][0]["games"]
    assert _lines(archive, tmp_path)[0].endswith(": as drawn")


def test_points_that_were_corrected_since_are_those_of_the_pairing(tmp_path: Path) -> None:
    """Players 1 and 2 had won when round 2 was paired; by now 3 and 4 have."""
    archive = _archive(
        4,
        [{"kind": "swiss", "rounds": 2}],
        [_won(3, 1), _won(4, 2)],
        [_won(1, 2), _won(3, 4)],
    )
    archive["rounds"][1]["seed"] = 3
    archive["rounds"][1]["before"] = [
        {"player": player, "points": 3 if player < 3 else 0, "record": "1-0-0"}
        for player in range(1, 5)
    ]
    assert _lines(archive, tmp_path)[1].endswith(": as drawn")
    archive["rounds"][1]["before"] = [
        {"player": player, "points": 3 if player in (1, 4) else 0, "record": "1-0-0"}
        for player in range(1, 5)
    ]
    assert "the archive does not say so" in _lines(archive, tmp_path)[1]
    archive["rounds"][1]["changed_by_hand"] = True
    assert "the archive does not say so" not in _lines(archive, tmp_path)[1]


def test_what_makes_no_sense_is_no_archive(tmp_path: Path) -> None:
    archive = _bracket()
    del archive["rounds"][0]["matches"][0]["slot"]
    with pytest.raises(UnreadableError, match=r"event\.json: rounds\[0\]\.matches\[0\] .*slot"):
        _lines(archive, tmp_path)
