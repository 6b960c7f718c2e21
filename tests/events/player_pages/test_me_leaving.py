"""Leaving the event from one's own page."""

from http import HTTPStatus

import pytest

from events.core.rounds.actions import complete_round
from tests.events.preflight.answers import drop
from tests.events.scenario import report, start_round
from tests.events.support.phones import Phone, event_of_phones, pair_at
from tests.markup import flat

pytestmark = pytest.mark.django_db


def test_dropping_reads_the_rule_first() -> None:
    event, _owner = event_of_phones()
    one = Phone(pair_at(event, 1)[0])
    page = flat(one.client.get(one.url("drop")))
    assert "You are not paired in later rounds" in page
    assert "Round 1 is then your last round." in page
    one.post("drop", after=1)
    one.enrollment.refresh_from_db()
    assert one.enrollment.state == "dropped"
    assert one.enrollment.dropped_after == 1
    assert "You dropped. Round 1 is your last round." in one.page()
    assert one.client.get(one.url("drop")).status_code == HTTPStatus.FOUND


def test_nobody_drops_out_of_a_round_that_the_phone_did_not_show() -> None:
    event, owner = event_of_phones()
    one = Phone(pair_at(event, 1)[0])
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    start_round(event, owner, 2)
    answer = one.post("drop", after=1)
    assert answer.status_code == 409
    assert "Round 2 is now posted, and you are paired." in answer.content.decode()
    one.enrollment.refresh_from_db()
    assert one.enrollment.state == "active"


def test_who_has_left_is_told_so() -> None:
    event, owner = event_of_phones(posted=False)
    phone = Phone(event.enrollments.get(number=1))
    drop(event_id=event.pk, actor=owner, number=1)
    assert "You dropped before round 1. To play after all, ask at the desk." in phone.page()
