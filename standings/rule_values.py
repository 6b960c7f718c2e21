"""The values in a rule profile: tiebreakers, means, exact fractions."""

from enum import StrEnum
from fractions import Fraction

from archive.implied_values import EXACT
from domain.table_marks import LARGEST_TABLE, SMALLEST_TABLE


class Tiebreaker(StrEnum):
    """Tiebreakers for players on equal points; an event chooses some of them and their order."""

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
    MW = "mw"
    OPPONENTS_POINTS = "opponents-points"
    TABLES = "tables"
    BEATEN = "beaten"


GAME_TIEBREAKERS = frozenset({Tiebreaker.GW, Tiebreaker.OGW})
TABLE_TIEBREAKERS = frozenset(
    {Tiebreaker.MW, Tiebreaker.OPPONENTS_POINTS, Tiebreaker.TABLES, Tiebreaker.BEATEN}
)
"""Those of profiles for tables of three to five; settings of matches of two do not offer them."""

OF_TWO = tuple(item for item in Tiebreaker if item not in TABLE_TIEBREAKERS)
AT_TABLES = (
    Tiebreaker.OMW,
    Tiebreaker.MW,
    Tiebreaker.OOMW,
    Tiebreaker.OPPONENTS_POINTS,
    Tiebreaker.TABLES,
    Tiebreaker.BEATEN,
)
"""The tiebreakers of published rules for tables of three to five; their settings offer these."""

LOWER_IS_BETTER = frozenset({Tiebreaker.MATCH_LOSS, Tiebreaker.OPPONENTS_MATCH_LOSS})


class Mean(StrEnum):
    """How the figures of several opponents are combined.

    - EACH: the mean of the opponents' percentages; of means for the opponents' opponents.
    - FLAT: as EACH, but the opponents' opponents are one list, each as often as they were met.
    - POOLED: the sum that all of them won, divided by the sum that they could have won.
    """

    EACH = "each"
    FLAT = "flat"
    POOLED = "pooled"


class ProfileError(ValueError):
    """An unusable profile.

    `code` and `field` let pages word the error in their own language; the text is English.
    """

    def __init__(self, code: str, field: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.field = field


def parse_fraction(value: object, field: str) -> Fraction:
    """Parse an exact fraction from text such as "0.33" or "1/3", or a whole number.

    Raises ProfileError for anything else, with the code "<field>-text".
    """
    if isinstance(value, Fraction):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str) and EXACT.fullmatch(value):
        try:
            return Fraction(value)
        except ZeroDivisionError:
            pass
    name = field.replace("_", " ")
    raise ProfileError(
        f"{field}-text", field, f'the {name} must be text such as "0.33" or "1/3", not {value!r}'
    )


def parse_floor(value: object) -> Fraction:
    """Parse the minimum percentage, as `parse_fraction` does."""
    return parse_fraction(value, "floor")


def parse_tiebreakers(value: object) -> tuple[Tiebreaker, ...]:
    """Parse a list of tiebreakers; ProfileError names an unknown one."""
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
    """Parse how opponents' figures are combined; ProfileError for an unknown way."""
    try:
        return Mean(str(value))
    except ValueError as error:
        raise ProfileError("mean", "opponents_mean", f"{value!r} is not a kind of mean") from error


Places = tuple[tuple[int, ...], ...]
"""Match points by place at tables of three, four and five."""


def parse_places(value: object) -> Places:
    """Parse points by place: {"3": [5, 3, 2], "4": [5, 3, 2, 1], "5": [5, 3, 2, 1, 0]}.

    Raises ProfileError for anything else; {} and () mean no points by place.
    """
    if isinstance(value, tuple):
        return value
    sizes = [str(size) for size in range(SMALLEST_TABLE, LARGEST_TABLE + 1)]
    if value == {}:
        return ()
    if isinstance(value, dict) and sorted(value) == sizes:
        rows = [value[size] for size in sizes]
        if all(
            isinstance(row, list)
            and len(row) == int(size)
            and all(type(points) is int for points in row)
            for row, size in zip(rows, sizes, strict=True)
        ):
            return tuple(map(tuple, rows))
    raise ProfileError("places", "places", "places must list whole points for tables of 3 to 5")
