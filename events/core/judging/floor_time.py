"""Tables on the floor: their time, the last to end, and how judges share them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from events.core.clock.round_clock import Clock, ClockState


class TableState(StrEnum):
    """State of a table's time; TIME: time was called, TURNS: additional turns are being played."""

    PLAYING = "playing"
    EXTENDED = "extended"
    TIME = "time"
    TURNS = "turns"


@dataclass(frozen=True, slots=True)
class TableTime:
    """The time of one table. `over`: seconds since time was called there; None before."""

    state: TableState
    over: int | None

    @property
    def is_over(self) -> bool:
        """True once time was called at the table."""
        return self.over is not None


def table_time(clock: Clock, extension: int, in_turns: bool) -> TableTime:
    """Return the time of a table with an extension of `extension` minutes.

    MTR 2.5: when time is called the game continues for five additional turns.
    """
    left = clock.remaining(extension)
    over = -left if left is not None and clock.state(extension) is ClockState.OVER else None
    if in_turns:
        return TableTime(TableState.TURNS, over)
    if over is not None:
        return TableTime(TableState.TIME, over)
    return TableTime(TableState.EXTENDED if extension else TableState.PLAYING, None)


def dealt(tables: Sequence[int], shares: int) -> list[tuple[int, int]]:
    """Divide tables, ascending, among `shares` (at least 1) judges: first and last table of each.

    The shares are adjacent and differ by one table at most; every judge gets one unless there are
    more judges than tables.
    """
    stretches = []
    for share in range(shares):
        first, end = share * len(tables) // shares, (share + 1) * len(tables) // shares
        if end > first:
            stretches.append((tables[first], tables[end - 1]))
    return stretches
