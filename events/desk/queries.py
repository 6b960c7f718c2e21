"""The rows that a desk lists, and the changes since the revision that it shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse

from events.core.adapters import read_seats
from events.core.basis.queries import open_departures
from events.core.compiled.queries import CHANGED_TABLES, COUNT_OF_TABLES, MOST_LINES
from events.core.progress.outstanding import SeatedMatch
from events.core.refusals import RefusedError
from events.core.results.game_queries import ReportedGames
from events.core.results.phone_report_queries import (
    FromPhones,
    from_phones,
    has_phone_reports_since,
)
from events.core.results.result_feed import Dispute, Recent, ReportedFrom, recent_at
from events.core.results.round_rules import row_choices, rules_of
from events.core.rounds.queries import (
    RoundLine,
    RoundPage,
    has_result_buttons,
    reported_games_at_tables,
    round_page,
)
from events.core.rounds.table_marks import TableMarks
from events.models import Event, Match, Round
from events.web.access import Desk
from events.web.player_addresses import code_of
from events.web.requests import parts_of
from events.web.site_address import base_for_phones
from events.web.staff_pages.rows_shown import MOST, RowsShown, page_query, rows_shown, tables_sought


def lines_shown(request: HttpRequest, page: RoundPage) -> RowsShown[RoundLine]:
    """Return the listed matches of a round that is not in progress."""
    return rows_shown(request, page.lines, lambda line: tables_sought(line.match))


def tables_shown(request: HttpRequest, page: RoundPage) -> RowsShown[SeatedMatch]:
    """Return the listed tables; a short list is sent whole, because the browser filters it."""
    tables = page.listed
    only = page_query(request).get("show", "")
    if only and len(tables) > MOST:
        marks = TableMarks(page.round, page.phones)
        marked = [match for match in tables if only in marks.of(match)]
        return rows_shown(request, marked, tables_sought, total=len(tables))
    return rows_shown(request, tables, tables_sought)


@dataclass(frozen=True, slots=True)
class ResultFilter:
    """One filter of the latest results; without a place it shows all."""

    place: ReportedFrom | None
    is_chosen: bool


def chosen_place(request: HttpRequest) -> ReportedFrom | None:
    """Return the chosen filter of results; for a partial request, that of its whole page."""
    shown = request.headers.get("HX-Current-URL")
    if shown is None:
        chosen = request.GET.get("from", "")
    else:
        chosen = parse_qs(parts_of(shown).query).get("from", [""])[0]
    return next((place for place in ReportedFrom if place == chosen), None)


def result_filters(
    event: Event, page: RoundPage, chosen: ReportedFrom | None
) -> list[ResultFilter]:
    """Return the filters of the latest results; none if all of them are from the desk."""
    from_elsewhere = any(line.reported_from is not ReportedFrom.DESK for line in page.recent)
    if not (chosen or from_elsewhere or event.takes_reports):
        return []
    return [ResultFilter(place, place is chosen) for place in (None, *ReportedFrom)]


@dataclass(frozen=True, slots=True)
class Address:
    """An address for players, with its QR code as a data URI."""

    url: str
    code: str

    @property
    def spoken(self) -> str:
        """The address to read aloud, without the parts that nobody types."""
        return self.url.partition("://")[2].rstrip("/")


def address_of(request: HttpRequest, event: Event, name: str = "public:event") -> Address:
    """Return the address of an event's public page for players; `name`: of its URL."""
    url = base_for_phones(request) + reverse(name, args=[event.slug])
    return Address(url, code_of(url))


def players_page(request: HttpRequest, page: RoundPage) -> Address | None:
    """Return the public page of a round posted just now; None from its first result on."""
    if page.reported or not page.round.is_posted:
        return None
    return address_of(request, page.round.event)


@dataclass(frozen=True, slots=True)
class DeskChanges:
    """The lines that changed, and the counts above the lists.

    `reported_tables` now have a result, `reopened` matches have lost theirs (or have a new
    extension). `outstanding_count` of `total` tables are outstanding. `recent`: the reports of
    these matches, newest first; `disputes`: the contradicted ones among them. `phones`: the phone
    reports, None if unchanged. `entered`: in a small round, whose tables remain in the list, those
    that now have a result.
    """

    reported_tables: tuple[int, ...]
    reopened: tuple[Match, ...]
    recent: list[Recent]
    outstanding_count: int
    total: int
    disputes: list[Dispute]
    phones: FromPhones | None
    reported_games: dict[int, ReportedGames]
    has_buttons: bool
    entered: tuple[Match, ...] = ()

    @property
    def gone(self) -> tuple[int, ...]:
        """The tables to remove from the list of outstanding ones."""
        return () if self.has_buttons else self.reported_tables

    @property
    def tables(self) -> list[int]:
        """All changed tables."""
        return [*self.reported_tables, *(match.table or 0 for match in self.reopened)]

    @property
    def reported(self) -> int:
        """How many tables have a result."""
        return self.total - self.outstanding_count


def _counts(round: Round) -> tuple[int, int]:
    """Return the number of tables, and how many are outstanding. One query."""
    return COUNT_OF_TABLES.first(round.pk) or (0, 0)


def _without_result_since(round: Round, since: int) -> tuple[Match, ...]:
    """Return outstanding matches changed since a revision, by table. One query."""
    changed = round.matches.outstanding().filter(revision__gt=since, table__isnull=False)
    matches = tuple(changed.select_related("first", "second", "judge").order_by("table"))
    read_seats(matches)
    return matches


def desk_changes(event: Event, round: Round, since: int) -> DeskChanges | None:
    """Return the desk's changes in a round since revision `since`.

    None if the whole list is needed: anything but lines changed, many lines changed, or the list
    was empty or is now.
    """
    if not event.whole_revision <= since <= event.revision or not round.is_posted:
        return None
    changed = CHANGED_TABLES(round.pk, since)
    total, outstanding = _counts(round)
    reported = tuple(table or 0 for _pk, table, *_, wins in changed if wins is not None)
    if len(changed) > MOST_LINES or outstanding <= len(changed) - len(reported):
        return None
    reopened = _without_result_since(round, since) if len(reported) < len(changed) else ()
    recent, disputes = recent_at(
        round, {pk: (revision, official) for pk, _table, revision, official, _wins in changed}
    )
    has_buttons = has_result_buttons(round, total)
    entered = tuple(line.report.match for line in recent if line.is_official and has_buttons)
    if has_buttons and {match.table for match in entered} != set(reported):
        return None
    return DeskChanges(
        reported_tables=reported,
        reopened=reopened,
        recent=recent,
        outstanding_count=outstanding,
        total=total,
        disputes=disputes,
        phones=from_phones(event, round) if has_phone_reports_since(event, round, since) else None,
        reported_games=reported_games_at_tables(event, round) if reopened else {},
        has_buttons=has_buttons,
        entered=entered,
    )


# Values that few answers have: templates look up a missing name in three ways.
_SELDOM = dict.fromkeys(
    (
        *("error", "asked", "same", "match", "slip", "undone", "losses", "at_time", "back"),
        *("again", "leaving"),
    )
)


def live_parts(
    request: HttpRequest,
    desk: Desk,
    round: Round,
    since: int,
    *,
    refused: RefusedError | None = None,
    answer: Mapping[str, Any] | None = None,
) -> str:
    """Return the desk's changes in a round since the revision `since`, for htmx.

    `refused`: a refused change of the clock. `answer`: the reply above the entry box; None leaves
    it unchanged.
    """
    context: dict[str, Any] = {"desk": desk, "round": round, "refused": refused}
    context["answer"] = None if answer is None else {**_SELDOM, **answer}
    changes = desk_changes(desk.event, round, since)
    if changes is None or changes.has_buttons:
        context["choices"] = row_choices(rules_of(round))
    if changes is None:
        place = context["place"] = chosen_place(request)
        page = round_page(desk.event, round, place)
        context["departures"] = open_departures(desk.event)
        context["players_page"] = players_page(request, page)
        context["result_filters"] = result_filters(desk.event, page, place)
        context["shown"] = tables_shown(request, page)
        return render_to_string("desk/desk_live.html", context | {"page": page}, request)
    return render_to_string("desk/changes.html", context | {"changes": changes}, request)
