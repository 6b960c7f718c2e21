"""Improve a first try to a best pairing with one class of candidates for the bye.

Score groups start out relaxed: they are drawn (segments.py). A group that cannot be drawn without a
rematch becomes part of a window, which is matched exactly (windows.py), until everything fits.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pairings.blocks import Block, with_blocks
from pairings.cost import sum_of
from pairings.groups import FirstTry, ScoreGroups
from pairings.random_draws import Lots
from pairings.sampler import Sampler, TooRare, Unfit
from pairings.segments import Drawn, Segment, cut
from pairings.types import Cost
from pairings.windows import Window, Work, solve_window

_SMALL_NEIGHBOUR = 3


@dataclass(slots=True)
class Found:
    """A pairing of some players: ones[k] meets twos[k]. bound leaves out the cost of the bye."""

    ones: list[int]
    twos: list[int]
    bye: int | None
    bound: Cost
    method: str
    uniform: bool


def parity_bound(levels: list[int], above: list[int]) -> Cost:
    """Return a lower bound on the sums of differences, whatever the rematches.

    Between two neighbouring score groups at least one pair crosses when the number of players above
    is odd. (Leave out a group that the bye empties.)
    """
    gaps = [
        high - low for high, low, count in zip(levels, levels[1:], above, strict=False) if count % 2
    ]
    return Cost(0, None, None, sum(gaps), sum(gap * gap for gap in gaps))


def search(field: ScoreGroups, tried: FirstTry, lots: Lots, work: Work) -> Found:
    """Return a best pairing of the field. Raises TooLarge if a window exceeds the work left."""
    hard: set[int] = set()
    windows: dict[tuple[int, int], Window] = {}
    kept: dict[str, list[Drawn]] = {}
    first: list[Drawn] | None = _as_drawn(field, tried)
    while True:
        spans = _spans(hard)
        for low, high in spans:
            if (low, high) not in windows:
                windows[low, high] = solve_window(field, low, high, lots, work)
        chosen = [windows[span] for span in spans]
        segments = _segments(field, chosen)
        try:
            parts = with_blocks(segments, chosen)
            _check_room(parts)
            drawn = _draw_runs(parts, field, first, lots, kept)
        except TooRare as rare:
            for window in chosen:
                if window.segment.groups[0] in rare.groups:
                    window.shapes = []
        except Unfit as unfit:
            hard.update(_grown(field, hard, unfit.groups))
            first = None
        else:
            return _found(field, chosen, len(segments), drawn)


def _as_drawn(field: ScoreGroups, tried: FirstTry) -> list[Drawn]:
    """Split the first try into its score groups."""
    drawn = []
    start = 0
    for place, end in enumerate(field.above):
        bye = tried.bye if place == field.bye_group else None
        drawn.append(cut(tried.line[start:end], start % 2, end % 2, bye))
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


def _segments(field: ScoreGroups, windows: list[Window]) -> list[Segment]:
    """Return the windows and the relaxed groups in order, linked with each other."""
    at = {window.segment.groups[0]: window.segment for window in windows}
    segments: list[Segment] = []
    place, last = 0, len(field.groups) - 1
    while place <= last:
        if place in at:
            segments.append(at[place])
            place = at[place].groups[-1] + 1
            continue
        segment = Segment((place,), field.groups[place])
        if place == field.bye_group:
            segment.byes = field.byes
        if place > 0:
            # Floats that the previous window needs, or one for an odd number above.
            before = segments[-1]
            segment.enters = before.leaves if before.is_window else field.above[place - 1] % 2
        if place < last:
            window = at.get(place + 1)
            segment.leaves = field.above[place] % 2 if window is None else window.enters
        segments.append(segment)
        place += 1
    return segments


def _check_room(parts: list[Segment | Block]) -> None:
    """Raise Unfit with the groups that have too few players for their floats and bye."""
    tight = [
        group
        for segment in parts
        if isinstance(segment, Segment)
        and segment.enters + segment.leaves + bool(segment.byes) > len(segment.members)
        for group in segment.groups
    ]
    if tight:
        raise Unfit(tuple(tight))


def _draw_runs(
    segments: list[Segment | Block],
    field: ScoreGroups,
    first: Sequence[Drawn] | None,
    lots: Lots,
    kept: dict[str, list[Drawn]],
) -> list[Drawn]:
    """Draw each run of linked segments, reusing draws for unchanged numbers of floats.

    Raises Unfit with the groups of all runs that could not be drawn.
    """
    done: list[Drawn] = []
    unfit: list[int] = []
    start = 0
    for place, segment in enumerate(segments):
        if segment.leaves:
            continue
        run = segments[start : place + 1]
        name = repr([(linked.groups, linked.enters, linked.leaves) for linked in run])
        if name not in kept:
            tried = None if first is None else first[start : place + 1]
            try:
                kept[name] = Sampler(run, field.avoid, lots, tried).draw()
            except Unfit as error:
                unfit.extend(error.groups)
        done.extend(kept.get(name, ()))
        start = place + 1
    if unfit:
        raise Unfit(tuple(unfit))
    return done


def _grown(field: ScoreGroups, hard: set[int], groups: tuple[int, ...]) -> set[int]:
    """Return the groups to add to windows: those named, and their very small neighbours.

    Small neighbours rarely have players to spare.
    """
    grown = set(groups)
    for group in set(groups) - hard:
        for step in (-1, 1):
            place = group + step
            while 0 <= place < len(field.groups) and len(field.groups[place]) <= _SMALL_NEIGHBOUR:
                grown.add(place)
                place += step
    return grown


def _found(field: ScoreGroups, windows: list[Window], segments: int, drawn: list[Drawn]) -> Found:
    ones: list[int] = []
    twos: list[int] = []
    bye = None
    exits: list[int] = []
    for part in drawn:
        ones += part.ones + exits
        twos += part.twos + part.entries
        exits = part.exits
        bye = part.bye if part.bye is not None else bye
    if not windows:
        bound = parity_bound(field.levels, field.above)
        return Found(ones, twos, bye, bound, "parity", True)
    method = "windows" if segments > len(windows) else "matching"
    bound = _windows_bound(field, windows)
    return Found(ones, twos, bye, bound, method, all(bool(window.shapes) for window in windows))


def _windows_bound(field: ScoreGroups, windows: list[Window]) -> Cost:
    hard = {group for window in windows for group in window.segment.groups}
    gaps = [
        field.levels[group] - field.levels[group + 1]
        for group in range(len(field.levels) - 1)
        if group not in hard and group + 1 not in hard and field.above[group] % 2
    ]
    floats = Cost(0, None, None, sum(gaps), sum(gap * gap for gap in gaps))
    return sum_of([floats, *(window.cost for window in windows)])
