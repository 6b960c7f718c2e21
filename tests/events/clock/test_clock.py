"""The page of a round's clock, its buttons at the desk, and the server's time."""

import datetime
import re
import time
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from events.core.clock.actions import start_clock
from events.core.clock.round_clock import clock_of
from events.core.rounds.actions import complete_round
from events.models import Event, Report, Role
from tests import factories
from tests.events.scenario import (
    enter_slips,
    event_with_owner,
    play_round,
    report,
    round_of,
    start_round,
)
from tests.events.support.doors import DESK, EVERYBODY, address, check_refusals
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def running(players: int = 4, **columns: object) -> tuple[Event, User, Client]:
    event, owner = event_with_owner(players, **columns)
    start_round(event, owner, 1)
    start_clock(event_id=event.pk, actor=owner, number=1)
    return event, owner, factories.client_of(owner)


def mark(event: Event) -> str:
    return clock_of(round_of(event, 1)).token


def test_who_sees_the_clock_and_who_sets_it() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    check_refusals("get", address(event, "clock", number=1), EVERYBODY, event)
    check_refusals("post", address(event, "clock", number=1), DESK, event)
    check_refusals("post", address(event, "desk-clock", number=1), DESK, event)
    check_refusals("get", address(event, "forecast", number=1), EVERYBODY, event)
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE))
    page = judge.get(address(event, "round", number=1)).content.decode()
    assert "Start the clock" not in page


def test_a_second_start_is_answered_with_the_clock_and_a_question() -> None:
    event, _owner, browser = running()
    began = round_of(event, 1).started_at
    answer = browser.post(address(event, "clock", number=1))
    assert answer.status_code == HTTPStatus.CONFLICT
    page = answer.content.decode()
    assert "The clock of round 1 was already started. Nothing was changed." in page
    assert "Restart with the full 50 minutes" in page
    assert round_of(event, 1).started_at == began


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"do": "pause"}, "The clock is paused."),
        ({"do": "add", "minutes": "5"}, "The round time was changed."),
        ({"do": "add", "minutes": "-1"}, "The round time was changed."),
        ({"do": "restart"}, "The clock restarted with the full round time."),
        ({"do": "stop"}, "The clock start was undone."),
    ],
)
def test_the_buttons_of_the_page(fields: dict[str, str], words: str) -> None:
    event, _owner, browser = running()
    url = address(event, "clock", number=1)
    page = browser.post(url, fields | {"seen": mark(event)}, follow=True)
    assert words in page.content.decode()


@pytest.mark.parametrize("typed", ["", "many", "1.5", "99999", "²"])
def test_minutes_that_are_none_stay_in_the_field(typed: str) -> None:
    event, _owner, browser = running()
    fields = {"do": "add", "minutes": typed, "seen": mark(event)}
    answer = browser.post(address(event, "clock", number=1), fields)
    assert answer.status_code == HTTPStatus.CONFLICT
    page = answer.content.decode()
    assert "Enter 1 to 120 minutes." in page
    assert f'value="{typed}"' in page


def test_what_nobody_can_do_with_a_clock_is_not_found() -> None:
    event, _owner, browser = running()
    for page in ("clock", "desk-clock"):
        answer = browser.post(address(event, page, number=1), {"do": "wind up"})
        assert answer.status_code == HTTPStatus.NOT_FOUND


def test_the_desk_takes_what_changed_and_hears_why_not() -> None:
    event, _owner, browser = running()
    url, seen = address(event, "desk-clock", number=1), mark(event)
    event.refresh_from_db()
    fields = {"do": "pause", "seen": seen, "since": str(event.revision)}
    answer = browser.post(url, fields, headers={"HX-Request": "true"})
    assert answer.status_code == HTTPStatus.OK
    page = answer.content.decode()
    assert 'id="desk-head"' in page
    assert "Resume" in page
    assert 'id="open-rows"' not in page, "the lines stay as they are"
    assert 'id="messages"' in page, "older messages go: that a round is posted, above its clock"
    again = browser.post(url, fields, headers={"HX-Request": "true"})
    assert again.status_code == HTTPStatus.CONFLICT
    assert (
        "The clock changed a moment ago. Check it, then press again if needed."
        in again.content.decode()
    )
    assert 'id="messages"' not in again.content.decode()


def test_a_round_that_is_over_has_a_clock_to_look_at_only() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    browser = factories.client_of(owner)
    page = browser.get(address(event, "clock", number=1)).content.decode()
    assert "This round is not in progress." in page
    answer = browser.post(address(event, "clock", number=1), follow=True)
    assert "Round 1 is complete." in answer.content.decode()


def test_a_desk_whose_round_is_over_is_led_to_the_round_with_the_reason() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    browser = factories.client_of(owner)
    answer = browser.post(address(event, "desk-clock", number=1), headers={"HX-Request": "true"})
    assert answer.status_code == HTTPStatus.OK
    assert answer["HX-Redirect"] == address(event, "round", number=1)
    assert "Round 1 is complete." in browser.get(answer["HX-Redirect"]).content.decode()


def test_staff_see_the_likely_end_and_players_where_the_event_says_so() -> None:
    event, owner = event_with_owner(4, show_forecast=False)
    start_round(event, owner, 1)
    start_clock(event_id=event.pk, actor=owner, number=1)
    browser, phone = factories.client_of(owner), Client()
    words = "The next round can start between"
    assert "Next round about" in browser.get(address(event, "forecast", number=1)).content.decode()
    assert words not in phone.get(f"/e/{event.slug}/pairings/").content.decode()
    Event.objects.filter(pk=event.pk).update(show_forecast=True)
    for page in ("pairings/", "", "projector/"):
        assert words in phone.get(f"/e/{event.slug}/{page}").content.decode()
    assert "Round 2 starts about" in phone.get(f"/e/{event.slug}/players/1/").content.decode()


def test_rounds_typed_in_afterwards_say_nothing_of_how_long_one_takes() -> None:
    event, owner = event_with_owner(8, rounds=4)
    for number in (1, 2, 3):
        start_round(event, owner, number)
        start_clock(event_id=event.pk, actor=owner, number=number)
        report(event, owner, number)
        complete_round(event_id=event.pk, actor=owner, number=number)
    start_round(event, owner, 4)
    start_clock(event_id=event.pk, actor=owner, number=4)
    page = factories.client_of(owner).get(address(event, "forecast", number=4)).content.decode()
    assert "Round ends about" in page


def test_a_round_with_all_results_expects_no_last_one() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    start_clock(event_id=event.pk, actor=owner, number=1)
    report(event, owner, 1)
    page = factories.client_of(owner).get(address(event, "forecast", number=1)).content.decode()
    assert "Next round about" in page
    assert "Round ends about" not in page


def test_a_next_round_that_is_later_than_expected_is_not_expected_in_the_past() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    start_clock(event_id=event.pk, actor=owner, number=1)
    report(event, owner, 1)
    begins = timezone.now() - datetime.timedelta(hours=3)
    event.rounds.update(started_at=begins)
    of_event = Report.objects.filter(match__round__event=event)
    of_event.update(at=begins + datetime.timedelta(minutes=50))
    page = factories.client_of(owner).get(address(event, "forecast", number=1)).content.decode()
    assert "Next round about" not in page


def test_a_span_that_nobody_can_plan_with_is_no_estimate() -> None:
    event, owner = event_with_owner(8, rounds=4, show_forecast=True)
    begins = timezone.now() - datetime.timedelta(hours=9)
    for number, minutes in ((1, 40), (2, 70), (3, 125)):
        start_round(event, owner, number)
        report(event, owner, number)
        complete_round(event_id=event.pk, actor=owner, number=number)
        ends = begins + datetime.timedelta(minutes=minutes)
        event.rounds.filter(number=number).update(started_at=begins, completed_at=ends)
        Report.objects.filter(match__round__event=event, match__round__number=number).update(
            at=ends
        )
        begins = ends + datetime.timedelta(minutes=10 * number)
    start_round(event, owner, 4)
    start_clock(event_id=event.pk, actor=owner, number=4)
    page = factories.client_of(owner).get(address(event, "forecast", number=4)).content.decode()
    assert "Next round about" not in page
    assert "Round ends about" not in page
    for address_of_players in ("pairings/", "players/1/"):
        page = Client().get(f"/e/{event.slug}/{address_of_players}").content.decode()
        assert "can start between" not in page
        assert "starts about" not in page


def test_the_last_result_has_the_desk_read_the_estimate_again() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    browser = factories.client_of(owner)
    report(event, owner, 1)
    page = browser.get(address(event, "live", number=1), {"since": 0}).content.decode()
    [tag] = re.findall(r'<div class="desk-forecast"[^>]*>', page)
    assert 'hx-swap-oob="true"' in tag
    assert 'hx-trigger="load' in tag


def test_the_likely_end_takes_the_same_queries_for_few_tables_and_many() -> None:
    def count(players: int) -> int:
        event, owner = event_with_owner(players)
        play_round(event, owner, 1)
        start_round(event, owner, 2)
        start_clock(event_id=event.pk, actor=owner, number=2)
        enter_slips(event, owner, 2, "1 20")
        browser = factories.client_of(owner)
        url = address(event, "forecast", number=2)
        return queries_of(lambda: browser.get(url))

    assert count(4) == count(24)


def test_the_server_tells_its_time() -> None:
    before = time.time()
    answer = Client().get("/now")
    told = int(answer.content) / 1000
    assert before - 0.002 <= told <= time.time()
    assert answer["Cache-Control"] == "no-store"
    assert not answer.cookies
    assert Client().post("/now").status_code == HTTPStatus.METHOD_NOT_ALLOWED
