"""Defaults for keys that a file leaves out, the same on every machine and in every reader."""

import datetime
import re
from fractions import Fraction
from hashlib import sha256


def implied_seed(name: str, date: datetime.date) -> int:
    """Return the seed of an event whose archive has none, from its name and date."""
    digest = sha256(f"{name}\n{date.isoformat()}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


# Digits are limited: an exponent would make a number of millions of digits.
EXACT = re.compile(r"\s*[+-]?(\d{1,20}/\d{1,20}|\d{1,20}(\.\d{0,20})?|\.\d{1,20})\s*", re.ASCII)


def floor_of(text: str) -> Fraction | None:
    """Parse an exact floor such as "0.33" or "1/3"; None for other text."""
    if not EXACT.fullmatch(text):
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


def floor_text(floor: Fraction) -> str:
    """Format a floor for the archive: "0.33" if that is exact, else "1/3"."""
    for digits in range(7):
        scaled = floor * 10**digits
        if scaled.denominator == 1:
            whole, rest = divmod(scaled.numerator, 10**digits)
            return f"{whole}.{rest:0{digits}d}" if digits else str(whole)
    return f"{floor.numerator}/{floor.denominator}"
