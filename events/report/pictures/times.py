"""Duration of each round, and the table that held it."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from events.core.words.venue_times import venue_clock
from events.models import Event, Match
from events.report.pictures.picture import Picture, short_title
from events.report.round_times import RoundTime, in_minutes

_START, _END = 92, 296
_MINUTES_AT, _NEXT_AT = 326, 372
_FIRST, _ROW = 34, 34
_MOST_WAITING = 15


def times_picture(event: Event, times: Sequence[RoundTime]) -> Picture | None:
    """Draw the rounds as bars from the start to the last result; None without rounds."""
    if not times:
        return None
    longest = max(max(time.minutes for time in times), 1)
    unit = (_END - _START) / (longest + _MOST_WAITING)
    zero = _START + _MOST_WAITING * unit
    rows = []
    for at, time in enumerate(times):
        over = min(time.minutes_over, time.minutes)
        within = time.minutes - over
        waiting = min(time.minutes_waiting, _MOST_WAITING)
        rows.append(
            {
                "y": _FIRST + at * _ROW,
                "label": short_title(time.number, time.bracket_players),
                "posted": venue_clock(event, time.posted),
                "waiting_x": round(zero - waiting * unit, 1),
                "waiting": round(waiting * unit, 1),
                "x": round(zero, 1),
                "within": round(within * unit, 1),
                "over_x": round(zero + within * unit, 1),
                "over": round(over * unit, 1),
                "minutes": time.minutes,
                "next": "" if time.break_after is None else f"+{in_minutes(time.break_after)}",
                "held": _held(time),
                "weight": "strong" if time.minutes == longest else "soft",
            }
        )
    return Picture(
        code="times",
        title=_title([time for time in times if time.is_over]),
        note=_(
            "Minutes from the start to the last result, the table that finished last, and minutes"
            " until the next pairings."
        ),
        height=_FIRST + len(rows) * _ROW + 24,
        shapes={
            "rows": rows,
            "zero": round(zero, 1),
            "ends": _FIRST + len(rows) * _ROW - 8,
            "legend": _FIRST + len(rows) * _ROW + 14,
            "minutes_at": _MINUTES_AT,
            "next_at": _NEXT_AT,
        },
        heads=[
            _("Round"),
            _("Posted"),
            _("Started"),
            _("Last result"),
            _("Minutes"),
            _("After time"),
            _("Last table"),
            _("Time extension"),
            _("Minutes to next pairings"),
        ],
        rows=[
            [
                time.title,
                venue_clock(event, time.posted),
                venue_clock(event, time.start),
                venue_clock(event, time.last_result),
                time.minutes,
                time.minutes_over,
                "" if time.last_table is None else time.last_table,
                _extension(time),
                "" if time.break_after is None else in_minutes(time.break_after),
            ]
            for time in times
        ],
    )


def _held(time: RoundTime) -> str:
    """Say which table finished last and what it was given."""
    if time.last_table is None:
        return ""
    values = {"table": time.last_table, "minutes": time.extension, "reason": _reason(time)}
    if time.extension and time.reason:
        return _("Table %(table)d, %(minutes)d min added: %(reason)s") % values
    if time.extension:
        return _("Table %(table)d, %(minutes)d min added") % values
    return _("Table %(table)d") % values


def _extension(time: RoundTime) -> str:
    """Return the minutes that the last table was given, and why."""
    if not time.extension:
        return ""
    minutes = _("+%(minutes)s min") % {"minutes": time.extension}
    return f"{minutes} · {_reason(time)}" if time.reason else minutes


def _reason(time: RoundTime) -> str:
    return str(dict(Match.EXTENSION_WORDS)[time.reason]) if time.reason else ""


def _title(over: Sequence[RoundTime]) -> str:
    """Name the longest of the complete rounds; a round in progress may still become longer."""
    if not over:
        return _("Minutes by round")
    longest = max(over, key=lambda time: time.minutes)
    values = {"round": longest.title, "minutes": longest.minutes, "extra": longest.extension}
    if longest.extension:
        return (
            _("%(round)s was the longest: %(minutes)d minutes, with a %(extra)d-minute extension")
            % values
        )
    return _("%(round)s was the longest: %(minutes)d minutes") % values
