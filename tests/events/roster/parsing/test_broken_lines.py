"""Quoted fields with line breaks, as spreadsheets copy and save them: one player stays one."""

import re

import pytest

from events.roster.parsing.pasted_text import read_list


def names(text: str, seats: int = 0) -> list[str]:
    return [line.name for line in read_list(text, seats).lines]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [";", ",", "\t"])
def test_a_line_break_in_a_quoted_field_makes_no_second_player(mark: str, end: str) -> None:
    rows = [
        "Vorname;Nachname;E-Mail",
        '"Anna\nMaria";Muster;anna@example.org',
        "Bo;Lind;",
        "Cy;Moe;",
    ]
    text = "\n".join(rows).replace(";", mark).replace("\n", end)
    assert names(text) == ["Anna Maria Muster", "Bo Lind", "Cy Moe"]
    [anna, *_others] = read_list(text).lines
    assert anna.email == "anna@example.org"


@pytest.mark.parametrize(
    "text",
    [
        '"Anna\nMaria";Muster\nBo;Lind\n',
        '"Anna\n\nMaria",Muster\nBo,Lind\n',
        '1\t"Ada ""Ace""\nJane Falk"\n2\tBo Lind\n',
        '"Müller\nMeier, Anna"\n"Lind, Bo"\n',
    ],
)
def test_without_headings_it_is_read_like_a_gap(text: str) -> None:
    gap = re.sub(r"\n+(?=Maria|Jane|Meier)", " ", text)
    assert gap != text
    assert names(text) == names(gap)
    assert len(names(text)) == 2


def test_numbers_of_lines_stay_those_of_the_text() -> None:
    lines = read_list('"Anna\nMaria";Muster\nBo;Lind\nCy;Moe\n').lines
    assert [line.number for line in lines] == [1, 3, 4]


def test_members_of_a_team_with_a_line_break() -> None:
    [red, blue] = read_list('Red;"Anna\nMaria";Bo;Cy\nBlue;Di;Ed;Flo\n', 3).lines
    assert red.members == ("Anna Maria", "Bo", "Cy")
    assert blue.members == ("Di", "Ed", "Flo")


@pytest.mark.parametrize(
    "text",
    [
        'Ada, "the queen\nBo, "the king"\nCy\n',
        '"Ada\nBo\nCy\n',
        'Ada "Ace\nBo "King"\nCy\n',
        '"Ada"\n"Bo"\n"Cy"\n',
    ],
)
def test_a_stray_quotation_mark_joins_no_lines(text: str) -> None:
    assert len(names(text)) == 3


def test_a_whole_list_in_one_cell_is_a_list() -> None:
    assert names('"Ada Falk\nBo Lind\nCy Moe"') == ["Ada Falk", "Bo Lind", "Cy Moe"]


@pytest.mark.parametrize("mark", [";", "\t"])
def test_a_stray_quotation_mark_swallows_no_field(mark: str) -> None:
    rows = [
        "Name;E-Mail",
        '"Ada Falk;a@example.org',
        'Bo Lind";b@example.org',
        "Cy Moe;c@example.org",
    ]
    if mark == ";":
        rows[2] = "Bo Lind;b@example.org"
    lines = read_list("\n".join(rows).replace(";", mark)).lines
    assert [(line.name, line.email) for line in lines] == [
        ("Ada Falk", "a@example.org"),
        ("Bo Lind", "b@example.org"),
        ("Cy Moe", "c@example.org"),
    ]


@pytest.mark.parametrize("below", [["they/them", "Modern"], ["she/her"], ["(he/him)", "Pauper"]])
def test_pronouns_and_formats_below_names_are_no_players(below: list[str]) -> None:
    people = ["Sam Falk", "Ada Quill", "Bo Lind"]
    parsed = read_list("\n".join(line for name in people for line in (name, *below)))
    assert [line.name for line in parsed.lines] == people
    assert len(parsed.skipped) == len(people) * len(below)


@pytest.mark.parametrize("title", ["— waiting list", "Waiting list:", "Lista de espera", "Standby"])
def test_the_title_of_a_waiting_list_is_no_player(title: str) -> None:
    assert names(f"Ada Quill\nBo Lind\n{title}\nCy Moe") == ["Ada Quill", "Bo Lind", "Cy Moe"]
