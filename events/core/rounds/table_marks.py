"""Marks of outstanding tables, by which the desk filters them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from domain.table_marks import USUAL_TABLE
from events.core.clock.round_clock import clock_of
from events.core.progress.outstanding import SeatedMatch
from events.core.results.phone_report_queries import FromPhones
from events.models import Round


class TableMark(StrEnum):
    """Why somebody looks for an outstanding table."""

    OVER = "over"
    EXTENSION = "extension"
    CALLED = "called"
    ONE_REPORT = "one-report"
    ODD_SIZE = "odd-size"


def is_odd_size(match: SeatedMatch) -> bool:
    """Say whether three or five players sit at a table of an event at tables of four."""
    return match.second is None and len(match.players) != USUAL_TABLE


@dataclass(frozen=True, slots=True)
class TableFilter:
    """One filter of the outstanding tables; without a mark it is all of them."""

    mark: TableMark | None
    count: int
    is_chosen: bool


class TableMarks:
    """The marks of a round's outstanding tables, as they are now."""

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
