"""Events that accept sign-ups, and phones that sign up."""

import re
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from events.core.sign_ups import queries as sign_ups
from events.models import Event, SignUpSettings
from tests import factories
from tests.events.scenario import event_with_owner
from tests.markup import flat


def taking(players: int = 0, *, columns: dict[str, Any] | None = None, **settings: Any) -> Event:
    """Return an event that accepts sign-ups, with columns of the event and sign-up settings."""
    event, _owner = event_with_owner(players, **(columns or {}))
    SignUpSettings.objects.create(event=event, **{"is_open": True, **settings})
    return event


def owner_of(event: Event) -> Client:
    """Return the browser of the user who created the event."""
    return factories.client_of(User.objects.get(staff_of__event=event, staff_of__organizer=True))


class Phone:
    """A browser that signs up."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.client = Client(headers={"accept-language": "en"})
        self.url = f"/me/{event.slug}/sign-up/"

    def sign_up(self, name: str, **more: str) -> HttpResponse:
        """Fill in the form and submit it."""
        page = self.client.get(self.url).content.decode()
        found = re.search(r'name="key" value="(\w+)"', page)
        key = found[1] if found else ""
        answer: Any = self.client.post(self.url, {"name": name, "key": key, **more})
        return answer  # type: ignore[no-any-return]

    def page(self, language: str = "en") -> str:
        """Return the player's own page once it shows the answer to the sign-up."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sign_ups, "ARRIVING", timedelta(0))
            headers = {"accept-language": language}
            answer = self.client.get(f"/me/{self.event.slug}/", headers=headers)
        assert answer.status_code == HTTPStatus.OK, answer.status_code
        return flat(answer)

    def cancel(self) -> HttpResponse:
        """Press the cancel button on the player's own page."""
        form = re.search(r'name="form" value="(\w+)"', self.page())
        assert form
        answer: Any = self.client.post(f"/me/{self.event.slug}/cancel/", {"form": form[1]})
        return answer  # type: ignore[no-any-return]
