"""Prize lists to start from, for an event's number of players."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log2

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.core.prizes.amounts import digits_of, number_text
from events.models import PrizeList

# Shares of the pool for places 1, 2, 3-4 and 5-8, in hundredths.
TOP_8 = ((1, 1, 30), (2, 2, 20), (3, 4, 12), (5, 8, 6))
TOP_4 = ((1, 1, 45), (2, 2, 25), (3, 4, 15))
SMALL_FIELD = 12


@dataclass(frozen=True, slots=True)
class Template:
    """A list to start from: its code in the address, its name and what it does."""

    code: str
    name: str | Promise
    words: str | Promise


# One sample line of each kind, as the page describes it.
EXAMPLE = """\
1: 12 packs + Trophy
2-4: 3 packs
record 4-1: 2 packs
12 points: 1 pack
Under 18: 10 credit
# Side prizes
1-2: Playmat"""

TEMPLATES: Sequence[Template] = (
    Template("record", _("Packs by record"), _("Every win counts: equal records win equal packs.")),
    Template(
        "table", _("Prizes for the top places"), _("The pool, or packs, by place down to the cut.")
    ),
    Template("example", _("Example of each kind"), _("Seven lines to change as you need them.")),
)


def lines_of(code: str, settings: PrizeList, entries: int, rounds: int) -> str:
    """Return the lines of a template; empty for an unknown code.

    `rounds`: how many are announced; 0 while that is open.
    """
    if code == "record":
        return _by_record(rounds or max(3, ceil(log2(max(entries, 2)))))
    if code == "table":
        return _table(settings, entries)
    return EXAMPLE if code == "example" else ""


def _by_record(rounds: int) -> str:
    """Return lines with two packs more for each win, from half of the rounds (rounded up) on."""
    least = ceil(rounds / 2)
    packs = {wins: 2 * (wins - least) + 2 for wins in range(least, rounds + 1)}
    return "\n".join(
        f"record {wins}-{rounds - wins}: {packs[wins]} packs"
        for wins in sorted(packs, reverse=True)
    )


def _table(settings: PrizeList, entries: int) -> str:
    shares = TOP_4 if entries <= SMALL_FIELD else TOP_8
    pool = settings.per_entry * entries + settings.added
    if not pool:
        packs = (12, 8, 4, 2)
        return "\n".join(
            f"{_places(first, last)}: {count} packs"
            for (first, last, _share), count in zip(shares, packs, strict=False)
        )
    unit = 10 ** digits_of(settings.currency)
    amounts = [int(Fraction(pool * share, 100 * unit)) * unit for _first, _last, share in shares]
    paid = sum(
        amount * (last - first + 1)
        for amount, (first, last, _share) in zip(amounts, shares, strict=True)
    )
    amounts[0] += pool - paid
    return "\n".join(
        f"{_places(first, last)}: {number_text(amount, settings.currency)}"
        for (first, last, _share), amount in zip(shares, amounts, strict=True)
    )


def _places(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"
