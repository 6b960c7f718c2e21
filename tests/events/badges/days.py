"""A day of an organisation: events in which one person plays, and the phone with the badge."""

import datetime
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from events.badges.actions import make_badges
from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.players.scanned_codes import badge_token
from events.models import Badge, Enrollment, Event, Organisation, OrganisationMember, Player
from tests import factories
from tests.events.scenario import start_round
from tests.markup import flat

ADA = ("Ada Berg", "ada@mail.invalid")
OTHERS = ("Ben Roth", "Cleo Vale", "Dan Moor")


def owner_of(slug: str = "shop", name: str = "Corner Shop") -> User:
    """An account that owns a new organisation and runs its events."""
    account = factories.user(f"owner.{slug}")
    made = Organisation.objects.create(slug=slug, name=name)
    roles = {"owner": True, "organizer": True, "head_judge": True, "scorekeeper": True}
    OrganisationMember.objects.create(organisation=made, user=account, **roles)
    return account


def shop() -> Organisation:
    """The organisation of owner_of."""
    return Organisation.objects.get(slug="shop")


def event_of_day(owner: User, name: str, *, table: int = 1, **columns: Any) -> Event:
    """An event of today with Ada and three others, whose names are those of the event."""
    data = EventData(name=name, date=timezone.now().date(), rounds=3, first_table=table)
    event = create_event(actor=owner, data=data)
    enroll(
        event_id=event.pk,
        actor=owner,
        entries=[NewEnrollment(*ADA), *(NewEnrollment(f"{other} {name}") for other in OTHERS)],
    )
    Event.objects.filter(pk=event.pk).update(private_pages=True, **columns)
    event.refresh_from_db()
    return event


def posted(owner: User, name: str, *, table: int = 1, **columns: Any) -> Event:
    """An event of today in its first round."""
    event = event_of_day(owner, name, table=table, **columns)
    start_round(event, owner, 1)
    event.refresh_from_db()
    return event


def started(event: Event, minutes_ago: int, number: int = 1) -> None:
    """Let the clock of a round run since so many minutes."""
    at = timezone.now() - datetime.timedelta(minutes=minutes_ago)
    event.rounds.filter(number=number).update(started_at=at)


def ada(organisation: Organisation | None = None) -> Player:
    """The person, as the organisation knows her."""
    return Player.objects.get(organisation=organisation or shop(), email=ADA[1])


def in_event(event: Event) -> Enrollment:
    """Ada in an event."""
    return event.enrollments.get(name=ADA[0])


def badge_for(owner: User) -> Badge:
    """The badge of Ada, made for it."""
    make_badges(organisation=shop(), actor=owner, players=[ada().pk])
    return Badge.objects.get(player=ada())


def address_of(badge: Badge) -> str:
    """The private address of a badge."""
    return reverse("public:badge", args=[badge.organisation.slug, badge_token(badge)])


def shown(badge: Badge, language: str = "en") -> str:
    """The text of a badge's page."""
    answer = Client(headers={"accept-language": language}).get(address_of(badge))
    assert answer.status_code == 200
    return flat(answer)
