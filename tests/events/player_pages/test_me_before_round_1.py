"""A player's own phone from the moment of enrolling."""

import datetime
from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.sign_ups.actions import SignUpData, sign_up
from events.models import Decklist, Enrollment, Event, FactSheet, SignUpSettings
from tests import factories
from tests.events.support.phones import EVERYTHING, Phone
from tests.events.support.public_events import Played
from tests.markup import with_plain_names, without_tags

pytestmark = pytest.mark.django_db


def enrolled(platform: str = "") -> tuple[Played, Phone]:
    played = Played([], **{**EVERYTHING, "platform": platform})
    entry = NewEnrollment("小林 美咲", platform_id="Misaki#1", awarded_byes=2, reading="こばやし")
    (player,) = enroll(event_id=played.event.pk, actor=played.organizer, entries=[entry])
    return played, Phone(Enrollment.objects.get(pk=player.pk))


def test_what_the_event_has_of_the_player_stands_there_before_round_1() -> None:
    _played, phone = enrolled("Arena")
    page = phone.page()
    assert '小林 美咲 <span class="muted">こばやし</span>' in page
    assert "Arena ID" in page
    assert "Misaki#1" in page
    assert "<dt>Awarded byes</dt> <dd> 2 </dd>" in page
    assert "not yet" in page


def test_without_a_platform_no_platform_id_is_shown() -> None:
    _played, phone = enrolled()
    assert "Misaki#1" not in phone.page()


def test_nobody_else_sees_it(client: Client) -> None:
    """Numbers can be guessed, player links can not: the roster is not public."""
    played, _phone = enrolled()
    factories.staff_member(played.event, username="other")
    assert client.get(played.url("players", 1)).status_code == HTTPStatus.NOT_FOUND
    assert "小林" not in client.get(f"/me/{played.event.slug}/").content.decode()


def words_of(phone: Phone) -> str:
    """Return the text of the part of the page that changes."""
    live = phone.page().partition('<div id="live">')[2].partition('id="fresh"')[0]
    return " ".join(without_tags(with_plain_names(live)).split())


def coming_event(days: int) -> tuple[Played, Phone]:
    """An event in so many days, with everything that is asked before round 1."""
    date = timezone.localdate() + datetime.timedelta(days=days)
    columns = {**EVERYTHING, "phone_decks": True, "date": date, "venue": "Pier 4"}
    played = Played([], **columns)
    FactSheet.objects.create(
        event=played.event,
        decklists="closed",
        deck_deadline=timezone.now() + datetime.timedelta(days=days, hours=1),
        address="18 Quay Street",
        map_link="https://map.example/pier",
    )
    SignUpSettings.objects.create(
        event=played.event, is_open=True, fee="$45", begins=datetime.time(9, 45)
    )
    sign_up(event_id=played.event.pk, data=SignUpData(key="ada", name="Ada Rossi"))
    return played, Phone(played.event.enrollments.get())


def test_three_days_before_the_page_says_when_where_and_what_is_left() -> None:
    played, phone = coming_event(3)
    date = played.event.date
    page = words_of(phone)
    assert f"{date:%A} {date_format(date, 'F j')} in 3 days Round 1 09:45" in page
    assert "Where Pier 4 18 Quay Street Map" in page
    assert "Next: your decklist Add decklist" in page
    assert "Fee $45, at the desk" in page
    assert "Round 1 soon" not in page
    assert "Round" not in words_of(Phone(phone.enrollment, "ja"))


def test_who_has_done_everything_is_ready_and_then_checked_in() -> None:
    played, phone = coming_event(3)
    Decklist.objects.create(enrollment=phone.enrollment, text="60 Island", state="submitted")
    played.event.enrollments.update(paid=True)
    page = words_of(phone)
    assert "You are ready." in page
    assert "Next: your decklist" not in page
    assert "Paid done $45" in page
    played.event.enrollments.update(checked_in=True)
    page = words_of(phone)
    assert "Your number 1" in page
    assert "You are checked in." in page


def test_on_the_day_the_check_in_is_the_one_thing_to_do() -> None:
    played, phone = coming_event(0)
    Event.objects.filter(pk=played.event.pk).update(check_in_open=True)
    page = words_of(phone)
    assert "Round 1 soon Round 1 09:45" in page
    assert "Check in now" in page
    assert "Check-in open now" in page
