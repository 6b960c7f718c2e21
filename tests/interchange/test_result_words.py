"""Words in place of results, of the data file and next to scores."""

import pytest

from interchange.scores import BYE, FIRST_WON, PENDING, SECOND_WON, TIED, Score, read_score
from interchange.tables.column_words import RESULT_WORDS
from interchange.tables.plausibility import is_nobody


@pytest.mark.parametrize(
    ("word", "score"),
    [
        ("Unentschieden", TIED),
        ("égalité", TIED),
        ("Ничья", TIED),
        ("Sieg", FIRST_WON),
        ("○", FIRST_WON),
        ("+", FIRST_WON),
        ("défaite", SECOND_WON),
        ("porażka", SECOND_WON),
        ("●", SECOND_WON),
        ("En cours", PENDING),
        ("Gana jugador 1", FIRST_WON),
        ("Spieler 2 gewinnt", SECOND_WON),
        ("Ada Quill", None),
    ],
)
def test_a_word_for_a_result_is_known_in_many_languages(word: str, score: Score | None) -> None:
    assert read_score(word) == score


def test_a_word_has_one_meaning() -> None:
    words = [word for meaning in RESULT_WORDS for word in RESULT_WORDS[meaning] - {"none", "null"}]
    assert sorted(words) == sorted({*words})


@pytest.mark.parametrize("word", ["", "BYE", "Freilos", "なし", "(descansa)", "vrijgesteld"])
def test_a_word_for_a_bye_is_nobody(word: str) -> None:
    assert is_nobody(word)


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("Bye-Lee Park won 2-1-0", Score((1, 2, 0))),
        ("Bye-Lee Park", SECOND_WON),
        ("Di Draw won 2-0", Score((2, 0, 0))),
        ("Di Draw", FIRST_WON),
        ("draw 1-1", Score((1, 1, 0))),
        ("Bye-Lee Park lost", FIRST_WON),
        ("bye", BYE),
    ],
)
def test_the_words_of_a_name_are_no_result(text: str, score: Score) -> None:
    assert read_score(text, "Di Draw", "Bye-Lee Park") == score


def test_the_figures_of_a_name_are_no_games() -> None:
    assert read_score("HAL-9000 won 2-1", "Ada Quill", "HAL-9000") == Score((1, 2, 0))
