"""An event as a calendar file (RFC 5545), for the calendars of phones.

One entry without repetition or alarm needs none of a library's parts: a few lines, escaped and
folded. Times are in UTC, so that no file has to define the venue's time zone.
"""

import datetime
import zoneinfo

from django.conf import settings
from django.urls import reverse

from events.core.players.waiting_list import sign_up_settings
from events.models import FactSheet
from events.public_site.reads.events import PublicEvent

KIND = "text/calendar; charset=utf-8"
MOST_OCTETS = 75


def calendar_file(shown: PublicEvent) -> bytes:
    """Return the event as one entry: from its start to its announced end, or the whole day."""
    event, sheet = shown.event, shown.sheet or FactSheet()
    asked = shown.remember("sign-up", lambda: sign_up_settings(event))
    place = ", ".join(filter(None, (event.venue, sheet.address)))
    url = f"{settings.SITE}{reverse('public:event', args=[event.slug])}" if settings.SITE else ""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Matchslip//Matchslip//EN",
        "BEGIN:VEVENT",
        # Permanent for an event, even if its name or address changes.
        f"UID:{event.created_at:%Y%m%dT%H%M%S%fZ}-{event.pk}@matchslip",
        f"DTSTAMP:{event.created_at:%Y%m%dT%H%M%SZ}",
        *_times(event.date, zoneinfo.ZoneInfo(event.time_zone), asked.begins, sheet.ends_at),
        f"SUMMARY:{escaped(event.name)}",
        *([f"LOCATION:{escaped(place)}"] if place else []),
        *([f"DESCRIPTION:{escaped(sheet.schedule)}"] if sheet.schedule else []),
        *([f"URL:{url}"] if url else []),
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{folded(line)}\r\n" for line in lines).encode()


def _times(
    date: datetime.date,
    zone: datetime.tzinfo,
    begins: datetime.time | None,
    ends: datetime.time | None,
) -> list[str]:
    if begins is None:
        after = date + datetime.timedelta(days=1)
        return [f"DTSTART;VALUE=DATE:{date:%Y%m%d}", f"DTEND;VALUE=DATE:{after:%Y%m%d}"]
    start = datetime.datetime.combine(date, begins, zone)
    lines = [f"DTSTART:{_utc(start)}"]
    if ends is not None:
        # An end before the start means after midnight.
        day = date if ends > begins else date + datetime.timedelta(days=1)
        lines.append(f"DTEND:{_utc(datetime.datetime.combine(day, ends, zone))}")
    return lines


def _utc(moment: datetime.datetime) -> str:
    return f"{moment.astimezone(datetime.UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    """Return a text as a value has it (3.3.11): backslash, semicolon, comma, ends of lines."""
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    return text.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "\\n")


def folded(line: str) -> str:
    """Return a line in pieces of at most 75 octets (3.1); no letter is cut in two."""
    pieces, piece, octets = [], "", 0
    for letter in line:
        size = len(letter.encode())
        if octets + size > MOST_OCTETS:
            pieces.append(piece)
            # The leading space of the next line counts.
            piece, octets = " ", 1
        piece, octets = piece + letter, octets + size
    return "\r\n".join([*pieces, piece])
