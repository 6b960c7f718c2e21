"""Which phones want to be told of a new round. The journal knows nothing of phones."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from events.models import PushSubscription
from events.rules.errors import RefusedError
from events.rules.push import Subscribing, can_be_encrypted_for, is_at_a_service
from events.selectors.push import subscriptions_of
from events.services.door import open_event

# So many browsers are told of one player: a family's. The newest stay.
MOST_OF_A_PLAYER = 6


def change_subscription(
    *, event_id: int, wanted: Subscribing, language: str, services: Sequence[str]
) -> None:
    """Tell a browser of a player's rounds from the next one that is posted, or no longer.

    Twice the same changes nothing, and neither does a number that nobody has: strangers do not
    learn who is enrolled. RefusedError for an endpoint at none of the `services`, for keys that
    are none, and for an event that is finished.
    """
    with open_event(event_id, None, finished=not wanted.wanted) as write:
        enrollment = write.event.enrollments.filter(number=wanted.number).first()
        theirs = PushSubscription.objects.filter(enrollment=enrollment)
        if not wanted.wanted:
            theirs.filter(endpoint=wanted.endpoint).delete()
            return
        if not is_at_a_service(wanted.endpoint, services) or not can_be_encrypted_for(wanted):
            raise RefusedError(_("This browser can not be told of new rounds."))
        if enrollment is None:
            return
        newest = write.event.rounds.filter(posted_at__isnull=False).order_by("-number").first()
        theirs.update_or_create(
            endpoint=wanted.endpoint,
            defaults={
                "key": wanted.p256dh,
                "secret": wanted.auth,
                "language": language,
                # What is posted already stands on the screen.
                "told": newest.posted_at if newest else None,
            },
            enrollment=enrollment,
        )
        kept = theirs.order_by("-pk").values_list("pk", flat=True)[:MOST_OF_A_PLAYER]
        theirs.exclude(pk__in=list(kept)).delete()


def mark_told(*, event_id: int, told: Sequence[int], posted_at: datetime | None) -> None:
    """Remember of which posting these subscriptions were told."""
    with open_event(event_id, None, finished=True):
        subscriptions_of(event_id).filter(pk__in=told).update(told=posted_at)


def forget_subscriptions(*, event_id: int, gone: Sequence[int]) -> None:
    """Forget subscriptions that their service says have ended."""
    with open_event(event_id, None, finished=True):
        subscriptions_of(event_id).filter(pk__in=gone).delete()
