"""The time zones that this computer knows."""

import zoneinfo
from functools import cache


@cache
def known_time_zones() -> frozenset[str]:
    """Return the IANA name of every time zone.

    Python looks into every file of its list each time it is asked: 600 of them.
    """
    return frozenset(zoneinfo.available_timezones())
