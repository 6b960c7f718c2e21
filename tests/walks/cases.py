"""The requests that the walks of docs/architecture.md follow, and the event that each needs."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from events.core.rounds.pairing_actions import pair_next_round
from events.models import Event
from tests import factories
from tests.events.scenario import enter_slips, event_with_owner, play_round, start_round
from tests.events.support import signing_up
from tests.events.support.doors import address
from tests.events.support.entry_box import HTMX
from tests.events.support.phones import Phone, event_of_phones, pair_at

PLAYERS = 8
Ask = Callable[[], Any]


def _playing() -> tuple[Event, User, Client]:
    event, owner = event_with_owner(PLAYERS)
    start_round(event, owner, 1)
    browser = factories.client_of(owner)
    return event, owner, browser


def _enter() -> Ask:
    """Enter a result of a posted round."""
    event, _owner, browser = _playing()
    url = address(event, "enter", number=1)
    return lambda: browser.post(url, {"entry": "2 21"}, headers=HTMX)


def _undo() -> Ask:
    """Undo a result with which a player dropped."""
    event, owner, browser = _playing()
    enter_slips(event, owner, 1, "2 20 x2")
    url = address(event, "undo", number=1)
    return lambda: browser.post(url, {}, headers=HTMX)


def _correct() -> Ask:
    """Correct a result of a complete round whose standings are published."""
    event, owner = event_with_owner(PLAYERS)
    play_round(event, owner, 1)
    browser = factories.client_of(owner)
    url = address(event, "correct", number=1, table=2)
    return lambda: browser.post(url, {"score": "12", "reason": "The slip was read wrongly."})


def _pair() -> Ask:
    """Pair the second round."""
    event, owner = event_with_owner(PLAYERS)
    play_round(event, owner, 1)
    Event.objects.filter(pk=event.pk).update(next_seed=2)
    browser = factories.client_of(owner)
    url = address(event, "pair", number=2)
    return lambda: browser.post(url)


def _post() -> Ask:
    """Post a round that is paired."""
    event, owner = event_with_owner(PLAYERS)
    play_round(event, owner, 1)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    browser = factories.client_of(owner)
    url = address(event, "post", number=2)
    return lambda: browser.post(url)


def _read() -> Ask:
    """Ask for a player's page right after round 1 was posted."""
    event, owner = event_with_owner(PLAYERS)
    start_round(event, owner, 1)
    browser = Client()
    return lambda: browser.get(f"/e/{event.slug}/players/1/")


def _publish() -> Ask:
    """Publish the standings of a complete round."""
    event, owner = event_with_owner(PLAYERS)
    play_round(event, owner, 1, publish=False)
    browser = factories.client_of(owner)
    url = address(event, "publish", number=1)
    return lambda: browser.post(url)


def _player_reports() -> Ask:
    """Report the result that the opponent has reported."""
    event, _owner = event_of_phones(PLAYERS)
    first, second = pair_at(event)
    Phone(first).tell("2-1", second)
    phone = Phone(second)
    return lambda: phone.tell("1-2", first)


def _sign_up() -> Ask:
    """Sign up for an event with free places."""
    event = signing_up.taking()
    browser = Client()
    url = f"/me/{event.slug}/sign-up/"
    browser.get(url)
    fields = {"name": "Ada Lovelace", "key": "a" * 24}
    return lambda: browser.post(url, fields)


WALKS: dict[str, Callable[[], Ask]] = {
    "Enter a result": _enter,
    "Undo": _undo,
    "Correct a result": _correct,
    "Pair a round": _pair,
    "Post a round": _post,
    "Read it on a phone": _read,
    "Publish standings": _publish,
    "A player reports": _player_reports,
    "Sign up": _sign_up,
}
