"""Tables of three to five players in the files of other tools."""

import json

from domain.kinds import StageKind
from tests.interchange.reading import notes, only


def test_topdeck_tables_of_four_are_seats_with_one_result() -> None:
    def table(number: int, players: str, winner: str | None) -> dict[str, object]:
        seated = [{"name": name, "id": name} for name in players]
        return {"table": number, "players": seated, "winner": winner, "status": "Completed"}

    rounds = [
        {
            "round": 1,
            "tables": [table(1, "abcd", "c"), table(2, "efg", "Draw"), table(3, "hi", "h")],
        },
        {"round": 2, "tables": [table(1, "cafe", "x"), table(2, "bgd", None)]},
    ]
    found = only(json.dumps([{"data": {"name": "Night"}, "rounds": rounds}]), "topdeck")
    [first, second] = found.archive.rounds
    assert [(len(match.players), match.marks) for match in first.matches] == [
        (4, "llwl"),
        (3, "ddd"),
    ]
    assert [match.marks for match in second.matches] == ["", ""]
    assert found.archive.stages[0].kind is StageKind.TABLES
    said = notes(found)
    assert any("Two players are at this table." in note for note in said)
    assert any("“x” is not a result." in note for note in said)


def test_a_draw_of_some_players_and_a_cut_are_understood() -> None:
    seated = [{"name": name, "id": name} for name in "abcd"]
    table = {"table": 1, "players": seated, "winner": "Draw", "drew": ["b", "d"]}
    final = {"table": 1, "players": seated, "winner": "a"}
    rounds = [{"round": 1, "tables": [table]}, {"round": "Finals", "tables": [final]}]
    found = only(json.dumps([{"data": {"name": "Night"}, "rounds": rounds}]), "topdeck")
    [round] = found.archive.rounds
    assert [match.marks for match in round.matches] == ["ldld"]
    assert any("The cut at tables of four is left out." in note for note in notes(found))
