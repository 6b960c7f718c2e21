"""The independent checker of seatings finds what is illegal and what is not the best."""

from dataclasses import replace

import pytest

from pairings.tables_of_four import OddGo, OddPolicy, seat
from tests.bench.engines.simulated_tables import Played, simulate_tables
from tests.pairings.tables_of_four.checker import check_tables
from tests.pairings.tables_of_four.states import engine

BLANK = Played.of(9).state(OddPolicy.BYES, OddGo.LOW)


@pytest.mark.parametrize(
    ("tables", "byes", "problem"),
    [
        ([(0, 1, 2, 3), (4, 5, 6, 9)], [8], "unknown-player"),
        ([(0, 1, 2, 3), (4, 5, 6, 3)], [8], "seated-twice"),
        ([(0, 1, 2, 3), (4, 5, 6, 8)], [8], "seated-twice"),
        ([(0, 1, 2, 3), (4, 5, 6)], [8], "left-out"),
        ([(0, 1, 2), (3, 4, 5), (6, 7, 8)], [], "wrong-sizes"),
        ([(0, 1, 2, 3, 4), (5, 6, 7)], [8], "wrong-sizes"),
    ],
)
def test_an_illegal_seating_is_named(
    tables: list[tuple[int, ...]], byes: list[int], problem: str
) -> None:
    verdict = check_tables(BLANK, tables, byes)
    assert problem in verdict.problems
    assert not verdict.legal
    assert verdict.cost is None


def test_a_worse_seating_is_not_the_best() -> None:
    *_, (given_state, tables, _byes) = simulate_tables(8, 3, 1, engine)
    assert check_tables(given_state, tables, []).best is True
    (first, *rest), (second, *others) = tables
    worse = check_tables(given_state, [(second, *rest), (first, *others)], [])
    assert (worse.best, worse.how) == (False, "everything tried")
    assert worse.least == check_tables(given_state, tables, []).cost


def test_an_early_seat_again_is_not_the_best() -> None:
    *_, (given_state, tables, _byes) = simulate_tables(8, 2, 1, engine)
    turned = [tuple(reversed(table)) for table in tables]
    verdicts = [check_tables(given_state, seating, []) for seating in (tables, turned)]
    assert [verdict.best for verdict in verdicts] == [True, False]


def test_larger_fields_are_decided_by_an_exchange() -> None:
    *_, (given_state, _tables, _byes) = simulate_tables(20, 3, 1, engine)
    made = seat(given_state, 1)
    (first, *rest), *middle, (last, *others) = made.tables
    worse = [(last, *rest), *middle, (first, *others)]
    verdict = check_tables(given_state, worse, made.byes)
    assert (verdict.best, verdict.how) == (False, "better exchange")
    assert check_tables(given_state, made.tables, made.byes).best is not False


def test_the_order_of_comparison_is_that_of_the_event() -> None:
    *_, (given_state, _tables, _byes) = simulate_tables(12, 4, 5, engine)
    first = replace(given_state, points_first=True)
    for state in (given_state, first):
        made = seat(state, 1)
        assert check_tables(state, made.tables, made.byes).best is True
