"""Prizes in words: the winners of one, and its value."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.prize_arithmetic import Value
from events.core.prizes.amounts import amount_text
from events.models import Prize


def winners_words(prize: Prize) -> str:
    """Name the winners of a prize: "1", "5–8", "4-1 or better", "Best of Under 18"."""
    if prize.by == Prize.By.RECORD:
        return _("%(record)s or better") % {"record": prize.record}
    if prize.by == Prize.By.POINTS:
        words = ngettext(
            "%(count)d match point or more", "%(count)d match points or more", prize.least
        )
        return words % {"count": prize.least}
    both = str(prize.first) if prize.first == prize.last else f"{prize.first}–{prize.last}"
    if prize.by == Prize.By.PLACE:
        return both
    if both == "1":
        return _("Best of %(label)s") % {"label": prize.label}
    return _("%(label)s, place %(places)s") % {"label": prize.label, "places": both}


def money_words(value: Value, currency: str) -> str:
    """Return the money of a prize as text; empty without any."""
    return amount_text(value.money, currency) if value.money else ""


def other_words(value: Value, currency: str) -> str:
    """Return everything in a prize except its money as text; empty without any."""
    return _(", ").join(_others(value, currency))


def value_words(value: Value, currency: str) -> str:
    """Return the whole prize as text: "$100, 4 packs"."""
    return _(", ").join(filter(None, (money_words(value, currency), other_words(value, currency))))


def _others(value: Value, currency: str) -> Iterator[str]:
    yield from value.things
    if value.credit:
        yield _("%(amount)s store credit") % {"amount": amount_text(value.credit, currency)}
    if value.packs:
        words = ngettext("%(count)d pack", "%(count)d packs", value.packs)
        yield words % {"count": value.packs}
    if value.points:
        words = ngettext("%(count)d prize point", "%(count)d prize points", value.points)
        yield words % {"count": value.points}
