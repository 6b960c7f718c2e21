"""Forced rematches: the fewest earlier meetings, then the longest ago, before differences."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings

from pairings import Cost, PairingState, cost_of, difference, engine, pair, pair_by_standings
from pairings.checker import check
from pairings.cost import scale_for
from pairings.explain import Rematch, explain
from pairings.repairing.plans import plans_for
from pairings.types import PostedRound
from tests.pairings.repairing_check import check_repairing
from tests.pairings.states import state, states

Pairs = list[tuple[int, int]]
Rounds = list[Pairs]


def every_pairing(players: list[int]) -> Iterator[tuple[Pairs, int | None]]:
    if len(players) < 2:
        yield [], players[0] if players else None
        return
    one, rest = players[0], players[1:]
    if len(players) % 2:
        for pairs, _ in every_pairing(rest):
            yield pairs, one
    for two in rest:
        for pairs, bye in every_pairing([other for other in rest if other != two]):
            yield [(one, two), *pairs], bye


def least(points: list[int], byes: list[int], rounds: Rounds) -> tuple[int, ...]:
    """Return the least of the terms over every pairing, straight from the rule."""
    met: dict[frozenset[int], list[int]] = {}
    for number, pairs in enumerate(rounds, 1):
        for two in pairs:
            met.setdefault(frozenset(two), []).append(number)

    def terms(pairs: Pairs, bye: int | None) -> tuple[int, ...]:
        again = [met[frozenset(two)] for two in pairs if frozenset(two) in met]
        gaps = [abs(points[one] - points[two]) for one, two in pairs]
        return (
            len(again),
            0 if bye is None else byes[bye],
            0 if bye is None else points[bye],
            sum(map(len, again)),
            sum(map(max, again)),
            sum(gaps),
            sum(gap * gap for gap in gaps),
        )

    return min(terms(pairs, bye) for pairs, bye in every_pairing(list(range(len(points)))))


def terms_of(cost: Cost) -> tuple[int, ...]:
    bye = (cost.bye_had or 0, cost.bye_points or 0)
    sums = (cost.sum_abs, cost.sum_sq)
    return (cost.rematches, *bye, cost.meetings, cost.last_met, *sums)


def played(players: int, rounds: int, seed: int) -> Iterator[tuple[PairingState, Rounds]]:
    """Play an event far beyond its size; yield the state before each round, and the rounds."""
    luck = random.Random(seed)
    points, byes = [0] * players, [0] * players
    before: Rounds = []
    for _ in range(rounds):
        given_state = state(points, byes=byes, rounds=before)
        yield given_state, before
        made = pair(given_state, luck.getrandbits(63))
        for two in made.pairs:
            points[luck.choice(two)] += 3
        if made.bye is not None:
            points[made.bye] += 3
            byes[made.bye] += 1
        before.append(list(made.pairs))


@pytest.mark.parametrize("drawn", [False, True], ids=["counted", "drawn"])
@pytest.mark.parametrize("players", range(3, 8))
def test_small_events_over_many_rounds_equal_everything_tried(
    players: int, drawn: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if drawn:
        monkeypatch.setattr(engine, "FEW", 2)
        monkeypatch.setattr(engine, "COUNTED", 0)
    for seed in range(2):
        for given_state, before in played(players, 3 * players, seed):
            made = pair(given_state, seed)
            points, byes = list(given_state.points), list(given_state.byes)
            assert terms_of(made.cost) == least(points, byes, before)
            assert made.proven
            verdict = check(given_state, made.pairs, made.bye)
            assert (verdict.best, verdict.cost, verdict.least) == (True, made.cost, made.cost)


@pytest.mark.parametrize("seed", range(20))
def test_four_players_meet_in_turn(seed: int) -> None:
    pairs_of = [frozenset(map(frozenset, pairs)) for pairs in list(played(4, 13, seed))[-1][1]]
    for at, pairs in enumerate(pairs_of[3:], 3):
        assert pairs == pairs_of[at - 3], "each pairing returns after three rounds"


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_nobody_meets_often_what_others_meet_once(players: int) -> None:
    for seed in range(5):
        rounds = list(played(players, 2 * players + 1, seed))[-1][1]
        times = Counter(frozenset(two) for pairs in rounds for two in pairs)
        every = [times[frozenset(two)] for two in combinations(range(players), 2)]
        assert max(every) - min(every) <= 1 + players % 2


@settings(max_examples=60, deadline=None)
@given(states(2, 9))
def test_meetings_change_nothing_where_no_rematch_is_forced(given_state: PairingState) -> None:
    plain = replace(given_state, meetings={})
    made, before = pair(given_state, 5), pair(plain, 5)
    assert made.cost.rematches == before.cost.rematches
    assert (made.cost.bye_had, made.cost.bye_points) == (
        before.cost.bye_had,
        before.cost.bye_points,
    )
    if not made.cost.rematches:
        assert made == before


@settings(max_examples=40, deadline=None)
@given(states(8, 40))
def test_larger_fields_draw_the_same_where_no_rematch_is_forced(given_state: PairingState) -> None:
    made, before = pair(given_state, 5), pair(replace(given_state, meetings={}), 5)
    assert made.cost.rematches == before.cost.rematches
    if not made.cost.rematches and given_state.pods is None:
        assert made == before


def test_the_fewest_meetings_then_the_longest_ago_then_the_differences() -> None:
    rounds: Rounds = [[(0, 1), (2, 3)], [(0, 2), (1, 3)], [(0, 3), (1, 2)]]
    made = pair(state([9, 0, 0, 9], rounds=rounds), 1)
    assert made.cost == Cost(2, None, None, 18, 162, meetings=2, last_met=2)
    made = pair(state([9, 0, 0, 9], rounds=[*rounds, rounds[0]]), 1)
    assert made.cost == Cost(2, None, None, 18, 162, meetings=2, last_met=4)
    made = pair(state([9, 0, 0, 9], rounds=[*rounds, rounds[0], rounds[1]]), 1)
    assert made.cost == Cost(2, None, None, 0, 0, meetings=2, last_met=6)


def test_costs_compare_by_meetings_before_differences() -> None:
    costs = [
        Cost(1, 0, 3, 90, 900, meetings=1, last_met=1),
        Cost(1, 0, 3, 0, 0, meetings=1, last_met=2),
        Cost(1, 0, 3, 0, 0, meetings=2, last_met=0),
        Cost(1, 0, 6, 0, 0),
        Cost(2, 0, 0, 0, 0),
    ]
    assert sorted([costs[at] for at in (3, 1, 4, 0, 2)]) == costs
    assert costs[0] <= costs[1] < costs[2]
    assert Cost(0, None, None, 3, 9) < Cost(0, None, None, 6, 18)


def test_a_forbidden_pair_that_never_met_is_no_meeting() -> None:
    given_state = state([0] * 4, rounds=[[(0, 1), (2, 3)], [(0, 2), (1, 3)]], forbidden=[(0, 3)])
    made = pair(given_state, 1)
    assert made.cost == Cost(1, None, None, 0, 0)


def test_without_meetings_no_weight_makes_room_for_them() -> None:
    plain, dated = scale_for(20, 9, 3), scale_for(20, 9, 3, (2, 8))
    assert (plain.last_met, plain.meetings) == (plain.bye, plain.bye)
    assert dated.rematch > dated.bye > dated.meetings > dated.last_met == plain.last_met


def test_a_plan_repeats_what_lies_longest_ago() -> None:
    rounds: Rounds = [[(0, 1), (2, 3)], [(0, 2), (1, 3)], [(0, 3), (1, 2)]]
    given_state = state([9, 3, 3, 3], rounds=rounds)
    plans = plans_for(PostedRound(given_state, ((0, 3), (1, 2)), None), 1)
    assert {frozenset(two) for two in plans.whole.pairs} == {frozenset({0, 1}), frozenset({2, 3})}
    assert (
        plans.fewest.cost == plans.whole.cost == Cost(2, None, None, 6, 36, meetings=2, last_met=2)
    )
    assert plans.leave.cost == Cost(2, None, None, 6, 36, meetings=2, last_met=6)
    verdict = check_repairing(
        PostedRound(given_state, ((0, 3), (1, 2)), None), [(0, 3), (1, 2)], None
    )
    assert (verdict.best, verdict.least) == (False, plans.whole.cost)


def test_the_explanation_and_the_difference_name_the_meetings() -> None:
    rounds: Rounds = [[(0, 1), (2, 3)], [(0, 2), (1, 3)], [(0, 3), (1, 2)]]
    given_state = state([0] * 4, rounds=rounds)
    made = pair(given_state, 1)
    again = explain(given_state, made).rematches
    assert {(entry.code, entry.rounds) for entry in again} == {("met", (1,))}
    assert isinstance(again[0], Rematch)
    changed = difference(given_state, [(0, 3), (1, 2)], None, made.cost)
    assert (changed.more_rematches, changed.more_meetings, changed.later) == (0, 0, 4)
    assert not changed.equal


def test_standings_keep_to_the_same_order_of_rematches() -> None:
    for players in range(3, 8):
        for given_state, before in played(players, 2 * players, players):
            order = sorted(range(players), key=lambda one: -given_state.points[one])
            made = pair_by_standings(given_state, order, 1)
            known = least(list(given_state.points), list(given_state.byes), before)
            assert terms_of(made.cost)[:5] == known[:5]
            assert made.cost == cost_of(given_state, made.pairs, made.bye)
