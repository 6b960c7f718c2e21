"""Subscriptions of phones to notices of new rounds, and the push services that they may name.

The journal does not record them.
"""

import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from django.db.models import Q
from django.utils.translation import gettext as _

from events.core.event_write import event_write
from events.core.phones.push_keys import bytes_of
from events.core.phones.push_queries import subscriptions_of
from events.core.refusals import RefusedError
from events.models import Enrollment, PushSubscription
from events.models.public_pages import LONGEST_ENDPOINT, LONGEST_KEY, LONGEST_SECRET

SECRET_BYTES = 16


class Subscribing(msgspec.Struct, forbid_unknown_fields=True):
    """Subscription sent by a browser: the player, the endpoint, and the keys of the Push API."""

    number: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    endpoint: Annotated[str, msgspec.Meta(max_length=LONGEST_ENDPOINT)]
    p256dh: Annotated[str, msgspec.Meta(max_length=LONGEST_KEY)] = ""
    auth: Annotated[str, msgspec.Meta(max_length=LONGEST_SECRET)] = ""
    wanted: bool = True


def is_at_a_service(endpoint: str, services: Sequence[str]) -> bool:
    """Return whether an endpoint is at one of the services, `https` and without a port of its own.

    A stranger names the endpoint and the server sends to it, so no other host is allowed.
    """
    try:
        parts = urlsplit(endpoint)
        has_port = parts.port is not None
    except ValueError:
        return False
    host = parts.hostname or ""
    known = any(host == service or host.endswith(f".{service}") for service in services)
    return parts.scheme == "https" and known and not has_port and parts.username is None


def can_be_encrypted_for(subscribing: Subscribing) -> bool:
    """Return whether the keys are valid: a point on P-256 and 16 secret bytes (RFC 8291)."""
    try:
        point = bytes_of(subscribing.p256dh)
        secret = bytes_of(subscribing.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error, UnsupportedAlgorithm):
        return False
    return len(secret) == SECRET_BYTES


# Browsers notified per player, enough for a family. Those with the player link are counted
# separately, because anyone on the network can claim a player.
MOST_OF_A_PLAYER = 6


@dataclass(frozen=True, slots=True)
class Asking:
    """The phone that sends the request: its mark, and the key of the player whose link it has."""

    player: int | None
    mark: str


def change_subscription(
    *, event_id: int, wanted: Subscribing, phone: Asking, language: str, services: Sequence[str]
) -> None:
    """Subscribe a browser to a player's rounds from the next posted one, or unsubscribe it.

    A phone with the player's link replaces an older phone with the link. Any other phone replaces
    none, and follows one player per event. A repetition changes nothing, and neither does an
    unknown number: strangers do not learn who is enrolled. RefusedError for an endpoint at none of
    the `services`, for invalid keys, when all places are taken, and for a finished event.
    """
    with event_write(event_id, None, finished=not wanted.wanted) as write:
        enrollment = write.event.enrollments.filter(number=wanted.number).first()
        theirs = PushSubscription.objects.filter(enrollment=enrollment)
        if not wanted.wanted:
            theirs.filter(endpoint=wanted.endpoint).delete()
            return
        if not is_at_a_service(wanted.endpoint, services) or not can_be_encrypted_for(wanted):
            raise RefusedError(_("This browser can't receive notifications of new rounds."))
        if enrollment is None:
            return
        linked = phone.player == enrollment.pk
        if not linked:
            _make_room_for(event_id, enrollment, phone, wanted.endpoint)
        newest = write.event.rounds.filter(posted_at__isnull=False).order_by("-number").first()
        theirs.update_or_create(
            endpoint=wanted.endpoint,
            defaults={
                "key": wanted.p256dh,
                "secret": wanted.auth,
                "language": language,
                "linked": linked,
                "mark": phone.mark,
                # The newest posted round is already on screen and needs no notification.
                "told": newest.posted_at if newest else None,
            },
            enrollment=enrollment,
        )
        if linked:
            own = theirs.filter(linked=True)
            kept = own.order_by("-pk").values_list("pk", flat=True)[:MOST_OF_A_PLAYER]
            own.exclude(pk__in=list(kept)).delete()


def _make_room_for(event_id: int, enrollment: Enrollment, phone: Asking, endpoint: str) -> None:
    """End the phone's other subscription in the event; RefusedError if others have all places."""
    others = PushSubscription.objects.filter(enrollment=enrollment, linked=False).exclude(
        Q(mark=phone.mark) | Q(endpoint=endpoint)
    )
    if others.count() >= MOST_OF_A_PLAYER:
        words = _(
            "Six phones already get notifications for this player. Open the player link on this"
            " phone."
        )
        raise RefusedError(words)
    before = subscriptions_of(event_id).filter(linked=False, mark=phone.mark)
    before.exclude(enrollment=enrollment, endpoint=endpoint).delete()


def mark_notified(*, event_id: int, notified: Sequence[int], posted_at: datetime | None) -> None:
    """Store the posting that these subscriptions were notified of."""
    with event_write(event_id, None, finished=True):
        subscriptions_of(event_id).filter(pk__in=notified).update(told=posted_at)


def forget_subscriptions(*, event_id: int, gone: Sequence[int]) -> None:
    """Delete the subscriptions that their push service reports as ended."""
    with event_write(event_id, None, finished=True):
        subscriptions_of(event_id).filter(pk__in=gone).delete()
