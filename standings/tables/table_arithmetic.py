"""Parts of an explanation that are used only at tables of three to five."""

from collections.abc import Sequence
from fractions import Fraction

from standings.display import figure
from standings.explained import Counted, CountLine, OwnMatches, Phantoms
from standings.ledger import Ledger
from standings.packed_sums import Sum, unpack
from standings.rule_values import Tiebreaker

COUNTS = {Tiebreaker.TABLES: Sum.TABLES, Tiebreaker.BEATEN: Sum.BEATEN}
"""Tiebreakers that are a count, and what they add up."""


def phantoms(ledger: Ledger, rounds: Sequence[int], at: int) -> tuple[Phantoms, ...]:
    """Return the opponents at the floor that byes and missing seats add for a player."""
    floor, digits = ledger.profile.floor, ledger.profile.digits
    text = figure(Tiebreaker.OMW, floor, digits)
    added = []
    for number in rounds:
        result = ledger.rounds[number].results[at]
        if count := unpack(result, Sum.PHANTOMS):
            why = "bye" if unpack(result, Sum.BYES) else "short-table"
            added.append(Phantoms(number, count, why, floor, text))
    return tuple(added)


def own_matches(won: int | Fraction, possible: int, used: Fraction, text: str) -> OwnMatches:
    """Return the arithmetic of a player's own MW%; `used` is at the floor or above."""
    raw = Fraction(won) / possible if possible else None
    return OwnMatches(
        tiebreaker=Tiebreaker.MW,
        won=won,
        possible=possible,
        raw=raw,
        value=used if possible else None,
        ranked=used,
        floored=raw is not None and raw < used,
        text=text,
    )


def counted(ledger: Ledger, rounds: Sequence[int], at: int, name: Tiebreaker) -> Counted:
    """Return a count round by round."""
    lines = []
    for number in rounds:
        if count := unpack(ledger.rounds[number].results[at], COUNTS[name]):
            lines.append(CountLine(number, count))
    value = Fraction(sum(line.count for line in lines))
    return Counted(name, tuple(lines), value, value, figure(name, value))
