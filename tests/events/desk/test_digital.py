"""Digital events (digital event rules, 2.3 and App. B), in the documents' words."""

import datetime
import re
import zoneinfo
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from events.core.clock.actions import start_clock
from events.core.journal.words.entries import sentence
from events.core.judging.penalty_actions import give_penalty
from events.core.rounds.actions import complete_round, post_round
from events.core.words.venue_times import venue_moment
from events.desk.digital_actions import mark_table
from events.models import Enrollment, Event, Infraction, PenaltyKind, Verb
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from events.web.access import Action
from tests import factories
from tests.archives import as_bytes
from tests.events.scenario import (
    at_table,
    enter_slips,
    event_with_owner,
    journaled,
    play_round,
    refused,
    start_round,
)
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.doors import address
from tests.events.support.entry_box import words_of
from tests.events.test_words_of_the_documents import BOTH, read, same_language_afterwards

__all__ = ["same_language_afterwards"]

pytestmark = pytest.mark.django_db


def digital(players: int = 4, **columns: object) -> tuple[Event, User]:
    event, owner = event_with_owner(players, platform="Arena", game_format="Modern", **columns)
    for one in event.enrollments.all():
        one.platform_id = f"Zq{one.number}#0{one.number}"
        one.save()
    return event, owner


@BOTH
def test_at_50_minutes_of_a_digital_event_the_desk_checks_on_matches_that_have_not_reported(
    language: str,
) -> None:
    event, owner = digital()
    start_round(event, owner, 1)
    start_clock(event_id=event.pk, actor=owner, number=1)
    looks = {"en": "This is not a time limit", "ja": "制限時間ではありません"}[language]
    over = {"en": "Time is up", "ja": "時間切れ"}[language]
    for page in ("pairings", "players/1", "projector"):
        words = read(Client(), event, page, language)
        assert looks in words, page
        assert over not in words
    browser = factories.client_of(owner)
    check = {"en": "Check tables", "ja": "テーブルを確認"}[language]
    desk = browser.get(address(event, "desk"), headers={"accept-language": language})
    assert check in desk.content.decode()
    assert f'data-over="{over}' not in desk.content.decode()


def test_the_tables_to_check_have_a_mark_each_and_those_without_come_first() -> None:
    event, owner = digital(6)
    start_round(event, owner, 1)
    browser = factories.client_of(owner)
    for table, mark in ((1, "playing"), (2, "no-answer")):
        browser.post(address(event, "check-table", number=1, table=table), {"mark": mark})
    page = browser.get(address(event, "check-tables", number=1))
    assert [one.table for one in page.context["tables"]] == [3, 2, 1]
    assert 'aria-pressed="true"' in page.content.decode()
    assert "Zq1#01" in page.content.decode()
    assert "table 2: no answer" in sentence(journaled(event, Verb.TABLE_CHECKED)[-1])
    browser.post(address(event, "check-table", number=1, table=2), {"mark": ""})
    assert at_table(event, 1, 2).check_mark == ""
    enter_slips(event, owner, 1, "3 20")
    with refused("Table 3 already has a result."):
        mark_table(event_id=event.pk, actor=owner, number=1, table=3, mark="contacted")
    with refused("Choose one of the options.", "mark"):
        mark_table(event_id=event.pk, actor=owner, number=1, table=1, mark="asleep")


def test_the_tables_to_check_take_as_many_queries_for_few_as_for_many() -> None:
    counts = []
    for size in (4, 24):
        event, owner = digital(size)
        start_round(event, owner, 1)
        browser = factories.client_of(owner)
        with CaptureQueriesContext(connection) as queries:
            browser.get(address(event, "check-tables", number=1))
        counts.append(len(queries))
    assert counts[0] == counts[1]


@BOTH
def test_the_pairing_of_a_digital_event_shows_the_opponents_platform_id_and_the_format_to_set(
    language: str,
) -> None:
    event, owner = digital()
    start_round(event, owner, 1)
    match = at_table(event, 1, 1)
    number = match.first.number
    page = Client().get(f"/e/{event.slug}/players/{number}/", headers={"accept-language": language})
    assert match.second is not None
    text = page.content.decode()
    assert match.second.platform_id in text
    assert 'class="small copy"' in text
    said = {
        "en": "Match settings: Modern, best of three with sideboarding",
        "ja": "設定：Modern、サイドボードあり",
    }[language]
    assert said in words_of(page)
    Event.objects.filter(pk=event.pk).update(platform_setup="Direct game, Best-of-Three")
    assert "Direct game, Best-of-Three" in read(Client(), event, f"players/{number}", language)


def test_pairing_with_missing_platform_ids_asks() -> None:
    event, owner = digital()
    Enrollment.objects.filter(event=event, number=2).update(platform_id="")
    browser = factories.client_of(owner)
    page = browser.post(address(event, "pair", number=1))
    assert "Pair 1 player without a platform ID?" in page.content.decode()
    assert "Player 002" in page.content.decode()
    assert not event.rounds.exists()
    browser.post(address(event, "pair", number=1), {"answers.without-id": "continue"})
    assert event.rounds.exists()
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    post_round(**who, number=1)
    enter_slips(event, owner, 1, "1 20", "2 20")
    complete_round(**who, number=1)
    asked = browser.post(address(event, "pair", number=2), follow=True)
    assert "Continue without a platform ID of Player 002?" in asked.content.decode()
    assert event.rounds.count() == 1
    at_tables, host = event_with_owner(4)
    factories.client_of(host).post(address(at_tables, "pair", number=1))
    assert at_tables.rounds.exists(), "nobody needs an account at tables"


def test_no_limit_is_possible_for_an_event() -> None:
    event, owner = digital(round_minutes=0)
    start_round(event, owner, 1)
    assert "no time limit" in read(Client(), event, "pairings", "en")


def test_rounds_may_end_early_and_the_next_rounds_start_is_announced() -> None:
    event, owner = digital()
    play_round(event, owner, 1)
    browser = factories.client_of(owner)
    url = address(event, "announce-next", number=1)
    bad = browser.post(url, {"at": "noon"}, follow=True).content.decode()
    assert "Enter a time, such as 14:30." in bad
    browser.post(url, {"at": "15:10"})
    words = words_of(read(Client(), event, "pairings", "en"))
    assert re.search(r"Round 2 starts on \w+\.? \d+ 15:10 \.", words), (
        "another day than the event's"
    )
    start = datetime.datetime.combine(
        event.date, datetime.time(15, 10), zoneinfo.ZoneInfo(event.time_zone)
    )
    event.rounds.update(next_at=start)
    assert "Round 2 starts at 15:10 ." in words_of(read(Client(), event, "pairings", "en"))
    browser.post(url, {"at": ""})
    assert "Round 2 starts" not in read(Client(), event, "pairings", "en")


@pytest.mark.parametrize(("minutes_ago", "days"), [(180, 1), (600, 1), (20, 0)])
def test_a_start_that_is_long_past_today_is_tomorrows(minutes_ago: int, days: int) -> None:
    event, owner = digital()
    play_round(event, owner, 1)
    now = timezone.now().replace(second=0, microsecond=0)
    typed = now - datetime.timedelta(minutes=minutes_ago)
    url = address(event, "announce-next", number=1)
    zone = zoneinfo.ZoneInfo(event.time_zone)
    answer = factories.client_of(owner).post(
        url, {"at": f"{typed.astimezone(zone):%H:%M}"}, follow=True
    )
    expected = typed + datetime.timedelta(days=days)
    assert event.rounds.get(number=1).next_at == expected
    words = f"The start of round 2 was announced: {venue_moment(event, expected)}."
    assert words in answer.content.decode()


def test_disconnection_and_not_answering_staff_are_infractions_and_all_of_it_travels() -> None:
    event, owner = digital(platform_setup="Direct game")
    start_round(event, owner, 1)
    for infraction in (Infraction.DISCONNECTION, Infraction.NOT_ANSWERING):
        give_penalty(
            event_id=event.pk,
            actor=owner,
            number=1,
            infraction=infraction,
            penalty=PenaltyKind.WARNING,
        )
    mark_table(event_id=event.pk, actor=owner, number=1, table=1, mark="contacted")
    event.refresh_from_db()
    values = export_archive(event)
    assert values["version"] == 3
    assert values["rounds"][0]["matches"][0]["check_mark"] == "contacted"
    again = import_archive(archive=read_archive(as_bytes(values)), actor=owner)
    assert export_archive(again) == values


def test_doors() -> None:
    event, owner = digital()
    start_round(event, owner, 1)
    for path, action, method in (
        ("rounds/1/check/", Action.SEE, "get"),
        ("rounds/1/tables/1/check/", Action.ENTER_RESULT, "post"),
        ("rounds/1/next/", Action.POST_ROUND, "post"),
    ):
        check_access(event, Route(path, action, method))
        check_methods(event, Route(path, action, method))
    missing = factories.client_of(owner).get(address(event, "check-tables", number=9))
    assert missing.status_code == HTTPStatus.NOT_FOUND
