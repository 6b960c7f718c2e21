import pytest

from domain.names import clean_name, fold, name_key
from events.core.search import (
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


@pytest.mark.parametrize(
    "name",
    [
        "نسیم می\u200cخواهم",  # Persian: the letters around it do not join.
        "श्री क्\u200dष",  # Devanagari: a half letter.
        "ക്\u200cഷ",  # Malayalam: two letters next to each other.
        "র\u200d্যাম",  # Bengali: the joiner stands before the virama.
        "Ada 👩\u200d🚀",
        "Ada 👩🏽\u200d🚀",
        "Ada 🏳\ufe0f\u200d🌈",
        "Ada ❤\ufe0f",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f Harry",
        "辻\U000e0100",
    ],
)
def test_a_name_keeps_what_joins_letters_and_emoji(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("A\u200dda", "Ada"),
        ("A\u200cda\u200c", "Ada"),
        ("\u200dAda", "Ada"),
        ("Ada\ufe0f", "Ada"),
        ("A\u2060d\ufeffa\u202e", "Ada"),
        ("Ada \u3164", "Ada"),
        ("\u3164", ""),
        ("\u2800", ""),
        ("A\u034fda", "Ada"),
        ("דוד\u200d", "דוד"),
        ("دارا\u200cب", "داراب"),  # Alef never joins the next letter.
        ("می\u200c\u200cخواهم", "می\u200cخواهم"),
        ("Ada👩\u200d", "Ada👩"),
        ("Ada\U000e0067", "Ada"),
    ],
)
def test_a_name_keeps_nothing_that_is_not_seen(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("نسیم می\u200cخواهم", "نسیم میخواهم"),
        ("क्\u200dष", "क्ष"),
        ("Ada 👩\u200d🚀", "Ada 👩🚀"),
        ("Ada ❤\ufe0f", "Ada ❤"),
        ("辻\U000e0100", "辻"),
    ],
)
def test_what_is_not_seen_makes_no_other_name(name: str, other: str) -> None:
    assert name_key(name) == name_key(other)
    assert fold(name.replace("\ufe0f", "").replace("\U000e0100", "")) == fold(other)
