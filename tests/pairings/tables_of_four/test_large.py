"""Larger fields: searched, what is proven is counted, and the same on every machine."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings

from pairings.random_draws import Lots
from pairings.tables_of_four import OddGo, OddPolicy, Seating, TablesState, seat
from pairings.tables_of_four.cost import Terms
from pairings.tables_of_four.exchanges import Exchanges
from pairings.tables_of_four.field import Field
from pairings.tables_of_four.seatings import TERMS
from tests.bench.engines.simulated_tables import Played, simulate_tables
from tests.pairings.tables_of_four.checker import check_tables
from tests.pairings.tables_of_four.states import FAST, engine, states

PROVEN_TO_REPEATS = 5
GOLDEN = [20, 7, 5, 1, 8, 12, 25]


def assert_sound(given_state: TablesState, made: Seating) -> None:
    verdict = check_tables(given_state, made.tables, made.byes)
    assert verdict.legal
    assert verdict.cost == made.cost
    assert made.proven >= 2
    assert 0 <= made.proven <= len(TERMS)
    if made.proven == len(TERMS):
        assert made.cost == made.bound
        assert verdict.best is not False


@pytest.mark.parametrize("policy", OddPolicy)
@pytest.mark.parametrize("players", [22, 34, 61])
def test_usual_events_have_no_repeat_and_that_is_proven(players: int, policy: OddPolicy) -> None:
    rounds = 3 if players < 32 else 4
    for state, tables, byes in simulate_tables(players, rounds, players, engine, policy):
        made = seat(state, 1, FAST)
        assert_sound(state, made)
        assert made.cost.repeats == 0
        assert made.proven >= PROVEN_TO_REPEATS
        assert Terms(state).cost(tables, byes).repeats == 0


@settings(max_examples=8, deadline=None)
@given(states(17, 40))
def test_any_state_is_seated_soundly(given_state: TablesState) -> None:
    assert_sound(given_state, seat(given_state, 1, FAST))
    first = replace(given_state, points_first=True)
    made = seat(first, 1, FAST)
    assert_sound(first, made)


def test_the_first_round_is_a_plain_draw() -> None:
    blank = Played.of(30).state(OddPolicy.THREES, OddGo.LOW)
    made = seat(blank, 1)
    assert (made.method, made.uniform, made.proven) == ("drawn", True, len(TERMS))
    tables = {seat(blank, seed).tables for seed in range(20)}
    assert len(tables) == 20
    firsts = {table[0] for seed in range(200) for table in seat(blank, seed).tables}
    assert firsts == set(range(30)), "everybody may start"


def test_a_seed_gives_the_same_seating_for_ever() -> None:
    *_, (given_state, _tables, _byes) = simulate_tables(26, 4, 2, engine)
    made = seat(given_state, 7, FAST)
    assert made == seat(given_state, 7, FAST)
    assert [table[0] for table in made.tables] == GOLDEN
    assert seat(given_state, 8, FAST).tables != made.tables


def test_the_highest_table_is_first() -> None:
    for state, tables, _ in simulate_tables(30, 4, 4, engine):
        means = [sum(state.points[player] for player in table) / len(table) for table in tables]
        assert means == sorted(means, reverse=True)


def test_seats_are_balanced() -> None:
    """After four rounds nobody started thrice, and hardly anyone sat in one seat twice."""
    *_, (given_state, tables, byes) = simulate_tables(64, 4, 6, engine)
    cost = Terms(given_state).cost(tables, byes)
    starts = [sum(seat == 1 for seat, _ in seats) for seats in given_state.seats]
    assert max(starts) <= 2
    assert cost.seat_balance <= 64 * 12, "below the second seat in the mean"


@settings(max_examples=10, deadline=None)
@given(states(17, 30))
def test_gains_are_differences_of_weights(given_state: TablesState) -> None:
    field = Field(Terms(given_state))
    lots = Lots(1, "test")
    exchanges = Exchanges(field, field.start(lots), lots)
    luck = random.Random(1)
    for _ in range(20):
        first, second = luck.sample(range(len(exchanges.group)), 2)
        free = field.free[first] == field.free[second]
        if exchanges.group[first] == exchanges.group[second] or not free:
            continue
        gain = exchanges.gain(first, second)
        exchanges.exchange(first, second)
        whole = Exchanges(field, exchanges.group.copy(), lots)
        assert whole.total == exchanges.total + gain
        exchanges.total += gain
        assert (whole.own() == exchanges.own()).all()


def test_points_that_do_not_fit_are_taken_more_coarsely() -> None:
    *_, (given_state, _tables, _byes) = simulate_tables(40, 3, 2, engine)
    far = replace(given_state, points=tuple(points * 25_000 for points in given_state.points))
    made, usual = seat(far, 1, FAST), seat(given_state, 1, FAST)
    assert made.cost.repeats == usual.cost.repeats == 0
    assert made.proven >= PROVEN_TO_REPEATS
