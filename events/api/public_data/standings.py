"""Published standings with exact tiebreakers, for programs."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import UNSET

from events.api.answer_values import Figure, Published, Standings, StandingsRow
from events.core.adapters.stored_rows import shown_tiebreakers
from events.models import StandingsSnapshot
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.posted import PublicSnapshot
from standings.display import figure


def standings(
    shown: PublicEvent, number: int | None = None, revision: int | None = None
) -> Standings | None:
    """Return the standings after a round, or the newest ones; an older revision on request.

    None if they are not published. If the newest revision of a round was withdrawn, its older ones
    are not shown either.
    """
    snapshot = shown.standings(number)
    if snapshot is None:
        return None
    stored = _rows(snapshot, revision)
    if stored is None:
        return None
    published_at, kept = stored
    codes = shown_tiebreakers(shown.profile)
    names = snapshot.names.without_marks
    is_newest = revision is None and snapshot == shown.standings()
    newest = shown.newest_standings.values() if is_newest else ()
    # A drop that was undone since then is shown nowhere.
    states = {row.number: {"state": row.state} for row in newest}
    rows = [names.person(row | states.get(row["number"], {})) for row in kept]
    return Standings(
        event=shown.event.slug,
        round=snapshot.round_number,
        revision=revision or snapshot.revision,
        published_at=published_at,
        tiebreakers=tuple(str(code.value) for code in codes),
        rows=tuple([_row(shown, row) for row in rows]),
        published=published(shown),
    )


def published(shown: PublicEvent) -> tuple[Published, ...]:
    """Return the published standings in the order of their rounds."""
    snapshots = (round.snapshot for round in shown.rounds if round.snapshot is not None)
    return tuple(
        Published(
            round=snapshot.round_number,
            revision=snapshot.revision,
            published_at=snapshot.published_at,
        )
        for snapshot in snapshots
    )


def _rows(snapshot: PublicSnapshot, revision: int | None) -> Any:
    """Return the publication time and rows of a revision; None if it does not exist. One query."""
    kept = StandingsSnapshot.objects.filter(withdrawn=False)
    if revision is None:
        kept = kept.filter(pk=snapshot.id)
    else:
        newest = StandingsSnapshot.objects.filter(pk=snapshot.id).values("round")
        kept = kept.filter(round__in=newest, revision=revision)
    return kept.values_list("published_at", "rows").first()


def _row(shown: PublicEvent, row: Mapping[str, Any]) -> StandingsRow:
    values = {**row["other"], **row}
    figures = {}
    for code in shown_tiebreakers(shown.profile):
        exact = values.get(code)
        value = None if exact is None else Fraction(exact)
        text = None if value is None else str(value)
        figures[str(code.value)] = Figure(
            exact=text, shown=figure(code, value, shown.profile.digits)
        )
    return StandingsRow(
        number=row["number"],
        name=row["name"],
        members=tuple(row.get("members", ())) or UNSET,
        place=row["place"],
        points=row["points"],
        wins=row["wins"],
        losses=row["losses"],
        draws=row["draws"],
        byes=row["byes"],
        state=row["state"],
        drawn=row["drawn"],
        tiebreakers=figures,
    )
