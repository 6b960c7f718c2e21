"""A browser asks to be told of rounds: only at push services, and nobody learns who is enrolled."""

import json
from http import HTTPStatus
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from events.models import Event, PushSubscription
from events.rules.push import is_at_a_service
from events.rules.push_keys import new_private_key, public_key_of
from events.selectors.push import pushes_due
from events.services.finishing import finish_event
from events.services.push import MOST_OF_A_PLAYER
from events.services.rounds import complete_round
from events.views.push import asking
from tests.events.scenario import event_with_owner, report, start_round

pytestmark = pytest.mark.django_db

MOZILLA, GOOGLE = "updates.push.services.mozilla.com", "fcm.googleapis.com"
ENDPOINT = f"https://{MOZILLA}/wpush/v2/made-up"


@pytest.fixture
def event(settings: LazySettings) -> tuple[Event, User]:
    settings.PUSH_PUBLIC_KEY = public_key_of(new_private_key())
    return event_with_owner(4, rounds=1)


def wanted(**changes: Any) -> dict[str, Any]:
    keys = {"p256dh": public_key_of(new_private_key()), "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}
    return {"number": 2, "endpoint": ENDPOINT, **keys, **changes}


def ask(event: Event, what: dict[str, Any] | str, **headers: str) -> HTTPStatus:
    body = what if isinstance(what, str) else json.dumps(what)
    address = reverse("me:push", args=[event.slug])
    answer = Client().post(address, body, content_type="text/plain", headers=headers)
    assert "no-store" in answer["Cache-Control"]
    return HTTPStatus(answer.status_code)


def test_it_is_taken_once_changed_and_taken_back(event: tuple[Event, User]) -> None:
    played, owner = event
    first = wanted()
    assert ask(played, first, **{"accept-language": "ja"}) == HTTPStatus.NO_CONTENT
    kept = PushSubscription.objects.get()
    assert (kept.enrollment.number, kept.language) == (2, "ja")
    assert ask(played, wanted()) == HTTPStatus.NO_CONTENT
    assert PushSubscription.objects.get().key != first["p256dh"], "a browser may change its keys"
    start_round(played, owner, 1)
    assert [due.subscription.enrollment.number for due in pushes_due()] == [2]
    assert ask(played, wanted(wanted=False)) == HTTPStatus.NO_CONTENT
    assert not PushSubscription.objects.exists()
    assert ask(played, wanted()) == HTTPStatus.NO_CONTENT
    assert pushes_due() == [], "what is posted stands on the screen"
    report(played, owner, 1)
    complete_round(event_id=played.pk, actor=owner, number=1)
    finish_event(event_id=played.pk, actor=owner)
    assert not PushSubscription.objects.exists()
    assert ask(played, wanted()) == HTTPStatus.CONFLICT
    assert ask(played, wanted(wanted=False)) == HTTPStatus.NO_CONTENT


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://127.0.0.1/",
        f"http://{MOZILLA}/",
        f"https://{MOZILLA}:8443/",
        f"https://{MOZILLA}@127.0.0.1/",
        "https" + f"://somebody@{GOOGLE}/",
        f"https://{GOOGLE}.example/",
        "https" + f"://not{GOOGLE}/",
        "https" + "://[::2/",
        "file:///etc/passwd",
        "",
    ],
)
def test_the_server_sends_to_push_services_alone(
    event: tuple[Event, User], settings: LazySettings, endpoint: str
) -> None:
    assert not is_at_a_service(endpoint, settings.PUSH_SERVICES)
    assert ask(event[0], wanted(endpoint=endpoint)) == HTTPStatus.CONFLICT
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"p256dh": "AAAA"}, HTTPStatus.CONFLICT),
        ({"p256dh": "not a key"}, HTTPStatus.CONFLICT),
        ({"p256dh": "\u00fc"}, HTTPStatus.CONFLICT),
        ({"auth": "AAAA"}, HTTPStatus.CONFLICT),
        ({"endpoint": ENDPOINT + "x" * 500}, HTTPStatus.BAD_REQUEST),
        ({"number": 0}, HTTPStatus.BAD_REQUEST),
        ({"number": 2**70}, HTTPStatus.BAD_REQUEST),
        ({"number": "2"}, HTTPStatus.BAD_REQUEST),
        ({"more": 1}, HTTPStatus.BAD_REQUEST),
    ],
)
def test_what_is_no_subscription_is_refused(
    event: tuple[Event, User], change: dict[str, Any], status: HTTPStatus
) -> None:
    assert ask(event[0], wanted(**change)) == status
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("body", ["", "[]", "{", "null", "\x00", '{"number":1}'])
def test_odd_bodies(event: tuple[Event, User], body: str) -> None:
    assert ask(event[0], body) == HTTPStatus.BAD_REQUEST


def test_a_number_that_nobody_has_is_answered_like_any_other(event: tuple[Event, User]) -> None:
    assert ask(event[0], wanted(number=99)) == HTTPStatus.NO_CONTENT
    assert not PushSubscription.objects.exists()


def test_the_newest_browsers_of_a_player_are_kept(event: tuple[Event, User]) -> None:
    for number in range(MOST_OF_A_PLAYER + 2):
        assert ask(event[0], wanted(endpoint=f"{ENDPOINT}{number}")) == HTTPStatus.NO_CONTENT
    kept = PushSubscription.objects.values_list("endpoint", flat=True)
    assert sorted(kept) == [f"{ENDPOINT}{number}" for number in range(2, MOST_OF_A_PLAYER + 2)]


def test_a_flood_is_turned_away(event: tuple[Event, User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "is_too_much", lambda _address: True)
    assert ask(event[0], wanted()) == HTTPStatus.TOO_MANY_REQUESTS


def test_without_a_key_there_is_no_such_address_and_no_script(
    event: tuple[Event, User], settings: LazySettings
) -> None:
    played, owner = event
    start_round(played, owner, 1)
    settings.PUBLIC_SECONDS = 0
    page = f"/e/{played.slug}/pairings/"
    assert settings.PUSH_PUBLIC_KEY in Client().get(page).content.decode()
    settings.PUSH_PUBLIC_KEY = ""
    assert "push.js" not in Client().get(page).content.decode()
    assert ask(played, wanted()) == HTTPStatus.NOT_FOUND
    assert Client().get(reverse("me:push", args=[played.slug])).status_code == 405
