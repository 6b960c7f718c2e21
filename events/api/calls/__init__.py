"""Calls that need a token, by topic; `WRITES` has all of them in the order of the documentation."""

from events.api.calls import (
    announcement_calls,
    clock_calls,
    event_calls,
    floor_calls,
    result_calls,
    roster_calls,
    round_calls,
    stage_calls,
    venue_calls,
)
from events.api.declared import Write

TOPICS = (
    event_calls,
    stage_calls,
    roster_calls,
    round_calls,
    result_calls,
    clock_calls,
    floor_calls,
    announcement_calls,
    venue_calls,
)
WRITES = tuple(
    value for topic in TOPICS for value in vars(topic).values() if isinstance(value, Write)
)
