"""Push news of a round to phones through their browsers' push services, if a key is configured.

Everything works without it: an open page polls. A message is encrypted for one browser (RFC 8291)
and names the event, the round and the table, but no person.
"""

import json
import logging
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from http import HTTPStatus

from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override
from pywebpush import WebPushException, webpush
from requests import RequestException, Session

from events.core.phones.push_queries import WORTH_TELLING, PushDue, pushes_due, subscriptions_over
from events.core.stages.stage_words import round_title
from events.player_pages.push_actions import forget_subscriptions, mark_notified

LOOK_EVERY = 2.0
AFTER_A_FAILURE = 20.0
SECONDS = 10
AT_ONCE = 16

log = logging.getLogger("matchslip.push")


class Sent(Enum):
    """Outcome of a message."""

    TAKEN = "taken"
    GONE = "gone"
    REFUSED = "refused"
    FAILED = "failed"


def send_due() -> tuple[int, int]:
    """Send the due notices; return how many were taken, and how many failed.

    One that failed temporarily (no network, service trouble) is due again while its round is new;
    one that the service refuses is not.
    """
    due = pushes_due()
    if not due:
        return 0, 0
    # The texts are translated here, because the threads have no active language.
    texts = [words_of(push) for push in due]
    with Session() as session, ThreadPoolExecutor(AT_ONCE) as pool:
        outcomes = list(pool.map(lambda push, text: _send(session, push, text), due, texts))
    done, gone = defaultdict(list), defaultdict(list)
    for push, outcome in zip(due, outcomes, strict=True):
        if outcome is Sent.GONE:
            gone[push.subscription.enrollment.event_id].append(push.subscription.pk)
        elif outcome is not Sent.FAILED:
            posting = push.subscription.enrollment.event_id, push.posted_at
            done[posting].append(push.subscription.pk)
    for (event_id, posted_at), notified in done.items():
        mark_notified(event_id=event_id, notified=notified, posted_at=posted_at)
    for event_id, ended in gone.items():
        forget_subscriptions(event_id=event_id, gone=ended)
    return outcomes.count(Sent.TAKEN), outcomes.count(Sent.FAILED)


def forget_over() -> None:
    """Delete the subscriptions of events that are over: no round follows. One query if none is."""
    for event_id, gone in subscriptions_over().items():
        forget_subscriptions(event_id=event_id, gone=gone)


def look() -> float:
    """Send due notices, forget phones of events that are over; return seconds to wait."""
    try:
        _taken, failed = send_due()
        forget_over()
    except DatabaseError as error:
        log.warning("Phones could not be told of a round, trying again: %s", error)
        return AFTER_A_FAILURE
    finally:
        close_old_connections()
    if failed:
        log.warning("%d phones could not be told of a round, trying again.", failed)
        return AFTER_A_FAILURE
    return LOOK_EVERY


def words_of(push: PushDue) -> str:
    """Return a phone's notice as JSON for worker.js, in the subscription's language."""
    with override(push.subscription.language):
        if push.table is None:
            title = _("%(round)s: you have the bye") % {"round": round_title(push.round)}
        else:
            title = _("%(round)s, table %(table)d") % {
                "round": round_title(push.round),
                "table": push.table,
            }
    number = push.subscription.enrollment.number
    address = reverse("public:player", args=[push.slug, number])
    message = {"title": title, "body": push.event, "address": address}
    return json.dumps(message, ensure_ascii=False)


def _send(session: Session, push: PushDue, text: str) -> Sent:
    to = push.subscription
    keys = {"p256dh": to.key, "auth": to.secret}
    try:
        webpush(
            {"endpoint": to.endpoint, "keys": keys},
            text,
            vapid_private_key=settings.PUSH_KEY,
            vapid_claims={"sub": settings.PUSH_CONTACT},
            ttl=int(WORTH_TELLING.total_seconds()),
            headers={"Urgency": "high"},
            timeout=SECONDS,
            requests_session=session,
        )
    except WebPushException as error:
        return _outcome_of(error.status_code)
    except RequestException:
        return Sent.FAILED
    return Sent.TAKEN


def _outcome_of(status: int | None) -> Sent:
    """Classify a push service's answer (RFC 8030, 7.3 and 8.4)."""
    if status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
        return Sent.GONE
    if status is None or status == HTTPStatus.TOO_MANY_REQUESTS or status >= 500:
        return Sent.FAILED
    # The endpoint is a secret and must stay out of the log.
    log.warning("A push service refuses a message: %d.", status)
    return Sent.REFUSED
