"""Why a pairing looks as it does, and what changing it by hand costs."""

from pairings import difference, pair
from pairings.explain import explain
from tests.bench.engines.simulated_events import simulate
from tests.pairings.states import state


def test_an_odd_number_above_explains_a_pair_down() -> None:
    given_state = state([6, 6, 6, 3, 3, 3])
    made = pair(given_state, 1)
    found = explain(given_state, made)
    (down,) = found.pair_downs
    assert down.code == "odd-above"
    assert (down.upper_points, down.lower_points, down.above, down.group) == (6, 3, 3, 2)
    assert {down.upper, down.lower} == set(made.pairs[down.table])
    assert found.fewest
    assert found.bye is None
    assert found.rematches == ()


def test_having_met_all_explains_a_pair_down() -> None:
    given_state = state([6, 6, 3, 3], [(0, 1)])
    found = explain(given_state, pair(given_state, 1))
    assert [(down.code, down.met) for down in found.pair_downs] == [("met-all", 1)] * 2


def test_making_room_for_another_explains_a_pair_down() -> None:
    # 1 and 2 have not met and have 3 points, but 0 with 6 can meet only one of them.
    given_state = state([6, 6, 3, 3, 3, 3], [(0, 1), (2, 3), (2, 4), (3, 4)])
    made = pair(given_state, 1)
    codes = {down.code for down in explain(given_state, made).pair_downs}
    assert codes == {"met-all"}


def test_the_bye_is_explained() -> None:
    only = state([6, 3, 0])
    reason = explain(only, pair(only, 1)).bye
    assert reason is not None
    assert (reason.player, reason.code, reason.choices, reason.passed_over) == (2, "only", 1, 0)
    several = state([3, 0, 0, 0, 3])
    reason = explain(several, pair(several, 1)).bye
    assert reason is not None
    assert (reason.code, reason.choices, reason.points) == ("drawn", 3, 0)
    forced = state([6, 3, 0], [(0, 1)])
    reason = explain(forced, pair(forced, 1)).bye
    assert reason is not None
    assert (reason.player, reason.code, reason.passed_over) == (1, "avoids-rematch", 1)


def test_pairs_that_should_not_be_are_named() -> None:
    met = state([0, 0], [(0, 1)])
    assert explain(met, pair(met, 1)).rematches[0].code == "met"
    kept = state([0, 0], forbidden=[(0, 1)])
    assert explain(kept, pair(kept, 1)).rematches[0].code == "forbidden"
    apart = state([0, 0], pods=[0, 1])
    assert explain(apart, pair(apart, 1)).rematches[0].code == "pods"


def test_every_pair_down_of_an_event_has_a_reason() -> None:
    for given_state, _, made in simulate(61, 9, 3, pair):
        found = explain(given_state, made)
        across = [
            table
            for table, (one, two) in enumerate(made.pairs)
            if given_state.points[one] != given_state.points[two]
        ]
        assert [down.table for down in found.pair_downs] == across
        for down in found.pair_downs:
            assert down.upper_points > down.lower_points
            assert down.code in ("odd-above", "met-all", "fewest")
            assert down.code != "odd-above" or down.above % 2 == 1
        assert (found.bye is None) == (len(given_state.points) % 2 == 0)


def test_a_draft_changed_by_hand_shows_what_it_costs() -> None:
    given_state = state([6, 6, 3, 3, 0], [(0, 2)], [0, 0, 0, 0, 1])
    best = pair(given_state, 1)
    same = difference(given_state, best.pairs, best.bye, best.cost)
    assert same.equal
    assert (same.rematches, same.unpaired, same.second_bye) == ((), (), False)
    changed = difference(given_state, [(0, 2), (1, 3)], 4, best.cost)
    assert not changed.equal
    assert changed.rematches == ((0, 2),)
    assert (changed.more_rematches, changed.second_bye, changed.worse_bye) == (1, True, True)
    started = difference(given_state, [(0, 1)], None, best.cost)
    assert started.unpaired == (2, 3, 4)
    assert not started.equal
