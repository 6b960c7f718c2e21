"""Calls that need a token, by topic; `WRITES` has all of them in the order of the documentation."""

from events.api.calls import announcement_calls, result_calls, roster_calls, round_calls
from events.api.declared import Write

WRITES = tuple(
    value
    for topic in (roster_calls, round_calls, result_calls, announcement_calls)
    for value in vars(topic).values()
    if isinstance(value, Write)
)
