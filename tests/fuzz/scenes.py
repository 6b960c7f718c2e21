"""Events in every state that a desk knows, with the browser of a person who may do everything."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from events.core.events.finishing_actions import finish_event
from events.core.rounds.actions import complete_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods
from events.models import Announcement, Area, Decklist, Event, FactSheet, Role, StaffMember, Stage
from tests.events.scenario import event_with_owner, play_round, report, start_round
from tests.events.support.phones import Phone, event_of_phones, pair_at
from tests.events.support.stages import DOUBLE, playoff, staged
from tests.events.support.teams import team_event
from tests.events.tables_of_four.playing import advance, enter, play_tables, table_event


@dataclass(frozen=True)
class Scene:
    """An event, who asks, and the cookies with which."""

    name: str
    event: Event
    owner: User
    cookies: dict[str, str] = field(default_factory=dict)

    def browser(self) -> Client:
        """A browser as it was, whatever an earlier example did."""
        browser = Client()
        for name, value in self.cookies.items():
            browser.cookies[name] = value
        return browser


def scenes() -> list[Scene]:
    """Every scene, made through the services."""
    return [_scene(name, *make()) for name, make in STATES.items()]


def _scene(name: str, event: Event, owner: User) -> Scene:
    StaffMember.objects.filter(event=event, user=owner).update(
        **{role.value: True for role in Role}
    )
    browser = Client()
    browser.force_login(owner)
    cookies = {key: one.value for key, one in browser.cookies.items()}
    if event.private_pages and event.rounds.exists():
        phone = Phone(pair_at(event)[0])
        cookies |= {key: one.value for key, one in phone.client.cookies.items()}
    return Scene(name, event, owner, cookies)


def _pods() -> tuple[Event, User]:
    event, owner = staged(9, StagePlan(rounds=3, pods=True), StagePlan(kind=Stage.Kind.ROUND_ROBIN))
    draw_stage_pods(event_id=event.pk, actor=owner, stage=1, seed=7)
    return event, owner


def _unposted() -> tuple[Event, User]:
    event, owner = event_with_owner(7)
    play_round(event, owner, 1)
    pair_next_round(event_id=event.pk, actor=owner, number=2, seed=4)
    return event, owner


def _posted() -> tuple[Event, User]:
    event, owner = event_of_phones(8, platform="Arena")
    FactSheet.objects.create(event=event, decklists=FactSheet.Decklists.OPEN)
    for one in event.enrollments.all():
        Decklist.objects.create(enrollment=one, text="4 Lightning Bolt")
    Area.objects.create(
        event=event, member=event.staff.get(), name="North", first_table=1, last_table=2
    )
    until = timezone.now() + timedelta(hours=1)
    Announcement.objects.create(event=event, text_en="Lunch", until=until, made_by=owner)
    return event, owner


def _complete() -> tuple[Event, User]:
    event, owner = event_with_owner(6, rounds=3)
    start_round(event, owner, 1)
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    return event, owner


def _teams() -> tuple[Event, User]:
    event, owner = team_event(4)
    start_round(event, owner, 1)
    return event, owner


def _tables() -> tuple[Event, User]:
    event, owner = table_event(7)
    start_round(event, owner, 1)
    enter(event, owner, 1, "1 d13")
    return event, owner


def _tables_cut() -> tuple[Event, User]:
    event, owner = table_event(8, rounds=1, cut=7)
    play_tables(event, owner, 1)
    advance(event, owner)
    start_round(event, owner, 2)
    return event, owner


def _finished() -> tuple[Event, User]:
    event, owner = event_with_owner(4, rounds=1)
    play_round(event, owner, 1)
    finish_event(event_id=event.pk, actor=owner)
    return event, owner


STATES: dict[str, Callable[[], tuple[Event, User]]] = {
    "set-up": lambda: event_with_owner(8),
    "pods": _pods,
    "unposted": _unposted,
    "posted": _posted,
    "complete": _complete,
    "playoff": lambda: playoff(8, 4),
    "double elimination": lambda: playoff(6, 4, kind=DOUBLE),
    "teams": _teams,
    "tables": _tables,
    "cut at tables": _tables_cut,
    "finished": _finished,
}
