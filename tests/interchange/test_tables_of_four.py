"""Tables of three to five players in the files of other tools."""

import json
from collections.abc import Mapping, Sequence

import pytest

from domain.kinds import MatchKind, StageKind
from domain.table_marks import WAITING_IN_CUT
from interchange.playoffs import settle_cut
from interchange.values import FoundRound, Pairing
from pairings.formats.table_cuts import cut_round, cut_rounds, players_left
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


def _night(*finals: Mapping[str, object]) -> str:
    seated = [{"name": name, "id": name} for name in "abcde"]
    table = {"table": 1, "players": seated, "winner": "Draw", "drew": ["b", "d"]}
    rounds = [{"round": 1, "tables": [table]}, *finals]
    return json.dumps([{"data": {"name": "Night"}, "rounds": rounds}])


def test_a_draw_of_some_players_and_a_final_are_understood() -> None:
    seated = [{"name": name, "id": name} for name in "dbac"]
    final = {"round": "Finals", "tables": [{"table": 1, "players": seated, "winner": "a"}]}
    found = only(_night(final), "topdeck")
    swiss, last = found.archive.rounds
    assert [match.marks for match in swiss.matches] == ["ldldl"]
    assert [match.marks for match in last.matches] == ["llwl"]
    cut = found.archive.stages[1]
    assert cut.kind is StageKind.TABLES_CUT
    names = {player.number: player.name for player in found.archive.players}
    assert [names[number] for number in cut.bracket] == list("dbac")
    assert notes(found) == []
    remarks = [remark.text(str) for remark in found.event.remarks]
    assert any("the better seed sits earlier" in remark for remark in remarks)


def test_a_cut_that_its_seats_do_not_give_is_left_out() -> None:
    seated = [{"name": name, "id": name} for name in "abc"]
    final = {"round": "Finals", "tables": [{"table": 1, "players": seated, "winner": "a"}]}
    found = only(_night(final), "topdeck")
    assert len(found.archive.rounds) == 1
    assert any("The cut at tables of four is left out." in note for note in notes(found))


def _played_cut(entrants: int, *, byes: bool) -> list[FoundRound]:
    """Make the rounds of a cut that seat 3 of each table wins; `byes`: those who wait are named."""
    advanced: dict[str, int] = {}
    rounds = []
    for number in range(1, cut_rounds(entrants) + 1):
        due = cut_round(players_left(range(entrants), advanced, number), number)
        pairings = [
            Pairing(f"p{table.players[0]}", seats=_keys(table.players), marks="llwl")
            for table in due.tables
        ]
        advanced |= {table.slot: table.players[2] for table in due.tables}
        if byes:
            pairings += [Pairing(f"p{seed}", kind=MatchKind.BYE) for _, seed in due.waiting]
        rounds.append(FoundRound(number + 5, pairings, playoff=True))
    return rounds


def _keys(seeds: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"p{seed}" for seed in seeds)


@pytest.mark.parametrize("byes", [True, False])
@pytest.mark.parametrize("entrants", WAITING_IN_CUT)
def test_the_seeds_of_a_cut_follow_from_its_seats(entrants: int, byes: bool) -> None:
    rounds = _played_cut(entrants, byes=byes)
    assert settle_cut(rounds) == _keys(range(entrants))
    waiting = [pairing.slot for pairing in rounds[0].pairings if not pairing.seats]
    assert waiting == [f"C1-w{place}" for place in range(1, WAITING_IN_CUT[entrants] + 1)]


def test_a_cut_whose_winners_do_not_go_on_has_no_seeds() -> None:
    rounds = _played_cut(16, byes=False)
    rounds[0].pairings[2].marks = "lllw"
    assert settle_cut(rounds) == ()
    assert {pairing.slot for pairing in rounds[0].pairings} == {""}
