"""The values that a rule profile is made of: tiebreakers, means, exact fractions."""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction


class Tiebreaker(StrEnum):
    """Tiebreakers for players on equal points; an event chooses which ones and their order."""

    OMW = "omw"
    GW = "gw"
    OGW = "ogw"
    OOMW = "oomw"
    HEAD_TO_HEAD = "head-to-head"
    CUMULATIVE = "cumulative"
    OPPONENTS_CUMULATIVE = "opponents-cumulative"
    SOS = "sos"
    EXTENDED_SOS = "extended-sos"
    MATCH_LOSS = "match-loss"
    OPPONENTS_MATCH_LOSS = "opponents-match-loss"


GAME_TIEBREAKERS = frozenset({Tiebreaker.GW, Tiebreaker.OGW})
LOWER_IS_BETTER = frozenset({Tiebreaker.MATCH_LOSS, Tiebreaker.OPPONENTS_MATCH_LOSS})


class Mean(StrEnum):
    """How the figures of several opponents become one.

    - EACH: the mean of the opponents' percentages; of means for the opponents' opponents.
    - FLAT: as EACH, but the opponents' opponents are one list, each as often as they were met.
    - POOLED: what all of them won together, divided by what they could have won together.
    """

    EACH = "each"
    FLAT = "flat"
    POOLED = "pooled"


class ProfileError(ValueError):
    """A profile that cannot be used.

    `code` and `field` are for pages that say it in their own language; the text is English.
    """

    def __init__(self, code: str, field: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.field = field


# Digits are limited: an exponent would make a number of millions of digits.
_EXACT = re.compile(r"\s*[+-]?(\d{1,20}/\d{1,20}|\d{1,20}(\.\d{0,20})?|\.\d{1,20})\s*", re.ASCII)


def parse_fraction(value: object, field: str) -> Fraction:
    """Read an exact fraction from text such as "0.33" or "1/3", or a whole number.

    Raises ProfileError for anything else, with the code "<field>-text".
    """
    if isinstance(value, Fraction):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str) and _EXACT.fullmatch(value):
        try:
            return Fraction(value)
        except ZeroDivisionError:
            pass
    name = field.replace("_", " ")
    raise ProfileError(
        f"{field}-text", field, f'the {name} must be text such as "0.33" or "1/3", not {value!r}'
    )


def parse_floor(value: object) -> Fraction:
    """Read the minimum percentage, as `parse_fraction` does."""
    return parse_fraction(value, "floor")


def parse_tiebreakers(value: object) -> tuple[Tiebreaker, ...]:
    """Read a list of tiebreakers; ProfileError names one that is not known."""
    if not isinstance(value, list | tuple):
        raise ProfileError("list", "tiebreakers", "tiebreakers must be a list")
    tiebreakers = []
    for item in value:
        try:
            tiebreakers.append(Tiebreaker(item))
        except ValueError as error:
            raise ProfileError(
                "tiebreaker", "tiebreakers", f"{item!r} is not a tiebreaker"
            ) from error
    return tuple(tiebreakers)


def parse_mean(value: object) -> Mean:
    """Read how opponents' figures are put together; ProfileError for an unknown way."""
    try:
        return Mean(str(value))
    except ValueError as error:
        raise ProfileError("mean", "opponents_mean", f"{value!r} is not a kind of mean") from error
