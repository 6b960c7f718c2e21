"""Chances to advance, against brute force over every combination of results."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from standings.chance_plans import Plan, plans
from standings.chances import Result, Situation, Verdict, chances
from standings.outcome_counting import can_tie, effort

Final = tuple[dict[int, int], dict[int, Result]]


def _ways(situation: Situation) -> list[tuple[int, int, Result, Result]]:
    win, draw, loss = situation.win, situation.draw, situation.loss
    found = [(win, loss, Result.WIN, Result.LOSS), (loss, win, Result.LOSS, Result.WIN)]
    if draw is not None:
        found.append((draw, draw, Result.DRAW, Result.DRAW))
    if situation.double_losses:
        found.append((0, 0, Result.LOSS, Result.LOSS))
    return found


def _played(situation: Situation, points: dict[int, int], pairs: Any) -> Iterator[Final]:
    for combination in product(_ways(situation), repeat=len(pairs)):
        final, own = dict(points), {}
        for (first, second), (x, y, mine, theirs) in zip(pairs, combination, strict=True):
            final[first] += x
            final[second] += y
            own[first], own[second] = mine, theirs
        yield final, own


def _pairings(players: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to pair `players`; the last of an odd number has the bye."""
    seen = set()
    for order in permutations(players):
        pairs = tuple(
            sorted(tuple(sorted(order[at : at + 2])) for at in range(0, len(order) - 1, 2))
        )
        if pairs not in seen:
            seen.add(pairs)
            yield pairs


def _later(situation: Situation, points: dict[int, int], rounds: int) -> Iterator[dict[int, int]]:
    if not rounds:
        yield points
        return
    for pairs in _pairings(sorted(points)):
        paired = {player for pair in pairs for player in pair}
        start = {
            player: had if player in paired else had + situation.win
            for player, had in points.items()
        }
        for final, _ in _played(situation, start, pairs):
            yield from _later(situation, final, rounds - 1)


def brute_force(situation: Situation) -> dict[int, dict[Result | None, set[Verdict]]]:
    """For each player and own result every verdict that some course of events leads to."""
    eligible = set(situation.points) if situation.eligible is None else situation.eligible
    found: dict[int, dict[Result | None, set[Verdict]]] = {player: {} for player in eligible}
    for now, own in _played(situation, dict(situation.points), situation.pending):
        for final in _later(situation, now, situation.rounds_after):
            for player in eligible:
                verdict = _verdict(situation, final, player, eligible - {player})
                found[player].setdefault(own.get(player), set()).add(verdict)
    return found


def _verdict(situation: Situation, final: dict[int, int], player: int, others: Any) -> Verdict:
    if situation.threshold is not None:
        return Verdict.IN if final[player] >= situation.threshold else Verdict.OUT
    assert situation.places is not None
    if sum(final[other] >= final[player] for other in others) < situation.places:
        return Verdict.IN
    if sum(final[other] > final[player] for other in others) >= situation.places:
        return Verdict.OUT
    return Verdict.TIEBREAKERS


def _one(verdicts: set[Verdict]) -> Verdict:
    return next(iter(verdicts)) if len(verdicts) == 1 else Verdict.OPEN


@st.composite
def situations(draw: Any, most_players: int, most_pending: int, rounds: int = 0) -> Situation:
    size = draw(st.integers(1, most_players))
    points = draw(st.lists(st.integers(0, 9), min_size=size, max_size=size))
    order = draw(st.permutations(range(size)))
    count = draw(st.integers(0, min(size // 2, most_pending)))
    loss = draw(st.sampled_from((0, 0, 1)))
    threshold = draw(st.one_of(st.none(), st.none(), st.integers(0, 15)))
    return Situation(
        points=dict(enumerate(points)),
        pending=tuple((order[2 * at], order[2 * at + 1]) for at in range(count)),
        rounds_after=rounds,
        places=draw(st.integers(1, size)) if threshold is None else None,
        threshold=threshold,
        draw=draw(st.sampled_from((1, 1, None, 2))),
        loss=loss,
        double_losses=draw(st.booleans()),
        eligible=draw(st.one_of(st.none(), st.frozensets(st.integers(0, size - 1)))),
    )


@settings(max_examples=400, deadline=None)
@given(situations(9, 4))
def test_the_last_round_is_exact(situation: Situation) -> None:
    expected = brute_force(situation)
    found = chances(situation)
    assert found.keys() == expected.keys()
    for player, chance in found.items():
        by_result = expected[player]
        everything = set().union(*by_result.values())
        assert chance.exact
        assert chance.verdict is _one(everything)
        assert chance.tiebreakers is (Verdict.TIEBREAKERS in everything)
        assert set(chance.after) == set(by_result) - {None}
        for result, prospect in chance.after.items():
            assert prospect.verdict is _one(by_result[result])
            assert prospect.tiebreakers is (Verdict.TIEBREAKERS in by_result[result])
        enough = [
            r for r in (Result.LOSS, Result.DRAW, Result.WIN) if by_result.get(r) == {Verdict.IN}
        ]
        certain = chance.verdict is Verdict.IN
        assert chance.needs is (None if certain or not enough else enough[0])


def _sound(situation: Situation) -> None:
    expected = brute_force(situation)
    for player, chance in chances(situation).items():
        everything = set().union(*expected[player].values())
        assert chance.verdict in (_one(everything), Verdict.OPEN)
        assert chance.verdict is not Verdict.TIEBREAKERS
        if chance.exact:
            assert chance.verdict is _one(everything)
        for result, prospect in chance.after.items():
            assert prospect.verdict in (_one(expected[player][result]), Verdict.OPEN)


@settings(max_examples=120, deadline=None)
@given(situations(5, 2, rounds=1))
def test_with_a_round_to_come_nothing_wrong_is_said(situation: Situation) -> None:
    _sound(situation)


@settings(max_examples=25, deadline=None)
@given(situations(4, 1, rounds=2))
def test_with_two_rounds_to_come_nothing_wrong_is_said(situation: Situation) -> None:
    _sound(replace(situation, double_losses=False))


def test_in_with_a_draw() -> None:
    points = {1: 12, 2: 12, 3: 10, 4: 10, 5: 9, 6: 9}
    situation = Situation(points, ((1, 2), (3, 4), (5, 6)), places=2, double_losses=False)
    found = chances(situation)
    assert found[1].verdict is Verdict.OPEN
    assert found[1].needs is Result.WIN
    assert found[1].after[Result.DRAW].verdict is Verdict.OPEN
    assert found[5].after[Result.DRAW].verdict is Verdict.OUT
    assert found[5].after[Result.WIN].tiebreakers is True
    assert found[5].needs is None
    more = replace(situation, places=3)
    assert chances(more)[1].needs is Result.DRAW
    assert chances(more)[1].after[Result.LOSS].tiebreakers is True


def test_level_at_the_line_is_left_to_tiebreakers() -> None:
    found = chances(Situation({1: 9, 2: 6, 3: 6, 4: 3}, places=2))
    assert [found[player].verdict for player in (1, 2, 3, 4)] == [
        Verdict.IN,
        Verdict.TIEBREAKERS,
        Verdict.TIEBREAKERS,
        Verdict.OUT,
    ]


def test_certain_before_the_last_round() -> None:
    points = {1: 15, **dict.fromkeys(range(2, 12), 6)}
    situation = Situation(points, rounds_after=2, places=8)
    found = chances(situation)
    assert found[1].verdict is Verdict.IN
    assert found[2].verdict is Verdict.OPEN
    assert (found[2].exact, found[2].tiebreakers) == (False, None)


def test_not_everybody_can_win_when_they_meet_each_other() -> None:
    """Ten players can catch up with a win, but in one round only five of eleven seats win."""
    points = {1: 9, **dict.fromkeys(range(2, 12), 6)}
    assert chances(Situation(points, rounds_after=1, places=7, draw=None))[1].verdict is Verdict.IN
    assert (
        chances(Situation(points, rounds_after=1, places=5, draw=None))[1].verdict is Verdict.OPEN
    )


def test_out_before_the_last_round() -> None:
    points = dict(enumerate([12, 12, 12, 12, 6, 3]))
    found = chances(Situation(points, rounds_after=2, places=4))
    assert found[4].verdict is Verdict.OPEN
    assert found[5].verdict is Verdict.OUT


def test_a_threshold_needs_no_rival() -> None:
    found = chances(Situation({1: 15, 2: 15, 3: 12, 4: 9}, ((1, 2), (3, 4)), threshold=16))
    assert [found[player].needs for player in (1, 2)] == [Result.DRAW, Result.DRAW]
    assert found[3].verdict is Verdict.OUT
    assert all(chance.exact for chance in found.values())


def test_who_dropped_takes_no_place() -> None:
    points = {1: 12, 2: 9, 3: 6}
    assert chances(Situation(points, places=1))[2].verdict is Verdict.OUT
    found = chances(Situation(points, places=1, eligible=frozenset({2, 3})))
    assert found[2].verdict is Verdict.IN
    assert 1 not in found


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"places": 8, "threshold": 12},
        {"places": 0},
        {"places": 1, "rounds_after": -1},
        {"places": 1, "pending": ((1, 1),)},
        {"places": 1, "pending": ((1, 9),)},
    ],
)
def test_a_situation_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"needed|at least|unknown or paired twice"):
        Situation({1: 0, 2: 0}, **wrong)


def test_chances_are_json() -> None:
    found = chances(Situation({1: 3, 2: 3, 3: 0}, ((1, 2),), places=1))
    data = json.loads(json.dumps(found[1].to_dict()))
    assert data["verdict"] == "open"
    assert data["needs"] == "win"
    assert set(data["after"]) == {"win", "draw", "loss"}


option = st.tuples(st.integers(0, 2), st.integers(0, 2)).filter(lambda pair: pair[0] <= pair[1])


@given(
    st.lists(st.frozensets(option, min_size=1, max_size=3), max_size=5),
    st.integers(0, 3),
    st.integers(0, 3),
    st.integers(1, 6),
)
def test_ties_are_found_whenever_there_is_one(
    kinds: list[frozenset[tuple[int, int]]], above: int, more: int, places: int
) -> None:
    level = above + more
    wanted = any(
        above + sum(a for a, _ in chosen) < places <= level + sum(b for _, b in chosen)
        for chosen in product(*kinds)
    )
    counts = {kind: kinds.count(kind) for kind in kinds}
    assert can_tie(counts, above, level, places) is wanted


@pytest.mark.parametrize(
    ("short", "rounds", "seats"),
    [(0, 0, 0), (1, 0, None), (1, 1, 1), (2, 1, 2), (3, 1, 2), (4, 1, None), (2, 2, 2), (4, 2, 3)],
)
def test_a_win_takes_two_seats_and_a_draw_one(short: int, rounds: int, seats: int | None) -> None:
    assert effort(short, rounds, (3, 1, 0)) == (float("inf") if seats is None else seats)


def test_without_draws_only_wins_help_and_a_paid_loss_is_free() -> None:
    assert effort(1, 1, (3, None, 0)) == 2
    assert effort(2, 2, (3, None, 1)) == 0


def _courses(
    situation: Situation, player: int
) -> Iterator[tuple[Result | None, int, int, Verdict]]:
    """Yield the own result now, the points of it and of later rounds, and the verdict."""
    everybody = set(situation.points) if situation.eligible is None else situation.eligible
    for now, own in _played(situation, dict(situation.points), situation.pending):
        mine = now[player] - situation.points[player]
        for final in _later(situation, now, situation.rounds_after):
            later = final[player] - now[player]
            yield (
                own.get(player),
                mine,
                later,
                _verdict(situation, final, player, everybody - {player}),
            )


@settings(max_examples=100, deadline=None)
@given(situations(5, 2, rounds=1))
# A loss earns as much as a draw and takes no seat of the others.
@example(Situation({0: 0, 1: 0, 2: 1}, (), 1, places=2, loss=1, double_losses=False))
def test_a_plan_holds_in_every_course(situation: Situation) -> None:
    decided = chances(situation)
    for player, plan in plans(situation, decided).items():
        assert decided[player].needs is None
        lost = situation.rounds_after - plan.wins - plan.draws
        asked = plan.wins * situation.win + plan.draws * (situation.draw or 0)
        asked += lost * situation.loss
        most = (1 + (plan.now is not None)) * situation.win
        for now, mine, later, verdict in _courses(situation, player):
            if plan.is_enough and now is plan.now and later >= asked:
                assert verdict is Verdict.IN
            if not plan.is_enough and mine + later < most:
                assert verdict is Verdict.OUT


def test_the_easiest_plan_is_told_two_rounds_before_the_end() -> None:
    """Eight players after five rounds of seven, a cut to two: by hand."""
    points = {1: 15, 2: 12, 3: 12, 4: 9, 5: 6, 6: 6, 7: 3, 8: 0}
    waiting = Situation(points=points, rounds_after=2, places=2)
    both = Plan(None, 2, 0, is_enough=False)
    assert plans(waiting, chances(waiting)) == {1: Plan(None, 1, 1), 5: both, 6: both}
    pairs = ((1, 2), (3, 4), (5, 6), (7, 8))
    playing = Situation(points=points, pending=pairs, rounds_after=1, places=3)
    found = plans(playing, chances(playing))
    assert found[2] == Plan(Result.WIN, 0, 1)
    assert found[5] == Plan(Result.WIN, 1, 0, is_enough=False)
    assert plans(replace(playing, threshold=20, places=None), chances(playing)) == {}
    three_left = replace(playing, rounds_after=2)
    assert plans(three_left, chances(three_left)) == {}
