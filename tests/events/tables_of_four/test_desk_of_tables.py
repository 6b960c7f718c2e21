"""An event of tables of four, from the first seating to the end."""

import json
import re
from functools import partial

import pytest
from django.core.management import call_command
from django.http import QueryDict

from archive.loading import archive_of
from events.core.events.finishing_actions import finish_event
from events.core.seats.venue_tables import tables_needed
from events.core.stages.plans import StagePlan
from events.core.stages.pod_queries import meeting_seats
from events.models import Event, Match, Stage
from events.paper.forms import TableNumbersForm
from events.transfer.event_export import export_archive
from interchange.exporting import EXPORTERS, names_of
from interchange.values import ForeignError
from tests import factories
from tests.events.scenario import start_round
from tests.events.tables_of_four.playing import play_tables, seated, table_event
from tests.markup import without_tags
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def test_a_night_of_fourteen_is_played() -> None:
    event, owner = table_event(14, rounds=3)
    for number in (1, 2, 3):
        play_tables(event, owner, number, {1: "3", 2: "d", 3: "d13", 4: "0"})
        sizes = sorted(map(len, seated(event, number).values()))
        assert sizes == [3, 3, 4, 4]
        here = [player for table in seated(event, number).values() for player in table]
        assert sorted(here) == list(range(1, 15))
    rows = event.rounds.get(number=3).snapshots.get().rows
    assert len(rows) == 14
    points = {"w": 5, "d": 1, "l": 0}
    marks = Match.objects.filter(round__event=event).values_list("marks", flat=True)
    assert sum(row["points"] for row in rows) == sum(points[mark] for mark in "".join(marks))
    finish_event(event_id=event.pk, actor=owner)
    event.refresh_from_db()
    assert event.is_finished
    assert not Match.objects.filter(round__event=event).outstanding().exists()


def test_files_for_other_tools_have_tables_or_are_refused() -> None:
    event, owner = table_event(8, rounds=1)
    play_tables(event, owner, 1, {1: "3", 2: "d"})
    client = factories.client_of(owner)
    page = client.get(f"/staff/e/{event.slug}/export/").content.decode()
    assert re.findall("export/to/([^/]+)/", page) == ["topdeck-json"]
    event.refresh_from_db()
    archive = archive_of(export_archive(event))
    for format in set(EXPORTERS) - {"topdeck-json"}:
        answer = client.get(f"/staff/e/{event.slug}/export/to/{format}/", follow=True)
        assert "This format has no tables of three to five players." in answer.content.decode()
        with pytest.raises(ForeignError, match="no tables of three to five"):
            EXPORTERS[format].write(archive, names_of(archive))
    written = json.loads(client.get(f"/staff/e/{event.slug}/export/to/topdeck-json/").content)
    [first, second] = written["rounds"][0]["tables"]
    seats = seated(event, 1)
    assert [player["name"] for player in first["players"]] == [f"P{n}" for n in seats[1]]
    assert (first["winner"], second["winner"]) == (f"P{seats[1][2]}", "Draw")
    assert written["standings"][0]["name"] == first["winner"]


def test_the_command_simulates_a_night() -> None:
    call_command("simulate_event", "--tables-of-four", "--players=21", "--finish")
    event = Event.objects.get()
    assert (event.at_tables, event.is_finished, event.rounds.count()) == (True, True, 3)


@pytest.mark.parametrize(
    ("players", "sizes", "words"),
    [
        (14, Stage.TableSizes.THREES, "14 players · 4 tables ·"),
        (13, Stage.TableSizes.THREES, "13 players · 4 tables ·"),
        (13, Stage.TableSizes.FIVES, "13 players · 3 tables ·"),
        (14, Stage.TableSizes.BYES, "14 players · 3 tables · 2 byes ·"),
    ],
)
def test_the_checklist_counts_tables_of_four(players: int, sizes: str, words: str) -> None:
    event, owner = table_event(players, plan=StagePlan(kind=Stage.Kind.TABLES, table_sizes=sizes))
    event.enrollments.update(checked_in=True)
    page = factories.client_of(owner).get(f"/staff/e/{event.slug}/").content.decode()
    assert words in " ".join(without_tags(page).split())


def test_as_many_tables_are_asked_for_as_are_played_at() -> None:
    event, owner = table_event(13)
    assert tables_needed([event.pk]) == {event.pk: 4}
    assert sorted({seat.table for seat in meeting_seats(event)}) == [1, 2, 3, 4]
    client = factories.client_of(owner)
    assert "Tables 1–4" in client.get(f"/staff/e/{event.slug}/").content.decode()
    numbers = TableNumbersForm(event, 13, QueryDict())
    assert numbers.is_valid()
    assert numbers.chosen_tables == [1, 2, 3, 4]


def test_the_box_explains_entries_of_tables() -> None:
    event, owner = table_event(8)
    start_round(event, owner, 1)
    client = factories.client_of(owner)
    for address in ("rounds/1/", "rounds/1/reading/"):
        page = client.get(f"/staff/e/{event.slug}/{address}").content.decode()
        assert "table 12: seat 3 wins" in page
        assert "first-named" not in page
        assert 'data-type="t"' not in page
        assert 'data-type="c"' in page


def test_completing_many_tables_asks_no_more_than_completing_few() -> None:
    costs = []
    for players in (8, 40):
        event, owner = table_event(players, rounds=3, name=f"Night of {players}")
        play_tables(event, owner, 1)
        start_round(event, owner, 2)
        client = factories.client_of(owner)
        address = f"/staff/e/{event.slug}/rounds/2/complete/"
        costs.append(queries_of(partial(client.get, address)))
    assert costs[0] == costs[1]
