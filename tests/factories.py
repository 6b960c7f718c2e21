"""Events, people and clients for the tests."""

import datetime
import itertools
from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from events.models import Enrollment, Event, Player, Role, StaffMember, Stage
from standings import PROFILES

PASSWORD = "correct horse battery"
_serial = itertools.count(1)


def user(username: str = "", **columns: Any) -> User:
    """An account with PASSWORD; a name of its own when none is given."""
    return User.objects.create_user(
        username=username or f"person-{next(_serial)}", password=PASSWORD, **columns
    )


def event(**columns: Any) -> Event:
    """An event in set-up with one Swiss stage and nobody on its staff.

    `rounds` is the number of rounds of the stage (default None: as proposed), every other
    keyword is a column of the event.
    """
    rounds = columns.pop("rounds", None)
    number = next(_serial)
    values: dict[str, Any] = {
        "slug": f"event-{number}",
        "name": f"Event {number}",
        "date": datetime.date(2026, 5, 9),
        "profile": PROFILES["mtr"].to_dict(),
        "seed": 12345,
    }
    made = Event.objects.create(**{**values, **columns})
    Stage.objects.create(event=made, number=1, rounds=rounds)
    return made


def enroll_players(event: Event, names: Sequence[str]) -> list[Enrollment]:
    """Enroll these names, numbered on from the players there are."""
    first = event.enrollments.count() + 1
    players = Player.objects.bulk_create([Player(name=name) for name in names])
    return Enrollment.objects.bulk_create(
        [
            Enrollment(event=event, player=player, number=number, name=player.name)
            for number, player in enumerate(players, first)
        ]
    )


def event_with_players(players: int, **columns: Any) -> Event:
    """An event with so many enrolled players: "Player 001" is number 1."""
    made = event(**columns)
    enroll_players(made, [f"Player {number:03}" for number in range(1, players + 1)])
    return made


def staff_member(
    event: Event, role: Role | str | Sequence[Role | str] = Role.ORGANIZER, username: str = ""
) -> User:
    """A new account on the staff of the event with this role, or these."""
    roles = [role] if isinstance(role, str) else role
    made = user(username)
    StaffMember.objects.create(event=event, user=made, **{Role(name).value: True for name in roles})
    return made


def client_of(person: User | None = None) -> Client:
    """A browser in which this person is logged in; nobody without one."""
    browser = Client()
    if person is not None:
        browser.force_login(person)
    return browser
