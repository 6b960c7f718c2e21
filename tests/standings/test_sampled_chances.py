"""Sampled chances: against what is certain, the pairing engine, exact shares and real events."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings import pair
from standings.chances import Situation, Verdict, chances
from standings.sampled_chances import Course, sampled_chances
from standings.sampled_rounds import Samples
from tests.bench.engines.simulated_events import simulate
from tests.shared import shared
from tests.standings.real_cuts import real_cases

# Five standard errors of a share of 4,000 samples.
NEAR = 0.04


def course(situation: Situation, **more: object) -> Course:
    players = frozenset(situation.points)
    values = {
        "playing": players,
        "opponents": {
            one: tuple(b if a == one else a for a, b in situation.pending if one in (a, b))
            for one in players
        },
        "rounds": dict.fromkeys(players, 2),
        "byes": {},
        "places": {player: place for place, player in enumerate(sorted(players), 1)},
        "floor": Fraction(1, 3),
        "draws": 8,
        "matches": 50,
    }
    return Course(situation, **(values | more))  # type: ignore[arg-type]


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    count = draw(st.integers(2, 9))
    points = dict(enumerate(draw(st.lists(st.integers(0, 9), min_size=count, max_size=count))))
    pairs = tuple((at, at + 1) for at in range(0, draw(st.integers(0, count // 2)) * 2, 2))
    after = draw(st.integers(0, 2))
    return Situation(points, pairs, after, places=draw(st.integers(1, count)))


@settings(max_examples=40, deadline=None)
@given(situations())
def test_what_is_certain_is_certain_in_every_sample(situation: Situation) -> None:
    shares = sampled_chances(course(situation), seed=1, samples=60)
    for player, chance in chances(situation).items():
        if chance.verdict is Verdict.IN:
            assert shares[player] == 1
        if chance.verdict is Verdict.OUT:
            assert shares[player] == 0


@settings(max_examples=40, deadline=None)
@given(situations())
def test_exactly_the_places_are_given_away(situation: Situation) -> None:
    shares = sampled_chances(course(situation), seed=1, samples=60)
    assert sum(shares.values()) == pytest.approx(situation.places)


def test_the_last_round_has_the_shares_of_all_its_results() -> None:
    """Two matches, one place, 5 points each: every combination of results counted by hand."""
    situation = Situation({1: 6, 2: 5, 3: 4, 4: 3}, ((1, 2), (3, 4)), places=1)
    known = course(situation)
    draw = (8 + 2) / 100
    weights = {(3, 0): (1 - draw) / 2, (0, 3): (1 - draw) / 2, (1, 1): draw}
    expected: Counter[int] = Counter()
    for (first, one), (second, two) in product(weights.items(), repeat=2):
        final = {1: 6 + first[0], 2: 5 + first[1], 3: 4 + second[0], 4: 3 + second[1]}
        best = max(final.values())
        winners = [player for player, points in final.items() if points == best]
        # 1 and 3 are level after a draw and a win: 1 has the better opponent's percentage.
        expected[winners[0]] += one * two  # type: ignore[assignment]
    shares = sampled_chances(known, seed=3, samples=4_000)
    for player, share in shares.items():
        assert share == pytest.approx(expected[player], abs=NEAR)


def test_agreed_draws_are_drawn_in_every_sample() -> None:
    safe = Situation({1: 7, 2: 7, 3: 5, 4: 5}, ((1, 2), (3, 4)), places=2)
    assert sampled_chances(course(safe), seed=1)[1] < 1
    safe = Situation({1: 7, 2: 7, 3: 4, 4: 4}, ((1, 2), (3, 4)), places=2)
    assert sampled_chances(course(safe, agreed=frozenset({(1, 2)})), seed=1)[1] == 1


def test_points_advance_by_a_threshold() -> None:
    situation = Situation({1: 6, 2: 3}, ((1, 2),), threshold=6)
    shares = sampled_chances(course(situation), seed=1, samples=4_000)
    assert shares[1] == 1
    assert shares[2] == pytest.approx(0.45, abs=NEAR)


def test_the_same_seed_gives_the_same_shares() -> None:
    situation = Situation(dict.fromkeys(range(20), 3), rounds_after=2, places=8)
    known = course(situation)
    assert sampled_chances(known, seed=5) == sampled_chances(known, seed=5)
    assert sampled_chances(known, seed=5) != sampled_chances(known, seed=6)


def test_who_left_and_who_may_not_advance_has_no_share() -> None:
    situation = Situation({1: 6, 2: 6, 3: 3, 4: 3}, rounds_after=1, places=2)
    situation = replace(situation, eligible=frozenset({2, 3, 4}))
    shares = sampled_chances(course(situation, playing=frozenset({2, 3, 4})), seed=1)
    assert shares.keys() == {2, 3, 4}
    assert sum(shares.values()) == pytest.approx(2)


@pytest.mark.parametrize(("players", "rounds"), [(8, 3), (33, 5), (64, 6)])
def test_sampled_rounds_are_as_good_as_the_engine_s(players: int, rounds: int) -> None:
    """Of the pairings of each state 49 of 50 cost what the engine proves to be the least."""
    best = total = 0
    for state, _seed, pairing in simulate(
        players, rounds, 7, lambda state, seed: pair(state, seed)
    ):
        count = 20
        met = np.zeros((len(state.points),) * 2, dtype=bool)
        for player, opponents in enumerate(state.opponents):
            met[player, list(opponents)] = True
        samples = Samples(
            np.tile(np.array(state.points), (count, 1)),
            np.tile(np.array(state.byes), (count, 1)),
            met,
            np.random.default_rng(1),
        )
        first, second = samples.pair(np.arange(len(state.points)), 0)
        for ones, twos in zip(first.tolist(), second.tolist(), strict=True):
            gaps = [abs(state.points[a] - state.points[b]) for a, b in zip(ones, twos, strict=True)]
            rematches = sum(b in state.opponents[a] for a, b in zip(ones, twos, strict=True))
            cost = (rematches, sum(gaps), sum(gap * gap for gap in gaps))
            least = pairing.cost
            best += cost == (least.rematches, least.sum_abs, least.sum_sq)
            total += 1
            [*bye] = set(range(len(state.points))) - {*ones, *twos}
            assert [state.byes[player] for player in bye] == [least.bye_had] * len(bye)
            assert [state.points[player] for player in bye] == [least.bye_points] * len(bye)
    assert best / total >= 0.98


def test_what_is_said_comes_true_in_real_events() -> None:
    """The real cuts of the corpus alone; `python -m tests.bench.chances` has every table."""
    cases = list(real_cases(shared("corpus"), samples=150, made_up=()))
    for tenth in range(10):
        inside = [case for case in cases if min(int(case.share * 10), 9) == tenth]
        if len(inside) >= 300:
            said = sum(case.share for case in inside) / len(inside)
            came = sum(case.advanced for case in inside) / len(inside)
            assert came == pytest.approx(said, abs=0.05)
