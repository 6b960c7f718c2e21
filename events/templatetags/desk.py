"""The lists of the desk, built as text: one renderer each, for the page and for what changed.

600 outstanding tables take 5 ms of processor so and 50 as a template's loop; `python -m
tests.bench.lists` measures it.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Protocol

from django import template
from django.template.loader import render_to_string
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from domain.scans import DIGIT_KEYS
from domain.written_names import called, name_html
from events.core.adapters.posted_rounds import Record, posted_records
from events.core.progress.outstanding import SeatedMatch
from events.core.results.game_queries import ReportedGames
from events.core.results.match_rules import MatchRules
from events.core.results.phone_report_queries import FromPhones
from events.core.results.result_feed import Recent, ReportedFrom
from events.core.results.round_rules import rules_of
from events.core.rounds.table_marks import (
    TableFilter,
    TableMark,
    TableMarks,
    filter_words,
    size_words,
    table_mark,
)
from events.core.seats.table_numbering import room_of
from events.core.words.result_words import full_words, result_words
from events.models import Event, Round
from events.public_site.addresses import numbered
from events.templatetags.clock import clock_span
from events.templatetags.matchslip import event_time
from events.templatetags.rows import seat_names

register = template.Library()


class Known(Protocol):
    """Everything that a row shows besides its match."""

    @property
    def reported_games(self) -> Mapping[int, ReportedGames]:
        """The reported games, by match."""

    @property
    def phones(self) -> FromPhones | None:
        """The phone reports of the round."""


@register.simple_tag
def digit_keys() -> str:
    """Return what digit keys type on keyboards of other layouts, for the entry box."""
    return json.dumps(DIGIT_KEYS, ensure_ascii=False)


@register.simple_tag
def open_rows(
    event: Event,
    round: Round,
    matches: Iterable[SeatedMatch],
    known: Known,
    fresh: bool = False,
    cells: Mapping[str, object] | None = None,
    only: str = "",
) -> SafeString:
    """Return a table row for each match that the desk lists; `fresh`: it replaces the old row.

    `cells`: what the cells with buttons for results need, in a small round. `only`: the mark of the
    tables that are shown at first.
    """
    reported_games = known.reported_games
    marks = TableMarks(round, known.phones)
    address = numbered("staff:table", event.slug, round.number)
    fresh_mark = " data-fresh" if fresh else ""
    special = room_of(event).special
    rules = rules_of(round) if reported_games else None
    records = posted_records(round)
    rows = []
    for match in matches:
        badge = _badge(table_mark(special, match))
        size = _badge(size_words(match))
        href = address % match.table
        of_table = marks.of(match)
        shown_as = f' data-is="{" ".join(of_table)}"' if of_table else ""
        hidden = ' class="other"' if only and only not in of_table else ""
        rows.append(
            f'<tr id="open-{match.table}"{fresh_mark}{shown_as}{hidden}>'
            f'<td class="num figure"><a href="{href}">{match.table}</a></td>'
            f"{_players(match, href, badge, reported_games.get(match.pk), rules, cells, records)}"
            f'<td class="num" data-key="{match.extension_minutes}">'
            f"{_time(round, match)}{size}</td></tr>"
        )
    # Each value above is a number, an address generated here, or escaped.
    return mark_safe("".join(rows))  # noqa: S308


def _badge(words: str) -> str:
    return f' <span class="badge">{escape(words)}</span>' if words else ""


def _players(
    match: SeatedMatch,
    href: str,
    badge: str,
    reported: ReportedGames | None,
    rules: MatchRules | None,
    cells: Mapping[str, object] | None,
    records: Mapping[int, Record],
) -> str:
    """Return the cells of the players at a table: a side each, or one with all seats.

    `records`: points before the round, by number; they follow the names.
    """
    names = [name_html(called(player)) for player in match.players]
    points = [
        f" <small>{records[player.number][0]:g}</small>" if player.number in records else ""
        for player in match.players
    ]
    if match.second is None:
        seats = seat_names(names, points)
        return f'<td colspan="2"><a class="plain" href="{href}">{seats}</a>{badge}</td>'
    first, second = names
    return (
        f'<td><a class="plain" href="{href}">{first}</a>{points[0]}</td>'
        f"{_result_cell(match, cells) if cells else ''}"
        f'<td><a class="plain" href="{href}">{second}{badge}</a>{points[1]}'
        f"{_games(reported, rules)}</td>"
    )


@register.simple_tag(takes_context=True)
def table_filters(context: template.Context) -> list[TableFilter]:
    """Return the filters of the outstanding tables with their counts."""
    page = context["page"]
    marks = TableMarks(context["round"], page.phones)
    return marks.filters(page.outstanding, chosen_filter(context))


@register.simple_tag(takes_context=True)
def chosen_filter(context: template.Context) -> str:
    """Return the mark of the filter that an address chooses; empty for all tables."""
    chosen: str = context["request"].GET.get("show", "")
    return chosen if chosen in list(TableMark) else ""


register.filter("filter_words", filter_words)


@register.simple_tag(takes_context=True)
def result_cells(context: template.Context) -> dict[str, object]:
    """Return what open_rows needs for cells with buttons for results."""
    desk = context["desk"]
    may_enter = desk.can["enter_result"]
    return {
        "choices": context["choices"],
        "may_enter": may_enter,
        "desk": desk,
        "round": context["round"],
    }


def _result_cell(match: SeatedMatch, cells: Mapping[str, object]) -> str:
    """Return the cell of a small round: a button for each usual result, or the result."""
    return render_to_string("desk/result_cell.html", {"match": match, **cells})


def _games(reported: ReportedGames | None, rules: MatchRules | None) -> SafeString:
    """Return the current game and the score of a table whose players report games."""
    if reported is None or rules is None or not reported.games:
        return SafeString("")
    if reported.differs:
        return format_html(' <span class="badge warn">{}</span>', _("game reports differ"))
    decided = reported.decided(rules) is not None
    words = _("reported: %(score)s") if decided else _("game %(number)d, %(score)s")
    game_words = words % {"number": reported.current, "score": reported.score.figures}
    return format_html(' <span class="badge">{}</span>', game_words)


def _time(round: Round, match: SeatedMatch) -> SafeString:
    """Return the extension of a table, with its own clock while that runs, turns and a judge."""
    if not match.extension_minutes and match.turns_at is None and not match.judge_name:
        return SafeString("")
    parts = [_extension(round, match)]
    if match.turns_at is not None:
        parts.append(format_html('<span class="badge warn">{}</span>', _("turns")))
    if match.judge_name:
        parts.append(format_html('<span class="badge info">{}</span>', match.judge_name))
    return format_html_join(" ", "{}", ((part,) for part in parts if part))


def _extension(round: Round, match: SeatedMatch) -> str:
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
    """Return a line for each report that was received or undone; own ones are marked.

    `context` holds the desk, the round and who is logged in.
    """
    desk = context["desk"]
    return recent_text(
        desk.event,
        context["round"],
        recents,
        own=context["user"].pk,
        undo=desk.can["enter_result"],
    )


def recent_text(
    event: Event, round: Round, recents: Iterable[Recent], *, own: int, undo: bool
) -> SafeString:
    """Return the lines for the account `own`; `undo`: the reader may undo them."""
    lines = []
    kind = (get_language(), undo)
    for recent in recents:
        # Equal for all viewers of this kind, because all desks share a table's cached row.
        line = recent.shown.get(kind)
        if line is None:
            line = recent.shown[kind] = _line(event, round, recent, undo=undo)
        mark = ' class="muted"'
        if recent.is_official:
            mark = " data-own" if recent.report.account_id == own else ""
        place = recent.reported_from
        if place is not ReportedFrom.DESK:
            mark += f' data-from="{place}"'
        lines.append(f'<li id="report-{recent.report.pk}"{mark}>{line}')
    # Each value in a line is a number, an address generated here, or escaped.
    return mark_safe("".join(lines))  # noqa: S308


def _line(event: Event, round: Round, recent: Recent, *, undo: bool) -> str:
    """Return one line of the latest results; `undo`: with a button for a reader who may undo."""
    report, table = recent.report, recent.report.match.table
    button = ""
    if undo and recent.is_official:
        words = escape(_("Undo"))
        label = escape(_("Undo result at table %(table)s") % {"table": table})
        button = (
            '<button class="small" form="undo-line" name="line"'
            f' value="{table}-{report.pk}" aria-label="{label}">{words}</button>'
        )
    address = numbered("staff:table", event.slug, round.number) % table
    return (
        f'<a class="recent-table" href="{address}">{table}</a>'
        f' <span class="recent-what">{_recent_head(recent)}'
        f' <span class="muted small">{event_time(event, recent.at)} {_who(recent)}</span>'
        f"</span> {button}</li>"
    )


def _who(recent: Recent) -> str:
    """Return the person who reported or undid it, with a mark after a player's name."""
    if recent.report.undone_at or recent.reported_from is not ReportedFrom.PHONES:
        return escape(recent.who)
    return format_html('{} <span class="badge">{}</span>', recent.who, _("phone"))


def _recent_head(recent: Recent) -> SafeString:
    """Return a report in words, with the drops that it caused and the previous result."""
    report = recent.report
    names = report.match.names
    words = escape(result_words(names, report.result))
    if report.undone_at:
        return format_html("<s>{}</s> {}", words, _("undone"))
    for name in recent.dropping:
        drops = _("%(name)s drops") % {"name": name}
        words += format_html(' <span class="badge warn">{}</span>', drops)
    if recent.before:
        before = _("previously: %(before)s") % {"before": full_words(names, recent.before.result)}
        words += format_html(' <span class="small">({})</span>', before)
    return words
