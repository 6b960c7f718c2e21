"""Places of the leading players after each round."""

import datetime
from collections.abc import Mapping, Sequence
from math import log2

from django.utils.translation import gettext as _

from domain.names import text_width
from domain.written_names import written_name
from events.core.report.report_values import Report, ReportLine
from events.core.revision_cache import cached_snapshots
from events.core.stages.stage_words import round_title
from events.models import StandingsSnapshot
from events.report.pictures.picture import Picture, in_lines, short_title

SHOWN = 8
_LEFT, _RIGHT, _LABELS = 38, 176, 186
_TOP, _EIGHTH, _BOTTOM, _AXIS = 16, 191, 281, 303
_NAME_WIDTH = 24
# Cache key of the places of a snapshot, which never change.
_Published = tuple[str, int, datetime.datetime]
# Width of a narrow letter, and the gap between two labels of the axis.
_LETTER, _FREE = 7, 4


def places_picture(report: Report) -> Picture | None:
    """Draw the places of the first eight after each round whose standings were published.

    None with fewer than two such rounds. Two queries.
    """
    leaders = [line for line in report.standings if line.row.place is not None][:SHOWN]
    after = _published_places(report)
    if len(after) <= 1 or not leaders:
        return None
    rounds = sorted(after)
    largest = max(
        (places.get(line.row.player, 1) for places in after.values() for line in leaders),
        default=SHOWN,
    )
    across = (_RIGHT - _LEFT) / (len(rounds) - 1)
    xs = {number: round(_LEFT + at * across, 1) for at, number in enumerate(rounds)}
    lines = []
    for rank, line in enumerate(leaders):
        points = [
            (xs[number], _height(after[number][line.row.player], largest))
            for number in rounds
            if line.row.player in after[number]
        ]
        label = _height(rank + 1, largest)
        lines.append(
            {
                "points": " ".join(f"{x},{y}" for x, y in points),
                "dots": points if rank <= 1 else points[-1:],
                "kind": ("first", "second")[rank] if rank <= 1 else "",
                "weight": "strong" if rank <= 1 else "",
                "place": line.row.place,
                "label": in_lines(line.person.name, _NAME_WIDTH),
                "x": _LABELS,
                "y": label,
            }
        )
    titles = _round_labels(report, rounds)
    axis = _AXIS if largest > SHOWN else _EIGHTH + _AXIS - _BOTTOM
    return Picture(
        code="places",
        title=_title(report, leaders, after, rounds),
        note=_("Place after each round of the players who finished first to eighth."),
        height=axis + 8,
        shapes={
            # The first line is drawn last, on top of the others.
            "lines": lines[::-1],
            "rounds": _apart([(xs[number], titles[number]) for number in rounds]),
            "grid": [(place, _height(place, largest)) for place in _marks(largest)],
            "left": _LEFT,
            "right": _RIGHT,
            "axis": axis,
        },
        heads=[_("Name"), *(titles[number] for number in rounds)],
        rows=[
            [line.person.name, *(after[number].get(line.row.player, "") for number in rounds)]
            for line in leaders
        ],
    )


def _published_places(report: Report) -> dict[int, dict[int, int]]:
    """Return by round the place of each player, as it was published last."""
    snapshots = (
        StandingsSnapshot.objects.filter(round__event=report.event, withdrawn=False)
        .order_by("round__number", "revision")
        .values_list("round__number", "pk", "published_at")
    )
    newest = {number: ("places", pk, at) for number, pk, at in snapshots}
    # Live pictures are requested twice a minute, and decoding thousands of rows is slow.
    known = cached_snapshots(list(newest.values()), _places_of)
    return {number: known[key] for number, key in newest.items() if key in known}


def _places_of(keys: Sequence[_Published]) -> dict[_Published, dict[int, int]]:
    """Return by snapshot the place of each player who has one. One query."""
    rows_by_key = StandingsSnapshot.objects.filter(pk__in=[pk for _kind, pk, _at in keys])
    rows = dict(rows_by_key.values_list("pk", "rows"))
    return {
        key: {row["number"]: row["place"] for row in rows[key[1]] if row["place"] is not None}
        for key in keys
        if key[1] in rows
    }


def _height(place: int, largest: int) -> float:
    """Return where a place is drawn: the first eight evenly, those below by their logarithm."""
    if place <= SHOWN:
        return round(_TOP + (place - 1) * (_EIGHTH - _TOP) / (SHOWN - 1), 1)
    below = log2(place / SHOWN) / log2(max(largest, 2 * SHOWN) / SHOWN)
    return round(_EIGHTH + below * (_BOTTOM - _EIGHTH), 1)


def _marks(largest: int) -> list[int]:
    marks, mark = [1, SHOWN], 2 * SHOWN
    while mark <= largest:
        marks.append(mark)
        mark *= 2
    return marks


def _round_labels(report: Report, rounds: Sequence[int]) -> dict[int, str]:
    """Return how the axis calls each round: by number, in a bracket QF, SF, F."""
    named = {number: report.round(number).bracket_players for number in rounds}
    return {
        number: short_title(number, players) if players else str(number)
        for number, players in named.items()
    }


def _apart(labels: Sequence[tuple[float, str]]) -> list[tuple[float, str]]:
    """Return the labels of an axis that do not run into a later one; the last is always there."""
    shown: list[tuple[float, str]] = []
    free = float("inf")
    for x, label in reversed(labels):
        half = text_width(label) * _LETTER / 2
        if x + half <= free:
            shown.append((x, label))
            free = x - half - _FREE
    return shown[::-1]


def _title(
    report: Report,
    leaders: Sequence[ReportLine],
    after: Mapping[int, Mapping[int, int]],
    rounds: Sequence[int],
) -> str:
    first = leaders[0]
    led = 0
    for number in reversed(rounds):
        if after[number].get(first.row.player) != 1:
            break
        led += 1
    if report.interim or led == 0:
        return _("Leading players after each round")
    since = report.round(rounds[-led])
    values = {"name": written_name(first.person), "number": since.number}
    if led == len(rounds):
        return _("%(name)s led after every round") % values
    if led == 1:
        return _("%(name)s took first place in the last round") % values
    if since.bracket_players is not None:
        values["round"] = round_title(since).lower()
        return _("%(name)s led from the %(round)s to the end") % values
    return _("%(name)s led from round %(number)d to the end") % values
