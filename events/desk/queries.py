"""Changes since the revision that a desk shows."""

from dataclasses import dataclass

from django.db.models import Count, Q

from events.core.players.player_names import namesakes
from events.core.results.game_queries import ToldMatch
from events.core.results.phone_reports_queries import FromPhones, from_phones, phones_told_since
from events.core.results.result_feed import Dispute, Recent, came_in_at
from events.core.rounds.queries import how_far
from events.models import Event, Match, Round
from events.models.sql.prepared import Prepared

# From here on the whole list is the shorter answer.
MOST_LINES = 40


@dataclass(frozen=True, slots=True)
class DeskChanges:
    """The lines that changed, and the counts above the lists.

    `gone` are tables that have a result now, `back` matches that have none any more (or another
    extension). `left` of `total` tables are outstanding. `recent`: the reports of these matches,
    newest first; `disputes`: those of them that are contradicted. `phones`: the phone reports, None
    where none of them changed.
    """

    gone: tuple[int, ...]
    back: tuple[Match, ...]
    recent: list[Recent]
    left: int
    total: int
    disputes: list[Dispute]
    namesakes: frozenset[str]
    phones: FromPhones | None
    how_far: dict[int, ToldMatch]

    @property
    def tables(self) -> list[int]:
        """Every table that something changed at."""
        return [*self.gone, *(match.table or 0 for match in self.back)]

    @property
    def reported(self) -> int:
        """How many tables have a result."""
        return self.total - self.left


_CHANGED = Prepared(
    lambda round, since: (
        Match.objects.filter(round=round, revision__gt=since, table__isnull=False)
        .order_by("table")
        .values_list("pk", "table", "revision", "standing", "first_wins")[: MOST_LINES + 1]
    ),
    int,
    int,
)
_BACK = Prepared(
    lambda round, since: (
        Match.objects.filter(
            round=round, revision__gt=since, table__isnull=False, first_wins__isnull=True
        )
        .select_related("first", "second", "judge")
        .order_by("table")[: MOST_LINES + 1]
    ),
    int,
    int,
)
_COUNTED = Prepared(
    lambda round: (
        Match.objects.filter(round=round)
        .at_tables()
        .order_by()
        .values("round")
        .annotate(total=Count("pk"), left=Count("pk", filter=Q(first_wins__isnull=True)))
    ),
    int,
)


def _counts(round: Round) -> tuple[int, int]:
    """Return how many tables there are, and how many of them are outstanding. One query."""
    counts = _COUNTED.first(round.pk)
    return (counts["total"], counts["left"]) if counts else (0, 0)


def desk_changes(event: Event, round: Round, since: int) -> DeskChanges | None:
    """Return what changed at the desk of a round after revision `since`.

    None when it takes the whole list: something else than lines changed, or many of them, or
    the list was empty or is now.
    """
    if not event.whole_revision <= since <= event.revision or not round.is_posted:
        return None
    changed = _CHANGED(round.pk, since)
    total, left = _counts(round)
    gone = tuple(table or 0 for _pk, table, *_, wins in changed if wins is not None)
    if len(changed) > MOST_LINES or left <= len(changed) - len(gone):
        return None
    back = tuple(_BACK(round.pk, since)) if len(gone) < len(changed) else ()
    recent, disputes = came_in_at(
        round, {pk: (revision, standing) for pk, _table, revision, standing, _wins in changed}
    )
    return DeskChanges(
        gone=gone,
        back=back,
        recent=recent,
        left=left,
        total=total,
        disputes=disputes,
        namesakes=namesakes(event) if back else frozenset(),
        phones=from_phones(event, round) if phones_told_since(event, round, since) else None,
        how_far=how_far(event, round) if back else {},
    )
