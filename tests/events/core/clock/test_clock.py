"""The clock of a round: one start, pauses, more and less time, a restart that is requested."""

import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from events.core.clock.actions import (
    add_time,
    pause_clock,
    restart_clock,
    resume_clock,
    start_clock,
    stop_clock,
)
from events.core.clock.round_clock import ClockState, clock_of
from events.core.rounds.actions import unpost_round
from events.models import Event, Round, Verb
from tests.events.scenario import event_with_owner, journaled, refused, round_of, start_round

pytestmark = pytest.mark.django_db

CHANGED = "The clock changed a moment ago. Check it, then press again if needed."


def playing(**columns: object) -> tuple[Event, User, dict[str, Any]]:
    event, owner = event_with_owner(4, **columns)
    start_round(event, owner, 1)
    return event, owner, {"event_id": event.pk, "actor": owner, "number": 1}


def mark(event: Event) -> str:
    return clock_of(round_of(event, 1)).token


def move_back(event: Event, minutes: int) -> Round:
    """Let the clock have been started, and paused, so many minutes earlier."""
    round = round_of(event, 1)
    by = datetime.timedelta(minutes=minutes)
    round.started_at = round.started_at and round.started_at - by
    round.paused_at = round.paused_at and round.paused_at - by
    round.save()
    return round


def played_before_the_pause(event: Event, *, minutes: int, paused: int) -> Round:
    """Let the pause have started `paused` minutes ago, exactly `minutes` after the start."""
    round = move_back(event, minutes + paused)
    assert round.started_at is not None
    round.paused_at = round.started_at + datetime.timedelta(minutes=minutes)
    round.save()
    return round


def test_a_second_start_changes_nothing() -> None:
    event, _owner, same = playing()
    start_clock(**same)
    began = move_back(event, 20).started_at
    with refused("The clock of round 1 was already started. Nothing was changed."):
        start_clock(**same)
    assert round_of(event, 1).started_at == began
    assert [entry.data["again"] for entry in journaled(event, Verb.CLOCK_STARTED)] == [False]


def test_a_restart_is_asked_for_with_the_clock_that_was_seen() -> None:
    event, _owner, same = playing()
    with refused("The clock of round 1 has not been started."):
        restart_clock(**same, token=mark(event))
    start_clock(**same)
    move_back(event, 20)
    before = mark(event)
    add_time(**same, minutes=3, token=before)
    with refused(CHANGED):
        restart_clock(**same, token=before)
    restart_clock(**same, token=mark(event))
    round = round_of(event, 1)
    assert round.added_seconds == 0
    assert round.started_at is not None
    assert timezone.now() - round.started_at < datetime.timedelta(minutes=1)
    assert journaled(event, Verb.CLOCK_STARTED)[-1].data["again"] is True


@pytest.mark.usefixtures("stopped_time")
def test_a_pause_gives_everybody_its_time() -> None:
    event, _owner, same = playing()
    start_clock(**same)
    pause_clock(**same, token=mark(event))
    with refused("The clock is already paused."):
        pause_clock(**same, token=mark(event))
    clock = clock_of(played_before_the_pause(event, minutes=10, paused=7))
    assert clock.state() is ClockState.PAUSED
    assert clock.remaining() == 40 * 60
    resume_clock(**same, token=mark(event))
    with refused("The clock is already running."):
        resume_clock(**same, token=mark(event))
    round = round_of(event, 1)
    assert round.added_seconds == 7 * 60
    assert round.started_at is not None
    resumed = round.started_at + datetime.timedelta(minutes=10 + 7)
    assert clock_of(round, resumed).remaining() == 40 * 60
    [entry] = journaled(event, Verb.CLOCK_RESUMED)
    assert entry.data == {"seconds": 7 * 60}


def test_minutes_are_given_and_taken_away() -> None:
    event, _owner, same = playing()
    start_clock(**same)
    add_time(**same, minutes=5, token=mark(event))
    add_time(**same, minutes=-1, token=mark(event))
    assert round_of(event, 1).added_seconds == 240
    assert [one.data["minutes"] for one in journaled(event, Verb.CLOCK_CHANGED)] == [5, -1]
    for minutes in (0, 121, -121):
        with refused("Enter 1 to 120 minutes.", "minutes"):
            add_time(**same, minutes=minutes, token=mark(event))
    with refused("The round has no time left to remove.", "minutes"):
        add_time(**same, minutes=-55, token=mark(event))
    with refused(CHANGED):
        add_time(**same, minutes=1, token="what stood there before")


def test_a_start_that_came_too_early_is_taken_back() -> None:
    event, _owner, same = playing()
    start_clock(**same)
    add_time(**same, minutes=5, token=mark(event))
    stop_clock(**same, token=mark(event))
    round = round_of(event, 1)
    assert (round.started_at, round.paused_at, round.added_seconds) == (None, None, 0)
    start_clock(**same)
    assert len(journaled(event, Verb.CLOCK_STOPPED)) == 1


def test_a_round_without_a_limit_has_a_start_and_no_time() -> None:
    event, _owner, same = playing(round_minutes=0)
    start_clock(**same)
    clock = clock_of(round_of(event, 1))
    assert (clock.state(), clock.end(), clock.remaining()) == (ClockState.NO_LIMIT, None, None)
    with refused("This round has no time limit."):
        add_time(**same, minutes=5, token=mark(event))


def test_a_round_that_is_taken_back_has_no_clock() -> None:
    event, _owner, same = playing()
    start_clock(**same)
    add_time(**same, minutes=5, token=mark(event))
    pause_clock(**same, token=mark(event))
    round = unpost_round(**same, reason="wrong hall")
    assert (round.started_at, round.paused_at, round.added_seconds) == (None, None, 0)


def test_players_see_every_change() -> None:
    event, _owner, same = playing()
    start_clock(**same)
    before = Event.objects.get(pk=event.pk)
    pause_clock(**same, token=mark(event))
    after = Event.objects.get(pk=event.pk)
    assert after.public_revision == before.public_revision + 1
    assert after.whole_revision == before.whole_revision, "a desk is told by the lines"
