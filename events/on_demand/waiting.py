"""Sizes, times and tickets of a queue: pure values, with the clock passed in."""

import datetime
import re
from collections.abc import Mapping, Sequence

# Arrivals used for an estimate, and the longest gap that counts.
ARRIVALS = 12
LONGEST_GAP = datetime.timedelta(minutes=20)
_LINE = re.compile(r"(\d{1,2}-\d{1,2}(?:-\d{1,2})?)\s*[:= ]\s*(\d{1,5})")


def pod_size(
    joined: Sequence[datetime.datetime],
    *,
    size: int,
    least: int | None,
    wait: datetime.timedelta,
    now: datetime.datetime,
) -> int:
    """Return how many of the waiting players can begin a pod now; 0 while it is too early.

    `joined`: when each waiting player joined. `least` players begin once one of them has waited for
    `wait`.
    """
    if len(joined) >= size:
        return size
    if least is not None and len(joined) >= least and now - min(joined) >= wait:
        return len(joined)
    return 0


def minutes_to_go(
    place: int,
    waiting: Sequence[datetime.datetime],
    arrivals: Sequence[datetime.datetime],
    *,
    size: int,
    least: int | None,
    wait: datetime.timedelta,
    now: datetime.datetime,
) -> int | None:
    """Estimate the minutes until the pod of the player at `place` (from 1) is called.

    `waiting`: when the players in the line joined, the first one first; `arrivals`: the newest
    joins of the queue, the newest last. The estimate uses the mean gap of the newest arrivals, or
    the smaller pod if that begins earlier. None without either.
    """
    needed = -(-place // size) * size - len(waiting)
    if needed <= 0:
        return 0
    estimates: list[datetime.timedelta] = []
    newest = sorted(arrivals)[-ARRIVALS:]
    if len(newest) > 1:
        # The time since the last arrival counts as a gap too, so that a quiet queue slows down.
        span = max(now, newest[-1]) - newest[0]
        gap = min(span / (len(newest) - 1), LONGEST_GAP)
        estimates.append(gap * needed)
    if least is not None and waiting and place <= size and len(waiting) >= least:
        estimates.append(max(min(waiting) + wait - now, datetime.timedelta()))
    if not estimates:
        return None
    return max(1, round(min(estimates).total_seconds() / 60))


def tickets_of_text(text: str) -> dict[str, int] | None:
    """Read the tickets by record from lines such as "3-0: 12"; None if a line has another form."""
    tickets: dict[str, int] = {}
    for line in filter(None, (line.strip() for line in text.splitlines())):
        match = _LINE.fullmatch(line)
        if match is None:
            return None
        tickets[match[1]] = int(match[2])
    return tickets


def tickets_text(tickets: Mapping[str, int]) -> str:
    """Return the tickets by record, a line each, as tickets_of_text reads them."""
    return "\n".join(f"{record}: {count}" for record, count in tickets.items())


def record_text(wins: int, losses: int, draws: int) -> str:
    """Return a record as the ticket list writes it: "2-1", with draws "2-0-1"."""
    return f"{wins}-{losses}-{draws}" if draws else f"{wins}-{losses}"
