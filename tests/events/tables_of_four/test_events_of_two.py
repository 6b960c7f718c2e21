"""Nothing of tables of four is in the archive, the answers and the pages of an event of two."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.test import Client

from archive.rounds_and_matches import ArchivedMatch, ArchivedReport
from archive.values import ArchivedStage
from events.core.rounds.actions import complete_round
from events.core.standings.actions import publish_standings
from events.models import Event, Round, StandingsSnapshot
from events.transfer.event_export import export_archive
from standings.profile import OF_TABLES, PROFILES
from tests.events.scenario import enter_slips, event_with_owner, start_round

pytestmark = pytest.mark.django_db

# Keys of archives and of the interface that only tables have.
OF_MATCHES = {"marks", "seat_drops", "seat_stays", "odd_go", "points_first", "table_sizes"}
# "bye" and "places" have other meanings elsewhere.
ANYWHERE = OF_MATCHES | OF_TABLES - {"bye", "places"}
PAGES = ("", "pairings/", "standings/", "rules/", "about/")


def _played() -> Event:
    event, owner = event_with_owner(5, rounds=2)
    for number in (1, 2):
        start_round(event, owner, number)
        enter_slips(event, owner, number, "1 21", "2 1-1-1")
        complete_round(event_id=event.pk, actor=owner, number=number)
        publish_standings(event_id=event.pk, actor=owner, number=number)
    return event


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for part in value.values():
            yield from _keys(part)
    elif isinstance(value, list):
        for part in value:
            yield from _keys(part)


def test_the_names_are_those_that_archives_have() -> None:
    known = {
        field.name
        for part in (ArchivedMatch, ArchivedReport, ArchivedStage)
        for field in msgspec.structs.fields(part)
    }
    assert known >= OF_MATCHES


def test_an_archive_of_matches_of_two_has_no_key_of_tables() -> None:
    event = _played()
    archive = json.loads(msgspec.json.encode(export_archive(event)))
    assert not set(_keys(archive)) & ANYWHERE
    assert all(not set(profile.to_dict()) & OF_TABLES for profile in PROFILES.values())


def test_stored_rows_and_answers_have_no_key_of_tables() -> None:
    event = _played()
    stored = [
        *Round.objects.filter(event=event).values_list("posted_rows", flat=True),
        *StandingsSnapshot.objects.filter(round__event=event).values_list("rows", flat=True),
        *StandingsSnapshot.objects.filter(round__event=event).values_list("basis", flat=True),
    ]
    assert not {key for rows in stored for key in _keys(rows)} & (ANYWHERE | {"seats"})
    client = Client()
    for path in ("", "/rounds", "/standings", "/archive"):
        answer = client.get(f"/api/v1/events/{event.slug}{path}")
        assert answer.status_code == 200, path
        assert not set(_keys(answer.json())) & (ANYWHERE | {"seats"}), path
    points = [
        row["points"] for row in client.get(f"/api/v1/events/{event.slug}/standings").json()["rows"]
    ]
    assert all(type(each) is int for each in points)


def test_public_pages_say_nothing_of_seats() -> None:
    event = _played()
    client = Client()
    for path in PAGES:
        page = client.get(f"/e/{event.slug}/{path}", follow=True).content.decode()
        for word in ("seat-no", "tables of four", "table of four", "tcard", "By place"):
            assert word not in page, (path, word)
