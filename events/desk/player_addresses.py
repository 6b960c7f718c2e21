"""Addresses for players that the desk shows: to scan, and to read out loud."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from events.core.rounds.queries import RoundPage
from events.models import Event
from events.web.player_addresses import code_of
from events.web.site_address import base_for_phones


@dataclass(frozen=True, slots=True)
class Address:
    """An address for players: its code as a data URI, and how it is read aloud."""

    url: str
    code: str

    @property
    def spoken(self) -> str:
        """The address without what nobody types."""
        return self.url.partition("://")[2].rstrip("/")


def address_of(request: HttpRequest, event: Event, name: str = "public:event") -> Address:
    """Return a public page of an event as players reach it; `name` is that of its address."""
    url = base_for_phones(request) + reverse(name, args=[event.slug])
    return Address(url, code_of(url))


def players_page(request: HttpRequest, page: RoundPage) -> Address | None:
    """Return where players see a round that was just posted; None from its first result on."""
    if page.reported or not page.round.is_posted:
        return None
    return address_of(request, page.round.event)
