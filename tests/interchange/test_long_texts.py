"""Long pasted texts are refused, or read, in a time that grows with their lines alone."""

from typing import Any

import pytest

from interchange.importers import plain_tables
from interchange.importing import MOST_BLANKS, read_file, source_of
from interchange.tables import fixed_width, pasted, sheets
from interchange.tables.fixed_width import fixed_width_rows
from interchange.tables.pasted import pairings_in
from interchange.tables.unheaded import names_alone
from interchange.typed.matches import MOST_SIGNS
from interchange.values import ForeignError
from interchange.workbooks import MOST_ROWS
from tests.interchange.reading import only


def counted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[object]:
    """Return a list that grows with each call of a module's function."""
    calls: list[object] = []
    whole = getattr(module, name)

    def call(*given: object) -> object:
        calls.append(None)
        return whole(*given)

    monkeypatch.setattr(module, name, call)
    return calls


def test_lines_with_words_of_headings_are_not_compared_with_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = [f"Round {at} table of the long day Player" for at in range(400)]
    calls = counted(monkeypatch, fixed_width, "_is_around")
    assert fixed_width_rows(lines) is None
    assert len(calls) == len(lines)


def test_a_long_text_without_headings_is_refused_before_its_lines_are_guessed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "".join(f"{at} went - to the shop\n" for at in range(plain_tables.MOST_GUESSED + 2))
    calls = counted(monkeypatch, pasted, "match_row")
    with pytest.raises(ForeignError, match="No row of headings was found"):
        read_file(text.encode())
    assert not calls


def test_too_many_rows_are_refused_before_they_are_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = counted(monkeypatch, sheets, "cleared")
    with pytest.raises(ForeignError, match="more than"):
        read_file(b"a\n" * (MOST_ROWS + 1))
    assert not calls


def test_a_very_long_gap_is_one_that_separates_columns() -> None:
    assert len(source_of(b"a" + b" " * 10**6 + b"b").text) == MOST_BLANKS + 2
    gap = " " * 5000
    text = f"Table{gap}Player 1{gap}Player 2\n1{gap}Ada Quill{gap}Ben Rook\n"
    assert {*only(text, "table").event.persons} == {"Ada Quill", "Ben Rook"}


def test_a_line_longer_than_two_names_is_no_match() -> None:
    assert pairings_in(["Ada Quill vs Ben Rook"])
    assert pairings_in([f"Ada Quill vs Ben Rook{' 1' * MOST_SIGNS}"]) is None


def test_a_long_list_of_names_is_read_without_guesses() -> None:
    count = plain_tables.MOST_GUESSED + 100
    letters = [chr(97 + at) for at in range(26)]
    names = [f"Ada {a.upper()}{b}{c}" for a in letters for b in letters for c in letters]
    table = names_alone("\n".join(names[:count]))
    assert table is not None
    assert len(table.rows) == count
