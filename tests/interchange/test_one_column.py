"""Copies with one cell in a line: a table whose cells stand below each other, and names alone."""

import pytest

from interchange.importing import read_file
from interchange.values import ForeignError
from tests.interchange.reading import matches, only
from tests.interchange.test_odd_tables import book, saved

STANDINGS = ["1", "Ada Quill", "9", "2", "Ben Rook", "6", "3", "Cid Vane", "3"]
HEADS = ["Harbour Cup", "Rank", "Name", "Points"]
NAMES = ["Ada Quill", "Ben de Rook", "Vane, Cid", "田中陽菜"]


def lines(*cells: str) -> str:
    return "\n".join(cells) + "\n"


@pytest.mark.parametrize("text", [lines(*HEADS, *STANDINGS, "3 players"), lines(*STANDINGS)])
def test_cells_below_each_other_are_rows_in_doubt(text: str) -> None:
    event = only(text, "table").event
    printed = [(line.rank, line.key, int(line.points or 0)) for line in event.printed]
    assert printed == [(1, "Ada Quill", 9), (2, "Ben Rook", 6), (3, "Cid Vane", 3)]
    assert any("one cell" in doubt.text(str) for doubt in event.doubts)


def test_a_round_with_cells_below_each_other_is_read() -> None:
    heads = ["Round 3", "Table", "Player 1", "Player 2", "Result"]
    games = ["1", "Ada", "Ben", "2-0", "2", "Cid", "Dee", "1-2", "3", "Eve", "Fay", "1-1"]
    found = [line[1:3] + line[4:] for line in matches(only(lines(*heads, *games), "table"))]
    assert found == [
        ["1", "Ada/Ben", "2-0-0"],
        ["2", "Cid/Dee", "1-2-0"],
        ["3", "Eve/Fay", "1-1-0"],
    ]


def test_a_person_says_what_the_columns_of_such_rows_are() -> None:
    [event] = read_file(lines(*STANDINGS).encode(), ["rank", "first", "points"]).events
    assert (len(event.printed), event.doubts) == (3, [])


@pytest.mark.parametrize("gone", [1, 4, 7])
def test_a_cell_that_is_missing_puts_no_row_together_wrongly(gone: int) -> None:
    cells = [cell for at, cell in enumerate(STANDINGS) if at != gone]
    with pytest.raises(ForeignError, match="No row of headings"):
        only(lines(*HEADS, *cells), "table")


@pytest.mark.parametrize(
    "data",
    [
        lines(*NAMES),
        lines(*(f"{at}. {name}" for at, name in enumerate(NAMES, start=1))),
        lines("Name", *NAMES),
        lines(*(f'"{name}"' for name in NAMES[:2]), *NAMES[2:]),
        saved(book([[name] for name in NAMES])[0]),
    ],
    ids=["bare", "numbered", "headed", "quoted", "workbook"],
)
def test_names_alone_are_players(data: str | bytes) -> None:
    event = only(data, "table").event
    assert {person.name for person in event.persons.values()} == {*NAMES}
    headed = data == lines("Name", *NAMES)
    assert bool(event.doubts) is not headed


def test_a_person_says_that_lines_are_names() -> None:
    text = lines(*(f"{at}. {name}" for at, name in enumerate(NAMES, start=1)))
    [event] = read_file(text.encode(), ["first"]).events
    assert ({*event.persons}, event.doubts) == ({*NAMES}, [])


@pytest.mark.parametrize(
    "text",
    [
        lines("make run", "make test", "make messages", "make clean"),
        lines("Ada Quill", "Ben Rook", "Cid Vane", "See you on Friday at the shop"),
        lines("1. Ada Quill", "3. Ben Rook", "4. Cid Vane", "5. Dee Young"),
        lines("Round 3", "Ada Quill", "2", "Ben Rook", "0", "Cid Vane", "2", "Dee Young", "1"),
        lines("Deck", "4 Lava Spike", "4 Rift Bolt", "20 Mountain", "2 Skullcrack"),
    ],
    ids=["commands", "sentence", "gap", "sets", "deck"],
)
def test_other_lines_are_refused(text: str) -> None:
    with pytest.raises(ForeignError, match="No row of headings"):
        only(text, "table")
