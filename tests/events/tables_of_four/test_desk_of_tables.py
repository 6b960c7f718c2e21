"""An event of tables of four, from the first seating to the end."""

import pytest
from django.core.management import call_command
from django.test import Client

from events.core.events.finishing_actions import finish_event
from events.models import Event, Match
from interchange.exporting import EXPORTERS
from tests.events.tables_of_four.playing import play_tables, seated, table_event

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


def test_no_file_for_another_tool_is_offered() -> None:
    event, owner = table_event(8)
    client = Client()
    client.force_login(owner)
    page = client.get(f"/staff/e/{event.slug}/export/")
    assert "For other tools" not in page.content.decode()
    for format in EXPORTERS:
        answer = client.get(f"/staff/e/{event.slug}/export/to/{format}/", follow=True)
        assert "No other tool’s file has tables" in answer.content.decode()


def test_the_command_simulates_a_night() -> None:
    call_command("simulate_event", players=21, kind="tables-of-four", finish=True)
    event = Event.objects.get()
    assert (event.at_tables, event.is_finished, event.rounds.count()) == (True, True, 3)
