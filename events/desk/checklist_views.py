"""The desk before round 1: a checklist that leads, and the addresses for players."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from events.core.players.queries import to_disqualify
from events.desk.checklist import Checklist, checklist
from events.web.access import Desk
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


def show_checklist(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show what to do before round 1, one step after the other."""
    listed = checklist(desk.event)
    context = {
        "desk": desk,
        "list": listed,
        "to_disqualify": to_disqualify(desk.event),
        "added": "added" in request.GET,
        **_addresses(request, listed),
    }
    return render(request, "desk/desk_setup.html", context)


def _addresses(request: HttpRequest, listed: Checklist) -> dict[str, Address | None]:
    """Return where players look, and where they sign up while that is open."""
    base, slug = base_for_phones(request), listed.event.slug

    def address(name: str) -> Address:
        url = base + reverse(name, args=[slug])
        return Address(url, code_of(url))

    return {
        "players_page": address("public:event"),
        "sign_up_page": address("me:sign-up") if listed.sign_up.is_open else None,
    }
