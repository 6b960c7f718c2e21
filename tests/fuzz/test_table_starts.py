"""Rounds of many events start in one venue, at random: no table is given twice.

FUZZ=10000 starts ten thousand rounds and more; see bounds.py.
"""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    rule,
)

from domain.table_allocation import FloorPlan, TablesMissingError, allocate, condense, free_tables
from tests.fuzz.bounds import examples

STEPS = 30


class Venue(RuleBasedStateMachine):
    """Events begin, start rounds with more or fewer tables, move together and end."""

    events = Bundle("events")

    @initialize(
        rows=st.lists(st.integers(1, 12), min_size=1, max_size=6),
        blocked=st.sets(st.integers(1, 40), max_size=4),
    )
    def furnish(self, rows: list[int], blocked: set[int]) -> None:
        tables = iter(range(1, sum(rows) + 1))
        self.plan = FloorPlan(
            tuple(tuple(next(tables) for _table in range(row)) for row in rows), frozenset(blocked)
        )
        self.given: dict[int, frozenset[int]] = {}
        self.kept: dict[int, frozenset[int]] = {}
        self.playing: dict[int, tuple[int, ...]] = {}
        self.newest = 0

    @rule(target=events)
    def begin(self) -> int:
        self.newest += 1
        return self.newest

    @rule(event=events, count=st.integers(0, 20))
    def start_round(self, event: int, count: int) -> None:
        had = self.given.get(event, frozenset())
        kept = self.kept.get(event, frozenset())
        usable = set(self.plan.tables)
        free = usable - set().union(*(t for e, t in self.given.items() if e != event), set())
        if count > len(free):
            with pytest.raises(TablesMissingError) as refused:
                allocate(self.plan, self.given, event, count, kept)
            assert refused.value.missing == count - len(free)
            return
        tables = allocate(self.plan, self.given, event, count, kept)
        assert len(tables) == len(set(tables)) == count
        assert set(tables) <= free
        own = had & usable
        assert set(tables) <= own if count <= len(own) else own <= set(tables), "it stays"
        self.playing[event] = tables
        self.given[event] = frozenset(tables) | kept

    @rule(event=events)
    def complete_round(self, event: int) -> None:
        self.playing.pop(event, None)

    @rule(event=events, tables=st.sets(st.integers(1, 40), max_size=6))
    def give_by_hand(self, event: int, tables: set[int]) -> None:
        free = set(free_tables(self.plan, self.given)) | self.given.get(event, frozenset())
        if event not in self.playing:
            self.given[event] = self.kept[event] = frozenset(tables & free)

    @rule(blocked=st.sets(st.integers(1, 40), max_size=6))
    def block(self, blocked: set[int]) -> None:
        self.plan = FloorPlan(self.plan.rows, frozenset(blocked))

    @rule(events=st.sets(st.integers(1, 8)), count=st.integers(1, 9))
    def condense(self, events: set[int], count: int) -> None:
        able = {event: count for event in events if event not in self.playing}
        able = {event: need for event, need in able.items() if not self.kept.get(event)}
        for move in condense(self.plan, self.given, able):
            assert move.event in able
            assert len(move.after) <= len(move.before)
            self.given[move.event] = frozenset(move.after)

    @rule(event=consumes(events))
    def finish(self, event: int) -> None:
        for known in (self.playing, self.given, self.kept):
            known.pop(event, None)

    @invariant()
    def no_table_is_given_twice(self) -> None:
        tables = [table for given in getattr(self, "given", {}).values() for table in given]
        assert len(tables) == len(set(tables))

    @invariant()
    def a_round_keeps_its_tables(self) -> None:
        for event, tables in getattr(self, "playing", {}).items():
            assert set(tables) <= self.given[event]


TestVenue = Venue.TestCase
TestVenue.settings = settings(examples(25), stateful_step_count=STEPS)
