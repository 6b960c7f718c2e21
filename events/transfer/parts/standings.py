"""Published standings: their rounds, and the lines that no longer follow from the event."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User

from archive.records import ArchivedLine
from archive.values import Archive
from events.core.adapters import Basis, profile_of, state_after
from events.core.standings.actions import standings_after
from events.models import Enrollment, Event, Round, StandingsSnapshot

Line = dict[str, Any]


def published_rows(event: Event) -> dict[int, list[Line]]:
    """Return the rows of published standings by round. One query."""
    published = StandingsSnapshot.objects.filter(round__event=event, withdrawn=False)
    # The last entry of a round replaces its earlier revisions.
    rows = published.order_by("round__number", "revision").values_list("round__number", "rows")
    return dict(rows)


def archived_lines(
    event: Event,
    published: Mapping[int, Sequence[Line]],
    players: Iterable[Enrollment],
    *,
    names: bool,
) -> tuple[ArchivedLine, ...]:
    """Return the lines of published standings that an import would not compute the same.

    A player may have another name since, or have dropped. Without `names` no earlier name is told.
    Computes the standings of each round that a disqualification or a drop changed.
    """
    people = {player.number: player for player in players}
    return tuple(
        line
        for number, rows in published.items()
        for line in _lines(event, number, rows, people, names=names)
    )


def _lines(
    event: Event,
    after: int,
    rows: Sequence[Line],
    people: Mapping[int, Enrollment],
    *,
    names: bool,
) -> Iterator[ArchivedLine]:
    keys = ("name", "state", "place", "drawn") if names else ("state", "place", "drawn")
    today = {}
    for row in rows:
        if row["number"] in people:
            player = people[row["number"]]
            state = state_after(after, player.state, player.dropped_after)
            today[row["number"]] = row | {"name": player.name, "state": state}
    if any(_ranks_anew(event, row, today.get(row["number"])) for row in rows):
        today = {row["number"]: row for row in standings_after(event, after)[0]}
    for row in rows:
        now = today.get(row["number"], row)
        values = {key: row[key] for key in keys if row[key] != now[key]}
        if "place" in values:
            values["place"] = values["place"] or 0
        if values:
            yield ArchivedLine(round=after, player=row["number"], **values)


def _ranks_anew(event: Event, row: Line, now: Line | None) -> bool:
    """Return whether the order may have changed: by a disqualification, or a drop that counts."""
    if now is None or row["state"] == now["state"]:
        return False
    disqualified = Enrollment.State.DISQUALIFIED
    return disqualified in (row["state"], now["state"]) or profile_of(event).counts_drops


def create_standings(
    archive: Archive, round: Round, computed: tuple[list[Line], Basis], actor: User | None
) -> None:
    """Publish the standings after a round, with the lines of the archive."""
    rows, basis = computed
    lines = [line for line in archive.standings_lines if line.round == round.number]
    # In another order than the results give now, they do not explain it.
    explains = all(line.place is None for line in lines)
    snapshot = StandingsSnapshot(
        round=round,
        revision=1,
        rows=_with_lines(rows, lines),
        basis=basis if explains else None,
        published_by=actor,
    )
    StandingsSnapshot.objects.bulk_create([snapshot])


def _with_lines(rows: Sequence[Line], lines: Iterable[ArchivedLine]) -> list[Line]:
    """Return computed rows as they were published, in order of place."""
    published = {line.player: line for line in lines}
    return sorted(
        (row | _values(published.get(row["number"])) for row in rows),
        key=lambda row: (row["place"] is None, row["place"] or 0),
    )


def _values(line: ArchivedLine | None) -> Line:
    if line is None:
        return {}
    given = {"name": line.name, "state": line.state, "drawn": line.drawn}
    values = {key: value for key, value in given.items() if value is not None}
    return values if line.place is None else values | {"place": line.place or None}
