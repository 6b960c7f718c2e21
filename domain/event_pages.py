"""Public facts of an event: its schedule, a link to a map, and a short address for posters."""

import re
import unicodedata
from typing import NamedTuple

# Reserved first words of addresses: those of the site, and some for later.
RESERVED = frozenset(
    {
        *("about", "account", "accounts", "admin", "api", "apps", "assets", "blog", "calendar"),
        *(
            "clocks",
            "badge",
            "contact",
            "day",
            "days",
            "docs",
            "e",
            "embed",
            "event",
            "events",
            "favicon",
            "feed",
        ),
        *("finder", "first-organizer", "follow", "healthz", "help", "home", "host", "i18n", "ics"),
        *("imprint", "index", "join", "language", "legal", "live", "login", "logout", "mail"),
        *("manifest", "matchslip", "me", "media", "metrics", "new", "news", "now", "o", "org"),
        *(
            "operator",
            "overlay",
            "password",
            "players",
            "privacy",
            "public",
            "push",
            "readyz",
            "report",
        ),
        *("robots", "root", "rules", "search", "series", "settings", "share", "signup", "sign-up"),
        *("sitemap", "staff", "standby", "static", "status", "support", "terms", "user", "users"),
        *("venue", "venues", "webhooks", "well-known", "worker", "www"),
    }
)
_SHORT = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
# A host with a name, without another scheme or a hidden user name.
_PLACE = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?(?:/[^\s\"<>\\]*)?", re.I)
_TIME = re.compile(
    r"(\d{1,2})[:.](\d{2})(?!\d)\s*(?:[-–—~〜]\s*(\d{1,2})[:.](\d{2})(?!\d))?[\s:,–—-]*"
)


class ScheduleEntry(NamedTuple):
    """A line of the schedule: its start time ("" without one), and its words."""

    time: str
    words: str


def schedule_entries(text: str) -> tuple[ScheduleEntry, ...]:
    """Return the lines of a schedule, such as `08:30 Doors` or `12:00-13:00 Lunch`."""
    return tuple(_entry(line.strip()) for line in text.splitlines() if line.strip())


def _entry(line: str) -> ScheduleEntry:
    # Full-width digits, as a Japanese keyboard types them.
    plain = unicodedata.normalize("NFKC", line)
    match = _TIME.match(plain)
    if match is None or not plain[match.end() :]:
        return ScheduleEntry("", line)
    hour, minute, to_hour, to_minute = match.groups()
    times = [(int(hour), minute)] + ([(int(to_hour), to_minute)] if to_hour else [])
    if any(hours > 23 or int(minutes) > 59 for hours, minutes in times):
        return ScheduleEntry("", line)
    shown = "–".join(f"{hours:02d}:{minutes}" for hours, minutes in times)
    return ScheduleEntry(shown, plain[match.end() :])


def is_map_link(text: str) -> bool:
    """Return whether a text is an https address that a page can link to."""
    scheme, _, place = text.partition("://")
    return scheme == "https" and _PLACE.fullmatch(place) is not None


def is_short_address(text: str) -> bool:
    """Return whether a text can be an event's address right below the site: `hco`."""
    return len(text) > 1 and _SHORT.fullmatch(text) is not None and text not in RESERVED
