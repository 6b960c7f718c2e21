"""Tables for events: examples by hand. tests/fuzz/test_table_starts.py starts rounds at random."""

import hypothesis
import pytest
from hypothesis import strategies as st

from domain.table_allocation import (
    FloorPlan,
    Move,
    TablesMissingError,
    allocate,
    condense,
    first_run,
    free_tables,
)

ROOM = FloorPlan((tuple(range(1, 11)), tuple(range(11, 21))), frozenset({5}))
OPEN, SIDE, POD = 1, 2, 3


def given(**events: range | set[int]) -> dict[int, frozenset[int]]:
    names = {"main": OPEN, "side": SIDE, "pod": POD}
    return {names[name]: frozenset(tables) for name, tables in events.items()}


@pytest.mark.parametrize(
    ("now", "count", "tables"),
    [
        # A blocked table is skipped.
        ({}, 6, (1, 2, 3, 4, 6, 7)),
        # The smallest sufficient run is used, so that the large one stays free.
        ({SIDE: range(4, 18)}, 2, (1, 2)),
        ({SIDE: range(3, 18)}, 3, (18, 19, 20)),
        # The event stays: fewer tables, then more next to them, after them first.
        ({OPEN: range(6, 12)}, 3, (6, 7, 8)),
        ({OPEN: range(6, 9)}, 5, (6, 7, 8, 9, 10)),
        ({OPEN: range(6, 9), SIDE: {9}}, 5, (3, 4, 6, 7, 8)),
        # Without room next to it: the nearest run for the rest, otherwise several.
        ({OPEN: {8}, SIDE: {7, 9}}, 3, (8, 10, 11)),
        ({OPEN: {8}, SIDE: {2, 4, 7, *range(9, 20)}}, 4, (1, 3, 6, 8)),
        # Blocked since then, so the event gives the table up.
        ({OPEN: {4, 5, 6}}, 3, (4, 6, 7)),
        # After and before are equally near, so after.
        ({OPEN: {8}, SIDE: {1, 7, 9}}, 3, (8, 10, 11)),
        # Next to the second of its ranges before any other place.
        ({OPEN: {1, 11, 12}, SIDE: {2, 13}}, 4, (1, 10, 11, 12)),
        # If several runs are too small for the rest, the nearest comes first.
        ({OPEN: {12}, SIDE: set(range(1, 21)) - {7, 8, 12, 14, 15}}, 4, (8, 12, 14, 15)),
        # It keeps the longer of two ranges, and of the other only the tables it still needs.
        ({OPEN: {1, 11, 12, 13}}, 3, (11, 12, 13)),
        ({OPEN: {1, 2, 11, 12, 13}}, 4, (1, 11, 12, 13)),
        # A run of exactly the right size, otherwise the smallest larger one.
        ({SIDE: {4, 10}}, 4, (6, 7, 8, 9)),
        ({SIDE: {3, 7, 13}}, 4, (8, 9, 10, 11)),
        ({}, 0, ()),
    ],
)
def test_an_event_gets(now: dict[int, range], count: int, tables: tuple[int, ...]) -> None:
    have = {event: frozenset(some) for event, some in now.items()}
    assert allocate(ROOM, have, OPEN, count) == tables


def test_tables_given_by_hand_are_used_first() -> None:
    now = given(main={1, 2, 3, 15, 16})
    kept = frozenset({15, 16})
    assert allocate(ROOM, now, OPEN, 1, kept) == (15,)
    assert allocate(ROOM, now, OPEN, 2, kept) == (15, 16)
    assert allocate(ROOM, now, OPEN, 3, kept) == (3, 15, 16)
    assert allocate(ROOM, now, OPEN, 6, kept) == (1, 2, 3, 4, 15, 16)


def test_a_full_room_says_how_many_are_missing() -> None:
    now = given(side=range(1, 17))
    assert free_tables(ROOM, now) == (17, 18, 19, 20)
    with pytest.raises(TablesMissingError) as refused:
        allocate(ROOM, now, OPEN, 10)
    assert refused.value.missing == 6


def test_events_between_rounds_move_together() -> None:
    now = given(main={1, 2, 3, 4, 6}, side=range(8, 13), pod={14, 20})
    # Only the named events move; the side event is being played.
    assert condense(ROOM, now, {OPEN: 3, POD: 2}) == (
        Move(OPEN, (1, 2, 3, 4, 6), (1, 2, 3)),
        Move(POD, (14, 20), (4, 6)),
    )
    assert condense(ROOM, given(main=range(1, 5)), {OPEN: 4}) == ()


def test_an_event_moves_to_the_first_run_that_holds_it() -> None:
    # In two parts, one before that run.
    assert condense(ROOM, given(main={1, 3}, side={2}), {OPEN: 2}) == (Move(OPEN, (1, 3), (3, 4)),)
    assert condense(ROOM, given(main={1, 11, 12}, side={2}), {OPEN: 2}) == (
        Move(OPEN, (1, 11, 12), (3, 4)),
    )
    # No other run is large enough.
    assert condense(ROOM, given(main={3, 4}, side={2}), {OPEN: 2}) == ()
    # No run is large enough: it stays in two parts and returns the third table.
    assert condense(ROOM, given(main={1, 3, 7}, side={2, 4, 6, *range(8, 21)}), {OPEN: 2}) == (
        Move(OPEN, (1, 3, 7), (1, 3)),
    )


@hypothesis.given(st.sets(st.integers(1, 34)), st.integers(1, 5), st.integers(0, 4))
def test_a_run_is_the_first_that_is_free(taken: set[int], count: int, more: int) -> None:
    starts = range(1, 32 - count)
    free = [start for start in starts if not taken & set(range(start, start + count))]
    run = first_run(1, 30, count, taken)
    assert run == (range(free[0], free[0] + count) if free else None)
    longer = first_run(1, 30, count, taken, most=count + more)
    assert (longer is None) == (run is None)
    if longer is not None and run is not None:
        assert longer[0] == run[0]
        assert count <= len(longer) <= count + more
        assert not taken & set(longer)


def test_a_table_that_another_event_has_too_is_left() -> None:
    assert allocate(ROOM, given(main={1, 2, 3}, side={2}), OPEN, 3) == (1, 3, 4)
