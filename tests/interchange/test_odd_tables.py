"""Tables as people really send them: nothing is lost in silence, nothing is taken for another."""

import datetime
import io
from typing import Any

import pytest
from openpyxl import Workbook

from tests.interchange.reading import matches, notes, only

HEAD = ["Round", "Table", "Player 1", "Player 2", "Result"]
LINE = ",".join(HEAD) + "\n"
FOUR: list[list[Any]] = [HEAD, [1, 1, "Ada", "Bob", "2-1"], [1, 2, "Cy", "Di", "0-2"]]
PLAYED = [["1", "1", "Ada/Bob", "played", "2-1-0"], ["1", "2", "Cy/Di", "played", "0-2-0"]]


def book(rows: list[list[Any]]) -> tuple[Workbook, Any]:
    made = Workbook()
    sheet = made.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    return made, sheet


def saved(made: Workbook) -> bytes:
    data = io.BytesIO()
    made.save(data)
    return data.getvalue()


def test_lines_around_the_rows_are_listed_with_the_reason() -> None:
    text = (
        "Hafen-Open 2026\nRunde 3\n\nNr;Name;Punkte\n1;Ada Quill;9\n2;Ben Rook;6\n"
        "Nr;Name;Punkte\n3;Cid Vane;3\n\n3 Spieler\n"
    )
    event = only(text.encode(), "table").event
    assert event.rows == 3
    assert [(item.line, item.why) for item in event.skipped] == [
        (1, "title"),
        (2, "title"),
        (4, "headings"),
        (7, "headings"),
        (10, "footer or total"),
    ]


def test_a_merged_round_is_that_of_every_row() -> None:
    made, sheet = book([*FOUR[:2], [None, *FOUR[2][1:]], [2, 1, "Ada", "Di", "2-0"]])
    sheet.append([None, 2, "Bob", "Cy", "2-0"])
    sheet.merge_cells("A2:A3")
    sheet.merge_cells("A4:A5")
    event = only(saved(made), "table")
    assert matches(event)[:2] == PLAYED
    assert [line[:3] for line in matches(event)[2:]] == [["2", "1", "Ada/Di"], ["2", "2", "Bob/Cy"]]
    assert notes(event) == []


def test_a_hidden_sheet_is_left_out_and_named() -> None:
    made, _sheet = book(FOUR)
    old = made.create_sheet("old")
    old.append(HEAD)
    old.append([1, 1, "Zed", "Yan", "2-1"])
    old.sheet_state = "hidden"
    event = only(saved(made), "table")
    assert matches(event) == PLAYED
    assert notes(event) == ["sheet “old”: The sheet is hidden and was left out."]


def test_a_formula_without_a_value_is_named() -> None:
    made, sheet = book(FOUR)
    sheet["E2"] = '=CONCATENATE(2,"-",1)'
    event = only(saved(made), "table")
    assert notes(event) == [
        "sheet “Sheet”, cell E2: The formula has no value. "
        "Save the file in a spreadsheet program first."
    ]


def test_a_score_that_became_a_date_is_no_result() -> None:
    made, sheet = book(FOUR)
    sheet["E2"] = datetime.date(2026, 1, 2)
    [note] = notes(only(saved(made), "table"))
    assert note == "round 1, Ada – Bob: “2026/01/02” is not a result."


def test_an_open_quotation_mark_swallows_no_row() -> None:
    rows = '1,1,"Ada,Bob,2-1\n1,2,"Doe, Cy",Di,2-0\n2,1,Ada,Di,2-0\n'
    event = only(LINE + rows, "table")
    assert [line[2] for line in matches(event)] == ["Ada/Bob", "Doe, Cy/Di", "Ada/Di"]


def test_a_saved_page_is_its_tables() -> None:
    page = (
        "<!DOCTYPE html><html><head><title>Pairings</title></head><body><h2>Round 1</h2><table>"
        "<tr><th>Table</th><th>Player 1<th>Player 2<th>Result</tr><tr><td>1<td>Ada<br>Smith"
        "<td>Bob &amp; Co<td>2-1</table><h2>Round 2</h2><table><tr><td>1<td>Bob &amp; Co"
        "<td>Ada Smith<td>2-0</table></body></html>"
    )
    assert matches(only(page, "table")) == [
        ["1", "1", "Ada Smith/Bob & Co", "played", "2-1-0"],
        ["2", "1", "Bob & Co/Ada Smith", "played", "2-0-0"],
    ]


def test_cells_outside_of_every_row_begin_one() -> None:
    # The opening tag of the second row is damaged.
    page = (
        "<html><body><table><tr><th>Round</th><th>Table</th><th>Player 1</th><th>Player 2</th>"
        "<th>Result</th></tr><\ufefftr><td>1</td><td>1</td><td>Ada</td><td>Bob</td><td>2-1</td></tr>"
        "<tr><td>1</td><td>2</td><td>Cy</td><td>Di</td><td>2-0</td></tr></table></body></html>"
    )
    assert [line[2] for line in matches(only(page, "table"))] == ["Ada/Bob", "Cy/Di"]


def test_invisible_signs_make_no_other_person() -> None:
    event = only(f"{LINE}1,1,\u202eAda\u200b,Bob,2-1\n2,1,Ada,Bob\u00ad,2-0\n", "table")
    assert [player.name for player in event.archive.players] == ["Ada", "Bob"]


def test_missing_rounds_are_one_line() -> None:
    event = only(f"{LINE}1,1,Ada,Bob,2-1\n2,1,Ada,Bob,2-1\n999,1,Ada,Bob,2-0\n", "table")
    [note] = [note for note in notes(event) if "not in the file" in note]
    assert note.startswith("rounds 3 to 998: ")


def test_a_round_of_players_against_themselves_is_left_out() -> None:
    event = only(f"{LINE}1,1,Ada,Bob,2-1\n2,1,Ada,Ada,2-0\n", "table")
    assert [line[2] for line in matches(event)] == ["Ada/Bob"]
    assert "round 2: The round has no match and is left out." in notes(event)


def test_standings_of_plain_lines() -> None:
    event = only("1 Ada Lee 9 3-0-0\n2. Bob 6\n\n10) Cy de Witt 4,5\n", "table")
    names = [player.name for player in event.archive.players]
    assert names == ["Ada Lee", "Bob", "Cy de Witt"]
    assert notes(event) == []


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_line_break_in_a_name_is_a_gap(mark: str) -> None:
    text = f'{LINE}1,1,"Anna\nMaria Muster",Bob,2-1\n1,2,Cy,Di,0-2\n'.replace(",", mark)
    event = only(text, "table")
    assert [line[2] for line in matches(event)] == ["Anna Maria Muster/Bob", "Cy/Di"]
    assert notes(event) == []
