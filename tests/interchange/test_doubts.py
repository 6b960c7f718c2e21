"""Tables that people copy, print and save: doubted before they are believed, nothing is lost."""

import pytest

from interchange.tables.fixed_width import fixed_width_rows
from interchange.tables.plausibility import is_plausible_name
from interchange.values import ForeignError
from tests.interchange.reading import matches, notes, only

PRINTED = """Rank   Name                    Pod    Points OMW%   GW%    OGW%
-------------------------------------------------------------------------------
1      Ada Quill               1      9      44     85     44
2      Ben Rook                1      6      66     66     66
"""
PROSE = """# Ships

- **Fast**: every boat, ship and raft is in it, and so are canoes.
- **Safe**: sails, ropes, anchors, and what else a person needs.

    make run     # starts, with a harbour
    make stop    # ends
"""
MAKEFILE = """PORT ?= 8000
run: install
\t@$(PYTHON) serve.py --port '$(PORT)'
help:
\t@echo 'make run     starts it'
\t@echo 'make stop    ends it'
"""


def doubts(data: str) -> list[str]:
    return [doubt.text(str) for doubt in only(data, "table").event.doubts]


def figures(data: str) -> list[tuple[object, ...]]:
    lines = only(data, "table").event.printed
    return [
        (line.key, line.rank, line.points, *(round(float(v), 2) for v in line.figures.values()))
        for line in lines
    ]


def test_a_printed_table_is_cut_where_all_rows_are_blank() -> None:
    assert figures(PRINTED) == [
        ("Ada Quill", 1, 9, 0.44, 0.85, 0.44),
        ("Ben Rook", 2, 6, 0.66, 0.66, 0.66),
    ]
    assert doubts(PRINTED) == []


def test_figures_may_begin_before_their_heading() -> None:
    lines = ["Name       Pts", "Ada Low   12.5", "Bo          3"]
    assert fixed_width_rows(lines) == [["Name", "Pts"], ["Ada Low", "12.5"], ["Bo", "3"]]


def test_lines_with_a_letter_at_each_cut_are_not_of_fixed_width() -> None:
    assert fixed_width_rows(["Name  Pts", "Ada Lovelace 9"]) is None
    assert fixed_width_rows(["only words here"]) is None


def test_two_words_that_nobody_knows_are_one_heading() -> None:
    table = "Table   Player 1    Player 2    Final Tally\n1       Ada Low     Bob Ito     2-1\n"
    event = only(table, "table")
    assert notes(event) == ["line 1: The column “Final Tally” was not read."]
    assert doubts(table) == ["line 1: The column “Final Tally” may hold the results."]


def test_results_under_match_results_are_read() -> None:
    table = "Table   Player 1    Player 2    Match Results\n1       Ada Low     Bob Ito     2-1\n"
    assert matches(only(table, "table")) == [["1", "1", "Ada Low/Bob Ito", "played", "2-1-0"]]
    assert doubts(table) == []


@pytest.mark.parametrize(
    "text",
    [
        PROSE,
        MAKEFILE,
        "Ada went home - and Bob stayed.\nThe table - was full.\n",
        "1,2,3\n4,5,6\n",
        "a@example.org,b@example.org\n",
    ],
)
def test_any_other_text_is_no_event(text: str) -> None:
    with pytest.raises(ForeignError):
        only(text, "table")


def test_a_result_with_blanks_is_no_name() -> None:
    event = only("1   Ada Quill (3 Points)    Ben Rook (3 Points)     2 - 1\n", "table")
    assert matches(event) == [["1", "1", "Ada Quill/Ben Rook", "played", "2-1-0"]]


def test_standings_without_headings_are_told_by_their_content() -> None:
    table = (
        "1   Ada Quill    6   2 - 0   50.0000%    100.0000%   45.0000%\n"
        "2   Ben Rook     3   1 - 1   60.0000%     50.0000%   45.0000%\n"
    )
    assert figures(table) == [("Ada Quill", 1, 6), ("Ben Rook", 2, 3)]
    assert [line.record for line in only(table, "table").event.printed] == [(2, 0, 0), (1, 1, 0)]
    assert doubts(table) == [
        "line 1: The table has no headings. The columns follow from their content."
    ]


def test_standings_of_other_languages_have_their_names() -> None:
    table = "Rk.;Nº.Inic.;Nome;FED;Elo;Clube;Pts.\n1;5;Quill, Ada;ENG;2100;Clube A;7,5\n"
    event = only(table, "table")
    assert [player.name for player in event.archive.players] == ["Ada Quill"]
    assert float(event.event.printed[0].points or 0) == 7.5
    assert notes(event) == [
        f"line 1: The column “{name}” was not read." for name in ("FED", "Elo", "Clube")
    ]


def test_fewer_headings_than_cells_are_doubted() -> None:
    table = "Rank,Player Name,Points,OMW%\n1,1,Ada Quill,9,44.4\n2,2,Ben Rook,6,66.6\n"
    assert doubts(table) == [
        "line 1: “1” does not look like the name of a player.",
        "line 1: The rows have more cells than there are headings, which is 4.",
        "line 1: The column “Points” has “Ada Quill”, which does not fit.",
    ]


@pytest.mark.parametrize(
    ("words", "games"),
    [
        ("player 1 won", "2-0-0"),
        ("Player 2 Wins", "0-2-0"),
        ("1WIN", "2-0-0"),
        ("2win", "0-2-0"),
        ("P1 wins", "2-0-0"),
        ("Team B won", "0-2-0"),
        ("", ""),
    ],
)
def test_words_for_a_result_name_the_side(words: str, games: str) -> None:
    table = f"Round,Table,Player 1,Player 2,Result\n1,1,Ada,Bob,{words}\n1,2,Cy,Di,2-1\n"
    assert matches(only(table, "table"))[0][4] == games


@pytest.mark.parametrize(
    ("text", "is_name"),
    [
        ("Ada Quill", True),
        ("中川 さくら", True),
        ("X", True),
        ("Player 12", True),
        ("O’Halloran, Sinéad", True),
        ("Jean-Luc van den Heuvel", True),
        ("5", False),
        ("66.6%", False),
        ("2 - 1", False),
        ("a@example.org", False),
        ("Points", False),
        ("# another port", False),
        ("account. `/api/docs` describes it", False),
        ("It was late, and so nobody was left in it.", False),
    ],
)
def test_a_name_is_told_from_other_text(text: str, is_name: bool) -> None:
    assert is_plausible_name(text) is is_name


def test_only_a_line_that_is_a_name_of_a_playoff_heads_one() -> None:
    table = "Table\tPlayer 1\tPlayer 2\tResult\n1\tAda Low\tBob Ito\t2-1\n"
    for title, is_playoff in (("Semifinals", True), ("決勝", True), ("Final Fantasy Cup", False)):
        event = only(f"{title}\n{table}", "table").event
        assert [round.playoff for round in event.rounds] == [is_playoff], title


def test_names_that_repeat_and_rounds_of_byes_are_doubted() -> None:
    head = "Rank,Name,Points\n"
    same = head + "".join(f"{at},Ada,{9 - at}\n" for at in range(1, 5))
    assert any("name in 4 rows" in line for line in doubts(same))
    twice = head + "1,Ada,9\n2,Ben,7\n2,Ben,7\n3,Cid,6\n4,Ada,3\n5,Dee,1\n"
    noted = [note.text(str) for note in only(twice, "table").unread]
    assert [line for line in noted if "one player" in line] == [
        "line 6: “Ada” is in an earlier row, too. Both rows are read as one player."
    ]
    byes = "Tisch,Player 1,Player 2\n1,Ada,\n2,Ben,bye\n3,Cid,\n"
    assert any("have a bye" in line for line in doubts(byes))


def test_a_list_of_several_rounds_without_their_numbers_is_doubted() -> None:
    text = "Ada Quill 2-0 Ben Rook\nCid Vane 2-1 Dee Young\nAda Quill 2-1 Cid Vane\n"
    event = only(f"{text}Ben Rook 0-2 Dee Young\n", "table").event
    doubts = [doubt.text(str) for doubt in event.doubts]
    assert any("plays more than once" in line for line in doubts)


def test_figures_beside_the_players_without_a_known_heading_are_doubted() -> None:
    text = "Table,Player 1,Zork,Player 2,Zurk\n1,Ada,2,Ben,0\n2,Cid,1,Dee,2\n"
    event = only(text, "table").event
    doubts = [doubt.text(str) for doubt in event.doubts]
    assert any("“Zork” may hold the results" in line for line in doubts)


def test_a_paragraph_around_a_table_is_listed() -> None:
    rows = "1\tAda Quill\t9\n2\tBen Rook\t6\n3\tCid Vane\t3\n4\tDee Young\t0\n"
    text = (
        f"Hi everyone, thank you for playing. It was fun.\n\n{rows}\nSee you, all of you.\nHans\n"
    )
    event = only(text, "table").event
    assert [item.line for item in event.skipped] == [1, 8, 9]
    assert len(event.persons) == 4
