"""The outbox and the worker: every message arrives, in order, signed, under one ID."""

import datetime
import json
import subprocess
import sys
from collections.abc import Iterator
from ipaddress import ip_network
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from events.core.events.announcement_actions import announce
from events.core.events.finishing_actions import finish_event
from events.core.players.actions import remove
from events.core.players.enrollment_actions import enroll_player
from events.core.players.player_entries import NewEnrollment
from events.core.refusals import RefusedError
from events.core.results.report_actions import undo_last
from events.core.rounds.actions import complete_round, unpost_round
from events.core.standings.actions import publish_standings
from events.integrations import actions
from events.integrations.delivery import Courier
from events.integrations.schedule import JITTER, MOST_ATTEMPTS, MOST_FAILURES, PAUSES, take
from events.integrations.sending import Answer, Problem
from events.integrations.signing import signature
from events.models import Event, HookDelivery, HookEndpoint, HookKind, HookMessage, Verb
from events.roster.selection_actions import undo_drop
from tests.events.preflight.answers import drop
from tests.events.scenario import (
    enter_slips,
    event_with_owner,
    journaled,
    report,
    start_round,
)
from tests.events.support.receiver import Receiver, receiving
from tests.shared import ROOT

pytestmark = pytest.mark.django_db
State = HookDelivery.State


@pytest.fixture
def receiver(settings: LazySettings) -> Iterator[Receiver]:
    settings.HOOK_NETWORKS = (ip_network("127.0.0.0/8"),)
    with receiving() as made:
        yield made


def hear(
    event: Event, owner: User, receiver: Receiver, *kinds: HookKind, path: str = ""
) -> HookEndpoint:
    return actions.add_endpoint(
        of=event.pk,
        actor=owner,
        name="League table",
        address=receiver.address + path,
        kinds=[*(kinds or HookKind)],
    )


def deliver(courier: Courier | None = None) -> None:
    courier = courier or Courier()
    courier.send_due()
    courier.wait()


def test_a_whole_event_is_heard_in_order(receiver: Receiver) -> None:
    event, owner = event_with_owner(4, rounds=1)
    hear(event, owner, receiver)
    start_round(event, owner, 1)
    report(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=4)
    complete_round(event_id=event.pk, actor=owner, number=1)
    until = timezone.now() + datetime.timedelta(hours=1)
    announce(event_id=event.pk, actor=owner, until=until, text_en="Prizes", text_ja="賞品")
    finish_event(event_id=event.pk, actor=owner)
    deliver()
    bodies = receiver.bodies()
    assert [body["type"] for body in bodies] == [
        *("round.posted", "result.recorded", "result.recorded", "player.dropped"),
        *("round.completed", "announcement.posted", "standings.published", "event.finished"),
    ]
    assert {body["data"]["event"]["slug"] for body in bodies} == {event.slug}
    assert bodies[0]["data"]["tables"] == 2
    assert bodies[1]["data"]["result"]["winner"] == "first"
    assert bodies[5]["data"]["text"] == {"en": "Prizes", "ja": "賞品"}
    assert [row["place"] for row in bodies[6]["data"]["top"]] == [1, 2, 3, 4]
    assert bodies[7]["data"]["winner"] == {
        key: bodies[6]["data"]["top"][0][key] for key in ("number", "name")
    }
    assert len(set(receiver.keys())) == 8
    assert not HookDelivery.objects.exclude(state=State.DELIVERED).exists()


def test_the_example_of_the_documentation_verifies_a_message(receiver: Receiver) -> None:
    page = (ROOT / "docs" / "reference" / "webhooks.md").read_text("utf-8")
    example = page.split("```python\n")[1].split("```")[0]
    event, owner = event_with_owner(2)
    endpoint = hear(event, owner, receiver)
    actions.send_test(of=event.pk, actor=owner, endpoint_id=endpoint.pk)
    deliver()
    [(_path, headers, body)] = receiver.came
    ours: dict[str, Any] = {}
    exec(example, ours)
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    sent = {name: headers[name] for name in names}
    assert ours["verified"](endpoint.secret, sent, body) == json.loads(body)
    for wrong in ({**sent, "webhook-id": "msg_other"}, {**sent, "webhook-timestamp": "1"}):
        with pytest.raises(ValueError, match="webhook"):
            ours["verified"](endpoint.secret, wrong, body)


def test_the_signature_is_that_of_the_specification() -> None:
    """The example of the Standard Webhooks reference libraries."""
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    made = signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert made == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_write_that_fails_leaves_no_message_and_no_program_costs_nothing(
    receiver: Receiver,
) -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)

    with CaptureQueriesContext(connection) as without:
        enter_slips(event, owner, 1, "1 20")
    assert not [query for query in without if "events_hook" in query["sql"]]
    hear(event, owner, receiver)
    with CaptureQueriesContext(connection) as heard:
        enter_slips(event, owner, 1, "2 20")
    assert len(heard) == len(without) + 1
    with pytest.raises(RefusedError):
        enter_slips(event, owner, 1, "9 20")
    assert HookMessage.objects.count() == 1


def test_only_what_a_program_hears_of_is_written(receiver: Receiver) -> None:
    event, owner = event_with_owner(4)
    endpoint = hear(event, owner, receiver, HookKind.ROUND_POSTED)
    start_round(event, owner, 1)
    report(event, owner, 1)
    assert [message.kind for message in HookMessage.objects.all()] == ["round.posted"]
    actions.remove_endpoint(of=event.pk, actor=owner, endpoint_id=endpoint.pk)
    complete_round(event_id=event.pk, actor=owner, number=1)
    assert HookMessage.objects.count() == 1
    changes = [entry.data["change"] for entry in journaled(event, Verb.PROGRAMS_CHANGED)]
    assert sorted(changes) == ["added", "removed"]


def test_what_is_no_longer_public_is_not_sent(receiver: Receiver) -> None:
    event, owner = event_with_owner(4)
    hear(event, owner, receiver)
    start_round(event, owner, 1)
    unpost_round(event_id=event.pk, actor=owner, number=1, reason="wrong")
    drop(event_id=event.pk, actor=owner, number=4)
    undo_drop(event_id=event.pk, actor=owner, numbers=[4])
    joined = enroll_player(event_id=event.pk, actor=owner, entry=NewEnrollment(name="Zoe"))
    remove(event_id=event.pk, actor=owner, number=joined.number)
    deliver()
    assert not receiver.came
    assert {*HookDelivery.objects.values_list("state", flat=True)} == {State.SKIPPED}
    assert HookDelivery.objects.count() == 3


def test_results_are_as_public_as_the_event_says(receiver: Receiver) -> None:
    event, owner = event_with_owner(4)
    Event.objects.update(show_recorded=False)
    hear(event, owner, receiver, HookKind.RESULT_RECORDED)
    start_round(event, owner, 1)
    report(event, owner, 1)
    deliver()
    assert not receiver.came
    Event.objects.update(show_recorded=True)
    undo_last(event_id=event.pk, actor=owner, number=1)
    deliver()
    assert [body["data"]["result"] for body in receiver.bodies()] == [None]


def test_names_are_those_that_players_see(receiver: Receiver) -> None:
    event, owner = event_with_owner(4)
    Event.objects.update(public_names="number")
    hear(event, owner, receiver)
    drop(event_id=event.pk, actor=owner, number=4)
    start_round(event, owner, 1)
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    publish_standings(event_id=event.pk, actor=owner, number=1)
    deliver()
    said = b"".join(body for _path, _headers, body in receiver.came)
    assert b"Player 0" not in said
    assert receiver.bodies()[0]["data"]["player"] == {"number": 4, "name": None}


def test_a_failure_is_tried_again_under_the_same_id_and_given_up_in_the_end(
    receiver: Receiver,
) -> None:
    event, owner = event_with_owner(2)
    endpoint = hear(event, owner, receiver)
    delivery = actions.send_test(of=event.pk, actor=owner, endpoint_id=endpoint.pk)
    receiver.status = 500
    for _ in range(MOST_ATTEMPTS):
        deliver()
        HookDelivery.objects.update(next_at=timezone.now())
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts, delivery.status) == ("gave-up", MOST_ATTEMPTS, 500)
    assert len(receiver.came) == MOST_ATTEMPTS
    receiver.status = 200
    same: dict[str, Any] = {"of": event.pk, "actor": owner, "endpoint_id": endpoint.pk}
    actions.replay(**same, delivery_id=delivery.pk)
    deliver()
    delivery.refresh_from_db()
    assert delivery.state == State.DELIVERED
    assert len(set(receiver.keys())) == 1


def attempted(
    answer: Answer, attempts: int = 0, failures: int = 0
) -> tuple[HookDelivery, HookEndpoint]:
    delivery, endpoint = HookDelivery(attempts=attempts), HookEndpoint(failures=failures)
    delivery.state = State.WAITING
    take(delivery, endpoint, answer, timezone.now(), lambda: 1.0)
    return delivery, endpoint


def test_pauses_grow_and_many_failures_pause_the_program(
    stopped_time: datetime.datetime,
) -> None:
    now = stopped_time
    for attempts, pause in enumerate(PAUSES):
        delivery, endpoint = attempted(Answer(status=500), attempts)
        seconds = (delivery.next_at - now).total_seconds()
        assert pause <= seconds <= pause * (1 + JITTER)
        assert endpoint.rests_until is None, "other messages go on"
    _delivery, silent = attempted(Answer(problem=Problem.TIMEOUT), failures=3)
    assert silent.rests_until is not None
    assert silent.rests_until > now
    assert attempted(Answer(status=500), failures=MOST_FAILURES - 1)[1].paused
    assert attempted(Answer(status=410))[1].paused
    limited, well = attempted(Answer(status=429, rest=30))
    assert (limited.attempts, well.failures, limited.state) == (0, 0, State.WAITING)
    assert (limited.next_at - now).total_seconds() >= 30


def test_a_receiver_that_hangs_keeps_nobody_else_waiting(receiver: Receiver) -> None:
    event, owner = event_with_owner(2)
    with receiving() as slow:
        slow.takes = 1.0
        first = hear(event, owner, slow)
        second = hear(event, owner, receiver)
        for endpoint in (first, second):
            actions.send_test(of=event.pk, actor=owner, endpoint_id=endpoint.pk)
        courier = Courier()
        courier.send_due()
        while not receiver.came:
            courier.send_due()
        assert second.deliveries.get().state in (State.WAITING, State.DELIVERED)
        assert first.deliveries.get().state == State.WAITING
        courier.wait()
        assert first.deliveries.get().state == State.DELIVERED


def test_a_lease_keeps_a_second_process_away_until_it_ends(receiver: Receiver) -> None:
    event, owner = event_with_owner(2)
    endpoint = hear(event, owner, receiver)
    actions.send_test(of=event.pk, actor=owner, endpoint_id=endpoint.pk)
    later = timezone.now() + datetime.timedelta(seconds=20)
    courier = Courier()
    deliver(courier)
    actions.send_test(of=event.pk, actor=owner, endpoint_id=endpoint.pk)
    HookEndpoint.objects.update(leased_until=later)
    deliver(courier)
    assert len(receiver.came) == 1
    HookEndpoint.objects.update(leased_until=timezone.now())
    deliver(courier)
    assert len(receiver.came) == 2


def test_a_wrong_network_in_the_settings_is_said_at_once() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import config.settings"],
        cwd=ROOT,
        env={"MATCHSLIP_HOOK_NETWORKS": "192.168.1.0/33", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "MATCHSLIP_HOOK_NETWORKS" in done.stderr
