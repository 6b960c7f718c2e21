"""Seatings are the best: known optima, everything tried, and the checker."""

import json
import random
from collections import Counter
from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings

from pairings import PairingError
from pairings.random_draws import Lots
from pairings.tables_of_four import OddGo, OddPolicy, TablesCost, TablesState, seat, sizes_for
from pairings.tables_of_four.bounds import lower_bound
from pairings.tables_of_four.cost import Terms, Weights
from pairings.tables_of_four.exact import Divisions
from pairings.tables_of_four.json_tables import parse_tables
from pairings.tables_of_four.seatings import TERMS, ranked
from pairings.tables_of_four.seats import SeatOrders
from tests.bench.engines.simulated_tables import Played, simulate_tables
from tests.pairings.tables_of_four.checker import check_tables
from tests.pairings.tables_of_four.states import (
    Division,
    division,
    engine,
    every_division,
    orders,
    random_state,
    states,
)
from tests.shared import shared

FEW_WAYS = 20


@pytest.fixture(scope="module")
def cases() -> list[dict[str, object]]:
    return [
        json.loads(path.read_text())
        for path in sorted(shared("pairing_cases", "pods").glob("*.json"))
    ]


def test_the_rounds_with_known_optimum(cases: list[dict[str, object]]) -> None:
    assert len(cases) == 40
    for case in cases:
        given_state = parse_tables(case)
        sizes = sizes_for(len(given_state.points), OddPolicy(str(case["policy"])))
        assert sizes == (given_state.sizes, given_state.bye_count), case["name"]
        made = seat(given_state, 5)
        assert asdict(made.cost) == case["optimum"], case["name"]
        assert made.best == case["n_optimal"], case["name"]
        assert (made.proven, made.uniform, made.bound) == (len(TERMS), True, made.cost)
        verdict = check_tables(given_state, made.tables, made.byes)
        assert verdict.legal
        assert verdict.cost == made.cost
        assert verdict.best is not False


def test_their_example_is_one_of_the_best(cases: list[dict[str, object]]) -> None:
    for case in cases:
        given_state, example = parse_tables(case), case["one"]
        assert isinstance(example, dict)
        cost = Terms(given_state).cost(example["pods"], example["byes"])
        assert asdict(cost) == case["optimum"], case["name"]


def test_each_of_the_best_divisions_is_drawn(cases: list[dict[str, object]]) -> None:
    few = [case for case in cases if 1 < int(str(case["n_optimal"])) < FEW_WAYS]
    assert len(few) > 5
    for case in few:
        ways = int(str(case["n_optimal"]))
        counts = _drawn(parse_tables(case), 300 * ways)
        assert len(counts) == ways, case["name"]
        assert sum((count - 300) ** 2 / 300 for count in counts.values()) < 3 * ways + 10


def _drawn(given_state: TablesState, draws: int) -> Counter[Division]:
    terms = Terms(given_state)
    weights = Weights(terms)
    divisions = Divisions(terms, weights, SeatOrders(terms, weights))
    lots = Lots(1, "test")
    counts: Counter[Division] = Counter()
    for _ in range(draws):
        tables, byes = divisions.draw(lots)
        counts[division(tables, tuple(byes))] += 1
    return counts


def test_seeds_draw_different_divisions_and_seats() -> None:
    blank = Played.of(6).state(OddPolicy.THREES, OddGo.LOW)
    made = [seat(blank, seed) for seed in range(400)]
    assert len({division(seating.tables, ()) for seating in made}) == 10
    assert len({table for seating in made for table in seating.tables}) == 6 * 5 * 4


@settings(max_examples=40, deadline=None)
@given(states(3, 8))
def test_small_fields_equal_everything_tried(given_state: TablesState) -> None:
    terms = Terms(given_state)
    best: list[tuple[int, ...]] = []
    for tables, byes in every_division(given_state):
        seated = [min(orders(table), key=lambda order: terms.cost([order], [])) for table in tables]
        best.append(ranked(terms.cost(seated, byes), given_state.points_first))
    made = seat(given_state, 3)
    assert ranked(made.cost, points_first=False) == min(best)
    assert made.best == best.count(min(best))


@settings(max_examples=40, deadline=None)
@given(states(3, 12))
def test_the_checker_tries_everything_by_itself(given_state: TablesState) -> None:
    for given_order in (given_state, replace(given_state, points_first=True)):
        made = seat(given_order, 3)
        verdict = check_tables(given_order, made.tables, made.byes)
        assert (verdict.best, verdict.how) == (True, "everything tried")
        assert verdict.cost == verdict.least == made.cost


def test_points_first_costs_repeats_and_saves_spread() -> None:
    for seed in range(12):
        given_state = random_state(random.Random(seed), 8, 14)
        repeats, points = (
            seat(given_state, 1).cost,
            seat(replace(given_state, points_first=True), 1).cost,
        )
        assert points.spread <= repeats.spread
        assert (points.second_byes, points.bye_points) == (repeats.second_byes, repeats.bye_points)
        if points.spread == repeats.spread:
            assert points == repeats


def test_eight_players_repeat_four_pairs_in_round_two() -> None:
    *_, (given_state, _tables, _byes) = simulate_tables(8, 2, 3, engine)
    made = seat(given_state, 1)
    assert (made.cost.repeats, made.cost.meetings, made.cost.recency) == (4, 4, 4)


def test_sixteen_players_meet_nobody_twice_in_three_rounds() -> None:
    for state, tables, byes in simulate_tables(16, 3, 1, engine):
        assert Terms(state).cost(tables, byes).repeats == 0


@settings(max_examples=50, deadline=None)
@given(states(3, 12))
def test_a_bound_is_never_above_the_best(given_state: TablesState) -> None:
    made = seat(given_state, 2)
    bound = lower_bound(Terms(given_state))
    assert ranked(bound, points_first=False) <= ranked(made.cost, points_first=False)


@settings(max_examples=30, deadline=None)
@given(states(4, 12))
def test_neither_names_nor_a_present_to_all_change_the_cost(given_state: TablesState) -> None:
    count = len(given_state.points)
    order = list(range(count))
    random.Random(count).shuffle(order)
    place = {player: at for at, player in enumerate(order)}
    renamed = replace(
        given_state,
        points=tuple(given_state.points[player] for player in order),
        byes=tuple(given_state.byes[player] for player in order),
        odd=tuple(given_state.odd[player] for player in order),
        seats=tuple(given_state.seats[player] for player in order),
        meetings={
            (min(place[a], place[b]), max(place[a], place[b])): rounds
            for (a, b), rounds in given_state.meetings.items()
        },
    )
    cost = seat(given_state, 1).cost
    assert seat(renamed, 9).cost == cost
    richer = replace(given_state, points=tuple(points + 7 for points in given_state.points))
    added = seat(richer, 1).cost
    assert (added.repeats, added.spread, added.seat_balance) == (
        cost.repeats,
        cost.spread,
        cost.seat_balance,
    )


def test_costs_compare_from_the_left() -> None:
    costs = [TablesCost(*(int(at >= place) for at in range(10))) for place in range(10, -1, -1)]
    assert costs == sorted(costs)


SIZES = {
    OddPolicy.THREES: {
        3: [3],
        5: [5],
        6: [3, 3],
        7: [4, 3],
        9: [3] * 3,
        13: [4, 3, 3, 3],
        14: [4, 4, 3, 3],
    },
    OddPolicy.FIVES: {
        3: [3],
        6: [3, 3],
        7: [4, 3],
        9: [4, 5],
        10: [5, 5],
        11: [4, 4, 3],
        13: [4, 4, 5],
    },
    OddPolicy.BYES: {3: [3], 4: [4], 5: [4, 1], 7: [4, 3 * 1], 13: [4, 4, 4, 1]},
    OddPolicy.MIXED: {5: [4, 1], 7: [4, 3], 10: [4, 4, 2], 11: [4, 4, 3], 13: [4, 4, 4, 1]},
}


@pytest.mark.parametrize("policy", OddPolicy)
def test_sizes_seat_everybody(policy: OddPolicy) -> None:
    for players in range(3, 200):
        sizes, byes = sizes_for(players, policy)
        assert sum(sizes) + byes == players
        assert set(sizes) <= {3, 4, 5}
        assert byes < 4
        if policy is OddPolicy.THREES:
            assert byes == 0
            assert sizes.count(3) <= 3
        if policy is OddPolicy.BYES and players > 3:
            assert set(sizes) == {4}
    for players, expected in SIZES[policy].items():
        sizes, byes = sizes_for(players, policy)
        assert sorted([*sizes, *([byes] if byes else [])]) == sorted(expected), players


@pytest.mark.parametrize("players", [0, 1, 2])
def test_two_players_are_no_table(players: int) -> None:
    with pytest.raises(PairingError, match="at least 3 players"):
        sizes_for(players, OddPolicy.BYES)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"byes": (0,)}, "one entry a player"),
        ({"sizes": (4, 4)}, "exactly 7 players"),
        ({"sizes": (4, 2), "bye_count": 1}, "3 to 5 players"),
        ({"sizes": (3,), "bye_count": 4}, "not mixed"),
        ({"sizes": (4, 3), "bye_count": 0, "points": (2_000_000,) * 7}, "points must be between"),
        ({"seats": (((5, 4),),) * 7}, "each seat"),
        ({"meetings": {(3, 3): (1,)}}, "cannot have met"),
    ],
)
def test_what_does_not_fit_is_refused(change: dict[str, object], message: str) -> None:
    good = Played.of(7).state(OddPolicy.THREES, OddGo.LOW)
    with pytest.raises(PairingError, match=message):
        seat(replace(good, **change), 1)  # type: ignore[arg-type]
