"""From a first try to a best pairing with one class of players for the bye.

Score groups start out relaxed: they are drawn (segments.py). A group that cannot be drawn without a
rematch becomes part of a window, which is matched exactly (windows.py), until everything fits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pairings.draw import Draw
from pairings.field import Field, FirstTry
from pairings.segments import Drawn, Sampler, Segment, Unfit
from pairings.types import Cost
from pairings.windows import Window, Work, solve_window, window_cost

_SMALL_NEIGHBOUR = 3


@dataclass(slots=True)
class Found:
    """A pairing of some players: ones[k] meets twos[k]. bound leaves out what the bye costs."""

    ones: list[int]
    twos: list[int]
    bye: int | None
    bound: Cost
    method: str
    uniform: bool


def parity_bound(levels: list[int], above: list[int]) -> Cost:
    """Return the least that the sums of differences can be, whatever rematches allow.

    Between two neighbouring score groups at least one pair crosses when the number of players above
    is odd. (A group that the bye empties must have been left out.)
    """
    gaps = [
        high - low for high, low, count in zip(levels, levels[1:], above, strict=False) if count % 2
    ]
    return Cost(0, None, None, sum(gaps), sum(gap * gap for gap in gaps))


def search(field: Field, tried: FirstTry, draw: Draw, work: Work) -> Found:
    """Return a best pairing of the field. Raises TooLarge when a window is beyond the work left."""
    hard: set[int] = set()
    windows: dict[tuple[int, int], Window] = {}
    kept: dict[str, list[Drawn]] = {}
    first: list[Drawn | None] | None = _as_drawn(field, tried)
    while True:
        spans = _spans(hard)
        for low, high in spans:
            if (low, high) not in windows:
                windows[low, high] = solve_window(field, low, high, draw, work)
        chosen = [windows[span] for span in spans]
        segments = _segments(field, chosen)
        try:
            _check_room(segments)
            drawn = _draw_runs(segments, field, first, draw, kept)
        except Unfit as unfit:
            hard.update(_grown(field, unfit.groups))
            first = None
            continue
        return _found(field, chosen, segments, drawn)


def _as_drawn(field: Field, tried: FirstTry) -> list[Drawn | None]:
    """Return the first try cut into its score groups."""
    drawn: list[Drawn | None] = []
    start = 0
    for place, end in enumerate(field.above):
        part = tried.line[start:end]
        entry = part[0] if start % 2 else None
        leave = part[-1] if end % 2 else None
        inner = part[start % 2 : len(part) - end % 2]
        bye = tried.bye if place == field.bye_group else None
        drawn.append(Drawn(entry, leave, bye, inner[::2], inner[1::2]))
        start = end
    return drawn


def _spans(hard: Iterable[int]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for group in sorted(hard):
        if spans and spans[-1][1] == group:
            spans[-1] = (spans[-1][0], group + 1)
        else:
            spans.append((group, group + 1))
    return spans


def _segments(field: Field, windows: list[Window]) -> list[Segment]:
    """Return the relaxed groups as segments, with what the windows want of them."""
    before = {window.high: window for window in windows}
    after = {window.low: window for window in windows}
    inside = {group for window in windows for group in range(window.low, window.high)}
    segments = []
    last = len(field.groups) - 1
    for place, members in enumerate(field.groups):
        if place in inside:
            continue
        segment = Segment(place, members)
        if place == field.bye_group:
            segment.byes = field.byes
        if place in before:
            segment.guests += before[place].downs
            segment.enters = before[place].passes > 0
        else:
            segment.enters = place > 0 and field.above[place - 1] % 2 == 1
        if place + 1 in after:
            segment.guests += after[place + 1].ups
            segment.leaves = after[place + 1].passes > 0
        else:
            segment.leaves = place < last and field.above[place] % 2 == 1
        segments.append(segment)
    return segments


def _check_room(segments: list[Segment]) -> None:
    tight = []
    for segment in segments:
        floats = segment.enters + segment.leaves + bool(segment.byes)
        if floats + len(segment.guests) > len(segment.members):
            tight.append(segment.group)
    if tight:
        raise Unfit(tuple(tight))


def _draw_runs(
    segments: list[Segment],
    field: Field,
    first: list[Drawn | None] | None,
    draw: Draw,
    kept: dict[str, list[Drawn]],
) -> list[Drawn]:
    """Draw each run of linked segments, keeping those that were drawn for the same wishes before.

    Raises Unfit with the groups of all runs that could not be drawn.
    """
    done: list[Drawn] = []
    unfit: list[int] = []
    start = 0
    for place, segment in enumerate(segments):
        if segment.leaves:
            continue
        run = segments[start : place + 1]
        name = repr([(one.group, one.enters, one.leaves, one.guests) for one in run])
        if name not in kept:
            sampler = Sampler(run, field.avoid, draw)
            try:
                kept[name] = sampler.draw(first and first[start : place + 1])
            except Unfit as error:
                unfit.extend(error.groups)
        done.extend(kept.get(name, ()))
        start = place + 1
    if unfit:
        raise Unfit(tuple(unfit))
    return done


def _grown(field: Field, groups: tuple[int, ...]) -> set[int]:
    """Return the groups with their very small neighbours, which could hardly give way."""
    grown = set(groups)
    for group in groups:
        for step in (-1, 1):
            place = group + step
            while 0 <= place < len(field.groups) and len(field.groups[place]) <= _SMALL_NEIGHBOUR:
                grown.add(place)
                place += step
    return grown


def _found(
    field: Field, windows: list[Window], segments: list[Segment], drawn: list[Drawn]
) -> Found:
    ones: list[int] = []
    twos: list[int] = []
    bye = None
    floater = None
    for part in drawn:
        ones += part.ones
        twos += part.twos
        if part.entry is not None and floater is not None:
            ones.append(floater)
            twos.append(part.entry)
        floater = part.exit
        bye = part.bye if part.bye is not None else bye
    for window in windows:
        ones += [one for one, _ in window.pairs]
        twos += [two for _, two in window.pairs]
        bye = window.bye if window.bye is not None else bye
    if not windows:
        return Found(ones, twos, bye, parity_bound(field.levels, field.above), "parity", True)
    method = "windows" if segments else "matching"
    return Found(ones, twos, bye, _windows_bound(field, windows, segments), method, False)


def _windows_bound(field: Field, windows: list[Window], segments: list[Segment]) -> Cost:
    relaxed = {segment.group for segment in segments}
    gaps = [
        field.levels[group] - field.levels[group + 1]
        for group in relaxed
        if group + 1 in relaxed and field.above[group] % 2
    ]
    costs = [window_cost(field, window) for window in windows]
    return Cost(
        sum(cost.rematches for cost in costs),
        None,
        None,
        sum(cost.sum_abs for cost in costs) + sum(gaps),
        sum(cost.sum_sq for cost in costs) + sum(gap * gap for gap in gaps),
    )
