"""Rows that mutated lists once lost in silence, each kind as one small list."""

import json
from typing import Any

import pytest

from interchange.importing import read_file
from interchange.scores import Score, read_score
from interchange.values import ForeignError
from tests.interchange.reading import matches, notes, only
from tests.interchange.test_odd_tables import book, saved

NAMES = ("Ada Quill", "Ben Rook", "Cid Vane", "Dee Young")
# A heading in one half, and its column's meaning.
Half = dict[str, str]
USUAL: Half = {"Rank": "rank", "Name": "first", "Points": "points"}


def halves(left: Half, right: Half, gap: str | None = None) -> bytes:
    """Return a workbook with places 1 and 2 on the left, 3 and 4 on the right."""
    rows: list[list[Any]] = [[*left, gap, *right]]
    for at in range(2):
        cells: list[list[Any]] = []
        for half, line in ((left, at), (right, at + 2)):
            values = {"rank": line + 1, "first": NAMES[line], "points": 9 - 2 * line}
            cells.append([values[meaning] for meaning in half.values()])
        rows.append([*cells[0], None, *cells[1]])
    return saved(book(rows)[0])


@pytest.mark.parametrize(
    "data",
    [
        halves(USUAL, USUAL),
        halves({"Platz": "rank", "Name": "first", "Punkte": "points"}, USUAL),
        halves(USUAL, {"Name": "first", "Points": "points", "Rank": "rank"}),
        halves(USUAL, USUAL, gap="Kolumna"),
        halves(USUAL, {"Zork": "rank", "Name": "first", "Points": "points"}),
        halves({"Rank": "rank", "Zork": "first", "Points": "points"}, USUAL),
        halves(USUAL, {"Rank": "rank", "Name": "first", "Zork": "points"}),
    ],
    ids=["alike", "translated", "moved", "gap", "rank", "name", "points"],
)
def test_standings_side_by_side_are_two_tables(data: bytes) -> None:
    event = only(data, "table").event
    assert event.rounds == []
    found = [(line.rank, line.key, int(line.points or 0)) for line in event.printed]
    assert sorted(found) == [(at + 1, name, 9 - 2 * at) for at, name in enumerate(NAMES)]


def test_pairings_side_by_side_are_one_round_with_one_title() -> None:
    head = ["Table", "Player 1", "Player 2"]
    rows: list[list[Any]] = [
        ["Round 3"],
        [*head, None, *head],
        [1, "Ada", "Ben", None, 2, "Cid", "Dee"],
    ]
    checked = only(saved(book(rows)[0]), "table")
    assert [line[1:3] for line in matches(checked)] == [["1", "Ada/Ben"], ["2", "Cid/Dee"]]
    assert [item.line for item in checked.event.skipped] == [1, 2]


def test_names_of_one_row_with_places_are_doubted_as_opponents() -> None:
    text = "Rank,Rank,Name,Points,Name,Points\n1,3,Ada,9,Cid,3\n2,4,Ben,6,Dee,0\n"
    doubts = [doubt.text(str) for doubt in only(text, "table").event.doubts]
    assert any("two tables side by side" in doubt for doubt in doubts)


def test_cells_beyond_the_headings_are_a_column_that_was_not_read() -> None:
    rows = "1,Ada,Ben,\n1,Cid,Dee,yes\n1,Eve,Fay,\n"
    whole = only(f"Round,Winner,Loser,Draw\n{rows}", "table")
    assert [note.text(str) for note in whole.unread] == []
    short = only(f"Round,Winner,Loser\n{rows}", "table")
    assert any("column “4” was not read" in note.text(str) for note in short.unread)


SEATS = "Round,Table,Player,Result\n1,1,Ada,2\n1,1,Ben,0\n{}\n"


@pytest.mark.parametrize(
    ("rows", "match", "said"),
    [
        ('1,2,Cid,2\n1",2,Dee,1', ["Cid/Dee", "played", "2-1-0"], ""),
        ("1,2,Cid,1\n1,2,Dee,", ["Cid/Dee", "played", ""], "has no result"),
        ("1,2,Cid,W\n1,2,Dee,W", ["Cid/Dee", "played", ""], "different results"),
        ("1,2,Cid,W\n1,2,Dee,L", ["Cid/Dee", "played", "2-0-0"], ""),
        ("1,2,Cid,2", ["Cid", "bye", "2-0-0"], "read as a bye"),
    ],
)
def test_a_table_is_one_match_whatever_its_rows_say(rows: str, match: list[str], said: str) -> None:
    checked = only(SEATS.format(rows), "table")
    assert [line[2:5] for line in matches(checked)][1] == match
    told = [note.text(str) for note in (*checked.unread, *checked.event.remarks)]
    assert any(said in line for line in told) if said else checked.unread == []


@pytest.mark.parametrize(
    ("row", "listed"),
    [
        ("3,Eve,● Fay,", "unread"),
        ("3,Eve,2-0 Fay,", "unread"),
        ("3,Eve,2-1,", "unread"),
        ("3,Eve,○,", "remarks"),
        ("3,Eve,●,", "remarks"),
        ("3,Eve,2-0-0,", "remarks"),
        ("3,Eve,bye,", ""),
        ("3,Eve,,bye", ""),
    ],
)
def test_an_empty_place_of_an_opponent_is_never_silently_a_bye(row: str, listed: str) -> None:
    text = f"Table,Player 1,Result,Player 2\n1,Ada,2-0,Ben\n2,Cid,1-2,Dee\n{row}\n"
    event = only(text, "table").event
    for kind in ("unread", "remarks"):
        told = [note.text(str) for note in getattr(event, kind)]
        assert any("no opponent" in line for line in told) is (kind == listed), told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Bo.\tWhite\tBlack\n1\tQuill, Ada\tRook, Ben\n2\tVane, Cid\tYoung, Dee\n"
            "3\tAdé, Eve\tO'",
            "“O'” is not written like",
        ),
        (
            "Table   Player 1            Player 2\n1       Ada Quill     VS.   Ben Rook\n"
            "2       Cid Vane      VS.   Dee Young\n3       Eve Adé       V",
            "“V” is not written",
        ),
        (
            "1) Ada Quill (9 pts, 78.3%)\n2) Ben Rook (6 pts, 50.0%)\n3) Cid Vane (3 pt",
            "The last row lacks a cell",
        ),
    ],
    ids=["comma", "versus", "bracket"],
)
def test_a_last_line_unlike_the_others_may_be_cut(text: str, said: str) -> None:
    notes = [note.text(str) for note in only(text, "table").unread]
    assert any(said in note for note in notes), notes


def test_a_broken_end_of_a_script_hides_no_row() -> None:
    rows = "".join(f"<tr><td>{name}<script>x()</script></td><td>9</td></tr>" for name in NAMES)
    page = f"<html><table><tr><th>Name</th><th>Points</th></tr>{rows}</table></html>"
    broken = page.replace("</script>", "</\u2060script>", 1)
    assert {*only(broken, "table").event.persons} == {*NAMES}


def test_a_page_of_roles_that_was_cut_is_refused() -> None:
    rows = "".join(f"<p role=row><i role=cell>{at}</i><i role=cell>Ada</i></p>" for at in (1, 2))
    with pytest.raises(ForeignError, match="ends in the middle"):
        read_file(f"<html><div role=table>{rows}".encode())


def test_a_dash_within_a_word_is_its_hyphen() -> None:
    event = only("Round,Player 1,Player 2\n1,Jean—Luc Low,Ben Rook\n", "table").event
    assert "Jean-Luc Low" in event.persons


@pytest.mark.parametrize(
    ("heads", "rows"),
    [
        ("Winner?,Table,Player 1,Winner?,Player 2", ("✓,1,Ada,,Ben", ",2,Cid,✓,Dee")),
        ("Player 1,Player 2,Winner?,Table,Winner?", ("Ada,Ben,✓,1,", "Cid,Dee,,2,✓")),
        ("W/L,Table,Player 1,W/L,Player 2", ("W,1,Ada,L,Ben", "L,2,Cid,W,Dee")),
        ("Games,Table,Player 1,Games,Player 2", ("2,1,Ada,0,Ben", "1,2,Cid,2,Dee")),
        ("Board,Player 1,Player 2,Games,Games", ("1,Ada,Ben,2,0", "2,Cid,Dee,1,2")),
    ],
    ids=["left", "right", "letters", "games", "behind"],
)
def test_results_that_are_beside_no_player_are_doubted(heads: str, rows: tuple[str, str]) -> None:
    event = only("\n".join([heads, *rows]), "table").event
    assert any("may hold the results" in doubt.text(str) for doubt in event.doubts)


def test_decks_behind_dashes_are_no_opponents_where_a_line_is_there_twice() -> None:
    lines = [f"{at}. {name} — Mono Red" for at, name in enumerate(NAMES, start=1)]
    with pytest.raises(ForeignError):
        read_file("\n".join([*lines, lines[-1]]).encode())


def test_a_date_in_brackets_is_no_part_of_a_name() -> None:
    pairs = (
        ("Eve Adé", "Fay Low"),
        ("Gus Orr", "Hal Roe"),
        ("Ivy Tan", "Jo Ude"),
        ("Kai Ivo", "Lea Zim"),
    )
    text = "1 Ada Quill (02. Jan) 2-1 Ben Rook (1-1-0)\n"
    for at, (first, second) in enumerate(pairs, start=2):
        text += f"{at} {first} (2-0-0) 2-0 {second} (0-2-0)\n"
    event = only(text, "table").event
    assert [note.text(str) for note in event.unread] == ["line 1: The row has no player."]


def test_a_sign_without_a_width_hides_no_tag() -> None:
    rows = "".join(f"[tr][td]{name}[/td][td]9[/td][/tr]" for name in NAMES)
    text = f"[table][tr][th]Player[/th][th]Points[/th][/tr]{rows}[/table]"
    broken = text.replace("[/td]", "[/\u200btd]", 1)
    assert {*only(broken, "table").event.persons} == {*NAMES}


def told(text: str) -> list[str]:
    """Return what a person reads below a table that is read."""
    event = only(text, "table").event
    return [note.text(str) for note in (*event.unread, *event.remarks)]


def test_a_footer_below_the_byes_is_no_player() -> None:
    lines = "1: Ada Quill vs Ben Rook 1-1\n2: Cid Vane vs Dee Young 2-0\n\nByes:\nEve Adé\n"
    footers = ("Printed on 29 November", "Page 1 of 2", "8 players")
    for footer in footers:
        event = only(f"{lines}\n{footer}\n", "table").event
        assert {*event.persons} == {*NAMES, "Eve Adé"}


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ("Eve Adé\n1\n1\nFay Low\n2", "“1, 1, 2” is not a result"),
        ("Eve Adé\n1\nFay Low", "1 of 3 matches have no result"),
    ],
    ids=["three", "one"],
)
def test_a_card_with_other_figures_leaves_the_games_of_the_others(last: str, said: str) -> None:
    cards = "Match 1\nAda Quill\n2\nBen Rook\n0\nMatch 2\nCid Vane\n1\nDee Young\n2\n"
    text = f"{cards}Match 3\n{last}\n"
    assert [line[4] for line in matches(only(text, "table"))] == ["2-0-0", "1-2-0", ""]
    assert any(said in note for note in told(text))


def test_a_check_in_the_place_of_an_opponent_is_no_silent_bye() -> None:
    text = "Table,Player 1,Winner?,Player 2,Winner?\n1,Ada,✓,Ben,\n2,Cid,,Dee,✓\n3,Eve,,✓\n"
    assert any("no opponent" in note for note in told(text))


@pytest.mark.parametrize("dash", "-‐‑‒–—−")
def test_a_dash_behind_the_table_is_no_part_of_a_name(dash: str) -> None:
    text = f"Mesa 1 {dash} Ada Quill ganhou de Ben Rook (2x0)\n"
    text += f"Mesa 2 {dash} Cid Vane perdeu para Dee Young (1x2)\n"
    assert {*only(text, "table").event.persons} == {*NAMES}


def test_an_at_sign_of_one_name_alone_is_noted() -> None:
    text = "Tisch,Spieler 1,Spieler 2,Ergebnis\n1,@ada,Ben Rook,2-0\n2,Cid Vane,Dee Young,0-2\n"
    assert any("“@ada”" in note for note in told(text))


def test_a_last_name_without_the_points_of_all_others_may_be_cut() -> None:
    text = (
        "Harbour Cup\nPairing round 3\n\n"
        " Bo.  Pts  White                         Res     Black                      Pts\n"
        "  1  [2.0] Quill, Ada                    1 - 0   Rook, Ben                  [1.0]\n"
        "  2  [2.0] Vane, Cid                     0 - 1   Young, Dee                 [1.0]\n"
        "  3  [2.0] Adé, Eve                      0 - 1   Low, Fay                   [1.0]\n"
        "  4  [2.0] Orr, Gus                      1 - 0   Roe, Hele"
    )
    assert any("The last row lacks a cell" in note for note in told(text))


def test_numbers_that_all_names_begin_with_are_no_part_of_them() -> None:
    rows = "1  Ada Quill      9\n2   Ben Rook      6\n2   Ben Rook      6\n5   Cid Vane      3\n"
    event = only("        name points\n" + rows, "table").event
    assert {*event.persons} == {"Ada Quill", "Ben Rook", "Cid Vane"}
    turned = 'Player,Points\n"9 Ada Quill",9\n"2 Ben Rook",6\n"5 Cid Vane",3\n'
    assert only(turned, "table").event.doubts


def test_a_list_of_players_with_unknown_keys_is_named() -> None:
    people = [{"name": name, "zork": at} for at, name in enumerate(("Ada Quill", "Ben Rook"))]
    matches = [{"player1": "Ada Quill", "player2": "Ben Rook", "result": "2-1"}]
    data = json.dumps({"cup": {"people": people, "matches": matches}})
    assert any("“people” was not read" in note for note in notes(only(data, "json")))


def test_labels_for_screen_readers_are_no_part_of_a_name() -> None:
    rows = "".join(
        f'<tr><td>{at}</td><td><span class="sr-only">Player</span>{name}</td><td>{9 - at}</td></tr>'
        for at, name in enumerate(("Ada Quill", "Ben Rook", "Cid Vane"), start=1)
    )
    page = f"<html><table><tr><th>#</th><th>Player</th><th>Pts</th></tr>{rows}</table></html>"
    assert {*only(page, "table").event.persons} == {"Ada Quill", "Ben Rook", "Cid Vane"}


def test_a_gap_within_keyed_lines_moves_no_result() -> None:
    lines = "- player1: {0}\n  player2: {1}\n\n  result: 2-0\n"
    lines += "- player1: {2}\n  player2: {3}\n  result: 0-2\n"
    text = "matches:\n" + (lines * 2).format(*NAMES)
    with pytest.raises(ForeignError):
        read_file(text.encode())


def test_a_footer_is_no_match_of_names_followed_by_games() -> None:
    lines = "Ada Quill 2 Ben Rook 0\nCid Vane 1 Dee Young 2\n\nPage 1 of 2\n"
    assert {*only(lines, "table").event.persons} == {*NAMES}


def test_a_result_below_an_empty_line_belongs_to_the_match_above() -> None:
    lines = "Ada Quill vs Ben Rook\n\n2-1\n\nCid Vane vs Dee Young\n\nDee Young wins\n"
    assert [line[4] for line in matches(only(lines, "table"))] == ["2-1-0", "0-2-0"]


def test_a_winner_of_another_name_is_no_result() -> None:
    assert read_score("Winner: Ben Rook (2-1)", "Ada Quill", "Ben Roook") is None
    assert read_score("Winner: Ben Rook (2-1)", "Ada Quill", "Ben Rook") == Score((1, 2, 0))


def test_a_match_without_a_table_among_others_is_noted() -> None:
    lines = "Table 1: Ada Quill vs Ben Rook 2-1\n Cid Vane vs Dee Young 2-0\n"
    lines += "Table 3: Eva Low vs Flo Ray 2-0\n"
    assert any("empty in this row" in note for note in notes(only(lines, "table")))


def test_a_name_that_begins_with_its_heading_is_kept() -> None:
    numbered = [f"Player Number{number:03}" for number in range(1, 9)]
    lines = ["Rank\tPlayer\tRecord\tPoints"]
    lines += [f"{place}\t{name}\t1-0-0\t3" for place, name in enumerate(numbered, start=1)]
    event = only("\n".join(lines), "table")
    assert [player.name for player in event.archive.players] == numbered


@pytest.mark.parametrize(
    ("text", "noted"),
    [
        ("Nr.,Naam,Pnt.,SB\n1,Ada Quill,9,10.25\n2,Ben Rook,6,9.50\n3,Cid Vane,3,8.75\n"
         "4,Dee Young,0,1", "The last cell is shorter"),
        ("Table,P1,P2,P1 Win,P2 Win,Draw\n1,Ada Quill,Ben Rook,True,False,False\n"
         "2,Cid Vane,Dee Young False,False,True\n", "“Dee Young False” does not look like"),
        ("Table 1 - Quill\t Ada (4) vs Rook\t Ben (1) - 2-0\n"
         "Table 2 - Vane\t Cid (3) vs Young\t Dee (9) - 1-2\n", "does not look like the name"),
    ],
)  # fmt: skip
def test_ends_of_files_and_of_cells_are_noted(text: str, noted: str) -> None:
    assert any(noted in note for note in told(text))


def test_a_row_without_its_last_sign_has_no_result() -> None:
    rows = "1,Ada Quill,Ben Rook,TRUE,FALSE,FALSE\n2,Cid Vane,Dee Young,FALSE,TRUE\n"
    event = only("Table,P1,P2,P1 Win,P2 Win,Draw\n" + rows, "table")
    assert [match[3:] for match in matches(event)] == [["played", "2-0-0"], ["played", ""]]


def test_a_rule_below_cards_is_no_player() -> None:
    text = "Ada Quill\n(1-0-0) 3 pts\nTable 1\nBen Rook\n(1-0-0) 3 pts\nCid Vane\n(0-1-0) 0 pts\n"
    text += "Table 2\nDee Young\n(0-1-0) 0 pts\n"
    assert matches(only(text + "\n—\n", "table")) == matches(only(text, "table"))
