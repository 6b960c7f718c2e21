"""The messy list of a shop: each name comes out whole, and what was taken off it is said."""

import pytest

from events.roster.parsing.listed_players import Fate
from events.roster.parsing.pasted_text import read_list
from events.roster.preview import preview
from tests import factories

MESSY = """FNM sign-ups 28 Nov (paid = x)
Priya Ramanathan x
Owen Castellane - paid
3 Jakob Delacroix
Featherstonehaugh-Cholmondeley, Bartholomew
@ingrid_h  Ingrid Halvorsen (ok)
田中 陽菜
Zoë  O’Halloran (needs table near door)
- Nils Bellini
• Sora Kim, #8841234
Owen Castelane
Lucía Jiménez <lucia@example.org>
total: 11
"""


@pytest.mark.django_db
def test_a_messy_paste_comes_out_right_and_asks_about_near_names() -> None:
    listed = preview(factories.event(), MESSY)
    assert [item.entry.name for item in listed.lines] == [
        "Priya Ramanathan",
        "Owen Castellane",
        "Jakob Delacroix",
        "Bartholomew Featherstonehaugh-Cholmondeley",
        "Ingrid Halvorsen",
        "田中 陽菜",
        "Zoë O’Halloran",
        "Nils Bellini",
        "Sora Kim",
        "Owen Castelane",
        "Lucía Jiménez",
    ]
    assert [item.entry.name for item in listed.lines if item.entry.paid] == [
        "Priya Ramanathan",
        "Owen Castellane",
    ]
    [question] = listed.questions
    assert (question.entry.name, question.fate) == ("Owen Castelane", Fate.NAMESAKE)
    assert question.why == "Same as line 3."
    taken = {item.entry.name: [str(words) for words in item.understood] for item in listed.lines}
    assert taken["Jakob Delacroix"] == ["3: number of the line"]
    assert taken["Zoë O’Halloran"] == ["left out: needs table near door"]
    assert taken["Ingrid Halvorsen"] == ["left out: @ingrid_h, ok"]
    assert taken["Sora Kim"] == ["8841234: player ID"]
    assert taken["Bartholomew Featherstonehaugh-Cholmondeley"] == ["family name first"]
    doubtful = [item.entry.name for item, _answer in listed.shown if item.is_doubtful]
    assert doubtful == ["Owen Castelane", "Zoë O’Halloran"], "these come first"
    assert [line.number for line in listed.not_players] == [1, 13]


def test_the_cells_of_a_sample_are_those_of_one_row() -> None:
    text = "Name,E-mail,Deck\nAda Quill,,Burn\nBen Rook,ben@example.org,\nCy Marsh,,Elves\n"
    assert [column.first_cells for column in read_list(text).columns] == [
        ("Ada Quill", "Ben Rook", "Cy Marsh"),
        ("", "ben@example.org", ""),
        ("Burn", "", "Elves"),
    ]


@pytest.mark.parametrize("name", ["7 Days", "7 of Nine", "Malcolm X", "小林 美咲"])
def test_names_that_look_like_remarks_stay(name: str) -> None:
    assert [line.name for line in read_list(f"{name}\nAda Quill\n").lines] == [name, "Ada Quill"]
