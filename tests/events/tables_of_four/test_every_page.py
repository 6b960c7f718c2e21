"""Every page of an event of tables of four answers, in each state, to whoever may open it."""

from collections.abc import Callable, Iterator, Sequence
from http import HTTPStatus
from itertools import product
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.signals import got_request_exception
from django.test import Client
from django.urls import URLPattern, reverse
from django.urls.converters import IntConverter

from events.core.clock.actions import start_clock
from events.core.events.finishing_actions import finish_event
from events.core.rounds.actions import complete_round, post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.standings.actions import publish_standings
from events.models import Event, Role, StaffMember
from events.player_pages.urls import urlpatterns as of_a_phone
from events.urls_staff import of_an_event
from events.web.access import ALLOWED
from tests import factories
from tests.events.scenario import start_round
from tests.events.support.access_cases import actions_of
from tests.events.support.phones import EVERYTHING, Phone
from tests.events.support.public_addresses import (
    address_of,
    numbers_in,
    patterns,
    read_once,
    there,
    unset,
)
from tests.events.tables_of_four.playing import (
    advance,
    enter,
    play_tables,
    report_tables,
    seated,
    table_event,
)
from tests.longer import ASKED_FOR

pytestmark = pytest.mark.django_db


def _made(players: int = 14, cut: int | None = None) -> tuple[Event, User]:
    event, owner = table_event(players, rounds=2, cut=cut)
    Event.objects.filter(pk=event.pk).update(**EVERYTHING)
    StaffMember.objects.filter(event=event, user=owner).update(
        **{role.value: True for role in Role}
    )
    event.refresh_from_db()
    return event, owner


def _unposted() -> tuple[Event, User]:
    event, owner = _made()
    play_tables(event, owner, 1, {1: "3", 2: "d", 3: "d13", 4: "0"})
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    return event, owner


def _playing() -> tuple[Event, User]:
    event, owner = _unposted()
    post_round(event_id=event.pk, actor=owner, number=2)
    start_clock(event_id=event.pk, actor=owner, number=2)
    enter(event, owner, 2, "1 2 x3", "2 d")
    return event, owner


def _all_in() -> tuple[Event, User]:
    event, owner = _playing()
    report_tables(event, owner, 2)
    return event, owner


def _complete() -> tuple[Event, User]:
    event, owner = _all_in()
    complete_round(event_id=event.pk, actor=owner, number=2)
    return event, owner


def _finished() -> tuple[Event, User]:
    event, owner = _made(9)
    play_tables(event, owner, 1, {1: "2"})
    play_tables(event, owner, 2, {2: "d"})
    finish_event(event_id=event.pk, actor=owner)
    return event, owner


def _cut() -> tuple[Event, User]:
    """Return two rounds and a cut of 10, confirmed."""
    event, owner = _made(16, cut=10)
    play_tables(event, owner, 1, {1: "3", 2: "d"})
    play_tables(event, owner, 2, {1: "2"})
    advance(event, owner)
    return event, owner


def _in_the_cut() -> tuple[Event, User]:
    """Return the semifinals, one table reported, two players waiting."""
    event, owner = _cut()
    start_round(event, owner, 3)
    enter(event, owner, 3, f"{min(seated(event, 3))} d13")
    return event, owner


def _won() -> tuple[Event, User]:
    event, owner = _in_the_cut()
    report_tables(event, owner, 3)
    complete_round(event_id=event.pk, actor=owner, number=3)
    report_tables(event, owner, 4, {min(seated(event, 4)): "4"})
    complete_round(event_id=event.pk, actor=owner, number=4)
    publish_standings(event_id=event.pk, actor=owner, number=4)
    finish_event(event_id=event.pk, actor=owner)
    return event, owner


STATES: dict[str, Callable[[], tuple[Event, User]]] = {
    "set-up": _made,
    "unposted": _unposted,
    "playing": _playing,
    "all in": _all_in,
    "complete": _complete,
    "finished": _finished,
    "cut": _cut,
    "in the cut": _in_the_cut,
    "won": _won,
}


@pytest.fixture
def failures() -> Iterator[list[str]]:
    """Collect what pages raised, so that one walk names all of them."""
    raised: list[str] = []

    def note(request: Any, **_more: Any) -> None:
        import traceback

        raised.append(
            f"{request.method} {request.get_full_path()}\n{traceback.format_exc()[-900:]}"
        )

    got_request_exception.connect(note)
    yield raised
    got_request_exception.disconnect(note)


def _numbers(event: Event) -> tuple[int, int]:
    """Return the numbers that are tried as those of rounds, stages, tables and players."""
    return 1, max(event.rounds.count(), 2)


def _fillings(event: Event, pattern: URLPattern) -> Iterator[dict[str, Any]]:
    """Fill an address with 1 and the newest round, or a name that nobody has."""
    names = [name for name in pattern.pattern.regex.groupindex if name != "slug"]
    options = [
        _numbers(event)
        if isinstance(pattern.pattern.converters.get(name), IntConverter)
        else ("nobody",)
        for name in names
    ]
    for values in product(*options):
        yield dict(zip(names, values, strict=True))


def _staff_pages(event: Event) -> None:
    client = factories.client_of(factories.staff_member(event, list(Role), "all-roles"))
    client.raise_request_exception = False
    with unset():
        for pattern in of_an_event:
            if actions_of(pattern.callback)["GET"] is None:
                continue
            for filled in _fillings(event, pattern):
                address = reverse(f"staff:{pattern.name}", kwargs={**filled, "slug": event.slug})
                client.get(address)


def _asking(state: int, turn: int, allowed: Sequence[Role]) -> Sequence[Role]:
    """Return who asks for a page in a state: of those who may, another one in each state.

    So everyone asks for every page, but not in every state: `make faults` tries that.
    """
    assert len(allowed) <= len(STATES)
    return allowed if ASKED_FOR else allowed[(state + turn) % len(allowed) :][:1]


def _staff_pages_by_role(event: Event, state: int) -> None:
    people = {role: factories.client_of(factories.staff_member(event, role)) for role in Role}
    with unset():
        for turn, pattern in enumerate(of_an_event):
            action = actions_of(pattern.callback)["GET"]
            if action is None:
                continue
            for role in _asking(state, turn, [role for role in Role if role in ALLOWED[action]]):
                people[role].raise_request_exception = False
                filled = {**next(_fillings(event, pattern)), "slug": event.slug}
                people[role].get(reverse(f"staff:{pattern.name}", kwargs=filled))


def _public_pages(event: Event) -> None:
    client = Client(raise_request_exception=False)
    tried = there(event)
    with read_once(), unset():
        for route, pattern in patterns().items():
            numbers = numbers_in(pattern)
            for values in product(*(tried[name] for name in numbers)):
                client.get(address_of(event, route, **dict(zip(numbers, values, strict=True))))


def _pages_of_phones(event: Event, failures: list[str]) -> None:
    phone = Phone(event.enrollments.get(number=3))
    phone.client.raise_request_exception = False
    for pattern in of_a_phone:
        names = pattern.pattern.regex.groupindex
        if "token" in names:
            continue
        for filled in _fillings(event, pattern):
            kwargs = {**filled, **({"slug": event.slug} if "slug" in names else {})}
            answer = phone.client.get(reverse(f"me:{pattern.name}", kwargs=kwargs))
            assert answer.status_code != HTTPStatus.INTERNAL_SERVER_ERROR or failures


@pytest.mark.parametrize("state", STATES)
def test_every_page_answers(state: str, failures: list[str]) -> None:
    """Nobody writes on the way: all walk through one event."""
    event, _owner = STATES[state]()
    _staff_pages(event)
    _staff_pages_by_role(event, list(STATES).index(state))
    _public_pages(event)
    _pages_of_phones(event, failures)
    assert not failures, "\n".join(failures)
