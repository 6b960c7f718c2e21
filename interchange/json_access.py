"""Read values from JSON of any shape."""

import datetime
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

from interchange.texts import clean

_DAY, _MONTH = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?", r"(?P<name>[a-z]{3,9})"
_DATES = (
    re.compile(r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})"),
    re.compile(r"(?P<m>\d{1,2})/(?P<d>\d{1,2})/(?P<y>\d{4})"),
    re.compile(r"(?P<d>\d{1,2})[./-](?P<m>\d{1,2})[./-](?P<y>\d{4})"),
    re.compile(r"(?<!\d)(?P<y>20\d{2})(?P<m>\d{2})(?P<d>\d{2})(?!\d)"),
    re.compile(
        r"(?P<d>\d{1,2})(?:st|nd|rd|th)?\.?\s+(?P<name>[a-z]{3,9})\.?,?\s+(?P<y>\d{4})", re.I
    ),
    re.compile(r"(?P<name>[a-z]{3,9})\.?\s+(?P<d>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<y>\d{4})", re.I),
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBER = re.compile(r"[+-]?\d{1,9}(?:[.,]\d{1,25})?")
# Floats are inexact from the sixteenth digit on: 0.5670000000000001 was printed as 0.567.
MOST_DIGITS = 10
_SECONDS_OF_2100 = 4_102_444_800


def items(value: Any, key: str) -> list[Any]:
    """Return the list under a key; empty if there is none."""
    held = value.get(key) if isinstance(value, dict) else None
    return held if isinstance(held, list) else []


def objects(value: Any, key: str) -> list[dict[str, Any]]:
    """Return the objects in the list under a key."""
    return [item for item in items(value, key) if isinstance(item, dict)]


def inner(value: Any, key: str) -> dict[str, Any]:
    """Return the object under a key; empty if there is none."""
    held = value.get(key) if isinstance(value, dict) else None
    return held if isinstance(held, dict) else {}


def text(value: Any, *keys: str) -> str:
    """Return the first text or number under the keys, cleaned; "" if there is none."""
    for key in keys:
        held = value.get(key) if isinstance(value, dict) else None
        if isinstance(held, list) and held and all(isinstance(part, str) for part in held):
            held = ", ".join(held)
        if isinstance(held, str | int | float) and not isinstance(held, bool):
            hit = clean(str(held))
            if hit:
                return hit
    return ""


def whole(value: Any, *keys: str) -> int | None:
    """Return the first whole number of up to nine digits under the keys."""
    for key in keys:
        hit = text(value, key)
        if re.fullmatch(r"-?\d{1,9}(?:\.0*)?", hit):
            return int(hit.split(".")[0])
    return None


def number_in(shown: str) -> Fraction | None:
    """Parse the number in a text: "0.6667", "66,67 %", "12"."""
    hit = _NUMBER.search(shown.replace("½", ".5"))
    if hit is None:
        return None
    return Fraction(round(Decimal(hit[0].replace(",", ".")), MOST_DIGITS))


def share_in(shown: str) -> Fraction | None:
    """Parse a share of 1 from a percentage or from a fraction of 1."""
    number = number_in(shown)
    if number is None or number < 0:
        return None
    return number / 100 if "%" in shown or number > 1 else number


def date_in(shown: str) -> datetime.date | None:
    """Parse the date in a text, or a number of seconds since 1970."""
    if re.fullmatch(r"\d{10}(\d{3})?(\.0)?", shown):
        seconds = int(shown.split(".")[0]) // (1000 if len(shown.split(".")[0]) == 13 else 1)
        if seconds < _SECONDS_OF_2100:
            return datetime.datetime.fromtimestamp(seconds, datetime.UTC).date()
    for pattern in _DATES:
        if hit := pattern.search(shown):
            parts = hit.groupdict()
            named = parts.get("name")
            try:
                month = _MONTHS.index(named[:3].lower()) + 1 if named else int(parts["m"])
                date = datetime.date(int(parts["y"]), month, int(parts["d"]))
            except ValueError:
                continue
            return date if 1950 <= date.year <= 2200 else None
    return None
