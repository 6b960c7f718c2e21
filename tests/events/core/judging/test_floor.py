"""Sharing tables among judges."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from events.core.judging.floor_time import dealt


@given(
    tables=st.lists(st.integers(1, 999), unique=True, min_size=1, max_size=60).map(sorted),
    shares=st.integers(1, 20),
)
def test_every_table_is_somebody_s_and_nobody_has_much_more(tables: list[int], shares: int) -> None:
    ranges = dealt(tables, shares)
    counts = [sum(first <= table <= last for table in tables) for first, last in ranges]
    assert sum(counts) == len(tables)
    assert max(counts) - min(counts) <= 1
    assert len(ranges) == min(shares, len(tables))
    assert all(one[1] < other[0] for one, other in pairwise(ranges))
