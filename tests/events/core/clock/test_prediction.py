"""The likely end of a round: properties for every history, and the gain from a history."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.core.clock.prediction import (
    LONGEST_BREAK,
    USUAL_OVER,
    OpenTable,
    PastRound,
    Progress,
    predict_end,
    predict_next,
)

LIMIT = 3000.0
moments = st.floats(0, 6000, allow_nan=False).map(lambda value: round(value, 1))
finishes = st.lists(moments, min_size=1, max_size=30).map(lambda all: tuple(sorted(all)))
pasts = st.lists(
    st.builds(
        PastRound,
        limit=st.one_of(st.none(), st.just(LIMIT)),
        finishes=finishes,
        pause=st.one_of(st.none(), moments),
    ),
    max_size=9,
)
progresses = st.builds(
    Progress,
    elapsed=moments,
    limit=st.one_of(st.none(), st.just(LIMIT)),
    outstanding=st.integers(0, 40),
    last=st.one_of(st.none(), moments),
)


@given(past=pasts, now=progresses)
def test_a_span_is_in_order_and_nothing_lies_in_the_past(
    past: list[PastRound], now: Progress
) -> None:
    span = predict_end(past, now)
    if span is None:
        assert now.limit is None
        return
    assert span.earliest <= span.likely <= span.latest
    if now.outstanding or now.last is None:
        assert span.earliest >= now.elapsed
    following = predict_next(past, span)
    assert span.earliest <= following.earliest <= following.likely <= following.latest


@given(past=pasts, now=progresses, more=st.floats(0, 600).map(lambda value: round(value, 1)))
def test_more_time_never_lets_a_round_end_earlier(
    past: list[PastRound], now: Progress, more: float
) -> None:
    if now.limit is None:
        return
    longer = Progress(now.elapsed, now.limit + more, now.outstanding, now.last)
    before, after = predict_end(past, now), predict_end(past, longer)
    assert before is not None
    assert after is not None
    assert after.earliest >= before.earliest - 1e-6
    assert after.latest >= before.latest - 1e-6


@given(ends=st.lists(st.integers(2000, 5000), min_size=4, max_size=12, unique=True))
def test_of_alike_rounds_all_but_two_lie_in_the_range_of_the_others(ends: list[int]) -> None:
    rounds = [PastRound(LIMIT, (float(end),)) for end in ends]
    inside = 0
    for place, one in enumerate(rounds):
        others = rounds[:place] + rounds[place + 1 :]
        span = predict_end(others, Progress(0.0, LIMIT, 10))
        assert span is not None
        inside += span.earliest <= one.finishes[-1] <= span.latest
    assert inside >= len(ends) - 2


def test_without_a_round_before_it_what_is_usual_counts() -> None:
    span = predict_end([], Progress(0.0, LIMIT, 10))
    assert span is not None
    assert (span.earliest, span.likely, span.latest) == (
        LIMIT,
        LIMIT + USUAL_OVER[1],
        LIMIT + USUAL_OVER[2],
    )


def test_without_a_limit_only_rounds_before_say_something() -> None:
    assert predict_end([], Progress(100.0, None, 5)) is None
    span = predict_end([PastRound(None, (900.0, 1800.0))], Progress(100.0, None, 5))
    assert span is not None
    assert (span.earliest, span.latest) == (1800.0, 1800.0)


def test_the_tables_told_so_far_draw_the_range_in() -> None:
    """Rounds ended 10 minutes early, the last two tables within 4 minutes of the others."""
    past = [PastRound(LIMIT, (1000.0, 1500.0, 2160.0, 2300.0, 2400.0)) for _ in range(3)]
    span = predict_end(past, Progress(1700.0, LIMIT, 2, last=1650.0))
    assert span is not None
    assert span.earliest == 1650.0 + 240.0
    assert span.latest == 2400.0


def test_a_round_later_than_all_before_is_overdue() -> None:
    past = [PastRound(LIMIT, (3100.0,)), PastRound(LIMIT, (3200.0,)), PastRound(LIMIT, (3300.0,))]
    span = predict_end(past, Progress(4000.0, LIMIT, 1, last=3900.0))
    assert span is not None
    assert span.overdue
    assert not predict_end(past, Progress(3250.0, LIMIT, 1, last=3200.0)).overdue  # type: ignore[union-attr]


def test_a_round_with_every_result_has_ended() -> None:
    span = predict_end([], Progress(3500.0, LIMIT, 0, last=3300.0))
    assert span is not None
    assert (span.earliest, span.latest) == (3300.0, 3300.0)


def test_a_meal_teaches_nothing_about_breaks() -> None:
    end = predict_end([], Progress(0.0, LIMIT, 10))
    assert end is not None
    lunch = [PastRound(LIMIT, (3100.0,), LONGEST_BREAK + 1) for _ in range(4)]
    assert predict_next(lunch, end) == predict_next([], end)
    quick = [PastRound(LIMIT, (3100.0,), 420.0) for _ in range(4)]
    assert predict_next(quick, end).latest == end.latest + 420.0


# For each table: the second at which each game ended, and the score at that time.
Ends = list[tuple[float, tuple[int, int]]]


def _made_up_round(draw: random.Random, tables: int) -> list[Ends]:
    """Return a round of best of three; time is called after LIMIT."""
    found = []
    for _table in range(tables):
        at, wins, ends = 0.0, [0, 0], []
        while max(wins) < 2 and at < LIMIT:
            at = min(at + draw.lognormvariate(6.6, 0.4), LIMIT + draw.uniform(0, 400))
            wins[draw.randrange(2)] += 1
            ends.append((at, (wins[0], wins[1])))
        found.append(ends)
    return found


def _lengths(tables: list[Ends], until: float) -> list[float]:
    ends = [[0.0, *(at for at, _score in one)] for one in tables]
    return [after - before for one in ends for before, after in pairwise(one) if after <= until]


def _open_table(ends: Ends, now: float) -> OpenTable:
    done = [(at, score) for at, score in ends if at <= now]
    at, (first, second) = done[-1] if done else (0.0, (0, 0))
    most = 3 - first - second
    return OpenTable(at, min(2 - first, 2 - second, most), most)


@pytest.mark.parametrize("tables", [3, 20])
def test_the_end_is_told_better_with_the_games_than_without(tables: int) -> None:
    draw = random.Random(14)
    missed = {False: 0.0, True: 0.0}
    inside = total = 0
    for part in (0.5, 0.7, 0.85) * 20:
        *before, played = [_made_up_round(draw, tables) for _round in range(5)]
        past = [PastRound(LIMIT, tuple(sorted(one[-1][0] for one in told))) for told in before]
        end = max(one[-1][0] for one in played)
        now = part * end
        games = [*_lengths(played, now), *(took for one in before for took in _lengths(one, end))]
        done = [one[-1][0] for one in played if one[-1][0] <= now]
        still = [one for one in played if one[-1][0] > now]
        plain = Progress(now, LIMIT, len(still), max(done, default=None))
        told = replace(
            plain, tables=tuple(_open_table(one, now) for one in still), games=tuple(games)
        )
        for with_games, progress in ((False, plain), (True, told)):
            span = predict_end(past, progress)
            assert span is not None
            missed[with_games] += abs(span.likely - end)
            inside += with_games and span.earliest <= end <= span.latest
        total += 1
    assert missed[True] < 0.96 * missed[False], missed
    assert inside > 0.6 * total


def test_games_say_nothing_where_half_of_the_tables_tell_none() -> None:
    one = OpenTable(1200.0, 1, 1)
    games = (700.0, 800.0, 900.0, 1000.0, 1100.0)
    plain = Progress(1500.0, LIMIT, 3, 1400.0)
    assert predict_end([], replace(plain, tables=(one,), games=games)) == predict_end([], plain)
    told = predict_end([], replace(plain, outstanding=2, tables=(one,), games=games))
    assert told is not None
    assert (told.earliest, told.likely, told.latest) == pytest.approx((1900, 2100, 2300), abs=1)
