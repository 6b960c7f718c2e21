"""Re-pairings of a posted round: against everything tried, one whole matching, and cases."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings

from pairings import Cost, PairingError, cost_of, pair
from pairings.cost import Rematches, bye_ranks, scale_for
from pairings.matching import lightest_matching
from pairings.repairing import relaxed
from pairings.repairing.plans import plans_for
from pairings.types import Plan, PostedRound, RepairingPlans
from tests.bench.engines.simulated_events import simulate
from tests.pairings.repairing_check import check_repairing
from tests.pairings.rounds import rounds
from tests.pairings.states import state


@pytest.fixture(params=["players", "twins"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a test as usual, and with twins for every posted table, however few."""
    if request.param == "twins":
        monkeypatch.setattr(relaxed, "FEW", 0)


def all_plans(made: RepairingPlans) -> list[Plan]:
    return [made.fewest, made.leave, made.whole, *made.between]


def whole_matching(posted: PostedRound) -> tuple[Cost, int]:
    """Return the least cost and fewest changes by one matching of everyone who is free."""
    given_state, past = posted.state, Rematches(posted.state)
    held = {player for two in posted.locked for player in two} | posted.gone
    free = [player for player in range(len(given_state.points)) if player not in held]
    old = {frozenset(two) for two in posted.pairs}
    points, ranks = given_state.points, bye_ranks(given_state)
    scale = scale_for(len(points) + 2, max(points) - min(points), max(ranks), past.most)
    unit = len(free) + 2
    edges = []
    for at, one in enumerate(free):
        for place, two in enumerate(free[:at]):
            weight = scale.gap(abs(points[one] - points[two]))
            if past.between(one, two):
                weight += scale.again(past.past(one, two))
            edges.append((place, at, weight * unit + (frozenset((one, two)) not in old)))
        if len(free) % 2:
            edges.append((at, len(free), scale.bye * ranks[one] * unit + (one != posted.bye)))
    matched = lightest_matching(len(free) + len(free) % 2, edges)
    pairs = [(free[one], free[two]) for one, two in matched if two < len(free)]
    byes = [free[one] for one, two in matched if two == len(free)]
    bye = byes[0] if byes else None
    changed = sum(frozenset(two) not in old for two in pairs)
    changed += bye is not None and bye != posted.bye
    return cost_of(given_state, [*pairs, *posted.locked], bye), changed


@pytest.mark.usefixtures("way")
def test_small_rounds_equal_everything_tried() -> None:
    @settings(max_examples=120, deadline=None)
    @given(rounds(3, 10))
    def best(posted: PostedRound) -> None:
        made = plans_for(posted, 7)
        verdicts = [check_repairing(posted, plan.pairs, plan.bye) for plan in all_plans(made)]
        for plan, verdict in zip(all_plans(made), verdicts, strict=True):
            assert verdict.problems == ()
            assert verdict.how == "everything tried"
            assert (plan.cost, plan.changed) == (verdict.cost, verdict.changed)
            assert plan.proven
        fewest, leave, whole, *between = verdicts
        assert fewest.best is True
        assert fewest.fewest is True
        assert leave.efficient is True
        assert whole.best is True
        assert all(verdict.efficient for verdict in between)
        changes = [plan.changed for plan in (made.fewest, *made.between, made.leave)]
        assert changes == sorted(changes, reverse=True)
        assert len(set(changes[:-1])) == len(changes) - 1 <= 4
        assert all(plan.changed > made.leave.changed for plan in made.between)

    best()


@pytest.mark.usefixtures("way")
def test_larger_rounds_equal_one_whole_matching() -> None:
    @settings(max_examples=60, deadline=None)
    @given(rounds(11, 60))
    def best(posted: PostedRound) -> None:
        made = plans_for(posted, 3)
        assert (made.fewest.cost, made.fewest.changed) == whole_matching(posted)
        assert made.whole.cost == made.fewest.cost
        for plan in all_plans(made):
            verdict = check_repairing(posted, plan.pairs, plan.bye)
            assert verdict.problems == ()
            assert (plan.cost, plan.changed) == (verdict.cost, verdict.changed)
            assert verdict.least is not None
            assert verdict.least <= plan.cost
        assert made.fewest.proven

    best()


@pytest.mark.usefixtures("way")
def test_nothing_is_better_in_cost_with_as_few_changes_as_leave() -> None:
    @settings(max_examples=60, deadline=None)
    @given(rounds(4, 9))
    def least(posted: PostedRound) -> None:
        leave = plans_for(posted, 5).leave
        verdict = check_repairing(posted, leave.pairs, leave.bye)
        assert verdict.efficient is True
        there = {frozenset(two) for two in posted.pairs if not posted.gone & set(two)}
        assert there <= {frozenset(two) for two in leave.pairs}

    least()


def corrected_round(players: int, rounds_played: int) -> PostedRound:
    """Return the last round of an event after a result of the one before was turned around."""
    given_state, _, made = list(simulate(players, rounds_played, 5, pair))[-1]
    points = list(given_state.points)
    winner = next(at for at, own in enumerate(points) if own > 3 and given_state.opponents[at])
    points[winner] -= 3
    points[min(given_state.opponents[winner])] += 3
    return PostedRound(replace(given_state, points=tuple(points)), made.pairs, made.bye)


def test_a_large_field_is_repaired_at_a_few_tables_and_proven() -> None:
    posted = corrected_round(2000, 9)
    made = plans_for(posted, 1)
    assert all(plan.proven for plan in all_plans(made))
    assert made.fewest.cost == made.whole.cost < made.leave.cost
    assert (made.leave.changed, made.leave.pairs) == (0, posted.pairs)
    assert 0 < made.fewest.changed < 20 < made.whole.changed
    for plan in all_plans(made):
        verdict = check_repairing(posted, plan.pairs, plan.bye)
        assert (verdict.problems, verdict.cost) == ((), plan.cost)
        assert verdict.changed == plan.changed


def test_only_unlocked_tables_of_a_large_field_change() -> None:
    posted = corrected_round(2000, 9)
    locked = frozenset((min(two), max(two)) for two in posted.pairs[30:])
    made = plans_for(replace(posted, locked=locked), 1)
    for plan in all_plans(made):
        assert plan.pairs[30:] == posted.pairs[30:]
        assert plan.proven


def test_a_field_posted_at_random_is_repaired_exactly() -> None:
    luck = random.Random(3)
    posted = corrected_round(300, 7)
    order = list(range(len(posted.state.points)))
    luck.shuffle(order)
    bye = order.pop() if len(order) % 2 else None
    posted = replace(posted, pairs=tuple(zip(order[::2], order[1::2], strict=True)), bye=bye)
    made = plans_for(posted, 1).fewest
    assert (made.cost, made.changed) == whole_matching(posted)
    assert made.proven


LEVEL = state([0] * 6)
FULL = ((0, 1), (2, 3), (4, 5))


def test_a_round_that_is_right_is_left() -> None:
    made = plans_for(PostedRound(LEVEL, FULL, None), 1)
    assert made.fewest == made.leave
    assert (made.leave.pairs, made.leave.changed) == (FULL, 0)
    assert made.between == ()


def test_the_opponent_of_a_player_who_is_gone_gets_the_bye() -> None:
    made = plans_for(PostedRound(LEVEL, FULL, None, gone=frozenset({2})), 1)
    assert made.fewest.pairs == ((0, 1), (4, 5))
    assert (made.fewest.bye, made.fewest.changed) == (3, 1)


def test_the_opponent_does_not_get_a_second_bye() -> None:
    had = state([0] * 6, byes=[0, 0, 0, 1, 0, 0])
    made = plans_for(PostedRound(had, FULL, None, gone=frozenset({2})), 1)
    assert (made.leave.bye, made.leave.changed) == (3, 1)
    assert made.fewest.bye != 3
    assert made.fewest.changed == 2
    assert made.fewest.cost.bye_had == 0


def test_a_late_player_meets_the_player_with_the_bye() -> None:
    five = state([3, 3, 0, 0, 0, 0])
    made = plans_for(PostedRound(five, ((0, 1), (2, 3)), 4), 1)
    assert set(made.fewest.pairs[2]) == {4, 5}
    assert (made.fewest.bye, made.fewest.changed) == (None, 1)
    assert made.fewest == made.leave


def test_a_late_player_without_an_open_bye_gets_one() -> None:
    made = plans_for(PostedRound(state([0] * 5), ((0, 1), (2, 3)), None), 1)
    assert (made.fewest.pairs, made.fewest.bye) == (((0, 1), (2, 3)), 4)


def test_two_late_players_meet_and_the_bye_stays() -> None:
    made = plans_for(PostedRound(state([0] * 5), ((0, 1),), 2), 1)
    assert set(made.leave.pairs[1]) == {3, 4}
    assert (made.leave.bye, made.leave.changed) == (2, 1)


def test_a_player_with_the_bye_who_is_gone_leaves_the_tables_as_they_are() -> None:
    made = plans_for(PostedRound(state([0] * 5), ((0, 1), (2, 3)), 4, gone=frozenset({4})), 1)
    assert (made.fewest.pairs, made.fewest.bye, made.fewest.changed) == (((0, 1), (2, 3)), None, 0)


def test_when_all_is_locked_nothing_changes() -> None:
    wrong = state([9, 0, 9, 0], [(0, 1)])
    made = plans_for(PostedRound(wrong, ((0, 1), (2, 3)), None, locked=frozenset(FULL[:2])), 1)
    assert made.fewest.pairs == made.leave.pairs == made.whole.pairs == ((0, 1), (2, 3))
    assert made.fewest.cost == Cost(1, None, None, 18, 162)
    assert made.fewest.proven


def test_a_player_who_left_a_locked_table_has_played_there() -> None:
    left = PostedRound(LEVEL, FULL, None, gone=frozenset({0, 2}), locked=frozenset({(0, 1)}))
    made = plans_for(left, 1)
    assert made.fewest.pairs == ((0, 1), (4, 5))
    assert made.fewest.bye == 3


def test_pairs_that_go_on_keep_their_tables_and_one_of_each_new_pair_stays() -> None:
    # 0 and 2 should meet, and 1 and 3: the pair in the middle stays where it is.
    wrong = state([6, 3, 0, 0, 6, 3])
    made = plans_for(PostedRound(wrong, ((0, 1), (2, 3), (4, 5)), None), 1).fewest
    assert made.pairs[1] == (2, 3)
    assert {frozenset(made.pairs[0]), frozenset(made.pairs[2])} == {
        frozenset({0, 4}),
        frozenset({1, 5}),
    }


def test_places_say_whose_table_a_pair_gets() -> None:
    left = PostedRound(LEVEL, FULL, None, gone=frozenset({2, 3}))
    assert plans_for(left, 1).leave.places == (0, 2)
    late = plans_for(PostedRound(state([0] * 6), ((0, 1),), None), 1).leave
    assert late.places == (0, None, None)


@pytest.mark.parametrize("seed", range(6))
def test_a_seated_player_keeps_the_table_whomever_they_meet(seed: int) -> None:
    wrong = state([6, 3, 0, 0, 6, 3])
    posted = PostedRound(wrong, ((0, 1), (2, 3), (4, 5)), None, seated=frozenset({5}))
    made = plans_for(posted, seed).fewest
    assert made.places == (0, 1, 2)
    assert set(made.pairs[2]) == {1, 5}


def test_nobody_left_and_nobody_posted() -> None:
    alone = plans_for(PostedRound(state([0, 0]), ((0, 1),), None, gone=frozenset({0, 1})), 1)
    assert (alone.fewest.pairs, alone.fewest.bye, alone.fewest.changed) == ((), None, 0)
    first = plans_for(PostedRound(state([0] * 4), (), None), 1)
    assert first.fewest.changed == 2
    assert plans_for(PostedRound(state([]), (), None), 1).fewest.pairs == ()


def test_the_same_seed_gives_the_same_plans() -> None:
    posted = corrected_round(200, 5)
    assert plans_for(posted, 4) == plans_for(posted, 4)
    floats = PostedRound(state([3, 3, 3, 0, 0, 0]), ((0, 3), (1, 4), (2, 5)), None)
    kept = {
        tuple(set(plans_for(floats, seed).fewest.pairs) & set(floats.pairs)) for seed in range(9)
    }
    assert len(kept) > 1


@pytest.mark.parametrize(
    ("posted", "message"),
    [
        (PostedRound(LEVEL, ((0, 9),), None), "player 9 was posted, but does not exist"),
        (PostedRound(LEVEL, ((0, 1), (1, 2)), None), "player 1 was posted twice"),
        (PostedRound(LEVEL, ((0, 1),), 1), "player 1 was posted twice"),
        (PostedRound(LEVEL, FULL, None, gone=frozenset({6})), "player 6 is gone, but"),
        (
            PostedRound(LEVEL, FULL, None, locked=frozenset({(0, 2)})),
            "the pair 0 and 2 is locked, but was not posted",
        ),
        (PostedRound(replace(LEVEL, byes=(0,)), FULL, None), "must have one entry a player"),
    ],
)
def test_a_malformed_round_is_refused(posted: PostedRound, message: str) -> None:
    with pytest.raises(PairingError, match=message):
        plans_for(posted, 1)
