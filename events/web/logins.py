"""Logins: where they come from, and known devices."""

import contextlib
import ipaddress

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

from domain.networks import is_within

# The cookie of a known device, and how many accounts it stores.
DEVICE, DEVICE_SALT = "device", "matchslip.device"
DEVICE_AGE = 60 * 60 * 24 * 180
MOST_OF_A_DEVICE = 10


def address_of(request: HttpRequest) -> str | None:
    """Return the IP address of a request; behind a proxy, the one that the proxy reports.

    The proxy appends the address it sees: what a client wrote there itself is in front of it.
    """
    near = request.META.get("REMOTE_ADDR", "")
    by_proxy = settings.SECURE_PROXY_SSL_HEADER or is_within(near, settings.PROXIES)
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if by_proxy else ""
    for address in (forwarded.rsplit(",", 1)[-1].strip(), near):
        with contextlib.suppress(ValueError):
            return str(ipaddress.ip_address(address))
    return None


def accounts_of_device(request: HttpRequest) -> list[int]:
    """Return the keys of the accounts that logged in from this device before, the newest first."""
    return _accounts_in(request.COOKIES.get(DEVICE, ""))


def is_known_device(cookie: str) -> bool:
    """Return whether an account logged in before from the device that sends this cookie."""
    return bool(_accounts_in(cookie))


def remember_device(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    """Store in a cookie of the device that this account logged in from it."""
    others = [pk for pk in accounts_of_device(request) if pk != user.pk]
    signed = signing.dumps([user.pk, *others][:MOST_OF_A_DEVICE], salt=DEVICE_SALT)
    response.set_cookie(
        DEVICE,
        signed,
        max_age=DEVICE_AGE,
        path=reverse("login"),
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def _accounts_in(cookie: str) -> list[int]:
    if not cookie:
        return []
    try:
        return list(signing.loads(cookie, salt=DEVICE_SALT, max_age=DEVICE_AGE))
    except signing.BadSignature:
        return []
