"""The long lists of staff pages, built as text: one renderer each.

The standings of 1,200 players take 2.4 ms of processor so and 170 as a template's loop; `python -m
tests.bench.lists` measures it.

Every name is escaped. The cells are those that the lists had as templates: the style sheets and
scripts know them by the same classes.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from domain.results import Winner
from domain.written_names import name_html, names_html, written
from events.core.adapters import RoundMatch
from events.core.adapters.stored_rows import StandingRow
from events.core.progress.presence import DueRound
from events.core.report.report_values import Report, ReportLine, ReportMatch, ReportRound
from events.core.rounds.queries import RoundLine, RoundPage
from events.core.rounds.table_marks import table_mark
from events.core.rounds.unposted_rounds import Notes
from events.core.seats.table_numbering import room_of
from events.core.stages.elimination_results import PlayoffFinish
from events.core.stages.stage_words import finish_words, result_of_player, swiss_rank
from events.core.standings.queries import StandingsPage
from events.core.words.result_words import result_words
from events.models import Enrollment, Event, Match, Round
from events.public_site.addresses import numbered
from events.public_site.reads.chance_words import badges_of, estimate_words
from events.public_site.reads.chances import ShownChances


def seat_names(names: Iterable[str], more: Iterable[str] = ()) -> SafeString:
    """Return the players of a table in the order of the seats, each with its number.

    `names` are markup already, and so is `more`, which follows each name.
    """
    after = list(more)
    parts = [
        f'<span class="seat"><span class="seat-no">{seat}</span> {name}'
        f"{after[seat - 1] if after else ''}</span>"
        for seat, name in enumerate(names, 1)
    ]
    return mark_safe(f'<span class="seats">{" ".join(parts)}</span>')  # noqa: S308


register = template.Library()

LAST = "999999"


def joined(rows: Iterable[str]) -> SafeString:
    """Return rows whose values are escaped already as one piece of markup."""
    # Each value in them is a number, an address generated here, text of ours, or escaped.
    return mark_safe("\n".join(rows))  # noqa: S308


@register.simple_tag
def player_options(lines: Iterable[RoundLine]) -> SafeString:
    """Return an option for each player of a round, by number and name."""
    return joined(
        f'<option value="{player.number} {escape(written(player.called))}"></option>'
        for line in lines
        for player in line.match.players
    )


def badge(words: str, kind: str = "", title: str = "") -> str:
    """Return a badge that names a state in a word, to follow a name."""
    mark = f" {kind}" if kind else ""
    why = f' title="{escape(title)}"' if title else ""
    return f' <span class="badge{mark}"{why}>{escape(words)}</span>'


def _gone() -> dict[str, str]:
    """Return the badge after the name of a dropped player, by state."""
    return {
        Enrollment.State.DROPPED.value: badge(_("dropped")),
        Enrollment.State.DISQUALIFIED.value: badge(_("disqualified"), "bad"),
    }


def member_names(names: Sequence[str], kind: str = "muted small") -> str:
    """Return the members of a team, after its name."""
    return f' <span class="{kind}">{names_html(names)}</span>' if names else ""


@register.simple_tag
def standing_rows(
    event: Event, page: StandingsPage, chances: ShownChances | None, shown: Iterable[StandingRow]
) -> SafeString:
    """Return rows of the live standings: those that are `shown`."""
    player = numbered("staff:player", event.slug)
    explained = numbered("staff:explain", event.slug, page.round.number)
    gone = _gone()
    drawn = badge(
        pgettext("by lot", "random"),
        "info",
        _("Tied with a neighbor on every tiebreaker. The order was drawn by lot from the seed."),
    )
    badges = badges_of(chances)
    rows = []
    for row in shown:
        number = row.number
        name = f'<a class="plain" href="{player % number}">{name_html(row.name)}</a>'
        name += member_names(row.members) + gone.get(row.state, "") + (drawn if row.drawn else "")
        name += badges(number)
        arithmetic = f'<td class="num"><a href="{explained % number}">'
        figures = "".join(f"{arithmetic}{figure}</a></td>" for figure in row.figures)
        counted = (
            f"{_finish(page.finishes, number)}"
            f'<td class="num"><strong>{row.points}</strong></td>'
            f'<td class="num">{row.record}</td>{figures}'
        )
        if page.elimination_results is not None:
            counted = f"<td>{escape(result_of_player(page.elimination_results, number))}</td>"
        rows.append(
            f'<tr><td class="num figure">{row.place or "–"}</td><th scope="row">{name}</th>'
            f"{counted}</tr>"
        )
    return joined(rows)


@register.simple_tag
def players_if_drawn(
    chances: ShownChances, page: StandingsPage
) -> list[tuple[StandingRow, str, str]]:
    """Return the players whose estimates change if the first tables draw: row, now, then."""
    changed = chances.estimate.changed_by_draws
    return [
        (row, estimate_words(changed[row.number][0]), estimate_words(changed[row.number][1]))
        for row in page.lines(row for row in page.stored if row["number"] in changed)
    ]


@register.simple_tag(takes_context=True)
def round_rows(context: template.Context, page: RoundPage, unposted: bool = False) -> SafeString:
    """Return the shown rows of a round: unposted with notes, or its results."""
    event, round = page.round.event, page.round
    notes: Mapping[int, Notes] = context.get("notes") or {}
    address = numbered("staff:table", event.slug, round.number)
    special = room_of(event).special
    alone = {
        Match.Kind.BYE.value: badge(_("bye"), "info").strip(),
        Match.Kind.UNPAIRED.value: badge(_("assigned loss")).strip(),
    }
    double_loss = badge(_("double loss"), "bad")
    # Before the first result these columns are omitted, because every cell would be zero.
    points = _points if page.has_records else _no_points
    rows = []
    for line in context["shown"].rows:
        match, table = line.match, line.match.table
        where = str(table) if table else "–"
        words = table_mark(special, match)
        mark = badge(words) if words else ""
        if table and not unposted:
            where = f'<a href="{address % table}">{table}</a>'
        if match.kind == Match.Kind.TABLE:
            rows.append(_table_row(page, line, where, mark, unposted=unposted))
            continue
        first = name_html(match.first.called)
        opponent = match.second
        if opponent is None:
            other = f"<td>{alone.get(match.kind, '')}</td>"
            other += "<td></td>" if page.has_records else ""
        else:
            other = f"<td>{name_html(opponent.called)}</td>"
            other += points(line.second_points, line.second_record)
        if unposted:
            last = _note(match, notes.get(match.pk), round)
        elif isinstance(match, Match) and match.is_played:
            last = match.result.printed if match.result else ""
            last += double_loss if match.double_loss else ""
        else:
            last = ""
        rows.append(
            f'<tr><td class="num figure" data-key="{table or LAST}">{where}</td>'
            f"<td>{first}{mark}</td>{points(line.first_points, line.first_record)}{other}"
            f"<td>{last}</td></tr>"
        )
    return joined(rows)


def _table_row(page: RoundPage, line: RoundLine, where: str, mark: str, *, unposted: bool) -> str:
    """Return the row of a table of three to five: its seats in one cell, and its result."""
    match = line.match
    records = [
        f' <span class="muted small">{points} · {record}</span>' for points, record in line.seats
    ]
    names = [name_html(player.called) for player in match.players]
    seats = seat_names(names, records if page.has_records else ())
    result = match.result if isinstance(match, Match) and not unposted else None
    called = [player.called for player in match.players]
    words = escape(result_words(called, result)) if result else ""
    wide = 4 if page.has_records else 2
    return (
        f'<tr><td class="num figure" data-key="{match.table or LAST}">{where}</td>'
        f'<td colspan="{wide}">{seats}{mark}</td><td>{words}</td></tr>'
    )


def _points(points: int, record: str) -> str:
    return f'<td class="num">{points} <span class="muted small">{record}</span></td>'


def _no_points(_points: int, _record: str) -> str:
    return ""


def _note(match: Match | RoundMatch, note: Notes | None, round: Round) -> str:
    """Return the note on a match of an unposted round; empty for most of them."""
    if note is None:
        awarded = match.kind == Match.Kind.BYE and DueRound.of(round).has_bye(match.first)
        return escape(_("awarded bye")) if awarded else ""
    return get_template("desk/unposted_note.html").render({"note": note})


@register.simple_tag
def report_standing_rows(report: Report, first: int = 0, end: int | None = None) -> SafeString:
    """Return the lines `first` to before `end` of the report's standings."""
    gone = _gone()
    rows = []
    for line in report.standings[first:end]:
        place = f"{line.row.place or '–'}{'*' if line.row.drawn else ''}"
        name = name_html(line.person.name) + member_names(line.person.members, "small")
        figures = "".join(f'<td class="num">{figure.shown}</td>' for figure in line.figures)
        rows.append(
            f'<tr><td class="num">{place}</td><th scope="row">{name}'
            f"{gone.get(line.person.state, '')}</th>{_counted(report, line, figures)}</tr>"
        )
    return joined(rows)


def _counted(report: Report, line: ReportLine, figures: str) -> str:
    """Return the cells after a name: points and record, or how far a player came."""
    if report.elimination_results is not None:
        return f"<td>{escape(result_of_player(report.elimination_results, line.row.player))}</td>"
    points = f'<td class="num">{line.row.points}</td><td class="num">{line.record}</td>'
    return f"{_finish(report.finishes, line.row.player)}{points}{figures}"


def _finish(finishes: Mapping[int, PlayoffFinish] | None, number: int) -> str:
    """Return how far a player came in the playoff, and the Swiss rank; nothing without one."""
    if finishes is None:
        return ""
    came, rank = finish_words(finishes, number), swiss_rank(finishes, number)
    return f'<td class="nowrap">{escape(came)}</td><td class="num">{rank}</td>'


@register.simple_tag
def report_match_rows(round: ReportRound, end: int | None = None) -> SafeString:
    """Return the matches of one round of the report, or the first ones up to `end`."""
    bye, alone = escape(_("bye")), escape(_("assigned loss"))
    both, nothing = escape(_("double loss")), escape(_("no result yet"))
    more = {Winner.NOBODY: f" ({both})", None: f" ({nothing})"}
    rows = []
    for match in round.matches[:end]:
        if match.is_table:
            rows.append(_report_table_row(match))
            continue
        winner = match.winner
        score = match.score if match.shows_score else "–"
        if match.seats:
            score += f' <span class="small muted">{match.seats}</span>'
        other = bye if match.is_bye else alone
        if match.second is not None:
            other = name_html(match.second.name) + more.get(winner, "")
        rows.append(
            f'<tr><td class="num">{match.table or ""}</td>'
            f"<td{_WON if winner is Winner.FIRST else ''}>{name_html(match.first.name)}</td>"
            f'<td class="nowrap">{score}</td>'
            f"<td{_WON if winner is Winner.SECOND else ''}>{other}</td></tr>"
        )
    return joined(rows)


def _report_table_row(match: ReportMatch) -> str:
    """Return a table of three to five in the report: its seats, and its result in words."""
    names = [person.name for person in match.players_by_seat]
    winner = match.winning_seat
    marked = [
        f"<span{_WON if seat == winner else ''}>{name_html(name)}</span>"
        for seat, name in enumerate(names, 1)
    ]
    words = result_words(names, match.result) if match.result else _("no result yet")
    return (
        f'<tr><td class="num">{match.table or ""}</td>'
        f'<td colspan="2">{seat_names(marked)}</td><td>{escape(words)}</td></tr>'
    )


_WON = ' class="won"'
