"""What the entry box understands, as slips read."""

import pytest

from events.services.errors import RefusedError
from events.services.score import (
    Entry,
    Score,
    check_score,
    parse_entry,
    possible_scores,
    result_words,
)


@pytest.mark.parametrize(
    ("text", "table", "score"),
    [
        ("12 21", 12, Score(2, 1)),
        ("12 2-1", 12, Score(2, 1)),
        ("12 2:1", 12, Score(2, 1)),
        ("12 2 1", 12, Score(2, 1)),
        ("12 2-0-1", 12, Score(2, 0, 1)),
        ("12 201", 12, Score(2, 0, 1)),
        ("  7   00 ", 7, Score(0, 0)),
        ("12 d", 12, Score(0, 0, 3)),
        ("12 D", 12, Score(0, 0, 3)),
        ("12 dl", 12, Score(0, 0, double_loss=True)),
        ("12 2-0 x2", 12, Score(2, 0, drop_second=True)),
        ("12 2-0 X1", 12, Score(2, 0, drop_first=True)),
        ("12 02 x12", 12, Score(0, 2, drop_first=True, drop_second=True)),
        ("12 2-0 ×2", 12, Score(2, 0, drop_second=True)),
        ("１２ ２ー１", 12, Score(2, 1)),
        ("12　21", 12, Score(2, 1)),
    ],
)
def test_entries_as_they_are_typed(text: str, table: int, score: Score) -> None:
    assert parse_entry(text) == Entry(table, score)


def test_a_table_alone_is_an_entry_without_a_score() -> None:
    assert parse_entry("31") == Entry(31, None)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "table"),
        ("x", "table"),
        ("-3 21", "table"),
        ("1234567 21", "table"),
        ("12 2", "score"),
        ("12 21x", "score"),
        ("12 2-1-0-0", "score"),
        ("12 2-0 x", "score"),
        ("12 2-0 x3", "score"),
        ("12 x2", "score"),
        ("12 10-0", "score"),
        ("12 2-10", "score"),
    ],
)
def test_what_can_not_be_read_names_the_part(text: str, field: str) -> None:
    with pytest.raises(RefusedError) as refused:
        parse_entry(text)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("score", "games_to_win", "possible"),
    [
        (Score(2, 0), 2, True),
        (Score(1, 0), 2, True),
        (Score(1, 1, 1), 2, True),
        (Score(2, 0, 1), 2, True),
        (Score(0, 0), 2, True),
        (Score(0, 0, 3), 1, True),
        (Score(3, 0), 2, False),
        (Score(2, 2), 2, False),
        (Score(2, 1, 3), 2, False),
        (Score(2, 0), 1, False),
        (Score(1, 0), 1, True),
        (Score(3, 2), 3, True),
        (Score(4, 0), 3, False),
    ],
)
def test_scores_that_can_happen(score: Score, games_to_win: int, possible: bool) -> None:
    if possible:
        check_score(score, games_to_win, draws_allowed=True)
        return
    with pytest.raises(RefusedError):
        check_score(score, games_to_win, draws_allowed=True)


@pytest.mark.parametrize("score", [Score(0, 0), Score(1, 1), Score(0, 0, 3)])
def test_no_draws_where_the_event_has_none(score: Score) -> None:
    with pytest.raises(RefusedError, match="no draws"):
        check_score(score, 2, draws_allowed=False)


def test_a_double_loss_is_no_draw() -> None:
    check_score(Score(0, 0, double_loss=True), 2, draws_allowed=False)


def test_the_offered_scores_are_possible() -> None:
    for games_to_win in (1, 2, 3):
        for draws_allowed in (True, False):
            offered = possible_scores(games_to_win, draws_allowed)
            assert len(set(offered)) == len(offered)
            for score in offered:
                check_score(score, games_to_win, draws_allowed)


@pytest.mark.parametrize(
    ("games", "double_loss", "words"),
    [
        ((2, 1, 0), False, "Rossi beats 田中 2-1"),
        ((1, 2, 0), False, "田中 beats Rossi 2-1"),
        ((2, 0, 1), False, "Rossi beats 田中 2-0-1"),
        ((1, 1, 1), False, "Rossi and 田中 draw 1-1-1"),
        ((0, 0, 3), False, "Rossi and 田中 draw by agreement"),
        ((0, 0, 0), True, "Rossi and 田中 both lose"),
    ],
)
def test_results_in_words(games: tuple[int, int, int], double_loss: bool, words: str) -> None:
    assert result_words("Rossi", "田中", games, double_loss).replace("\u2011", "-") == words
