"""The last action of a person on several players, in the session so that it can be undone."""

import secrets
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from events.core.typed_values import whole_numbers
from events.roster.queries import RosterFilter
from events.web.access import Desk

CHECKED_IN, EXPECTED, PAID, DROPPED = "check-in", "check-in-again", "paid", "drop"
KEY = "roster_done"
TOKEN_BYTES = 6


@dataclass(frozen=True, slots=True)
class Done:
    """An action on several players; addresses name it by its token."""

    what: str
    numbers: tuple[int, ...]
    token: str = field(default_factory=lambda: secrets.token_hex(TOKEN_BYTES))


def report_done(
    request: HttpRequest, desk: Desk, filters: RosterFilter, done: Done
) -> HttpResponse:
    """Store what was done, and redirect to the same list of the roster, which reports it."""
    numbers = ",".join(map(str, done.numbers))
    # A session that contains only text is read from a cache.
    request.session[KEY] = f"{desk.event.pk} {done.token} {done.what} {numbers}"
    return to_roster(desk, filters, done.token)


def to_roster(desk: Desk, filters: RosterFilter, token: str = "") -> HttpResponse:
    """Redirect to the same list of the roster; `token` names the action that it reports."""
    query = "&".join(filter(None, [filters.query, f"done={token}" if token else ""]))
    address = reverse("staff:roster", args=[desk.event.slug])
    return redirect(f"{address}?{query}" if query else address)


def done_before(request: HttpRequest, desk: Desk, token: str) -> Done | None:
    """Return the action of this token if this person did it in this event, else None."""
    event, _, rest = str(request.session.get(KEY, "")).partition(" ")
    known, _, what_and_numbers = rest.partition(" ")
    if not token or token != known or event != str(desk.event.pk):
        return None
    what, _, numbers = what_and_numbers.partition(" ")
    return Done(what, tuple(whole_numbers(numbers.split(","))), token)
