"""The engine's pairings are the best: against everything tried, one whole matching, and cases."""

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings

from pairings import Cost, PairingState, cost_of, engine, pair
from pairings.checker import check
from pairings.cost import Rematches
from pairings.exact_pairing import Problem, pair_few, pair_whole
from pairings.random_draws import Lots
from pairings.windows import Work
from tests.bench.engines.simulated_events import simulate
from tests.pairings.states import state, states
from tests.shared import shared

COMPLETE = ("points", "opponents", "byes")


@pytest.fixture(params=["counted", "drawn"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test as usual, and with small fields sent through the search for large ones."""
    if request.param == "drawn":
        monkeypatch.setattr(engine, "FEW", 2)
        monkeypatch.setattr(engine, "COUNTED", 0)
    return str(request.param)


def whole_cost(given_state: PairingState) -> Cost:
    problem = Problem(given_state, Rematches(given_state), list(range(len(given_state.points))))
    found = pair_whole(problem, Lots(1, "test"), Work(1e9))
    return cost_of(given_state, list(zip(found.ones, found.twos, strict=True)), found.bye)


def assert_proven_best(given_state: PairingState, seed: int) -> None:
    made = pair(given_state, seed)
    verdict = check(given_state, made.pairs, made.bye)
    assert verdict.legal
    assert verdict.cost == made.cost
    assert verdict.best is not False
    assert made.proven
    assert made.cost == made.bound == whole_cost(given_state)


@pytest.mark.usefixtures("way")
def test_small_fields_equal_everything_tried() -> None:
    @settings(max_examples=80, deadline=None)
    @given(states(1, 8))
    def best(given_state: PairingState) -> None:
        made = pair(given_state, 7)
        verdict = check(given_state, made.pairs, made.bye)
        assert verdict.best is True
        assert verdict.how == "everything tried"
        assert verdict.least == made.bound == made.cost
        assert made.proven

    best()


@pytest.mark.usefixtures("way")
def test_fields_up_to_sixty_equal_one_whole_matching() -> None:
    @settings(max_examples=60, deadline=None)
    @given(states(9, 60))
    def best(given_state: PairingState) -> None:
        assert_proven_best(given_state, 3)

    best()


@pytest.mark.parametrize("players", [64, 111])
def test_every_round_of_a_long_event_is_best(players: int) -> None:
    for given_state, seed, _ in simulate(players, 14, players, pair):
        assert_proven_best(given_state, seed)


def test_table_order_is_by_points_of_the_pair() -> None:
    for given_state, _, made in simulate(80, 7, 5, pair):
        points = given_state.points
        sums = [(points[a] + points[b], max(points[a], points[b])) for a, b in made.pairs]
        assert all(upper >= lower for upper, lower in pairwise(sums))


@pytest.mark.usefixtures("way")
def test_the_cases_with_known_optimum() -> None:
    for path in sorted(shared("pairing_cases").glob("*.json")):
        case = json.loads(path.read_text())
        known = dict(case["optimum"])
        ways = known.pop("n_optimal")
        given_state = PairingState(
            tuple(case["points"]), tuple(map(frozenset, case["opponents"])), tuple(case["byes"])
        )
        seen = set()
        for seed in range(40):
            made = pair(given_state, seed)
            assert made.cost == Cost(**known), path.name
            assert made.proven
            seen.add((frozenset(map(frozenset, made.pairs)), made.bye))
        assert len(seen) == ways, path.name


def test_a_bye_that_empties_its_group_while_a_floater_passes() -> None:
    # 3 on 6, 1 on 3, 3 on 0; the bye must go to the one on 3: a 6 meets a 0 directly.
    given_state = state([6, 6, 6, 3, 0, 0, 0], byes=[1, 1, 1, 0, 1, 1, 1])
    made = pair(given_state, 1)
    assert made.bye == 3
    assert made.cost == Cost(0, 0, 3, 6, 36)
    assert made.proven


def test_everybody_on_equal_points_and_nobody_met_is_round_one() -> None:
    made = pair(state([0] * 100), 5)
    assert made.cost == Cost(0, None, None, 0, 0)
    assert (made.proven, made.uniform, made.method) == (True, True, "parity")


def test_forbidden_pairs_and_pods_are_kept_apart_and_together() -> None:
    brothers = [(0, 1), (2, 3)]
    for seed in range(20):
        made = pair(state([0] * 4, forbidden=brothers), seed)
        assert made.cost.rematches == 0
        pods = [0] * 8 + [1] * 8
        made = pair(state([3, 0] * 8, pods=pods), seed)
        assert all(pods[one] == pods[two] for one, two in made.pairs)
        assert made.proven


def test_two_odd_pods_share_one_pair_that_counts_as_a_rematch() -> None:
    made = pair(state([0] * 14, pods=[0] * 7 + [1] * 7), 1)
    assert made.cost.rematches == 1
    assert made.proven


def test_a_group_that_has_all_met_stops_at_its_deadline_and_says_so() -> None:
    size = 60
    met = [(one, two) for two in range(size) for one in range(two)]
    given_state = state([9] * size + [6] * size + [3] * size, met)
    made = pair(given_state, 1, deadline=0.001)
    assert check(given_state, made.pairs, made.bye).legal
    assert (made.proven, made.uniform, made.method) == (False, False, "best effort")
    assert made.bound <= made.cost
    best = pair(given_state, 1)
    assert best.proven
    assert made.bound <= best.cost <= made.cost
    assert best.cost.rematches == 0


def test_matchings_without_a_solution_count_all_ways_of_one_group() -> None:
    given_state = state([0] * 6)
    problem = Problem(given_state, Rematches(given_state), list(range(6)))
    seen = {
        frozenset(frozenset(two) for two in zip(found.ones, found.twos, strict=True))
        for seed in range(300)
        for found in [pair_few(problem, Lots(seed, "test"))]
    }
    assert len(seen) == 15


def test_nobody_and_one_player() -> None:
    assert pair(state([]), 1).pairs == ()
    lonely = pair(state([3]), 1)
    assert (lonely.pairs, lonely.bye, lonely.proven) == ((), 0, True)


@pytest.mark.parametrize("points", [10**6, -(10**6)])
def test_the_largest_differences_fit(points: int) -> None:
    made = pair(state([points, 0, 0, 1, 1, 5, 5, 5], [(5, 6), (5, 7), (6, 7)]), 1)
    assert made.cost == whole_cost(state([points, 0, 0, 1, 1, 5, 5, 5], [(5, 6), (5, 7), (6, 7)]))
