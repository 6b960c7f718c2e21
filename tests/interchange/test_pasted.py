"""Lists as they are copied from the pages of other tools, with made-up names."""

import json

import pytest

from interchange.importing import read_file
from interchange.tables.name_parts import bare_name
from interchange.tables.pasted import pairings_in
from interchange.typed.matches import match_row
from interchange.values import ForeignError, FoundEvent
from tests.interchange.reading import matches, notes, only

COLUMNS = "Table\tPlayer 1\tDecklist\tPlayer 2\tDecklist\tResult\n"
FULL = f"""{COLUMNS}1\tAda Low\tPhoenix\tBob Ito\tRakdos\tAda Low won 2-1-0
2\tCy Young\t\tDi Prince\tDimir\tNot reported\n"""
BROKEN = """Round 3\n50:00\nTable\tPlayer 1\tPlayer 2\tResult\n1\tAda Low\nshe/her\tBob Ito
he/him\tAda Low won 2-1-0\n2\tCy Young\tDi Prince\nthey/them\tNot reported\n"""
BY_PLAYER = """Table\tPlayer\tPoints\tOpponent\tPoints\n1\tAda Low\t6\tBob Ito\t6
1\tBob Ito\t6\tAda Low\t6\n2\tCy Young\t3\tDi Prince\t3\n2\tDi Prince\t3\tCy Young\t3\n"""
CARDS = """Round 3\nTable 1\nAda Low\n6 pts\nBob Ito\n2-0-0\nTable 2\nCy Young\n3 pts\nvs.
Di Prince\n1-1-0\n"""
VERSUS = "Table 1: Ada Low vs Bob Ito\nTable 2: Cy Young vs. Di Prince\n"
RECORDS = """1\tAda Low (2-0-0)\tBob Ito (2/0/0 (6))\n2\tCy Young [3 pts]\tDi Prince (1-1-0)\n"""
NAME_TWICE = """Table\tName\tRecord\tvs.\tName\tRecord\n1\tAda Low\t2-0\tvs.\tBob Ito\t2-0
2\tCy Young\t1-1\tvs.\tDi Prince\t1-1\n"""
SPACES = """Table     Player       Points    Opponent\n1         Low, Ada     6         Ito, Bob
2         Young, Cy    3         Prince, Di\n"""


def pasted(text: str) -> FoundEvent:
    [event] = read_file(text.encode()).events
    return event


@pytest.mark.parametrize(
    "text", [FULL, BROKEN, BY_PLAYER, CARDS, VERSUS, RECORDS, NAME_TWICE, SPACES]
)
def test_two_tables_of_four_players_are_found(text: str) -> None:
    event = pasted(text)
    [round] = event.rounds
    pairs = {(pair.table, frozenset((pair.first, pair.second))) for pair in round.pairings}
    assert (1, frozenset(("Ada Low", "Bob Ito"))) in pairs
    assert len(event.persons) == 4
    assert len(pairs) == 2
    assert event.unread == []


def test_results_and_the_round_are_read_beside_extra_columns() -> None:
    assert [pair.games for pair in pasted(FULL).rounds[0].pairings] == [(2, 1, 0), None]
    assert [pair.games for pair in pasted(BROKEN).rounds[0].pairings] == [(2, 1, 0), None]
    assert pasted(BROKEN).rounds[0].number == 3


def test_standings_without_headings_have_records_and_points() -> None:
    event = pasted("1\tAda Low\t2-0-0\t6\t66.67%\n2\tBob Ito\t1-1-0\t3\t50%\n3\tCy\t0-2-0\t0\t9%")
    assert [(line.key, str(line.points), line.record) for line in event.printed] == [
        ("Ada Low", "6", (2, 0, 0)),
        ("Bob Ito", "3", (1, 1, 0)),
        ("Cy", "0", (0, 2, 0)),
    ]


def test_a_line_that_is_no_table_is_named_by_its_number() -> None:
    event = pasted(f"{FULL}Good luck to all\n")
    assert [note.text(str) for note in event.unread] == ["line 4: The row has no player."]


def test_a_title_alone_is_no_match() -> None:
    with pytest.raises(ForeignError):
        read_file(b"Friday League - Week Four\n")
    assert pasted("Ada Low - Ben Rook 2-1\n").rounds[0].pairings[0].games == (2, 1, 0)


def test_a_line_that_is_pasted_twice_in_a_cell_is_one() -> None:
    row = "1\t\nAda Low\nAda Low\n\t9\n"
    event = pasted(f"Rank\tName\tPoints\n{row}2\t\nBen Rook\n\t6\n")
    assert {*event.persons} == {"Ada Low", "Ben Rook"}


def test_a_name_keeps_what_belongs_to_it() -> None:
    assert bare_name("Ada Low (she/her) (2-0-0)") == "Ada Low"
    assert bare_name("Ada (Ace) Low") == "Ada (Ace) Low"
    assert bare_name("(3-0)") == "(3-0)"


def test_a_hyphen_within_a_name_is_no_sign_of_a_bye() -> None:
    assert match_row("Bye-Lee Park") is None
    assert match_row("Anders-Bye vs Bye-Lee Park 2-1") == ["", "Anders-Bye", "Bye-Lee Park", "2-1"]
    assert (
        match_row("Bye - Ada Quill") == match_row("Ada Quill: bye") == ["", "Ada Quill", "BYE", ""]
    )


def test_the_place_of_a_page_is_no_match() -> None:
    assert pairings_in(["Page 1 of 2"]) is None
    assert pairings_in(["Ada Quill 1 Ben Rook 2", "Cid Vane 2 Dee Young 0"]) == [
        (1, ["", "Ada Quill", "Ben Rook", "1-2"]),
        (2, ["", "Cid Vane", "Dee Young", "2-0"]),
    ]


PRINTED = "Table  Player 1              Player 2              Result\n"
PRINTED += "{0}      Quill, Ada            Rook, Ben             2-0\n"
PRINTED += "{1}      Vane, Cid             Young, Dee            {2}\n"


def test_a_page_heading_names_the_round_of_a_print() -> None:
    title = "Harbour Open - Round 3 pairings                     Page {} of 2\n"
    second = PRINTED.replace("Quill, Ada ", "Low, Fay   ").replace("Rook, Ben", "Orr, Gus ")
    second = second.replace("Vane, Cid", "Tan, Ivy ").replace("Young, Dee", "Ude, Joan ")
    text = title.format(1) + PRINTED.format(1, 2, "2-1") + title.format(2)
    checked = only(text + second.format(3, 4, "0-2"), "table")
    assert [line[2:] for line in matches(checked)] == [
        ["Ada Quill/Ben Rook", "played", "2-0-0"],
        ["Cid Vane/Dee Young", "played", "2-1-0"],
        ["Fay Low/Gus Orr", "played", "2-0-0"],
        ["Ivy Tan/Joan Ude", "played", "0-2-0"],
    ]
    assert [round.number for round in checked.event.rounds] == [3]


def test_the_round_may_be_behind_the_name_of_the_event() -> None:
    text = "Tournament: Harbour Open     Round: 3\n\n" + PRINTED.format(1, 2, "2-1").replace(
        ",", " "
    )
    assert [round.number for round in only(text, "table").event.rounds] == [3]


def test_a_title_between_rounds_is_cut_into_no_cells() -> None:
    text = f"ROUND 1\n{PRINTED.format(1, 2, '2-1')}\nROUND 2\n{PRINTED.format(1, 2, '0-2')}"
    text = text.replace(",", " ")
    assert [[*line[:2], line[4]] for line in matches(only(text, "table"))] == [
        ["1", "1", "2-0-0"],
        ["1", "2", "2-1-0"],
        ["2", "1", "2-0-0"],
        ["2", "2", "0-2-0"],
    ]


@pytest.mark.parametrize(
    "names", [("Ada Quill (W)", "Ben Rook (L)"), ("Quill, Ada (3) −", "Rook, Ben (1) −")]
)
def test_marks_behind_a_name_are_doubted(names: tuple[str, str]) -> None:
    event = only("Table\tPlayer 1\tPlayer 2\n1\t{}\t{}\n".format(*names), "table").event
    assert any("does not look like the name" in doubt.text(str) for doubt in event.doubts)


def test_a_set_with_a_score_and_one_name_is_no_silent_bye() -> None:
    slots = [{"entrant": {"name": "Ada Quill"}}, {"entrant": {"name": None}}]
    nodes = [
        {"fullRoundText": "Round 1", "slots": slots, "displayScore": "Ada Quill 2 - Ben Rook 1"}
    ]
    data = json.dumps({"data": {"event": {"name": "Cup", "sets": {"nodes": nodes}}}})
    assert any("has no opponent" in note for note in notes(only(data, "start-gg")))
