"""The entry box of the desk, as a browser uses it."""

import re
from http import HTTPStatus
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from events.models import Event
from tests import factories
from tests.events.scenario import event_with_owner, player, start_round, tables
from tests.events.support.doors import address
from tests.markup import without_tags

HTMX = {"HX-Request": "true"}


def playing(players: int = 6, **columns: object) -> tuple[Event, User, Client]:
    event, owner = event_with_owner(players, **columns)
    start_round(event, owner, 1)
    return event, owner, factories.client_of(owner)


def enter(browser: Client, event: Event, text: str, *, htmx: bool = True, **fields: str) -> Any:
    return browser.post(
        address(event, "enter", number=1),
        {"entry": text, **fields},
        headers=HTMX if htmx else None,
    )


def undo(browser: Client, event: Event, **fields: str) -> Any:
    return browser.post(address(event, "undo", number=1), fields, headers=HTMX)


def echo(browser: Client, event: Event, text: str) -> str:
    answer = browser.get(address(event, "echo", number=1), {"entry": text}, headers=HTMX)
    assert answer.status_code == HTTPStatus.OK
    return answer.content.decode()


def live(browser: Client, event: Event, since: object) -> Any:
    return browser.get(address(event, "live", number=1), {"since": str(since)}, headers=HTMX)


def words_of(answer: Any) -> str:
    """Return the words of a page or a part: no tags, single spaces."""
    text = answer if isinstance(answer, str) else answer.content.decode()
    return re.sub(r"\s+", " ", without_tags(text)).replace("‑", "-")


def names(event: Event, table: int) -> tuple[str, str]:
    first, second = tables(event, 1)[table]
    return player(event, first).name, player(event, second).name
