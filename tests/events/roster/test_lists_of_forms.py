"""Lists of forms, shops and chats: years of birth, addresses below names, times of messages."""

import pytest

from events.roster.parsing.pasted_text import read_list

ADA, BO, CY = "Ada Falk", "Bo Lind", "Cy Moe"
LISTS = {
    "years in a column": f"Name,Year of birth\n{ADA},1991\n{BO},2003\n{CY},1987\n",
    "years without headings": f"{ADA},1991\n{BO},2003\n{CY},1987\n",
    "years behind names": f"{ADA} 1991\n{BO} 2003\n{CY} 1987\n",
    "years in brackets": f"{ADA} (1991)\n{BO} (*2003)\n{CY} (born 1987)\n",
    "born in words": f"{ADA}, born 1991\n{BO}, Jg. 2003\n{CY}, geb. 1987\n",
    "ratings behind names": f"1 {ADA} 1850\n2 {BO} 1790\n3 {CY} 1655\n",
    "doubts in brackets": f"{ADA} (maybe)\n{BO} (tbc)\n{CY} (vielleicht)\n",
    "addresses below names": (
        f"Players (3)\n{ADA}\na@example.org\n{BO}\nb@example.org\n{CY}\nc@example.org\n"
    ),
    "a message of each": (
        f"[20/11/26, 19:01:22] {ADA}: I'm in\n[20/11/26, 19:02:10] {BO}: me too\n"
        f"[20/11/26, 19:05:43] {CY}: count me in\n"
    ),
    "messages of one": (
        f"20/11/2026, 19:01 - Hans: {ADA}\n20/11/2026, 19:02 - Hans: {BO}\n"
        f"20/11/2026, 19:03 - Hans: {CY}\n"
    ),
    "a ticket shop": (
        "Order #,Order Date,First Name,Last Name,Email,Quantity,Ticket Type,Attendee #,Order Type\n"
        "100,2026-11-20,Ada,Falk,a@example.org,1,Main,155,Card\n"
        "101,2026-11-21,Bo,Lind,b@example.org,1,Main,156,Card\n"
        "102,2026-11-21,Cy,Moe,c@example.org,1,Main,157,Card\n"
    ),
}


@pytest.mark.parametrize("kind", LISTS)
def test_the_names_are_whole_and_alone(kind: str) -> None:
    assert [line.name for line in read_list(LISTS[kind]).lines] == [ADA, BO, CY]


def test_what_is_behind_a_name_is_shown() -> None:
    lines = read_list(LISTS["years behind names"]).lines
    assert [line.unused for line in lines] == [("1991",), ("2003",), ("1987",)]


def test_an_address_below_a_name_is_its_own() -> None:
    lines = read_list(LISTS["addresses below names"]).lines
    assert [line.email for line in lines] == [f"{letter}@example.org" for letter in "abc"]


@pytest.mark.parametrize("name", ["Slayer 1999", "Player 12", "Jan 2000"])
def test_a_handle_keeps_its_figures(name: str) -> None:
    assert [line.name for line in read_list(f"{name}\n{ADA}\n{BO}\n").lines] == [name, ADA, BO]


def test_an_empty_list_has_no_names_in_either_of_two_columns() -> None:
    assert [*read_list("\n", 0, ["name", "name"]).lines] == []
