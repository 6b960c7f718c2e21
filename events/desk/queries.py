"""Load the changes since the revision that a desk shows."""

from dataclasses import dataclass

from events.core.adapters import read_seats
from events.core.compiled.queries import CHANGED_TABLES, COUNT_OF_TABLES, MOST_LINES
from events.core.results.game_queries import ReportedGames
from events.core.results.phone_report_queries import (
    FromPhones,
    from_phones,
    has_phone_reports_since,
)
from events.core.results.result_feed import Dispute, Recent, recent_at
from events.core.rounds.queries import has_result_buttons, reported_games_at_tables
from events.models import Event, Match, Round


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
