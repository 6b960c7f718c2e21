"""A made-up field, played without the services' checks, which is quick enough for benchmarks."""

import datetime
import random
import time

from django.contrib.auth.models import User
from django.utils import timezone

from domain.results import result_of
from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.results.report_actions import NewReport, make_newest_official, write_reports
from events.models import Event, Report, Round

SCORES = ((2, 0, 0), (2, 1, 0), (1, 2, 0), (0, 2, 0), (1, 1, 1))
MOST_ROUNDS = 40


def made_up_field(players: int) -> tuple[Event, User]:
    """Return an event in set-up with the given number of players, and its organizer."""
    actor = User.objects.create_user(f"bench-{players}-{time.monotonic_ns()}")
    data = EventData(name=f"Bench {players}", date=datetime.date(2026, 1, 1), rounds=MOST_ROUNDS)
    event = create_event(actor=actor, data=data)
    entries = [NewEnrollment(name=f"Player {number:05}") for number in range(1, players + 1)]
    enroll(event_id=event.pk, actor=actor, entries=entries)
    return event, actor


def report_and_complete(event: Event, number: int, draw: random.Random) -> None:
    """Give every match of a posted round a result and complete it."""
    round = Round.objects.get(event=event, number=number)
    write_reports(
        [
            NewReport(match, result_of(*draw.choice(SCORES)), Report.Source.SLIP)
            for match in round.matches.of_two()
        ]
    )
    make_newest_official(round.matches.all())
    round.state = Round.State.COMPLETE
    round.completed_at = timezone.now()
    round.save(update_fields=["state", "completed_at"])
