"""The likely end of a round: what holds for every history, and what a history teaches."""

from hypothesis import given
from hypothesis import strategies as st

from events.rules.prediction import (
    LONGEST_BREAK,
    USUAL_OVER,
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
    left=st.integers(0, 40),
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
    if now.left or now.last is None:
        assert span.earliest >= now.elapsed
    following = predict_next(past, span)
    assert span.earliest <= following.earliest <= following.likely <= following.latest


@given(past=pasts, now=progresses, more=st.floats(0, 600).map(lambda value: round(value, 1)))
def test_more_time_never_lets_a_round_end_earlier(
    past: list[PastRound], now: Progress, more: float
) -> None:
    if now.limit is None:
        return
    longer = Progress(now.elapsed, now.limit + more, now.left, now.last)
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
    assert inside == len(ends) - 2


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
