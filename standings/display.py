"""Figures as people read them; the exact values are kept separately."""

from fractions import Fraction

from standings.rule_values import Tiebreaker

DASH = "–"
PLAIN = frozenset(
    {
        Tiebreaker.CUMULATIVE,
        Tiebreaker.OPPONENTS_CUMULATIVE,
        Tiebreaker.SOS,
        Tiebreaker.EXTENDED_SOS,
        Tiebreaker.OPPONENTS_POINTS,
        Tiebreaker.TABLES,
        Tiebreaker.BEATEN,
    }
)
PERCENTAGES = frozenset(
    {
        Tiebreaker.OMW,
        Tiebreaker.GW,
        Tiebreaker.OGW,
        Tiebreaker.OOMW,
        Tiebreaker.MATCH_LOSS,
        Tiebreaker.OPPONENTS_MATCH_LOSS,
        Tiebreaker.MW,
    }
)


def decimal(value: Fraction, digits: int = 2) -> str:
    """Format a number of at least 0 with `digits` after the point, half rounded up, exactly."""
    scaled = value * 10**digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = str(whole).rjust(digits + 1, "0")
    return f"{text[:-digits]}.{text[-digits:]}" if digits else text


def percent(value: Fraction | None, digits: int = 2) -> str:
    """Format a fraction of 1 as a percentage without the sign: "64.02"; None is a dash."""
    return DASH if value is None else decimal(value * 100, digits)


def cut_off(value: Fraction, digits: int) -> Fraction:
    """Cut a fraction of 1 off after `digits` of its percentage."""
    unit: int = 10 ** (digits + 2)
    return Fraction(value.numerator * unit // value.denominator, unit)


def exact(value: Fraction) -> str:
    """Format a fraction as rules write it: "0.33" if two digits are exact, else "1/3"."""
    return decimal(value) if (value * 100).denominator == 1 else str(value)


def plain(value: Fraction, digits: int = 2) -> str:
    """Format a number of at least 0 that is no percentage: "12" if whole, else "12.75"."""
    return decimal(value, 0 if value.denominator == 1 else digits)


def figure(tiebreaker: Tiebreaker, value: Fraction | None, digits: int = 2) -> str:
    """Format a tiebreaker: as a percentage, or for some as a plain number; None is a dash."""
    if value is None:
        return DASH
    if tiebreaker is Tiebreaker.HEAD_TO_HEAD:
        return str(value)
    return plain(value, digits) if tiebreaker in PLAIN else percent(value, digits)
