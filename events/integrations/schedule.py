"""Schedule retries of messages, and apply answers to an endpoint."""

import datetime
import random
from collections.abc import Callable
from http import HTTPStatus

from events.integrations.sending import Answer
from events.models import HookDelivery, HookEndpoint

# Delays after each attempt, in seconds: 15 hours in total, after which the message is given up. Up
# to half as much is added at random, so that retries spread.
PAUSES = (5, 20, 60, 5 * 60, 15 * 60, 60 * 60, 3 * 3600, 5 * 3600, 6 * 3600)
MOST_ATTEMPTS = len(PAUSES) + 1
JITTER = 0.5
# The longest pause for an unreachable receiver, which grows up to this.
LONGEST_REST = 15 * 60
# After this many failed attempts in a row, nothing is sent until a person resumes.
MOST_FAILURES = 40
SECOND = datetime.timedelta(seconds=1)

Draw = Callable[[], float]


def take(
    delivery: HookDelivery,
    endpoint: HookEndpoint,
    answer: Answer,
    now: datetime.datetime,
    draw: Draw = random.random,
) -> None:
    """Apply the answer to one attempt to delivery and endpoint; the caller saves both."""
    delivery.attempts += 1
    delivery.tried_at = now
    delivery.status = answer.status
    delivery.problem = answer.problem.value if answer.problem else ""
    if answer.taken:
        delivery.state = HookDelivery.State.DELIVERED
        endpoint.failures, endpoint.rests_until = 0, None
        if answer.rest is not None:
            endpoint.rests_until = now + answer.rest * SECOND
        return
    if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
        # The receiver is healthy and asks for time, so this counts neither as a failure nor as an
        # attempt.
        delivery.attempts -= 1
        delivery.next_at = endpoint.rests_until = now + (answer.rest or PAUSES[0]) * SECOND
        return
    endpoint.failures += 1
    if delivery.attempts >= MOST_ATTEMPTS:
        delivery.state = HookDelivery.State.GAVE_UP
    else:
        pause = PAUSES[delivery.attempts - 1] * (1 + JITTER * draw())
        delivery.next_at = now + max(pause, answer.rest or 0) * SECOND
    if answer.problem is not None or answer.rest is not None:
        # The receiver is unreachable or asks for a pause, so other messages wait too.
        rest = min(LONGEST_REST, PAUSES[min(endpoint.failures, len(PAUSES)) - 1])
        endpoint.rests_until = now + max(rest * (1 + JITTER * draw()), answer.rest or 0) * SECOND
    if endpoint.failures >= MOST_FAILURES or answer.status == HTTPStatus.GONE:
        endpoint.paused = True
