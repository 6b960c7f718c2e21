"""Messy rows of sign-up lists, each with the name and the e-mail address that are in it."""

import pytest

from events.roster.parsing.listed_players import mostly_family_first, turned_name
from events.roster.parsing.pasted_text import read_list
from events.roster.preview import preview
from tests import factories

# Line, name, e-mail address.
ROWS = (
    ("Quill, Ada, ada@example.org", "Ada Quill", "ada@example.org"),
    ("Ada Quill <ADA@example.org>, paid cash", "Ada Quill", "ada@example.org"),
    ("ada@example.org - Ada Quill", "Ada Quill", "ada@example.org"),
    ("Ada Quill (ada@example.org)", "Ada Quill", "ada@example.org"),
    ("mailto:ada@example.org Ada Quill", "Ada Quill", "ada@example.org"),
    ("Ada Quill +44 7700 900 123", "Ada Quill", ""),
    ("Ada Quill (0170/5550101)", "Ada Quill", ""),
    ("Ada Quill, 555-0101, vegan", "Ada Quill", ""),
    ("Ada Quill ☎ 0170 5550101", "Ada Quill", ""),
    ("Ada Quill — brings own deck box", "Ada Quill", ""),
    ("Ada Quill (arrives at 10:30)", "Ada Quill", ""),
    ("Ada Quill [paid 10 EUR]", "Ada Quill", ""),
    ("Ada Quill 10,- bezahlt", "Ada Quill", ""),
    ("Ada Quill – PayPal ✅", "Ada Quill", ""),
    ("№ 7 Ada Quill", "Ada Quill", ""),
    ("7º Ada Quill", "Ada Quill", ""),
    ("(7) Ada Quill", "Ada Quill", ""),
    ("Seat 7: Ada Quill", "Ada Quill", ""),
    ("Spieler 7 - Ada Quill", "Ada Quill", ""),
    ("Sig.ra Ada Quill", "Ada Quill", ""),
    ("Herr Ada Quill", "Ada Quill", ""),
    ("Mme Ada Quill", "Ada Quill", ""),
    ("Sra. Ada Quill", "Ada Quill", ""),
    ("Ada Quill, PhD", "Ada Quill", ""),
    ("Ada Quill Jr.", "Ada Quill Jr.", ""),
    ("Ada Quill III", "Ada Quill III", ""),
    ("Ada 'Ace' Quill", "Ada 'Ace' Quill", ""),
    ("Ada „Ace“ Quill", "Ada „Ace“ Quill", ""),
    ("Ada Quill a.k.a. Ace", "Ada Quill", ""),
    ("Ada Quill aka Ace", "Ada Quill", ""),
    ("李 小龙 (Bruce)", "李 小龙", ""),
    ("김민수 선수", "김민수", ""),
    ("Иванова Мария (оплачено)", "Иванова Мария", ""),
    ("Γιώργος Παππάς", "Γιώργος Παππάς", ""),
    ("محمد علي", "محمد علي", ""),
    ("สมชาย ใจดี", "สมชาย ใจดี", ""),
    ("Ada Quill (they / them)", "Ada Quill", ""),
    ("Ada Quill, Modern, Jund", "Ada Quill", ""),
    ("→ Ada Quill", "Ada Quill", ""),
    ("Ada Quill ... ok", "Ada Quill", ""),
    # Drawn later.
    ("Table 4: Ada Quill", "Ada Quill", ""),
    ("Player: Ada Quill", "Ada Quill", ""),
    ("Ada Quill (Commander)", "Ada Quill", ""),
    ("Ada Quill (#12)", "Ada Quill", ""),
    ("Ada Quill tel: 555 123 456", "Ada Quill", ""),
    ("Μαρία Παπά (Maria)", "Μαρία Παπά", ""),
    # A number can tell namesakes apart, or be the name of a team.
    ("Ada Quill (2)", "Ada Quill (2)", ""),
    ("Team 2000", "Team 2000", ""),
)


def name_and_address(line: str) -> tuple[str, str]:
    """Return what a list of five takes a line of it for."""
    listed = read_list(f"Priya Ramanathan\nOwen Castellane\n{line}\nNils Bellini\n田中 陽菜\n")
    turned = mostly_family_first(player.name for player in listed.lines)
    [player] = [player for player in listed.lines if player.number == 3]
    return (turned_name(player.name) if turned else player.name), player.email


@pytest.mark.parametrize(("line", "name", "email"), ROWS)
def test_a_messy_row_is_the_name_in_it(line: str, name: str, email: str) -> None:
    found, address = name_and_address(line)
    assert (found, address.lower()) == (name, email)


@pytest.mark.django_db
@pytest.mark.parametrize("other", ["Zoe O'Halloran", "Zoë OHalloran", "Zoë O'Haloran"])
def test_names_that_differ_by_a_sign_are_asked_about(other: str) -> None:
    listed = preview(factories.event(), f"Zoë O'Halloran\nBen Rook\n{other}\n")
    assert [item.entry.name for item in listed.questions] == [other]
