"""The page of programs: who sees it, the secret that is shown once, and every button."""

from ipaddress import ip_network
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client

from events.integrations import actions
from events.models import Event, HookDelivery, HookEndpoint, HookKind, Role, Verb
from events.web.access import Action
from tests import factories
from tests.events.scenario import event_with_owner, journaled, refused
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.doors import address
from tests.queries import queries_of

pytestmark = pytest.mark.django_db
TYPED = {
    "style": "webhook",
    "address": "https://swiss.example/hook?key=x",
    "name": "",
    "kinds": ["round.posted"],
}
BUTTONS = ("kinds", "remove", "pause", "test", "messages/1/replay")


def opened() -> tuple[Event, User, Client]:
    event, owner = event_with_owner(2)
    return event, owner, factories.client_of(owner)


def added(event: Event, owner: User, path: str = "hook", **more: Any) -> HookEndpoint:
    values = {"name": "League", "address": f"https://swiss.example/{path}", "kinds": [*HookKind]}
    return actions.add_endpoint(of=event.pk, actor=owner, **{**values, **more})


def test_only_the_organizer_opens_it() -> None:
    event, owner, _browser = opened()
    endpoint = added(event, owner)
    check_access(event, Route("integrations/", Action.EDIT_EVENT))
    check_access(event, Route("integrations/", Action.EDIT_EVENT, "post", {}))
    check_access(event, Route(f"integrations/{endpoint.pk}/", Action.EDIT_EVENT))
    for button in BUTTONS:
        check_methods(
            event, Route(f"integrations/{endpoint.pk}/{button}/", Action.EDIT_EVENT, "post")
        )
    judge = factories.client_of(factories.staff_member(event, [Role.JUDGE]))
    assert "integrations" not in judge.get(address(event, "announcements")).content.decode()


def test_a_program_is_added_and_its_secret_shown_once() -> None:
    event, _owner, browser = opened()
    assert "No programs yet." in browser.get(address(event, "integrations")).content.decode()
    page = browser.post(address(event, "integrations"), TYPED).content.decode()
    endpoint = event.hook_endpoints.get()
    assert endpoint.secret.startswith("whsec_")
    assert endpoint.secret in page
    assert (endpoint.name, endpoint.kinds) == ("swiss.example", ["round.posted"])
    assert Event.objects.get().hook_kinds == "round.posted"
    again = browser.get(address(event, "integrations")).content.decode()
    one = browser.get(address(event, "integration", endpoint=endpoint.pk)).content.decode()
    assert "swiss.example" in again
    for page in (again, one):
        assert endpoint.secret not in page
        assert "key=x" not in page, "an address may be as good as a password"
    [entry] = journaled(event, Verb.PROGRAMS_CHANGED)
    assert entry.data == {"change": "added", "name": "swiss.example", "host": "swiss.example"}
    repeated = browser.post(address(event, "integrations"), TYPED)
    assert repeated.status_code == 422
    assert "This address is already on the list." in repeated.content.decode()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"address": "http://swiss.example/"}, "Enter an address that starts with https://."),
        ({"address": "swiss.example"}, "Enter an address that starts with https://."),
        ({"address": "https://127.0.0.1/x"}, "This server connects to addresses on the"),
        ({"address": "https://[::1]:8000/x"}, "This server connects to addresses on the"),
        ({"address": ""}, "Fill in “Address”."),
        ({"style": "line", "address": ""}, "Enter the channel access token of LINE."),
        ({"style": "line"}, "Enter an address of api.line.me."),
        ({"kinds": []}, "Choose at least one option in “Messages”."),
    ],
)
def test_what_is_refused_stays_typed(typed: dict[str, Any], words: str) -> None:
    event, _owner, browser = opened()
    answer = browser.post(address(event, "integrations"), {**TYPED, "name": "Mine", **typed})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert 'value="Mine"' in answer.content.decode()
    assert not HookEndpoint.objects.exists()


def test_the_operator_allows_http_in_networks_of_the_house(settings: LazySettings) -> None:
    event, owner, _browser = opened()
    settings.HOOK_NETWORKS = (ip_network("192.168.1.0/24"),)
    assert added(event, owner, address="http://192.168.1.9/hook").pk


def test_an_event_has_twenty_programs_at_most() -> None:
    event, owner, _browser = opened()
    for number in range(20):
        added(event, owner, str(number))
    with refused("There are already 20 integrations. Remove one first."):
        added(event, owner, "more")


def test_every_button_does_what_it_says() -> None:
    event, owner, browser = opened()
    endpoint = added(event, owner)
    numbers = {"endpoint": endpoint.pk}
    page = browser.post(address(event, "integration-test", **numbers), follow=True)
    assert "A test is on its way." in page.content.decode()
    delivery = HookDelivery.objects.get()
    HookDelivery.objects.update(state="gave-up", attempts=10, status=500, tried_at=delivery.next_at)
    shown = browser.get(address(event, "integration", **numbers)).content.decode()
    for words in ("gave up", "Answer 500", "10 attempts", "Send again: Test"):
        assert words in shown, words
    assert "1 not delivered" in browser.get(address(event, "integrations")).content.decode()
    browser.post(address(event, "integration-replay", delivery=delivery.pk, **numbers))
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("waiting", 0)
    fewer = {"kinds": ["event.finished", "round.posted"]}
    saved = browser.post(address(event, "integration-kinds", **numbers), fewer, follow=True)
    assert "The messages to League were saved." in saved.content.decode()
    assert saved.content.decode().count(" checked") == 2
    event.refresh_from_db()
    assert event.hook_kinds == "round.posted event.finished"
    none = browser.post(address(event, "integration-kinds", **numbers), follow=True)
    assert "Choose at least one message." in none.content.decode()
    paused = browser.post(
        address(event, "integration-pause", **numbers), {"paused": "1"}, follow=True
    )
    assert "Nothing is sent while it is paused." in paused.content.decode()
    browser.post(address(event, "integration-pause", **numbers), {"paused": "0"})
    assert not HookEndpoint.objects.get().paused
    gone = browser.post(address(event, "integration-remove", **numbers), follow=True)
    assert "League was removed." in gone.content.decode()
    assert (Event.objects.get().hook_kinds, HookDelivery.objects.count()) == ("", 0)
    twice = browser.post(address(event, "integration-remove", **numbers), follow=True)
    assert "This integration was removed." in twice.content.decode()
    assert browser.get(address(event, "integration", **numbers)).status_code == 404


def test_a_program_of_another_event_is_not_found() -> None:
    event, owner, _browser = opened()
    endpoint = added(event, owner)
    other, other_owner, stranger = opened()
    assert stranger.get(address(other, "integration", endpoint=endpoint.pk)).status_code == 404
    with refused("This integration was removed."):
        actions.remove_endpoint(of=other.pk, actor=other_owner, endpoint_id=endpoint.pk)


def test_the_page_costs_the_same_with_many_programs() -> None:
    event, owner, browser = opened()
    added(event, owner)
    one = queries_of(lambda: browser.get(address(event, "integrations")))
    for number in range(5):
        endpoint = added(event, owner, str(number))
        actions.send_test(of=event.pk, actor=owner, endpoint_id=endpoint.pk)
    assert queries_of(lambda: browser.get(address(event, "integrations"))) == one
