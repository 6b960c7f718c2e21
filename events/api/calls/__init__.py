"""Calls that need a token, by topic; `WRITES` lists all of them in documentation order."""

from events.api.calls import (
    announcement_calls,
    attendance_calls,
    clock_calls,
    enrolling_calls,
    event_calls,
    floor_calls,
    judging_calls,
    page_calls,
    result_calls,
    roster_calls,
    round_calls,
    sign_up_calls,
    stage_calls,
    step_calls,
    venue_calls,
    webhook_calls,
)
from events.api.declared import Write

TOPICS = (
    event_calls,
    page_calls,
    stage_calls,
    sign_up_calls,
    roster_calls,
    enrolling_calls,
    attendance_calls,
    round_calls,
    result_calls,
    step_calls,
    clock_calls,
    floor_calls,
    judging_calls,
    announcement_calls,
    venue_calls,
    webhook_calls,
)


def _writes(value: object) -> tuple[Write, ...]:
    """Return the calls that a module's attribute declares: one, or one per kind of owner."""
    values = value if isinstance(value, tuple) else (value,)
    return tuple(each for each in values if isinstance(each, Write))


WRITES = tuple(
    write for topic in TOPICS for value in vars(topic).values() for write in _writes(value)
)
