"""No CSV file has a formula, whichever program it is for, and our importers read the guard back."""

import csv
import io
from fractions import Fraction

import pytest

from archive.loading import read_archive
from events.web.spreadsheets.sheet_tables import Column, SheetTable, csv_text
from interchange.csv_text import FORMULA_SIGNS, csv_of, guarded, unguarded
from interchange.exporting import EXPORTERS, names_of
from interchange.importing import read_file
from tests.archives import as_bytes, small

FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1+1", "＝1+1", "\ufeff=1"]
FORMULAS += ["\u200b=1", "\u00a0=1", '=HYPERLINK("x")', "Ada;=1+1", "Ada\t=1+1", "Ada; =1", "|=1"]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_is_guarded_and_read_back(text: str) -> None:
    [[cell]] = csv.reader(io.StringIO(csv_of([[text]]), newline=""))
    assert cell[0] in "'A;|"
    for separator in (";", "\t", "|") if text[0].isprintable() else ():
        for part in cell.replace("\r", "\n").split("\n"):
            for piece in part.split(separator):
                assert not piece.strip("\ufeff\u200b\u00a0 \t").startswith(tuple(FORMULA_SIGNS))
    assert unguarded(cell) == text


@pytest.mark.parametrize("text", ["", "Ada", "O'Connor", "'quoted'", "Ada-Bo", "a = b", "3-0-0"])
def test_other_text_stays_as_it_is(text: str) -> None:
    assert guarded(text) == text == unguarded(text)


def test_figures_stay_figures() -> None:
    table = SheetTable(
        "a", "A", (Column("=x"), Column("n"), Column("f", exact=True)), [("=1", -1, None)]
    )
    assert csv_text(table).splitlines()[1] == "'=1,-1,,"
    table.rows[:] = [("b", -2, Fraction(-1, 3))]
    assert csv_text(table).splitlines()[1] == "b,-2,-1,3"


@pytest.mark.parametrize("name", [name for name, kind in EXPORTERS.items() if kind.suffix == "csv"])
def test_files_for_other_tools_are_guarded_too(name: str) -> None:
    archive = read_archive(as_bytes(small()))
    names = {number: f"=cmd{number}" for number in names_of(archive)}
    text = EXPORTERS[name].write(archive, names)
    assert "'=cmd" in text
    assert ",=cmd" not in text
    assert "\n=cmd" not in text


def test_a_guarded_name_is_imported_without_its_guard() -> None:
    text = csv_of(
        [["round", "table", "player 1", "player 2", "winner"], [1, 1, "=Ann", "Bo Li", "=Ann"]]
    )
    [event] = read_file(text.encode()).events
    assert {person.name for person in event.persons.values()} == {"=Ann", "Bo Li"}
