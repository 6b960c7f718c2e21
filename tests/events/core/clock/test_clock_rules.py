"""The clock of a round as a value."""

import datetime

from hypothesis import given
from hypothesis import strategies as st

from events.core.clock.round_clock import Clock, ClockState

START = datetime.datetime(2026, 5, 9, 10, 0, 0, tzinfo=datetime.UTC)
seconds = st.integers(0, 4 * 3600)


def clock(now: int, minutes: int = 50, added: int = 0, paused: int | None = None) -> Clock:
    stands = None if paused is None else START + datetime.timedelta(seconds=paused)
    return Clock(minutes, START, stands, added, START + datetime.timedelta(seconds=now))


@given(now=seconds, added=st.integers(-1800, 1800), extension=st.integers(0, 120))
def test_what_is_left_runs_down_with_the_time(now: int, added: int, extension: int) -> None:
    one = clock(now, added=added)
    assert one.remaining(extension) == (50 + extension) * 60 + added - now
    assert (one.state(extension) is ClockState.OVER) == ((one.remaining(extension) or 0) <= 0)
    assert one.end(extension) == START + datetime.timedelta(seconds=(50 + extension) * 60 + added)


@given(paused=seconds, longer=seconds, extension=st.integers(0, 120))
def test_while_it_stands_nothing_is_lost(paused: int, longer: int, extension: int) -> None:
    before = clock(paused, paused=paused)
    after = clock(paused + longer, paused=paused)
    assert after.state() is ClockState.PAUSED
    assert after.remaining(extension) == before.remaining(extension)
    gone_on = clock(paused + longer, added=longer)
    assert gone_on.remaining(extension) == before.remaining(extension)


def test_before_the_start_and_without_a_limit_there_is_no_end() -> None:
    waiting = Clock(50, None, None, 0, START)
    assert (waiting.state(), waiting.remaining(), waiting.end()) == (ClockState.WAITING, None, None)
    endless = clock(100, minutes=0)
    assert (endless.state(), endless.remaining(), endless.end()) == (
        ClockState.NO_LIMIT,
        None,
        None,
    )


def test_time_is_over_at_the_second_and_later_for_a_table_with_more() -> None:
    assert clock(50 * 60 - 1).state() is ClockState.RUNNING
    assert clock(50 * 60).state() is ClockState.OVER
    assert clock(50 * 60).state(3) is ClockState.RUNNING


def test_every_change_has_another_mark() -> None:
    marks = {one.token for one in (clock(0), clock(0, added=60), clock(5, paused=5))}
    assert len(marks) == 3
    assert clock(0).token == clock(70).token
