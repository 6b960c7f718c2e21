"""A browser subscribes to rounds: only at push services, and nobody learns who is enrolled."""

import json
from http import HTTPStatus
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from events.core.events.finishing_actions import finish_event
from events.core.phones.push_keys import new_private_key, public_key_of
from events.core.phones.push_queries import pushes_due
from events.core.players.private_address import token_of
from events.core.rounds.actions import complete_round
from events.models import Event, PushSubscription
from events.player_pages.push_actions import MOST_OF_A_PLAYER, is_at_a_service
from events.player_pages.push_views import MARK
from events.seating.actions import move_match
from events.web.rate_limits import PUSH_CHANGES
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


def marked(event: Event) -> Client:
    """A phone without a player link that has asked once."""
    phone = Client()
    body = json.dumps(wanted())
    answer = phone.post(reverse("me:push", args=[event.slug]), body, content_type="text/plain")
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert MARK in answer.cookies
    return phone


def ask(
    event: Event, what: dict[str, Any] | str, phone: Client | None = None, language: str = "en"
) -> HTTPStatus:
    body = what if isinstance(what, str) else json.dumps(what)
    address = reverse("me:push", args=[event.slug])
    answer = (phone or marked(event)).post(
        address, body, content_type="text/plain", headers={"accept-language": language}
    )
    assert "no-store" in answer["Cache-Control"]
    return HTTPStatus(answer.status_code)


def test_it_is_taken_once_changed_and_taken_back(event: tuple[Event, User]) -> None:
    played, owner = event
    first = wanted()
    assert ask(played, first, language="ja") == HTTPStatus.NO_CONTENT
    kept = PushSubscription.objects.get()
    assert (kept.enrollment.number, kept.language) == (2, "ja")
    assert ask(played, wanted()) == HTTPStatus.NO_CONTENT
    assert PushSubscription.objects.get().key != first["p256dh"], "a browser may change its keys"
    start_round(played, owner, 1)
    assert [due.subscription.enrollment.number for due in pushes_due()] == [2]
    PushSubscription.objects.update(told=played.rounds.get().posted_at)
    assert pushes_due() == []
    table = played.rounds.get().matches.of_player(kept.enrollment).get().table or 0
    move_match(event_id=played.pk, actor=owner, number=1, table=table, to=40)
    assert [due.table for due in pushes_due()] == [40], "a notice names the table of now"
    assert ask(played, wanted(wanted=False)) == HTTPStatus.NO_CONTENT
    assert not PushSubscription.objects.exists()
    assert ask(played, wanted()) == HTTPStatus.NO_CONTENT
    assert pushes_due() == [], "what is posted stands on the screen"
    report(played, owner, 1)
    complete_round(event_id=played.pk, actor=owner, number=1)
    finish_event(event_id=played.pk, actor=owner)
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


def linked(event: Event, number: int) -> Client:
    """A phone that has opened the player's link."""
    Event.objects.filter(pk=event.pk).update(private_pages=True)
    phone = Client()
    player = event.enrollments.get(number=number)
    token = token_of(player.pk, player.address_nonce)
    assert phone.get(reverse("me:open", args=[token])).status_code == HTTPStatus.FOUND
    return phone


def test_strangers_evict_nobody(event: tuple[Event, User]) -> None:
    """Existing subscribers of a player stay subscribed, however many others subscribe."""
    played, _owner = event
    for number in (1, 2, 3, 4):
        assert ask(played, wanted(number=number, endpoint=f"{ENDPOINT}{number}")) == 204
    before = set(PushSubscription.objects.values_list("pk", "endpoint"))
    for attack in range(MOST_OF_A_PLAYER + 2):
        for number in (1, 2, 3, 4):
            sent = wanted(number=number, endpoint=f"{ENDPOINT}/attack-{number}-{attack}")
            nobody = Client()
            assert ask(played, sent, nobody) == HTTPStatus.FORBIDDEN
            ask(played, sent)
    assert before <= set(PushSubscription.objects.values_list("pk", "endpoint"))
    for number in (1, 2, 3, 4):
        theirs = PushSubscription.objects.filter(enrollment__number=number)
        assert theirs.count() == MOST_OF_A_PLAYER
    # The player's own link always finds a place; another player's link is refused.
    assert ask(played, wanted(endpoint=f"{ENDPOINT}/own"), linked(played, 2)) == 204
    assert ask(played, wanted(endpoint=f"{ENDPOINT}/not-own"), linked(played, 3)) == 403
    assert before <= set(PushSubscription.objects.values_list("pk", "endpoint"))


def test_the_newest_browsers_with_a_players_link_are_kept(event: tuple[Event, User]) -> None:
    played, _owner = event
    assert ask(played, wanted(endpoint=f"{ENDPOINT}/without")) == HTTPStatus.NO_CONTENT
    for number in range(MOST_OF_A_PLAYER + 2):
        sent = wanted(endpoint=f"{ENDPOINT}{number}")
        assert ask(played, sent, linked(played, 2)) == HTTPStatus.NO_CONTENT
    kept = PushSubscription.objects.filter(linked=True).values_list("endpoint", flat=True)
    assert sorted(kept) == [f"{ENDPOINT}{number}" for number in range(2, MOST_OF_A_PLAYER + 2)]
    assert PushSubscription.objects.filter(linked=False).count() == 1


def test_a_phone_without_a_link_has_one_player(event: tuple[Event, User]) -> None:
    played, _owner = event
    phone = marked(played)
    for number in (1, 2, 3):
        assert ask(played, wanted(number=number), phone) == HTTPStatus.NO_CONTENT
    assert [row.enrollment.number for row in PushSubscription.objects.all()] == [3]


def test_a_mark_is_of_one_event_and_of_no_ones_making(event: tuple[Event, User]) -> None:
    played, _owner = event
    phone = Client()
    phone.cookies[MARK] = "made-up"
    assert ask(played, wanted(), phone) == HTTPStatus.FORBIDDEN
    other, _owner = event_with_owner(4, rounds=1)
    phone = marked(other)
    phone.cookies[MARK]["path"] = "/"
    assert ask(played, wanted(), phone) == HTTPStatus.FORBIDDEN
    assert not PushSubscription.objects.exists()


@pytest.mark.usefixtures("rate_limits")
def test_a_flood_is_turned_away(event: tuple[Event, User], monkeypatch: pytest.MonkeyPatch) -> None:
    phone = marked(event[0])
    monkeypatch.setattr(PUSH_CHANGES, "most", 0)
    assert ask(event[0], wanted(), phone) == HTTPStatus.TOO_MANY_REQUESTS


def test_without_a_key_there_is_no_such_address_and_no_script(
    event: tuple[Event, User], settings: LazySettings
) -> None:
    played, owner = event
    start_round(played, owner, 1)
    settings.PUBLIC_SECONDS = 0
    page = f"/e/{played.slug}/pairings/"
    assert settings.PUSH_PUBLIC_KEY in Client().get(page).content.decode()
    phone = marked(played)
    settings.PUSH_PUBLIC_KEY = ""
    assert "push.js" not in Client().get(page).content.decode()
    assert ask(played, wanted(), phone) == HTTPStatus.NOT_FOUND
    assert Client().get(reverse("me:push", args=[played.slug])).status_code == 405
