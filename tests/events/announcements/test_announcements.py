"""Announcements: their text, their end, and taking one down."""

import datetime
import zoneinfo
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from events.announcements.words import READY_MADE, ready_made
from events.core.events.announcement_actions import announce, take_down
from events.core.events.finishing_actions import finish_event
from events.core.events.queries import announced_before, announced_now
from events.models import Event, Verb
from events.web.forms.dates import next_moment, soon
from tests.events.scenario import event_with_owner, journaled, play_round, refused

pytestmark = pytest.mark.django_db


def hour(count: float = 1) -> datetime.datetime:
    return timezone.now() + datetime.timedelta(hours=count)


def opened() -> tuple[Event, User, dict[str, Any]]:
    event, owner = event_with_owner(4)
    return event, owner, {"event_id": event.pk, "actor": owner}


def test_an_announcement_is_shown_until_its_end() -> None:
    event, _owner, same = opened()
    made = announce(**same, until=hour(), text_en=" Lunch \n\n at one ", text_ja="昼食")
    assert made.text_en == "Lunch\nat one"
    assert announced_now(event) == (made,)
    assert announced_now(event, hour(1.1)) == ()
    assert (made.text_in("ja"), made.text_in("en")) == ("昼食", "Lunch\nat one")
    [entry] = journaled(event, Verb.ANNOUNCED)
    assert entry.data["ja"] == "昼食"


def test_one_language_is_enough_for_everybody() -> None:
    _event, _owner, same = opened()
    assert announce(**same, until=hour(), text_ja="昼食").text_in("en") == "昼食"
    assert announce(**same, until=hour(), text_en="Lunch").text_in("ja") == "Lunch"


def test_what_can_not_be_announced() -> None:
    event, _owner, same = opened()
    with refused("Enter the announcement text.", "text_en"):
        announce(**same, until=hour(), text_en=" \n ")
    with refused("Use at most 300 characters; this text has 301.", "text_ja"):
        announce(**same, until=hour(), text_ja="あ" * 301)
    for until in (hour(-1), hour(25)):
        with refused("The end time must be within the next 24 hours.", "until"):
            announce(**same, until=until, text_en="Lunch")
    until = hour()
    announce(**same, until=until, text_en="Lunch")
    with refused("This announcement is already shown."):
        announce(**same, until=hour(2), text_en="Lunch")
    assert len(announced_now(event)) == 1


def test_it_is_taken_down_once() -> None:
    event, _owner, same = opened()
    made = announce(**same, until=hour(), text_en="Lunch")
    assert Event.objects.get(pk=event.pk).announced_until == made.until
    take_down(**same, announcement_id=made.pk)
    assert Event.objects.get(pk=event.pk).announced_until is None
    assert announced_now(event) == ()
    assert announced_before(event) == [made]
    with refused("This announcement is no longer shown."):
        take_down(**same, announcement_id=made.pk)
    assert len(journaled(event, Verb.ANNOUNCEMENT_ENDED)) == 1


def test_one_of_another_event_is_not_taken_down() -> None:
    _event, _owner, same = opened()
    made = announce(**same, until=hour(), text_en="Lunch")
    _other, _owner2, theirs = opened()
    with refused("This announcement is no longer shown."):
        take_down(**theirs, announcement_id=made.pk)


def test_prizes_are_announced_after_the_end() -> None:
    event, owner, same = opened()
    play_round(event, owner, 1)
    finish_event(**same, early=True, reason="hall")
    announce(**same, until=hour(), text_en="Prizes at the stage")
    assert len(announced_now(event)) == 1


def test_players_see_it_and_the_desk_takes_it() -> None:
    event, _owner, same = opened()
    before = Event.objects.get(pk=event.pk)
    announce(**same, until=hour(), text_en="Lunch")
    after = Event.objects.get(pk=event.pk)
    assert after.public_revision == before.public_revision + 1
    assert after.whole_revision == after.revision


@pytest.mark.parametrize("kind", READY_MADE)
def test_ready_made_ones_say_it_in_both_languages(kind: str) -> None:
    english, japanese = (ready_made(kind, code, number=4, at="14:30") for code in ("en", "ja"))
    assert english != japanese
    assert english.isascii()
    assert not japanese.isascii()


def test_a_time_of_day_is_the_next_such_moment_at_the_venue() -> None:
    tokyo = zoneinfo.ZoneInfo("Asia/Tokyo")
    now = datetime.datetime(2026, 5, 9, 14, 50, tzinfo=datetime.UTC)  # 23:50 in Tokyo
    late = next_moment(datetime.time(23, 55), tokyo, now)
    assert late - now == datetime.timedelta(minutes=5)
    early = next_moment(datetime.time(0, 10), tokyo, now)
    assert early - now == datetime.timedelta(minutes=20)
    assert soon(tokyo, now) == "00:00"
    assert soon(tokyo, now + datetime.timedelta(seconds=30)) == "00:05"
