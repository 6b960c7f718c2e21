"""Every address of an event by role, from the table of addresses: a new one is tried by itself."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, reverse
from django.urls.converters import IntConverter

from events.core.rounds.actions import complete_round
from events.models import Event, JournalEntry, Role
from events.urls_staff import of_an_event
from events.web.access import ALLOWED
from tests import factories
from tests.events.scenario import event_with_owner, report, start_round
from tests.events.support.access_cases import actions_of
from tests.events.support.public_addresses import unset
from tests.fuzz.scenes import STATES
from tests.longer import ASKED_FOR

pytestmark = pytest.mark.django_db

METHODS = ("GET", "POST")


def address_of(event: Event, pattern: URLPattern) -> str:
    """An address of this kind, about number 1 or a name that nobody has."""
    filled: dict[str, Any] = {
        name: 1 if isinstance(converter, IntConverter) else "nobody"
        for name, converter in pattern.pattern.converters.items()
    }
    for name in pattern.pattern.regex.groupindex:
        filled.setdefault(name, "nobody")
    return reverse(f"staff:{pattern.name}", kwargs={**filled, "slug": event.slug})


def ask(browser: Client, method: str, address: str) -> HTTPStatus:
    asked = browser.get if method == "GET" else browser.post
    return HTTPStatus(asked(address).status_code)


def complete_round_1() -> Event:
    made, owner = event_with_owner(4, rounds=3)
    start_round(made, owner, 1)
    report(made, owner, 1)
    complete_round(event_id=made.pk, actor=owner, number=1)
    return made


def states() -> list[str]:
    """Events in which the roles are tried; by `make faults` in each state that a desk knows."""
    return ["complete round 1", *(STATES if ASKED_FOR else ())]


@pytest.fixture(params=states())
def event(request: pytest.FixtureRequest) -> Event:
    if request.param in STATES:
        return STATES[request.param]()[0]
    return complete_round_1()


def browsers(event: Event) -> dict[Role, Client]:
    """Return a browser of a new member of the staff for each role."""
    return {role: factories.client_of(factories.staff_member(event, role)) for role in Role}


def test_every_address_by_role(event: Event) -> None:
    """Strangers get 404, a visitor without a login is sent to log in, roles match the table."""
    stranger = factories.client_of(factories.staff_member(factories.event(), list(Role)))
    people, visitor = browsers(event), Client()
    before = JournalEntry.objects.count()
    asked = 0
    for pattern in of_an_event:
        actions, address = actions_of(pattern.callback), address_of(event, pattern)
        assert any(actions.values()), address
        for method in METHODS:
            action = actions[method]
            asked += 1
            nobody = ask(visitor, method, address)
            assert nobody == HTTPStatus.FOUND, (method, address)
            seen = ask(stranger, method, address)
            if action is None:
                assert seen == HTTPStatus.METHOD_NOT_ALLOWED, (method, address)
                continue
            assert seen == HTTPStatus.NOT_FOUND, (method, address)
            for role, browser in people.items():
                if role not in ALLOWED[action]:
                    refused = ask(browser, method, address)
                    assert refused == HTTPStatus.FORBIDDEN, (role, method, address)
    assert asked > 200
    assert JournalEntry.objects.count() == before


def test_every_page_that_one_may_open_answers(event: Event) -> None:
    people = browsers(event)
    with unset():
        for pattern in of_an_event:
            action, address = actions_of(pattern.callback)["GET"], address_of(event, pattern)
            if action is not None:
                browser = people[sorted(ALLOWED[action])[0]]
                assert ask(browser, "GET", address) < HTTPStatus.INTERNAL_SERVER_ERROR, address
