"""A round's clock on a page: what clock.js counts down, and what is read without scripts."""

import datetime

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from events.core.clock.preparation_clock import Preparation, preparation_of
from events.core.clock.round_clock import MINUTE, Timed, clock_of
from events.models import Event
from events.templatetags.matchslip import event_time

register = template.Library()


def clock_span(
    round: Timed, extension: int = 0, *, over: str, small: bool = False, text: str = ""
) -> SafeString:
    """Return the clock of a table with an extension in minutes; `text` is what it says at first."""
    return render_to_string(
        "clock/span.html",
        {
            "small": small,
            "started": _iso(round.started_at),
            "minutes": round.minutes + extension,
            "added": round.added_seconds,
            "paused": _iso(round.paused_at),
            "over": over,
            "text": text,
        },
    )


@register.simple_tag
def round_clock(event: Event, round: Timed, extension: int = 0) -> SafeString:
    """Return the clock of a started round; without scripts it says until when, or what is left.

    No page has words that change with the second, because pages are made once for everyone.
    """
    clock = clock_of(round)
    end, left = clock.end(extension), clock.remaining(extension)
    if end is None or left is None:
        return SafeString("")
    if round.paused_at is None:
        text: str | SafeString = format_html(_("until {}"), event_time(event, end))
    else:
        text = _("%(minutes)s:%(seconds)02d left") % {
            "minutes": max(left, 0) // MINUTE,
            "seconds": max(left, 0) % MINUTE,
        }
    # A platform has no time limit: staff check outstanding tables (digital event rules, App. B).
    looks = event.is_digital and not isinstance(round, Preparation)
    over = _("Check the outstanding tables") if looks else _("Time is up")
    return clock_span(round, extension, over=over, text=text)


@register.simple_tag
def slip_clock(event: Event, round: Timed, extension: int = 0) -> SafeString:
    """Return the clock on a player's slip, large, with its end."""
    left = clock_of(round).remaining(extension)
    is_over = left is not None and left <= 0
    values = {"event": event, "round": round, "extension": extension, "is_over": is_over}
    return render_to_string("public_site/own/slip_clock.html", values)


@register.simple_tag
def round_end(event: Event, round: Timed, extension: int = 0) -> str | SafeString:
    """Return the moment at which time is over for a table with this extension in minutes."""
    return event_time(event, clock_of(round).end(extension))


@register.simple_tag
def short_clock(round: Timed) -> SafeString:
    """Return only a started clock's figures: time left, or "+2:10" since time was over."""
    left = clock_of(round).remaining()
    if left is None:
        return SafeString("")
    minutes, seconds = divmod(abs(left), MINUTE)
    text = f"{'' if left > 0 else '+'}{minutes}:{seconds:02}"
    return clock_span(round, over="", text=text)


@register.simple_tag
def running_preparation(event: Event) -> Preparation | None:
    """Return the draft or deck construction of an event whose clock is shown."""
    return preparation_of(event)


@register.filter
def clock_mark(round: Timed) -> str:
    """Return the version token of a round's clock."""
    return clock_of(round).token


def _iso(moment: datetime.datetime | None) -> str:
    return moment.isoformat(timespec="seconds") if moment else ""
