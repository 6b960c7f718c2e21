"""Template tags and filters of the project; loaded everywhere."""

import datetime
import zoneinfo
from collections.abc import Iterable
from html import escape
from typing import Any

from django import template
from django.conf import settings
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe

from domain.written_names import (
    called,
    name_html,
    names_html,
    proper_name_html,
    written,
    written_name,
)
from events.core.sentences import sentence_space
from events.core.words.venue_times import is_on_day, venue_moment, zone_time
from events.models import Announcement, Enrollment, Event, FactSheet
from events.public_site.fragment_cache import cached_fragment
from events.public_site.reads.chances import ShownChances
from events.web import styles
from standings.chances import Chance, Prospect, Result
from standings.display import exact, plain

register = template.Library()
register.filter(exact)
register.filter(plain)


@register.simple_tag
def first_styles() -> SafeString:
    """Return the styles inlined in a page for players, exactly as its header allows them."""
    return mark_safe(f"<style>{styles.first_styles()}</style>")  # noqa: S308 - files of our own


@register.simple_tag
def own_styles() -> SafeString:
    """Return the further styles of a player's own page, exactly as its header allows them."""
    return mark_safe(f"<style>{styles.own_styles()}</style>")  # noqa: S308 - files of our own


@register.simple_tag
def site_address() -> str:
    """Return scheme and host of the site as the operator set them; empty where not."""
    return str(settings.SITE)


@register.simple_tag(takes_context=True)
def page_title(context: template.Context) -> SafeString:
    """Return the title of a page from the page's own block, for the page that it extends."""
    title = str(context.get("title_place") or "")
    if not title:
        block = context.render_context[BLOCK_CONTEXT_KEY].get_block("title")
        title = " ".join(block.render(context).split())
    return mark_safe(title)  # noqa: S308 - a template escaped it


@register.simple_tag
def event_line(event: Event) -> str:
    """Return date, format and venue of an event in one line."""
    known = (date_format(event.date, "DATE_FORMAT"), event.game_format, event.venue)
    return " · ".join(map(written, filter(None, known)))


@register.simple_tag(name="sentence_space")
def space_of_sentences() -> str:
    """Return the space between two sentences; `events.web.template_files` writes it there."""
    return sentence_space()


@register.simple_tag
def push_key() -> str:
    """Return the public key for browsers; empty where no messages are sent to phones."""
    return str(settings.PUSH_PUBLIC_KEY)


@register.simple_tag(name="kept")
def cached_part(template_name: str, **values: Any) -> SafeString:
    """Return a part of a page, cached under these plain values, which are all that it sees."""
    return cached_fragment(template_name, values)


@register.simple_tag
def event_time(
    event: Event, value: datetime.datetime | None, later: int | str = 0
) -> str | SafeString:
    """Return a moment as the venue's clocks show it: "14:05", with the date on another day.

    `later`: minutes to add; "" is 0. It has no template: every line of the desk and of the journal
    has a time, and a template would take 30 microseconds instead of 5.
    """
    if value is None:
        return ""
    moment = value + datetime.timedelta(minutes=int(later or 0))
    local = timezone.localtime(moment, zoneinfo.ZoneInfo(event.time_zone))
    text = escape(venue_moment(event, moment))
    # Figures and escaped calendar words: every line of a desk has one.
    return mark_safe(  # noqa: S308
        f'<time datetime="{local.isoformat(timespec="seconds")}">{text}</time>'
    )


@register.filter
def is_on_day_of(moment: datetime.datetime, event: Event) -> bool:
    """Whether `event_time` shows a moment without its date."""
    return is_on_day(event, moment)


@register.filter
def in_zone(moment: datetime.datetime, zone: str) -> str:
    """Return a moment with its date as the clocks of a time zone show it, and the zone."""
    return zone_time(zone, moment)


@register.filter
def name(value: Any) -> SafeString:
    """Return a person's name as HTML: the one way to write one where markup is allowed.

    `value` is how the person is called, or whatever is `called` something or has a `name`.
    """
    shown = called(value)
    # The name is escaped there.
    return mark_safe(name_html(shown)) if shown else SafeString("")  # noqa: S308


@register.filter
def proper_name(value: str) -> SafeString:
    """Return the name of an event, a venue, an organisation, a series or a queue as HTML."""
    return mark_safe(proper_name_html(value)) if value else SafeString("")  # noqa: S308


@register.filter
def name_text(value: Any) -> str:
    """Return a person's name without markup: for attributes, options, titles and texts."""
    return written_name(value)


@register.filter
def names(values: Iterable[Any]) -> SafeString:
    """Return several people's names as HTML, in one line; each as for `name`."""
    return mark_safe(names_html(map(called, values)))  # noqa: S308 - each is escaped


@register.filter
def sides(match: Any) -> SafeString:
    """Return the players of a match as HTML: both, or all of a table of three to five."""
    shown = [name_html(called(player)) for player in match.players]
    return mark_safe((" – " if len(shown) == 2 else ", ").join(shown))  # noqa: S308


@register.filter
def sides_text(match: Any) -> str:
    """Return the players of a match without markup: both, or all of a table of three to five."""
    shown = [written_name(player) for player in match.players]
    return (" – " if len(shown) == 2 else ", ").join(shown)


@register.filter
def announcement_in(announcement: Announcement, language: str) -> str:
    """Return an announcement for a reader of that language."""
    return announcement.text_in(language)


@register.simple_tag
def chance_of(chances: ShownChances | None, number: int) -> Chance | None:
    """Return the chance of a player; None where none is shown."""
    return chances.of(number) if chances else None


@register.filter
def own_results(chance: Chance) -> list[tuple[Result, Prospect]]:
    """Return the prospect of each own result, the best result first."""
    return [(result, chance.after[result]) for result in Result if result in chance.after]


@register.filter
def is_dropped(state: str) -> bool:
    """True for the state of an enrollment that left."""
    return state == Enrollment.State.DROPPED


@register.filter
def is_disqualified(state: str) -> bool:
    """True for the state of an enrollment that was disqualified."""
    return state == Enrollment.State.DISQUALIFIED


@register.simple_tag
def fact_description(sheet: FactSheet | None, language: str) -> str:
    """Return an event's description in the reader's language, else in the other one."""
    return sheet.description(language) if sheet else ""


@register.filter
def is_in_set_up(state: str) -> bool:
    """Say whether this is the state of an event before round 1."""
    return state == Event.State.SETUP
