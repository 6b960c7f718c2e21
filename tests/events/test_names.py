import pytest

from events.rules.names import fold
from events.selectors.names import name_matches


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
