"""Two events of an organisation in one venue and one series, walked at random side by side."""

import datetime
import random
from collections import defaultdict

import pytest
from django.test import Client

from events.core.seats.venues import join_venue
from events.models import Event, GivenTable, Match, Round, Series, Venue
from events.series.queries import heads_of, series_rows
from tests.longer import longer
from tests.seams.kinds import STARTS, Start
from tests.seams.walk import Walk

pytestmark = pytest.mark.django_db

STEPS = 40
TABLES = "1-6\n7-12"


def _beside(seed: int) -> tuple[Walk, Walk, Series]:
    kinds = [kind for kind in STARTS if kind != "teams"]
    first = Walk(seed, Start(rounds=2))
    other = Walk(seed + 10_000, STARTS[kinds[seed % len(kinds)]], beside=first)
    place = Venue.objects.create(organisation=first.shop, name="Harbour Hall")
    place.rooms.create(rows=TABLES)
    for walk in (first, other):
        Event.objects.filter(slug=walk.slug).update(venue=place.name)
        join_venue(walk.event)
    day = datetime.timedelta(days=2)
    series = Series.objects.create(
        organisation=first.shop,
        number=1,
        name="League",
        tables={"0": [10, 7, 5, 3]},
        first_date=first.event.date - day,
        last_date=first.event.date + day,
    )
    return first, other, series


def _tables(events: list[Event]) -> list[str]:
    """Return tables that two matches have, and open ones that the venue did not give."""
    open_rounds = Round.objects.filter(event__in=events).exclude(state=Round.State.COMPLETE)
    held: dict[int, list[int]] = defaultdict(list)
    matches = Match.objects.filter(round__in=open_rounds, table__isnull=False)
    for event, table in matches.values_list("round__event", "table"):
        held[table or 0].append(event)
    found = [f"table {table}: {owners}" for table, owners in held.items() if len(owners) > 1]
    given = dict(GivenTable.objects.filter(event__in=events).values_list("table", "event"))
    return found + [
        f"table {table} is of {given.get(table)}, and {owners} play there"
        for table, owners in held.items()
        if given.get(table) not in owners
    ]


def _room(walk: Walk) -> list[str]:
    """Return where the call of the tables differs from the posted round."""
    value = walk.call("GET", f"{walk.path}/tables")
    cells = [cell for row in value["rows"] for cell in row] + value["outside"]
    seated = {cell["table"]: len(cell["players"]) for cell in cells if cell["players"]}
    newest = walk.event.rounds.posted().order_by("-number").first()
    matches = newest.matches.filter(table__isnull=False) if newest else ()
    posted = {match.table: len(match.players) for match in matches}
    return [] if seated == posted else [f"{walk.slug}: room {seated}, round {posted}"]


def _series(series: Series) -> list[str]:
    """Return where a series differs from the published standings of its events."""
    found = []
    rows = series_rows(series)
    head = heads_of([series])[series.pk]
    if rows and head.points != rows[0].total:
        found.append(f"head {head.points}, first {rows[0].total}")
    for row in rows:
        if row.total != sum(line.points for line in row.lines if line.counts):
            found.append(f"total of {row.name}")
        for line in row.lines:
            value = Client().get(f"/api/v1/events/{line.slug}/standings").json()
            places = {each["number"]: each["place"] for each in value["rows"]}
            if places.get(line.number, "none") != line.place:
                found.append(f"place of {line.number}: {places.get(line.number)} {line.place}")
            if len(places) != line.players:
                found.append(f"players of {line.slug}: {len(places)} {line.players}")
    return found


@pytest.mark.parametrize("seed", range(longer(1)))
def test_neighbours_share_tables_and_a_series(seed: int) -> None:
    first, other, series = _beside(seed)
    chosen = random.Random(seed)
    acts = [other.start.kind]
    for _ in range(STEPS):
        walk = chosen.choice((first, other))
        act = walk.step()
        if act:
            acts.append(f"{act}-{1 if walk is first else 2}")
            found = _tables([first.event, other.event]) + _room(walk)
            if act in ("publish", "finish", "drop", "merge", "reopen", "disqualify", "withdraw"):
                found += _series(series)
            assert not found, " ".join(acts) + "\n" + "\n".join(found)
