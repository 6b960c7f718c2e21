"""The long list of the desk, built as text: a template's loop takes ten times as long."""

from collections.abc import Collection, Iterable

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from events.models import Event, Match, Round
from events.templatetags.clock import clock_span
from events.templatetags.matchslip import told_apart

register = template.Library()


@register.simple_tag
def open_rows(
    event: Event,
    round: Round,
    matches: Iterable[Match],
    namesakes: Collection[str],
    fresh: bool = False,
) -> SafeString:
    """Return a table row for each outstanding match; `fresh`: to be put in its place."""
    base = escape(reverse("staff:round", args=[event.slug, round.number]))
    mark = " data-fresh" if fresh else ""
    rows = []
    for match in matches:
        names = (told_apart(one, namesakes) for one in (match.first, match.second))
        first, second = map(conditional_escape, names)
        href = f"{base}tables/{match.table}/"
        rows.append(
            f'<tr id="open-{match.table}"{mark}>'
            f'<td class="num figure"><a href="{href}">{match.table}</a></td>'
            f'<td><a class="plain" href="{href}">{first} <span class="muted">–</span> {second}</a>'
            f'</td><td class="num" data-key="{match.extension_minutes}">'
            f"{_time(round, match)}</td></tr>"
        )
    # Every value above is a number, an address of our own, or escaped.
    return mark_safe("".join(rows))  # noqa: S308


def _time(round: Round, match: Match) -> SafeString:
    """Return the extension of a table, with its own clock while that runs, turns and a judge."""
    parts = [_extension(round, match)]
    if match.turns_at is not None:
        parts.append(format_html('<span class="badge warn">{}</span>', _("turns")))
    if match.judge is not None:
        parts.append(format_html('<span class="badge info">{}</span>', match.judge.get_username()))
    return format_html_join(" ", "{}", ((part,) for part in parts if part))


def _extension(round: Round, match: Match) -> str:
    """Return the time extension of a table, with its own clock while the round's clock runs."""
    if not match.extension_minutes:
        return ""
    if round.started_at is None or not round.minutes:
        return f"+{match.extension_minutes}"
    return format_html(
        "+{} {}",
        match.extension_minutes,
        clock_span(round, match.extension_minutes, over=pgettext("time", "over"), small=True),
    )
