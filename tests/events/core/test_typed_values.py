"""Numbers that a form carries by the thousand, written as runs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.limits import MOST_PLAYERS
from events.core.typed_values import number_runs, numbers_of_runs


@pytest.mark.parametrize(
    ("numbers", "text"),
    [([], ""), ([7], "7"), ([3, 1, 2], "1-3"), ([1, 2, 4, 6, 7, 8], "1-2 4 6-8")],
)
def test_numbers_in_a_row_are_one_run(numbers: list[int], text: str) -> None:
    assert number_runs(numbers) == text


@given(st.sets(st.integers(0, MOST_PLAYERS)))
def test_the_numbers_come_back(numbers: set[int]) -> None:
    assert numbers_of_runs([number_runs(numbers)]) == numbers


def test_one_field_a_number_is_read_too() -> None:
    assert numbers_of_runs(["3", "5", "x", "", "9-"]) == {3, 5, 9}


@given(st.lists(st.text("0123456789- x", max_size=12)))
def test_nothing_that_is_sent_makes_more_numbers_than_players(texts: list[str]) -> None:
    assert numbers_of_runs(texts) <= set(range(MOST_PLAYERS + 1))
    assert numbers_of_runs(["1-99999999999", "8-2"]) == set()
