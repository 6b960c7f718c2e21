"""The lists of the desk, built as text: a template's loop takes ten times as long."""

from collections.abc import Collection, Iterable, Mapping

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from events.models import Event, Match, Round
from events.rules.match_rules import MatchRules
from events.rules.room import room_of
from events.selectors.came_in import Recent
from events.selectors.states import rules_of
from events.selectors.told_games import ToldMatch
from events.templatetags.clock import clock_span
from events.templatetags.matchslip import event_time, told_apart
from events.words.results import full_words, result_words
from events.words.room import table_mark

register = template.Library()


@register.simple_tag
def open_rows(
    event: Event,
    round: Round,
    matches: Iterable[Match],
    namesakes: Collection[str],
    how_far: Mapping[int, ToldMatch],
    fresh: bool = False,
) -> SafeString:
    """Return a table row for each outstanding match; `fresh`: to be put in its place."""
    base = escape(reverse("staff:round", args=[event.slug, round.number]))
    fresh_mark = " data-fresh" if fresh else ""
    special = room_of(event).special
    rules = rules_of(round) if how_far else None
    rows = []
    for match in matches:
        names = (told_apart(player, namesakes) for player in (match.first, match.second))
        first, second = map(conditional_escape, names)
        mark = table_mark(special, match)
        if mark:
            second += format_html(' <span class="badge">{}</span>', mark)
        href = f"{base}tables/{match.table}/"
        rows.append(
            f'<tr id="open-{match.table}"{fresh_mark}>'
            f'<td class="num figure"><a href="{href}">{match.table}</a></td>'
            f'<td><a class="plain" href="{href}">{first} <span class="muted">–</span> {second}</a>'
            f"{_games(how_far.get(match.pk), rules)}</td>"
            f'<td class="num" data-key="{match.extension_minutes}">'
            f"{_time(round, match)}</td></tr>"
        )
    # Every value above is a number, an address of our own, or escaped.
    return mark_safe("".join(rows))  # noqa: S308


def _games(told: ToldMatch | None, rules: MatchRules | None) -> SafeString:
    """Return which game a table plays and how it stands, where its players tell that."""
    if told is None or rules is None or not told.games:
        return SafeString("")
    if told.differs:
        return format_html(' <span class="badge warn">{}</span>', _("the games differ"))
    decided = told.decided(rules) is not None
    words = _("told: %(score)s") if decided else _("game %(number)d, %(score)s")
    told_words = words % {"number": told.current, "score": told.score.figures}
    return format_html(' <span class="badge">{}</span>', told_words)


def _time(round: Round, match: Match) -> SafeString:
    """Return the extension of a table, with its own clock while that runs, turns and a judge."""
    if not match.extension_minutes and match.turns_at is None and match.judge is None:
        return SafeString("")
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


@register.simple_tag(takes_context=True)
def recent_lines(context: template.Context, recents: Iterable[Recent]) -> SafeString:
    """Return a line for each report that came in or was undone; own ones are marked.

    `context` holds the desk, the round and who is logged in.
    """
    desk, round, own = context["desk"], context["round"], context["user"].pk
    may_undo = desk.can["enter_result"]
    language = get_language()
    lines = []
    for recent in recents:
        # The same for whoever sees it so: what is kept of a table is read by all desks.
        key = (language, recent.stands and recent.report.account_id == own, may_undo)
        line = recent.shown.get(key)
        if line is None:
            line = recent.shown[key] = _line(desk.event, round, recent, own=key[1], undo=may_undo)
        lines.append(line)
    # Every value in a line is a number, an address of our own, or escaped.
    return mark_safe("".join(lines))  # noqa: S308


def _line(event: Event, round: Round, recent: Recent, *, own: bool, undo: bool) -> str:
    """Return one line of what came in; `own`: of the reader; `undo`: who may take it back."""
    report, table = recent.report, recent.report.match.table
    base = escape(reverse("staff:round", args=[event.slug, round.number]))
    mark = ' class="muted"'
    if recent.stands:
        mark = " data-own" if own else ""
    button = ""
    if undo and recent.stands:
        label = escape(_("Undo table %(table)s") % {"table": table})
        button = (
            '<button class="small" form="undo-line" name="line"'
            f' value="{table}-{report.pk}" aria-label="{label}">{escape(_("Undo"))}</button>'
        )
    return (
        f'<li id="report-{report.pk}"{mark}>'
        f'<a class="recent-table" href="{base}tables/{table}/">{table}</a>'
        f' <span class="recent-what">{_what_came_in(recent)}'
        f' <span class="muted small">{event_time(event, recent.at)} {escape(recent.who)}</span>'
        f"</span> {button}</li>"
    )


def _what_came_in(recent: Recent) -> SafeString:
    """Return what a report said, who drops with it and what stood there before."""
    report = recent.report
    names = report.match.names
    words = escape(result_words(*names, report.result))
    if report.undone_at:
        return format_html("<s>{}</s> {}", words, _("undone"))
    for name in recent.leaves:
        drops = _("%(name)s drops") % {"name": name}
        words += format_html(' <span class="badge warn">{}</span>', drops)
    if recent.before:
        before = _("before: %(before)s") % {"before": full_words(*names, recent.before.result)}
        words += format_html(' <span class="small">({})</span>', before)
    return words
