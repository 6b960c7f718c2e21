"""Team events for the tests, made through the services."""

import datetime
from typing import Any

from django.contrib.auth.models import User

from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.models import Event
from tests import factories

TEAMS = {
    "Red": ("Anna", "Bruno", "Chiara"),
    "Blue": ("Dora", "Emil", "Fay"),
    "Green": ("Gus", "Hana", "Ivo"),
    "White": ("Jin", "Kei", "Lea"),
    "Black": ("Mia", "Nils", "Olga"),
}


def new_team(name: str, size: int = 3, **values: Any) -> NewEnrollment:
    """Return a team of TEAMS with its first members."""
    return NewEnrollment(name=name, members=TEAMS[name][:size], **values)


def team_event(teams: int = 2, size: int = 3, **values: Any) -> tuple[Event, User]:
    """Return an event of the given number of teams, and an organizer with all permissions."""
    owner = factories.user()
    data = EventData(name="Teams", date=datetime.date(2026, 5, 9), team_size=size, **values)
    event = create_event(actor=owner, data=data)
    entries = [new_team(name, size) for name in list(TEAMS)[:teams]]
    if entries:
        enroll(event_id=event.pk, actor=owner, entries=entries)
    return event, owner
