"""Sizes, waits, tables and tickets of a queue."""

import datetime
from typing import Any

from events.on_demand.waiting import (
    minutes_to_go,
    pod_size,
    record_text,
    tickets_of_text,
    tickets_text,
)

NOW = datetime.datetime(2026, 5, 9, 12, tzinfo=datetime.UTC)
MINUTE = datetime.timedelta(minutes=1)


def ago(*minutes: float) -> list[datetime.datetime]:
    return [NOW - at * MINUTE for at in minutes]


def test_a_pod_begins_when_it_is_full_or_smaller_after_the_wait() -> None:
    rule: dict[str, Any] = {"size": 8, "least": 6, "wait": 30 * MINUTE, "now": NOW}
    assert pod_size(ago(*range(8)), **rule) == 8
    assert pod_size(ago(*range(11)), **rule) == 8
    assert pod_size(ago(29, 3, 2, 1, 1, 1, 0), **rule) == 0
    assert pod_size(ago(30, 3, 2, 1, 1, 1, 0), **rule) == 7
    assert pod_size(ago(30, 3, 2, 1, 1), **rule) == 0
    assert pod_size(ago(90, 3, 2, 1, 1, 0), **rule | {"least": None}) == 0


def test_the_wait_follows_from_the_newest_arrivals() -> None:
    rule: dict[str, Any] = {"size": 8, "least": None, "wait": 30 * MINUTE, "now": NOW}
    assert minutes_to_go(1, ago(), ago(), **rule) is None
    assert minutes_to_go(1, ago(0), ago(0), **rule) is None
    # Five arrivals, two minutes apart: three more players take six minutes.
    five = ago(8, 6, 4, 2, 0)
    assert minutes_to_go(5, five, five, **rule) == 6
    # The ninth player waits for a whole second pod.
    assert minutes_to_go(9, five, five, **rule) == 22
    assert minutes_to_go(3, ago(*range(8)), five, **rule) == 0
    # The smaller pod starts in four minutes, earlier than a full one.
    slow = ago(26, 13, 0)
    assert minutes_to_go(3, slow, slow, **rule | {"least": 3}) == 4


def test_tickets_are_read_as_they_are_written() -> None:
    tickets = tickets_of_text("3-0: 12\n\n 2-1 = 6 \n2-0-1 8\n")
    assert tickets == {"3-0": 12, "2-1": 6, "2-0-1": 8}
    assert tickets_of_text(tickets_text(tickets)) == tickets
    assert tickets_of_text("winner: 12") is None
    assert (record_text(2, 1, 0), record_text(2, 0, 1)) == ("2-1", "2-0-1")
