"""Two calls with one key at the same moment; see test_concurrency."""

import json

import pytest
from django.test import Client

from events.api.token_actions import make_token
from tests.events.scenario import event_with_owner
from tests.events.test_concurrency import at_once

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
]


def test_a_call_that_is_sent_twice_at_once_is_done_once() -> None:
    event, owner = event_with_owner(2)
    _token, secret = make_token(event_id=event.pk, actor=owner, name="Pad", scopes=["roster"])

    def enroll() -> tuple[int, bytes]:
        answer = Client().post(
            f"/api/v1/events/{event.slug}/players",
            json.dumps({"name": "Zoe New"}),
            "application/json",
            headers={"Authorization": f"Bearer {secret}", "Idempotency-Key": "once"},
        )
        return answer.status_code, answer.content

    answers = at_once(event, enroll, enroll, enroll)
    assert len(set(answers)) == 1, answers
    assert answers[0][0] == 201
    assert event.enrollments.filter(name="Zoe New").count() == 1
