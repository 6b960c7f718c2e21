import pytest

from domain.names import fold
from events.core.players.search import (
    latin_reading,
    name_is_near,
    name_matches,
    nearest,
    number_sought,
    search_form,
)
from tests.events.support.names_found import FORMS, FOUND, NEAR, NUMBERS, READINGS


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("José GARCÍA", "jose garcia"),
        ("Łukasz Żółć", "lukasz zolc"),
        ("Søren Æbelø", "soren aebelo"),
        ("Straße", "strasse"),
        ("Ｂｏｂ", "bob"),
        ("ﾀﾛｳ", "タロウ"),
        ("がぎぐ", "がぎぐ"),
        (" x ", "x"),
        ("", ""),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("name", "search"),
    [
        ("Anna Rossi", "ro"),
        ("Rossi, Anna", "anna ro"),
        ("Anna-Lena Rossi", "lena"),
        ("Bob O'Connor", "conn"),
        ("Bob O’Connor", "o'con"),
        ("田中太郎", "太郎"),
        ("タナカ・タロウ", "タロ"),
        ("Anna Rossi", ""),
    ],
)
def test_a_name_is_found_by_the_first_letters_of_a_part(name: str, search: str) -> None:
    assert name_matches(name, search)


@pytest.mark.parametrize(
    ("name", "search"),
    [("Anna Rossi", "ossi"), ("Anna Rossi", "anna x"), ("田中太郎", "花"), ("か", "が")],
)
def test_other_names_are_not(name: str, search: str) -> None:
    assert not name_matches(name, search)


@pytest.mark.parametrize(("name", "reading", "search", "found"), FOUND)
def test_search(name: str, reading: str, search: str, found: bool) -> None:
    assert name_matches(name, search, reading) is found


@pytest.mark.parametrize(("name", "reading", "search", "found"), NEAR)
def test_one_wrong_letter(name: str, reading: str, search: str, found: bool) -> None:
    assert name_is_near(name, search, reading) is found


def test_a_wrong_letter_counts_only_where_nobody_is_called_so() -> None:
    names = ["Anna Rossi", "Anna Rosso", "Bob Stone"]

    def found(search: str) -> tuple[list[str], bool]:
        made = nearest(names, search, lambda name: [(name, "")])
        return list(made.rows), made.is_near

    assert found("rossi") == (["Anna Rossi"], False)
    assert found("rossu") == (["Anna Rossi", "Anna Rosso"], True)
    assert found("nobody") == ([], False)


@pytest.mark.parametrize(("text", "form"), FORMS)
def test_search_form(text: str, form: str) -> None:
    assert search_form(text) == form


@pytest.mark.parametrize(("kana", "latin"), READINGS)
def test_latin_reading(kana: str, latin: str) -> None:
    assert latin_reading(kana) == latin


@pytest.mark.parametrize(("text", "number"), NUMBERS)
def test_number_sought(text: str, number: int | None) -> None:
    assert number_sought(text) == number
