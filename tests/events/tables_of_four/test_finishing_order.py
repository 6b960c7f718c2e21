"""Events whose places at a table have points: entered, reported, shown, seated and archived."""

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from archive.loading import archive_of
from domain.results import Ending
from events.core.adapters import records_before
from events.core.events.finishing_actions import finish_event
from events.core.rounds.pairing_actions import pair_next_round
from events.models import Event, Match
from events.report.facts import facts_of
from events.report.queries import event_report
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from standings.tables.table_profiles import FIVE_ONE
from tests import factories
from tests.events.scenario import start_round
from tests.events.support.phones import EVERYTHING, Phone
from tests.events.tables_of_four.playing import enter, play_tables, seated, table_event
from tests.markup import without_tags

pytestmark = pytest.mark.django_db
LEAGUE = replace(FIVE_ONE, name="League", by_place=True)


def _league(players: int = 8, rounds: int = 2) -> tuple[Event, User]:
    event, owner = table_event(players, rounds=rounds)
    Event.objects.filter(pk=event.pk).update(**EVERYTHING, profile=LEAGUE.to_dict())
    event.refresh_from_db()
    return event, owner


def _table(event: Event, table: int = 1, number: int = 1) -> Match:
    return Match.objects.of_tables().get(round__event=event, round__number=number, table=table)


def _points(event: Event, number: int) -> Mapping[int, float]:
    rows = event.rounds.get(number=number).snapshots.get().rows
    return {row["number"]: row["points"] for row in rows}


def test_each_place_has_its_points_and_equal_ones_share() -> None:
    event, owner = _league()
    play_tables(event, owner, 1, {1: "3142", 2: "31=42"})
    at_1, at_2 = (seated(event, 1)[table] for table in (1, 2))
    points = _points(event, 1)
    assert [points[player] for player in at_1] == [3, 1, 5, 2]
    assert [points[player] for player in at_2] == [2.5, 1, 5, 2.5]
    assert all(type(points[player]) is int for player in at_1)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    before = records_before(event.rounds.get(number=2))
    assert before[at_2[0]] == (2.5, "0-1-0")
    # Halves count when players with equal points are seated together.
    assert sum(points for points, _record in before.values()) == 2 * (5 + 3 + 2 + 1)


def test_every_page_shows_shared_points() -> None:
    event, owner = _league()
    play_tables(event, owner, 1, {1: "3142", 2: "31=42"})
    play_tables(event, owner, 2, {1: "d", 2: "2=3=41"})
    client = factories.client_of(owner)
    slug = event.slug
    shared = next(number for number, points in _points(event, 1).items() if points == 2.5)
    staff = (
        "standings/",
        "rounds/2/",
        "rounds/2/tables/1/",
        f"roster/players/{shared}/",
        f"standings/1/players/{shared}/",
        f"standings/2/players/{shared}/",
        "export/",
    )
    for path in staff:
        answer = client.get(f"/staff/e/{slug}/{path}", follow=True)
        assert answer.status_code == 200, path
    text = client.get(f"/staff/e/{slug}/standings/").content.decode()
    assert re.search(r">\d+\.(5|25|75)<", text), "a figure of shared points"
    assert "By place at a table of four: 5 · 3 · 2 · 1." in without_tags(
        Client().get(f"/e/{slug}/rules/").content.decode()
    )
    for path in ("standings/", "pairings/", "", f"players/{shared}/"):
        answer = Client().get(f"/e/{slug}/{path}", follow=True)
        assert answer.status_code == 200, path
    assert "place" in Phone(event.enrollments.get(number=shared)).page()
    finish_event(event_id=event.pk, actor=owner)
    event.refresh_from_db()
    assert len(event_report(event).standings) == 8
    assert client.get(f"/staff/e/{slug}/report/").status_code == 200
    told = Client().get(f"/api/v1/events/{slug}/standings").json()
    assert {type(row["points"]) for row in told["rows"]} == {int, float}


def test_the_pad_takes_a_place_for_each_seat() -> None:
    event, owner = _league()
    start_round(event, owner, 1)
    client = factories.client_of(owner)
    address = f"/staff/e/{event.slug}/rounds/1/tables/1/"
    page = client.get(address).content.decode()
    assert page.count('name="place"') == 4
    assert 'type="radio" name="result" value="1"' not in " ".join(page.split())
    enter_at = reverse("staff:table-enter", args=[event.slug, 1, 1])
    some = client.post(enter_at, {"place": ["1", "", "2", "3"]})
    assert "Choose a place for each seat." in some.content.decode()
    # Gaps close: two share the second place, so the last is fourth.
    assert client.post(enter_at, {"place": ["2", "3", "1", "2"]}).status_code == 302
    assert _table(event).marks == "2412"
    page = client.get(address).content.decode()
    assert "1. P" in without_tags(page)
    words = client.get(reverse("staff:journal", args=[event.slug])).content.decode()
    assert "seats in finishing order: 3 &gt; 1 = 4 &gt; 2" in words


def test_phones_report_places_and_a_second_player_agrees() -> None:
    event, owner = _league()
    start_round(event, owner, 1)
    phones = [Phone(player) for player in _table(event).players]
    assert "Send finishing order" in phones[0].page()
    first, second = (phones[at].enrollment for at in (0, 1))
    told = phones[0].tell("", second, key="a", table=1, place=["2", "4", "1", "3"])
    assert told.status_code == 302
    assert _table(event).result is None
    page = phones[1].page()
    assert 'value="p2413"' in page
    assert phones[1].tell("p2413", first, key="b", table=1).status_code == 302
    assert _table(event).marks == "2413"
    assert f"4. {second.name}" in phones[1].page()


def test_an_archive_keeps_places_and_endings() -> None:
    event, owner = _league(rounds=1)
    play_tables(event, owner, 1, {1: "3142 t", 2: "0n"})
    event.refresh_from_db()
    archive = archive_of(export_archive(event))
    matches = archive.rounds[0].matches
    assert [match.marks for match in matches] == ["2413", "llll"]
    assert [match.reports[0].told[0].ending for match in matches] == [
        Ending.UNFINISHED,
        Ending.NOT_PLAYED,
    ]
    copy = import_archive(archive=archive, actor=owner)
    assert _table(copy).marks == "2413"
    official = _table(copy, 2).official_report
    assert official is not None
    assert official.result_with_games.table_ending is Ending.NOT_PLAYED


def test_time_that_was_called_is_said_everywhere() -> None:
    event, owner = table_event(8, rounds=1)
    Event.objects.filter(pk=event.pk).update(**EVERYTHING)
    event.refresh_from_db()
    start_round(event, owner, 1)
    enter(event, owner, 1, "1 dt")
    client = factories.client_of(owner)
    pad = client.get(f"/staff/e/{event.slug}/rounds/1/tables/1/").content.decode()
    assert "Draw of all players, time was called" in without_tags(pad)
    enter_at = reverse("staff:table-enter", args=[event.slug, 1, 2])
    refused = client.post(enter_at, {"result": "2", "ended": "n"})
    assert "A table that did not play has a draw of all players" in refused.content.decode()
    assert client.post(enter_at, {"result": "0", "ended": "n"}).status_code == 302
    report = _table(event, 2).official_report
    assert report is not None
    assert report.result_with_games.table_ending is Ending.NOT_PLAYED
    journal = without_tags(client.get(reverse("staff:journal", args=[event.slug])).content.decode())
    assert "Time was called." in journal
    assert "Not played." in journal


def test_a_phone_says_that_time_was_called() -> None:
    event, owner = table_event(8, rounds=1)
    Event.objects.filter(pk=event.pk).update(**EVERYTHING)
    start_round(event, owner, 1)
    phones = [Phone(player) for player in _table(event).players]
    for at in (0, 1):
        answer = phones[at].tell("dt", phones[1 - at].enrollment, key=str(at), table=1)
        assert answer.status_code == 302
    official = _table(event).official_report
    assert official is not None
    assert official.result_with_games.table_ending is Ending.UNFINISHED


def test_the_report_counts_how_games_ended() -> None:
    event, owner = table_event(16, rounds=1)
    play_tables(event, owner, 1, {1: "dt", 2: "3t", 3: "dn"})
    finish_event(event_id=event.pk, actor=owner)
    event.refresh_from_db()
    facts = dict(facts_of(event_report(event)))
    assert facts["Tables ended by time"] == "2 of 4"
    assert facts["Tables not played"] == "1 of 4"
