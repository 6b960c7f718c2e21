"""Wall charts of programs: who met whom, and who won, is in the cells of the rounds."""

import json

import pytest

from interchange.checking import Checked
from interchange.printed.explaining import Reason
from interchange.values import ForeignError
from tests.interchange.reading import matches, notes, only, read

GO = """; CL[A]
; EV[Spring Cup]
; HA[h9]
;
; Pl Name                   Grd Co Club  MMS  SOS SOSO
 1 Quill Ada                4d SE  Stock  36   206  1231 0=   5+/w1   4-/w0   3+/b0    |14011111
 2 Rook Ben                 3d NO  Oslo   36   205  1238 0    3+/b0!  5+/b0   4-/b0    |10222222
 3 Marsh Cleo               4d FI  Heh    35   206  1228 0    2-/w0!  0=0      1-/w0   |10333333
 4 Haddad Omar              3k ES  Pol    35   205  1224 0    0=      1+/b0   2+/w0    |15444444
 5 Szűcs Imre               5 FR  Mel    35   203  1224 0    1-/b1   2-/w0   0-        |14555555
"""
OLD_GO = """; EV[Old Cup]
;Pl     Name              Rank  Club   MM S SOS SSOS  1.   2.
  1 Quill Ada                 3d NL Hilv 29 6 159 952   2+   3+
  2 Rook Ben_Van              5d DE Sie  28 5 160 940   1-   4+
  3 Marsh Cleo 1d DE HH 27 4 158 947   4+   1-
  4 Haddad Omar               4d NL HH 27 4 157 946   3-   2-
"""
SWISS_PERFECT = """No Name           Feder Intl Id Loc Id Rtg  Loc  Title Total  1   2   3

1  Quill, Ada     IRL           12345       2200 im    2     0:= 3:W 2:D
2  Rook, Ben           1234568        1900            1.5   3:D 0:= 1:D
3  Marsh, Cleo    USA  1234567                  gm    1     2:D 1:L 0:=
"""
USCF = """-----------------------------------------------------------------
 Pair | Player Name                     |Total|Round|Round|Round|
 Num  | USCF ID / Rtg (Pre->Post)       | Pts |  1  |  2  |  3  |
-----------------------------------------------------------------
    1 | ADA QUILL                       |3.0  |W   3|W   2|X    |
   ON | 15445895 / R: 1794   ->1817     |N:2  |W    |B    |     |
-----------------------------------------------------------------
    2 | BEN J ROOK                      |1.5  |W   4|L   1|H    |
   MI | 14598900 / R: 1553   ->1663     |N:2  |B    |W    |     |
-----------------------------------------------------------------
    3 | CLEO MARSH                      |1.5  |L   1|H    |W   4|
   MI | 14959604 / R: 1384   ->1640     |     |B    |     |W    |
-----------------------------------------------------------------
    4 | OMAR HADDAD                     |1.0  |L   2|B    |L   3|
   MI | 12616049 / R: 1716   ->1744     |     |W    |     |B    |
"""
SWISS_SYS = """<html><body><h1>Standings after Round 2</h1><table>
<tr><td>#</td><td>Place</td><td>Name</td><td>Rtng</td><td>Rd 1</td><td>Rd 2</td><td>Tot</td></tr>
<tr><td>1</td><td>1</td><td>ADA QUILL</td><td>1800</td><td>W3</td><td>W2</td><td>2.0</td></tr>
<tr><td>2</td><td>2-3</td><td>BEN ROOK</td><td>1700</td><td>W4</td><td>L1</td><td>1.0</td></tr>
<tr><td>3</td><td></td><td>CLEO MARSH</td><td>1600</td><td>L1</td><td>H---</td><td>0.5</td></tr>
<tr><td>4</td><td>4</td><td>OMAR HADDAD</td><td>1500</td><td>L2</td><td>-U-</td><td>0.0</td></tr>
</table></body></html>"""


def _games(data: str) -> list[list[str]]:
    return matches(only(data, "cross-table"))


def _differs_by_half_byes(found: Checked) -> None:
    assert found.comparison.differences
    assert {item.reason for item in found.comparison.differences} == {Reason.HALF_BYES}


def test_a_list_of_the_european_federation_of_go() -> None:
    assert _games(GO) == [
        ["1", "1", "Quill Ada/Szűcs Imre", "played", "1-0-0"],
        ["1", "2", "Marsh Cleo/Rook Ben", "played", "0-1-0"],
        ["1", "", "Haddad Omar", "unpaired", "0-0-0"],
        ["2", "1", "Quill Ada/Haddad Omar", "played", "0-1-0"],
        ["2", "", "Marsh Cleo", "unpaired", "0-0-0"],
        ["2", "2", "Szűcs Imre/Rook Ben", "played", "0-1-0"],
        ["3", "1", "Marsh Cleo/Quill Ada", "played", "0-1-0"],
        ["3", "2", "Haddad Omar/Rook Ben", "played", "1-0-0"],
        ["3", "", "Szűcs Imre", "unpaired", "0-0-0"],
    ]


def test_an_old_list_has_no_colours() -> None:
    assert [row[2:] for row in _games(OLD_GO)] == [
        ["Quill Ada/Rook Ben_Van", "played", "1-0-0"],
        ["Marsh Cleo/Haddad Omar", "played", "1-0-0"],
        ["Quill Ada/Marsh Cleo", "played", "1-0-0"],
        ["Rook Ben_Van/Haddad Omar", "played", "1-0-0"],
    ]


def test_swiss_perfect_names_opponents_before_a_colon() -> None:
    found = only(SWISS_PERFECT, "cross-table")
    assert [row[2:4] for row in matches(found)] == [
        ["Ada Quill", "unpaired"],
        ["Ben Rook/Cleo Marsh", "played"],
        ["Ada Quill/Cleo Marsh", "played"],
        ["Ben Rook", "unpaired"],
        ["Ada Quill/Ben Rook", "played"],
        ["Cleo Marsh", "unpaired"],
    ]


def test_two_lines_for_each_player() -> None:
    found = only(USCF, "cross-table")
    assert [row[2:] for row in matches(found)] == [
        ["ADA QUILL/CLEO MARSH", "played", "1-0-0"],
        ["BEN J ROOK/OMAR HADDAD", "played", "1-0-0"],
        ["ADA QUILL/BEN J ROOK", "played", "1-0-0"],
        ["CLEO MARSH", "unpaired", "0-0-0"],
        ["OMAR HADDAD", "bye", "1-0-0"],
        ["ADA QUILL", "bye", "1-0-0"],
        ["BEN J ROOK", "unpaired", "0-0-0"],
        ["CLEO MARSH/OMAR HADDAD", "played", "1-0-0"],
    ]
    _differs_by_half_byes(found)
    assert any("Rows without a number" in note for note in notes(found))


def test_a_page_of_swiss_sys() -> None:
    found = only(SWISS_SYS, "cross-table")
    assert [row[2:4] for row in matches(found)] == [
        ["ADA QUILL/CLEO MARSH", "played"],
        ["BEN ROOK/OMAR HADDAD", "played"],
        ["ADA QUILL/BEN ROOK", "played"],
        ["CLEO MARSH", "unpaired"],
        ["OMAR HADDAD", "unpaired"],
    ]
    _differs_by_half_byes(found)


def test_two_rows_that_do_not_agree_are_noted() -> None:
    found = only(GO.replace("1-/w0", "1+/w0"), "cross-table")
    assert any("different results" in note for note in notes(found))


def test_scores_of_matches_are_no_opponents() -> None:
    rows = "Player 1,Player 2,Result\nAda Quill,Ben Rook,2:1\nCleo Marsh,Omar Haddad,1:2\n"
    assert read(rows)[0] == "table"
    with pytest.raises(ForeignError):
        read("1 2:1\n2 1:1\n3 4:0\n4 3:1\n")


def test_players_with_their_rounds() -> None:
    def round(name: str, result: str, table: int = 1) -> dict[str, object]:
        return {"name": name, "result": result, "table": table}

    rounds = {
        "Ada Quill [DE]": [round("Ben Rook [FR]", "W"), round("BYE", "W", 0)],
        "Ben Rook [FR]": [round("Ada Quill [DE]", "L"), round("Cleo Marsh [UK]", "T", 4)],
        "Cleo Marsh [UK]": [round("LATE", "L", 0), round("Ben Rook [FR]", "T", 4)],
    }
    people = [
        {
            "name": name,
            "placing": place,
            "drop": -1,
            "record": {"wins": 0, "losses": 0, "ties": 0},
            "rounds": {str(at): item for at, item in enumerate(played, start=1)},
        }
        for place, (name, played) in enumerate(rounds.items(), start=1)
    ]
    assert matches(only(json.dumps(people), "player-rounds")) == [
        ["1", "1", "Ada Quill/Ben Rook", "played", "2-0-0"],
        ["1", "", "Cleo Marsh", "unpaired", "0-0-0"],
        ["2", "", "Ada Quill", "bye", "2-0-0"],
        ["2", "4", "Ben Rook/Cleo Marsh", "played", "1-1-0"],
    ]


def test_the_headings_of_a_chart_number_its_rounds() -> None:
    heads = "No\tName\tTotal\t1\t3\t2\n"
    rows = (
        "1\tAda Quill\t9\t4:W\t2:W\t3:W\n2\tBen Rook\t6\t3:W\t1:L\t4:W\n"
        "3\tCid Vane\t3\t2:L\t4:W\t1:L\n4\tDee Young\t0\t1:L\t3:L\t2:L\n"
    )
    _format, [event] = read(heads + rows)
    last = [line[2] for line in matches(event) if line[0] == "3"]
    assert sorted(last) == ["Ada Quill/Ben Rook", "Cid Vane/Dee Young"]
