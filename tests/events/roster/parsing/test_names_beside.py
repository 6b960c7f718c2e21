"""Columns of names side by side, whose names no list of given names has."""

import pytest

from events.roster.parsing.listed_players import mostly_family_first, turned_name
from events.roster.parsing.pasted_text import read_list
from events.roster.preview import preview
from tests import factories

LEFT = ("Tzadok Brill", "Ximun Harizm", "Qarl Umtek", "Dvorn Eskil")
RIGHT = ("Wubet Alemu", "Orzel Kowit", "Yvaine Stroz", "Pilu Ramosk")
PLAIN = "".join(f"{a:<20}{b}\n" for a, b in zip(LEFT, RIGHT, strict=True))


def names(text: str, *columns: str) -> list[str]:
    read = [line.name for line in read_list(text, 0, columns).lines]
    return [*map(turned_name, read)] if mostly_family_first(read) else read


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"{at:>2}  {a:<20}{at + 4:>3}  {b}\n"
                for at, (a, b) in enumerate(zip(LEFT, RIGHT, strict=True), start=1)),
        "Name                Name\n" + PLAIN,
    ],
    ids=["numbers", "a heading twice"],
)  # fmt: skip
def test_columns_with_a_sign_are_all_players(text: str) -> None:
    assert names(text) == [*LEFT, *RIGHT]


def test_names_with_commas_are_not_mixed() -> None:
    text = "Alemu, Wubet        Kowit, Orzel\nBrill, Tzadok       Ramosk, Pilu\n"
    assert names(text) == ["Wubet Alemu", "Tzadok Brill", "Orzel Kowit", "Pilu Ramosk"]


def test_an_order_that_goes_on_in_the_next_column_is_a_sign() -> None:
    first, second = sorted((*LEFT, *RIGHT))[:4], sorted((*LEFT, *RIGHT))[4:]
    assert names("".join(f"{a}\t{b}\n" for a, b in zip(first, second, strict=True))) == [
        *first, *second
    ]  # fmt: skip


@pytest.mark.django_db
def test_without_a_sign_each_line_is_asked_about_and_a_person_can_choose() -> None:
    event = factories.event()
    asked = preview(event, PLAIN)
    assert [item.parted for item in asked.lines] == [(name,) for name in RIGHT]
    assert asked.doubtful == len(LEFT)
    chosen = preview(event, PLAIN, columns=("name", "name"), shape=asked.shape)
    assert [item.entry.name for item in chosen.lines] == [*LEFT, *RIGHT]
    assert len({item.line.number for item in chosen.lines}) == len(LEFT) + len(RIGHT)


def test_decks_and_clubs_beside_names_are_no_players() -> None:
    decks = ("Azorius Control", "Mono Red", "Golgari Midrange", "Dimir Control")
    assert names("".join(f"{a}\t{b}\n" for a, b in zip(LEFT, decks, strict=True))) == [*LEFT]


def test_a_deck_below_a_name_in_its_cell_is_no_part_of_it() -> None:
    text = 'Name\tNotes\n"Ada Quill\nBurn"\tx\n"Ben Rook\nTron"\t\n"Cid Vane\nBurn"\t\n'
    assert names(text) == ["Ada Quill", "Ben Rook", "Cid Vane"]


def test_pronouns_without_brackets_and_answers_are_no_names() -> None:
    assert names("✅ Accepted (2)\nAda Quill he/him\nBen Rook they/them\n") == [
        "Ada Quill", "Ben Rook"
    ]  # fmt: skip


def test_groups_of_answers_and_notes_in_brackets_are_no_names() -> None:
    answers = "Going · 2\nAda Quill\nBen Rook\nInterested · 1\nCid Vane\n"
    read = read_list(answers).lines
    assert [line.name for line in read] == ["Ada Quill", "Ben Rook", "Cid Vane"]
    assert [line.waiting for line in read] == [False, False, True]
    noted = "1. 山田太郎\n2. 佐藤花子（初参加）\n3. 小林 美咲（こばやし みさき）\n"
    assert names(noted) == ["山田太郎", "佐藤花子", "小林 美咲"]
    assert [line.reading for line in read_list(noted).lines][2] == "こばやし みさき"
