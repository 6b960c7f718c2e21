"""Tables of a venue and the events that have them: no table is given twice.

Tables are neighbors when nothing but blocked tables lies between them in walking order. A run is a
longest series of neighbors that one event may use. All functions are pure: they take the current
allocation and return the next one.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

Given = Mapping[int, frozenset[int]]


class TablesMissingError(Exception):
    """The venue has too few free tables; `missing`: the number of tables lacking."""

    def __init__(self, missing: int) -> None:
        super().__init__(missing)
        self.missing = missing


@dataclass(frozen=True, slots=True)
class FloorPlan:
    """The tables of a venue: `rows` in walking order, and those that are never used."""

    rows: tuple[tuple[int, ...], ...] = ()
    blocked: frozenset[int] = frozenset()

    @property
    def tables(self) -> tuple[int, ...]:
        """The tables that can be used, in walking order."""
        return tuple(table for table in chain.from_iterable(self.rows) if table not in self.blocked)


@dataclass(frozen=True, slots=True)
class Move:
    """A move of an event to other tables, in walking order; `before`: its current tables."""

    event: int
    before: tuple[int, ...]
    after: tuple[int, ...]


def allocate(
    plan: FloorPlan, given: Given, event: int, count: int, kept: frozenset[int] = frozenset()
) -> tuple[int, ...]:
    """Return `count` tables for the next round of an event, in walking order.

    The event stays where it is: with fewer tables it keeps one run, more are taken next to its own.
    If these are not enough, the rest is taken from the nearest run that is large enough, else from
    the largest ones. An event without tables gets the smallest run that is large enough. `kept`:
    tables that an organizer gave the event; they are used first. Raises TablesMissingError if too
    few are free.
    """
    order = plan.tables
    place = {table: position for position, table in enumerate(order)}
    taken = _taken(given, event)
    free = [position for position, table in enumerate(order) if table not in taken]
    if len(free) < count:
        raise TablesMissingError(count - len(free))
    own = {place[table] for table in given.get(event, ()) if table in place and table not in taken}
    first = {place[table] for table in kept if table in place} & own
    if 0 < len(first) < count:
        own_first = _grown(free, first, min(count, len(own)), own)
        chosen = _grown(free, own_first, count, set(free))
    elif len(first) >= count:
        chosen = _shrunk(first, count)
    elif len(own) >= count:
        chosen = _shrunk(own, count)
    else:
        chosen = _grown(free, own, count, set(free))
    return tuple(order[position] for position in sorted(chosen))


def condense(plan: FloorPlan, given: Given, needs: Mapping[int, int]) -> tuple[Move, ...]:
    """Return the moves of the events in `needs` that leave the free tables in one run.

    `needs`: the tables of the next round of each event that is between two rounds, by event. The
    tables of all other events stay. An event moves to the first run that is large enough and may
    include its own tables. If no run is, it gives up the tables that it does not need.
    """
    order = plan.tables
    place = {table: position for position, table in enumerate(order)}
    now = dict(given)

    moves: list[Move] = []
    own = {event: _places(place, given[event]) for event in needs if given.get(event)}
    for event in sorted(own, key=lambda event: (own[event][:1], event)):
        taken = _taken(now, event)
        free = [position for position, table in enumerate(order) if table not in taken]
        count = min(needs[event], len(given[event]), len(free))
        run = next((run[:count] for run in _runs(free) if len(run) >= count), None)
        if run is None:
            after = allocate(plan, now, event, count)
        else:
            after = tuple(order[position] for position in run)
        now[event] = frozenset(after)
        if now[event] != given[event]:
            before = sorted(given[event], key=lambda table: (place.get(table, len(order)), table))
            moves.append(Move(event, tuple(before), after))
    return tuple(moves)


def free_tables(plan: FloorPlan, given: Given) -> tuple[int, ...]:
    """Return the tables that no event has, in walking order."""
    taken = _taken(given, None)
    return tuple(table for table in plan.tables if table not in taken)


def first_run(
    first: int, last: int, count: int, taken: Collection[int], most: int | None = None
) -> range | None:
    """Return the first `count` free tables in a row from `first` to `last`; None without them.

    With `most` the run continues while tables are free, up to that number.
    """
    start = first
    for table in range(first, last + 2):
        if table <= last and table not in taken and table - start < (most or count):
            continue
        if table - start >= count:
            return range(start, table)
        start = table + 1
    return None


def _taken(given: Given, but: int | None) -> set[int]:
    return set(chain.from_iterable(tables for event, tables in given.items() if event != but))


def _places(place: Mapping[int, int], tables: Iterable[int]) -> list[int]:
    """Return the positions of the tables that can be used, ascending."""
    return sorted(place[table] for table in tables if table in place)


def _runs(positions: Iterable[int]) -> list[list[int]]:
    """Group ascending positions into runs of neighbors."""
    runs: list[list[int]] = []
    for position in positions:
        if runs and position == runs[-1][-1] + 1:
            runs[-1].append(position)
        else:
            runs.append([position])
    return runs


def _shrunk(own: set[int], count: int) -> set[int]:
    """Return `count` of these positions: whole runs, the longest first, the rest of one run."""
    chosen: set[int] = set()
    for run in sorted(_runs(sorted(own)), key=lambda run: (-len(run), run[0])):
        chosen.update(run[: count - len(chosen)])
    return chosen


def _grown(free: list[int], own: set[int], count: int, allowed: set[int]) -> set[int]:
    """Add allowed positions to `own` until there are `count`: next to it, then near, then split."""
    chosen = set(own)
    for position in _beside(own, allowed):
        if len(chosen) == count:
            return chosen
        chosen.add(position)
    rest = [position for position in free if position in allowed and position not in chosen]
    while len(chosen) < count:
        missing = count - len(chosen)
        run = _best_run(_runs(rest), missing, own)
        chosen.update(run[-missing:] if own and run[0] < min(own) else run[:missing])
        rest = [position for position in rest if position not in chosen]
    return chosen


def _beside(own: set[int], allowed: set[int]) -> Iterator[int]:
    """Yield the positions next to each run of an event: behind it first, then before it."""
    seen = set(own)
    for run in _runs(sorted(own)):
        for start, step in ((run[-1] + 1, 1), (run[0] - 1, -1)):
            position = start
            while position in allowed and position not in seen:
                seen.add(position)
                yield position
                position += step


def _best_run(runs: list[list[int]], missing: int, own: set[int]) -> list[int]:
    """Return the run from which to take the missing tables.

    That is the nearest run that is large enough, or for an event without tables the smallest one;
    if no run is large enough, the largest.
    """
    low, high = min(own, default=0), max(own, default=0)

    def distance(run: list[int]) -> int:
        return max(run[0] - high, low - run[-1]) if own else len(run)

    holding = [run for run in runs if len(run) >= missing]
    if holding:
        return min(holding, key=lambda run: (distance(run), -run[0] if own else run[0]))
    return max(runs, key=lambda run: (len(run), -distance(run), -run[0]))
