"""Marks of tables: filters of outstanding tables on the desk, and special tables in words."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from domain.table_marks import USUAL_TABLE
from events.core.clock.round_clock import clock_of
from events.core.progress.outstanding import SeatedMatch
from events.core.results.phone_report_queries import FromPhones
from events.core.seats.table_numbering import room_of
from events.models import Event, Match, Round


class TableMark(StrEnum):
    """Reason to look for an outstanding table."""

    OVER = "over"
    EXTENSION = "extension"
    CALLED = "called"
    ONE_REPORT = "one-report"
    ODD_SIZE = "odd-size"


def is_odd_size(match: SeatedMatch) -> bool:
    """Return whether three or five players sit at a table of an event at tables of four."""
    return match.second is None and len(match.players) != USUAL_TABLE


@dataclass(frozen=True, slots=True)
class TableFilter:
    """One filter of the outstanding tables; without a mark it shows all of them."""

    mark: TableMark | None
    count: int
    is_chosen: bool


class TableMarks:
    """The current marks of a round's outstanding tables."""

    def __init__(self, round: Round, phones: FromPhones | None) -> None:
        self._clock = clock_of(round)
        self._over: dict[int, bool] = {}
        self._called = {call.match_id for call in phones.calls} if phones else set()
        self._one_report = phones.one_report if phones else frozenset()

    def of(self, match: SeatedMatch) -> list[TableMark]:
        """Return the marks of an outstanding table."""
        marks = [TableMark.OVER] if self._is_over(match.extension_minutes) else []
        if match.extension_minutes:
            marks.append(TableMark.EXTENSION)
        if match.pk in self._called:
            marks.append(TableMark.CALLED)
        if match.pk in self._one_report:
            marks.append(TableMark.ONE_REPORT)
        if is_odd_size(match):
            marks.append(TableMark.ODD_SIZE)
        return marks

    def filters(self, matches: Collection[SeatedMatch], chosen: str) -> list[TableFilter]:
        """Return all filters with their counts; `chosen` is the value of a mark, or empty."""
        counts = dict.fromkeys(TableMark, 0)
        for mark in _flat(self.of(match) for match in matches):
            counts[mark] += 1
        marked = [TableFilter(mark, count, mark == chosen) for mark, count in counts.items()]
        none_chosen = not any(line.is_chosen for line in marked)
        return [TableFilter(None, len(matches), none_chosen), *marked]

    def _is_over(self, extension: int) -> bool:
        over = self._over.get(extension)
        if over is None:
            left = self._clock.remaining(extension)
            over = self._over[extension] = left is not None and left <= 0
        return over


def _flat(marks: Iterable[list[TableMark]]) -> Iterable[TableMark]:
    return (mark for some in marks for mark in some)


def table_mark(special: Mapping[int, str], match: SeatedMatch) -> str:
    """Return the mark of a match's table: its name in the room, or that it is a fixed seat.

    `special` is that of `rules.room.Room`. Empty for an ordinary table.
    """
    if match.table is None:
        return ""
    if match.table in special:
        return special[match.table]
    fixed = any(player.fixed_table == match.table for player in match.players)
    return _("fixed seat") if fixed else ""


def size_words(match: SeatedMatch) -> str:
    """Return the number of players at a table of three or five in words; else empty."""
    if not is_odd_size(match):
        return ""
    count = len(match.players)
    return ngettext("%(count)d player", "%(count)d players", count) % {"count": count}


def filter_words(mark: TableMark | None) -> str:
    """Name a filter of the outstanding tables; None is all of them."""
    if mark is None:
        return pgettext("tables", "All")
    words = {
        TableMark.OVER: _("Over time"),
        TableMark.EXTENSION: _("Extension"),
        TableMark.CALLED: _("Called a judge"),
        TableMark.ONE_REPORT: _("One phone report"),
        TableMark.ODD_SIZE: _("3 or 5 players"),
    }
    return words[mark]


def mark_of_table(event: Event, match: Match) -> str:
    """Return table_mark where only one table is shown; reads the room."""
    return table_mark(room_of(event).special, match)


def name_of_table(event: Event, table: int | None) -> str:
    """Return the name of a table in the room, for players; most tables have none."""
    return room_of(event).special.get(table or 0, "")
