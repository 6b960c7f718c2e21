"""Players' private addresses as the staff hands them out."""

from collections.abc import Callable
from functools import lru_cache, partial

import segno
from django.http import HttpRequest
from django.urls import reverse

from events.core.players.private_address import token_of
from events.core.players.scanned_codes import badge_token
from events.models import Badge, Enrollment
from events.web.access import Desk
from events.web.site_address import base_for_phones


def address_code(request: HttpRequest, desk: Desk, enrollment: Enrollment) -> str:
    """Return a player's private address as a code to show, as a data URI; "" without one.

    Only for staff who may change the roster: a phone that scans it acts as the player.
    """
    if not (desk.event.private_pages and desk.can["edit_roster"]):
        return ""
    return code_of(private_address(base_for_phones(request), enrollment))


@lru_cache(maxsize=1_000)
def code_of(address: str) -> str:
    """Return an address as a code to scan, as a data URI.

    Codes are cached: a phone requests its own page again and again, and drawing took a fifth of
    each answer.
    """
    code = segno.make(address, micro=False, error="m")
    return str(code.svg_data_uri(scale=5, border=4, light="#fff"))


def private_address(base: str, enrollment: Enrollment) -> str:
    """Return a player's private address below `base`, as base_for_phones gives it."""
    token = token_of(enrollment.pk, enrollment.address_nonce)
    return base + reverse("me:open", args=[token])


def badge_address(base: str, badge: Badge) -> str:
    """Return the private address of a badge below `base`; its organisation must be joined."""
    return base + reverse("public:badge", args=[badge.organisation.slug, badge_token(badge)])


def addresses_for_slips(request: HttpRequest, desk: Desk) -> Callable[[Enrollment], str] | None:
    """Return the function that gives the address on a player's slip; None without addresses.

    Judges print slips without codes: only staff who may change the roster get them.
    """
    event = desk.event
    if not (event.private_pages and event.slip_codes and desk.can["edit_roster"]):
        return None
    return partial(private_address, base_for_phones(request))
