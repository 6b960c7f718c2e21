"""Files that Netrunner's tools, Challonge, start.gg and Limitless write; and those of no reader."""

import json
from typing import Any

import pytest

from interchange.values import ForeignError
from tests.interchange.reading import matches, notes, only, read
from tests.interchange.shapes import SHAPES, made_up


def nrtm(match: dict[str, Any], **more: Any) -> str:
    people = [{"id": at, "name": name, "rank": at} for at, name in ((1, "Ada"), (2, "Bob"))]
    values = {"name": "Run", "cutToTop": 0, "preliminaryRounds": 1, "players": people}
    return json.dumps(values | {"rounds": [[match]]} | more)


def side(key: int | None, runner: int | None, corp: int | None) -> dict[str, Any]:
    return {"id": key, "runnerScore": runner, "corpScore": corp}


@pytest.mark.parametrize(
    ("first", "second", "games"),
    [
        (side(1, 3, 3), side(2, 0, 0), "2-0-0"),
        (side(1, 3, 0), side(2, 3, 0), "1-1-0"),
        (side(1, 3, 1), side(2, 0, 1), "1-0-1"),
        (side(1, None, None), side(2, None, None), ""),
    ],
)
def test_a_double_sided_match_has_two_games(
    first: dict[str, Any], second: dict[str, Any], games: str
) -> None:
    other = {"table": 2, "player1": side(3, 3, 3), "player2": side(4, 0, 0)}
    people = [{"id": at, "name": name} for at, name in enumerate(("Ada", "Bob", "Cy", "Di"), 1)]
    match = {"table": 1, "player1": first, "player2": second}
    text = nrtm(match, players=people, rounds=[[match, other]])
    assert ["1", "1", "Ada/Bob", "played", games] in matches(only(text, "nrtm"))


def test_a_match_of_netrunner_without_an_opponent_is_a_bye() -> None:
    event = only(nrtm({"player1": side(1, 3, 3), "player2": side(None, 0, 0)}), "nrtm")
    assert matches(event)[0][2:4] == ["Ada", "bye"]


def test_a_cut_of_netrunner_is_a_playoff() -> None:
    swiss = {"table": 1, "player1": side(1, 3, 0), "player2": side(2, 0, 3)}
    final = {"eliminationGame": True, "player1": {"id": 2, "winner": True}, "player2": {"id": 1}}
    event = only(nrtm(swiss, rounds=[[swiss], [final]]), "nrtm")
    assert [stage.kind.value for stage in event.archive.stages] == ["swiss", "single-elimination"]
    assert matches(event)[1][2:] == ["Bob/Ada", "played", "2-0-0"]


def challonge(matches: list[dict[str, Any]], kind: str = "swiss") -> str:
    people = [{"participant": {"id": at, "name": f"Ada {at}"}} for at in range(1, 5)]
    listed = [{"match": match} for match in matches]
    head = {"tournament_type": kind, "state": "complete", "participants": people}
    return json.dumps({"tournament": head | {"matches": listed}})


def challonge_match(round: int, first: int, second: int, **more: Any) -> dict[str, Any]:
    match = {"round": round, "player1_id": first, "player2_id": second, "state": "complete"}
    return match | more


def test_sets_of_challonge_are_games() -> None:
    text = challonge(
        [
            challonge_match(1, 1, 2, winner_id=1, scores_csv="11-3,4-11,11-9"),
            challonge_match(1, 3, 4, winner_id=None, scores_csv="1-1"),
        ]
    )
    assert [line[4] for line in matches(only(text, "challonge"))] == ["2-1-0", "1-1-0"]


def test_a_losers_bracket_is_named() -> None:
    text = challonge(
        [
            challonge_match(1, 1, 2, winner_id=1, scores_csv="2-0"),
            challonge_match(1, 3, 4, winner_id=3, scores_csv="2-0"),
            challonge_match(-1, 2, 4, winner_id=2, scores_csv="2-0"),
        ],
        "double elimination",
    )
    assert "match 3: Matches of a losers' bracket are not possible here." in notes(
        only(text, "challonge")
    )


def test_a_page_of_several_from_start_gg_is_doubted() -> None:
    data = SHAPES["start.gg: JSON of its interface"].data(made_up(1)).decode()
    values = json.loads(data)
    values["data"]["event"]["sets"]["pageInfo"]["total"] = 99
    event = only(json.dumps(values), "start-gg").event
    assert [doubt.text(str) for doubt in event.doubts] == [
        "rows: The file should have 99, but has 12. Download the complete file."
    ]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x89PNG\r\n", "This is a picture."),
        (b"{\\rtf1 Round 1}", "This is an RTF document."),
        (b"\x1f\x8b\x08", "This file is packed."),
        (b"SQLite format 3\x00", "a database of another program"),
        (b'{"tourneyId": 3}', "This is a file of AetherHub"),
        (b"<stadium><x/></stadium>", "Export the pairings and results as CSV or XLSX."),
    ],
)
def test_a_refusal_names_the_file_and_a_way_out(data: bytes, words: str) -> None:
    with pytest.raises(ForeignError, match=words):
        read(data)
