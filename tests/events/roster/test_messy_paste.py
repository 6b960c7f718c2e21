"""The messy list of a shop: each name comes out whole, and what was taken off it is said."""

import pytest

from events.roster.parsing.listed_players import Fate, mostly_family_first, turned_name
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


VARIANTS = (
    ("Zoë  O’Halloran (needs table near door)", "Zoë O’Halloran"),
    ("Zoë   O’Halloran", "Zoë O’Halloran"),
    ("Zoë \t O’Halloran", "Zoë O’Halloran"),
    ("Ada  Quill  paid", "Ada Quill"),
    ("Ada Quill x", "Ada Quill"),
    ("Ada Quill ✗", "Ada Quill"),
    ("Ada Quill ✓", "Ada Quill"),
    ("12 Ada Quill", "Ada Quill"),
    ("12. Ada Quill", "Ada Quill"),
    ("12\tAda Quill", "Ada Quill"),
    ("x Ada Quill", "Ada Quill"),
    ("[x] Ada Quill", "Ada Quill"),
    ("Ada Quill (x)", "Ada Quill"),
    ("1 Ada Quill x", "Ada Quill"),
    ("#4 Ada Quill", "Ada Quill"),
    ("4th: Ada Quill", "Ada Quill"),
    ("🇩🇪 Ada Quill", "Ada Quill"),
    ("Ada Quill [DE]", "Ada Quill"),
    ("Ada Quill (SWE)", "Ada Quill"),
    ("3. [Ada Quill](https://example.org/p/3)", "Ada Quill"),
    ("07) Ada Quill - paid", "Ada Quill"),
    ("Quill, Ada", "Ada Quill"),
    ("QUILL, Ada", "Ada QUILL"),
    ("Quill, Ada (paid)", "Ada Quill"),
    ("de Graaf, Piet", "Piet de Graaf"),
    ("Quill, Ada M.", "Ada M. Quill"),
    ("van den Heuvel, Jean-Luc x", "Jean-Luc van den Heuvel"),
    ("@ada_q  Ada Quill", "Ada Quill"),
    ("@ada: Ada Quill", "Ada Quill"),
    ("@ada - Ada Quill", "Ada Quill"),
    ("Ada Quill @ada", "Ada Quill"),
    ("Ada Quill (@ada)", "Ada Quill"),
    ("@ada Ada Quill", "Ada Quill"),
    ("Ada Quill / adaq#1234", "Ada Quill"),
    ("Ada Quill (late, 10 min)", "Ada Quill"),
    ("Ada Quill - needs ride", "Ada Quill"),
    ("Ada Quill, maybe", "Ada Quill"),
    ("Ada Quill (she/her)", "Ada Quill"),
    ("Ada Quill [Burn]", "Ada Quill"),
    ("Ada Quill €10", "Ada Quill"),
    ("Ada Quill 10€ paid", "Ada Quill"),
    ('Ada "Ace" Quill', 'Ada "Ace" Quill'),
    ("**Ada Quill**", "Ada Quill"),
    ("Ada Quill 2026-11-28", "Ada Quill"),
    ("Ada Quill 👍", "Ada Quill"),
    ("ADA QUILL", "ADA QUILL"),
    ("[28.11., 18:04] Ada Quill", "Ada Quill"),
    ("Ada Quill,,,", "Ada Quill"),
    ("- [ ] Ada Quill", "Ada Quill"),
    ("Ada Quill (1 bye)", "Ada Quill"),
    ("DCI 1204567890 Ada Quill", "Ada Quill"),
    ("• Ada Quill (she/her), 07700 900123", "Ada Quill"),
    ("Quill, Ada  DCI 4100223344", "Ada Quill"),
    ("🃏 Ada Quill 🔥 VIP", "Ada Quill"),
    ("Dr. Ada Quill", "Ada Quill"),
    ("Prof. Dr. Ada Quill", "Ada Quill"),
    ("Mrs Ada Quill - needs table near door", "Ada Quill"),
    ("森 ゆき さん", "森 ゆき"),
    ("田中太郎様（事前決済済）", "田中太郎"),
    ("Kim Park 님", "Kim Park"),
    ("Ada Quill / they/them / Modern", "Ada Quill"),
    ("Ada Quill (@adaq) bezahlt", "Ada Quill"),
    ("Ada Quill tel. +39 333 1234567", "Ada Quill"),
    ("VIP: Ada Quill", "Ada Quill"),
    ("Guest: Ada Quill", "Ada Quill"),
    ("=> Ada Quill", "Ada Quill"),
    ("Ada Quill 2x Bye", "Ada Quill"),
    ("Ada Quill ✔️ betald", "Ada Quill"),
    ("Ada Quill | she/her | Azorius", "Ada Quill"),
)


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


@pytest.mark.parametrize(
    "name", ["7 Days", "7 of Nine", "Malcolm X", "小林 美咲", "Mike Judge", "Ada Late", "Dr. No"]
)
def test_names_that_look_like_remarks_stay(name: str) -> None:
    assert [line.name for line in read_list(f"{name}\nAda Quill\n").lines] == [name, "Ada Quill"]


def test_what_a_page_prints_around_its_standings_is_no_player() -> None:
    text = "Rank\tEntrant\tSet record\n1\tAda Quill\t3-0\n2\tBen Rook\t2-1\n"
    listed = read_list(f"{text}Showing 1 to 2 of 24 entries\nPrevious\nNext\nPage 1 of 1\n")
    assert [line.name for line in listed.lines] == ["Ada Quill", "Ben Rook"]
    assert [line.number for line in listed.skipped] == [1, 4, 5, 6, 7]


def test_what_is_around_a_name_is_no_part_of_it() -> None:
    for line, name in VARIANTS:
        listed = read_list(f"Priya Ramanathan\nOwen Castellane\n{line}\nNils Bellini\n田中 陽菜\n")
        turned = mostly_family_first(player.name for player in listed.lines)
        [player] = [player for player in listed.lines if player.number == 3]
        assert (turned_name(player.name) if turned else player.name) == name, line


@pytest.mark.django_db
@pytest.mark.parametrize(
    "line", ["Jean  Paul  Marat", "Ada Quill: Burn", "Ada Quill +1", "~~Ada Quill~~"]
)
def test_what_can_be_a_name_or_not_is_to_be_looked_at(line: str) -> None:
    listed = preview(factories.event(), f"Priya Ramanathan\nOwen Castellane\n{line}\n")
    assert [item.line.number for item in listed.lines if item.is_doubtful] == [3]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "line",
    ["Ada & Ben", "Ada Quill + Ben Quill", "Ada Quill +1", "Ada Quill (reserve?)", 'Kit" Row'],
)
def test_a_line_that_may_be_two_people_or_no_name_is_looked_at(line: str) -> None:
    listed = preview(factories.event(), f"Priya Ramanathan\n{line}\n")
    assert [item.is_doubtful for item in listed.lines] == [False, True]


@pytest.mark.django_db
def test_forms_of_address_are_said_and_raise_no_doubt() -> None:
    listed = preview(factories.event(), "Dr. Ada Quill (she/her)\n森 ゆき さん\nBen Rook VIP\n")
    said = [[str(words) for words in item.understood] for item in listed.lines]
    assert said == [["left out: Dr., she/her"], ["left out: さん"], ["left out: VIP"]]
    assert not any(item.is_doubtful for item in listed.lines)
