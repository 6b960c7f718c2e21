"""Template tags and filters of the project; loaded everywhere."""

import datetime
import zoneinfo
from collections.abc import Collection
from fractions import Fraction
from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from events.models import Event
from standings import percent
from standings.display import decimal

register = template.Library()

# In full, then as the head of a narrow column.
TIEBREAKER_NAMES = {
    "omw": (_("opponents' match-win percentage"), _("OMW%")),
    "gw": (_("game-win percentage"), _("GW%")),
    "ogw": (_("opponents' game-win percentage"), _("OGW%")),
    "oomw": (_("opponents' opponents' match-win percentage"), _("OOMW%")),
    "head-to-head": (_("result against each other"), _("H2H")),
    "cumulative": (_("cumulative match points"), _("Cum.")),
    "opponents-cumulative": (_("opponents' cumulative match points"), _("Opp. cum.")),
    "sos": (_("strength of schedule"), _("SoS")),
    "extended-sos": (_("extended strength of schedule"), _("ESoS")),
}


@register.simple_tag
def event_time(
    event: Event, value: datetime.datetime | None, later: int | str = 0
) -> str | SafeString:
    """A moment as the venue's clocks show it: "14:05", with the date on another day.

    `later`: so many minutes after it; "" is 0.
    """
    if value is None:
        return ""
    moment = value + datetime.timedelta(minutes=int(later or 0))
    local = timezone.localtime(moment, zoneinfo.ZoneInfo(event.time_zone))
    text = date_format(local, "H:i")
    if local.date() != event.date:
        text = f"{date_format(local, 'MONTH_DAY_FORMAT')} {text}"
    return format_html('<time datetime="{}">{}</time>', local.isoformat(timespec="seconds"), text)


@register.simple_tag(takes_context=True)
def desk_tab(context: template.Context, name: str, label: str, *family: str) -> str | SafeString:
    """One tab of an event's desk; nothing when the address is not there.

    It is the current one on the page of that name and on pages whose names begin with it or
    with one of `family`.
    """
    try:
        address = reverse(f"staff:{name}", args=[context["desk"].event.slug])
    except NoReverseMatch:
        return ""
    match = getattr(context.get("request"), "resolver_match", None)
    shown = (match.url_name or "") if match else ""
    current = any(shown == own or shown.startswith(f"{own}-") for own in (name, *family))
    if current:
        return format_html('<a href="{}" aria-current="page">{}</a>', address, label)
    return format_html('<a href="{}">{}</a>', address, label)


@register.filter
def told_apart(one: Any, namesakes: Collection[str]) -> str | SafeString:
    """A player's name, with the number where several players are called like that.

    `one` is whatever has a `name` and a `number`.
    """
    name: str = one.name
    if name not in namesakes:
        return name
    return format_html('{} <span class="muted small">#{}</span>', name, one.number)


@register.filter
def percentage(value: str | Fraction | None, digits: int = 2) -> str:
    """A stored fraction ("16/25") as a percentage without the sign: "64.00"; None is a dash."""
    return percent(None if value is None else Fraction(value), digits)


@register.filter
def exact(value: Fraction) -> str:
    """A fraction as rules write it: "0.33" where two digits say it exactly, else "1/3"."""
    return decimal(value) if (value * 100).denominator == 1 else str(value)


@register.filter
def tiebreaker_name(code: str) -> Any:
    """A tiebreaker in words; an unknown code stands for itself."""
    return TIEBREAKER_NAMES.get(code, (code, code))[0]


@register.filter
def tiebreaker_short(code: str) -> Any:
    """A tiebreaker as a column head; an unknown code stands for itself."""
    return TIEBREAKER_NAMES.get(code, (code, code))[1]
