"""Each browser gets one encrypted message per round; ended subscriptions are forgotten."""

import base64
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.db.models import F

from events.core.events.finishing_actions import finish_event, reopen_event
from events.core.phones.push_keys import new_private_key, public_key_of
from events.core.phones.push_queries import KEPT_AFTER_FINISH, PushDue, pushes_due
from events.core.players.enrollment_actions import enroll_player
from events.core.players.player_entries import NewEnrollment
from events.core.rounds.actions import complete_round, post_round, unpost_round
from events.hosting import push
from events.models import Event, PushSubscription, Round
from tests.events.scenario import byes, event_with_owner, play_round, report, start_round
from tests.shared import ROOT

pytestmark = pytest.mark.django_db


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Service:
    """A push service on the loopback address; `status` is what it answers."""

    address: str
    status: int = 201
    came: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)


@pytest.fixture
def service() -> Iterator[Service]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.came.append((self.path, {**self.headers}, body))
            self.send_response(made.status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_args: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made = Service(f"http://127.0.0.1:{server.server_port}/")
    Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield made
    server.shutdown()
    server.server_close()


@dataclass
class Browser:
    """A browser that has subscribed to a player's rounds."""

    subscription: PushSubscription
    key: ec.EllipticCurvePrivateKey
    secret: bytes = b"0123456789abcdef"

    def read(self, body: bytes) -> dict[str, str]:
        """Decrypt a message."""
        text = http_ece.decrypt(
            body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
        )
        read: dict[str, str] = json.loads(text)
        return read


def browser_of(event: Event, number: int, service: Service, language: str = "en") -> Browser:
    key = ec.generate_private_key(ec.SECP256R1())
    point = key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    subscription = PushSubscription.objects.create(
        enrollment=event.enrollments.get(number=number),
        endpoint=f"{service.address}{number}",
        key=text_of(point),
        secret=text_of(Browser.secret),
        language=language,
    )
    return Browser(subscription, key)


@pytest.fixture
def event(settings: LazySettings) -> tuple[Event, User]:
    settings.PUSH_KEY = new_private_key()
    settings.PUSH_PUBLIC_KEY = public_key_of(settings.PUSH_KEY)
    settings.PUSH_CONTACT = "mailto:desk@swiss.example"
    return event_with_owner(5, rounds=3)


def test_a_round_of_a_bracket_is_announced_by_its_name(
    event: tuple[Event, User], service: Service
) -> None:
    to = browser_of(event[0], 1, service).subscription
    final = Round(number=7, bracket_players=2)
    due = PushDue(to, event[0].slug, event[0].name, final, 3, None)
    assert json.loads(push.words_of(due))["title"] == "Final, table 3"


def test_each_is_told_of_the_own_table_once_and_nobody_else_can_read_it(
    event: tuple[Event, User], service: Service
) -> None:
    open_event, owner = event
    browsers = {number: browser_of(open_event, number, service) for number in (1, 2, 3, 4)}
    browsers[5] = browser_of(open_event, 5, service, "ja")
    assert push.send_due() == (0, 0), "nothing is posted"
    start_round(open_event, owner, 1)
    assert push.send_due() == (5, 0)
    assert push.send_due() == (0, 0)
    assert sorted(path for path, _headers, _body in service.came) == ["/1", "/2", "/3", "/4", "/5"]
    tables = {}
    for match in open_event.rounds.get(number=1).matches.select_related("first", "second"):
        for player in filter(None, (match.first, match.second)):
            tables[player.number] = match.table if match.second else None
    for path, headers, body in service.came:
        number = int(path[1:])
        read = browsers[number].read(body)
        assert read["body"] == open_event.name
        assert read["address"] == f"/e/{open_event.slug}/players/{number}/"
        where = "bye" if tables[number] is None else f"table {tables[number]}"
        if number == 5:
            assert "第1回戦" in read["title"]
        else:
            assert where in read["title"]
        told = {name.lower(): text for name, text in headers.items()}
        assert told["ttl"] == "600"
        assert told["authorization"].startswith("vapid t=")
        assert open_event.name.encode() not in body


def test_a_bye_is_named_to_those_alone_who_have_it(
    event: tuple[Event, User], service: Service
) -> None:
    open_event, owner = event
    start_round(open_event, owner, 1)
    late = NewEnrollment(name="Late", late="losses")
    joined = enroll_player(event_id=open_event.pk, actor=owner, entry=late)
    (bye,) = byes(open_event, 1)
    for number in (bye, joined.number):
        browser_of(open_event, number, service)
    assert [due.subscription.enrollment.number for due in pushes_due()] == [bye]


def test_a_phone_is_notified_in_an_event_that_was_reopened_soon(
    event: tuple[Event, User], service: Service
) -> None:
    open_event, owner = event
    browser_of(open_event, 1, service)
    who: dict[str, Any] = {"event_id": open_event.pk, "actor": owner}
    play_round(open_event, owner, 1)
    finish_event(**who, early=True, reason="by mistake")
    push.forget_over()
    reopen_event(**who, reason="one round is left")
    start_round(open_event, owner, 2)
    assert push.send_due() == (1, 0)
    report(open_event, owner, 2)
    complete_round(**who, number=2)
    finish_event(**who, early=True, reason="no time")
    Event.objects.update(finished_at=F("finished_at") - KEPT_AFTER_FINISH)
    push.forget_over()
    assert not PushSubscription.objects.exists()


def test_a_round_that_is_posted_again_is_told_again_and_a_complete_one_no_longer(
    event: tuple[Event, User], service: Service
) -> None:
    open_event, owner = event
    browser_of(open_event, 1, service)
    start_round(open_event, owner, 1)
    assert push.send_due() == (1, 0)
    unpost_round(event_id=open_event.pk, actor=owner, number=1, reason="wrong seats")
    post_round(event_id=open_event.pk, actor=owner, number=1)
    assert push.send_due() == (1, 0)
    PushSubscription.objects.update(told=None)
    report(open_event, owner, 1)
    complete_round(event_id=open_event.pk, actor=owner, number=1)
    assert push.send_due() == (0, 0)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    event: tuple[Event, User], service: Service, status: int
) -> None:
    open_event, owner = event
    browser_of(open_event, 1, service)
    start_round(open_event, owner, 1)
    service.status = status
    assert push.send_due() == (0, 0)
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_service_in_trouble_is_tried_again(
    event: tuple[Event, User],
    service: Service,
    status: int,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    open_event, owner = event
    browser_of(open_event, 1, service)
    start_round(open_event, owner, 1)
    service.status = status
    monkeypatch.setattr("django.db.connection.close", lambda: None)
    with caplog.at_level(logging.WARNING):
        assert push.look() == push.AFTER_A_FAILURE
    assert "1 phones could not be told" in caplog.text
    assert service.address not in caplog.text
    service.status = 201
    assert push.look() == push.LOOK_EVERY
    assert len(service.came) == 2


def test_a_message_that_is_refused_is_not_sent_again(
    event: tuple[Event, User], service: Service
) -> None:
    open_event, owner = event
    browser_of(open_event, 1, service)
    start_round(open_event, owner, 1)
    service.status = 413
    assert push.send_due() == (0, 0)
    assert push.send_due() == (0, 0)
    assert len(service.came) == 1


def test_without_a_network_it_is_tried_again(event: tuple[Event, User], service: Service) -> None:
    open_event, owner = event
    browser = browser_of(open_event, 1, service)
    # No process listens on the port that this address names.
    browser.subscription.endpoint = "http://127.0.0.1:9/"
    browser.subscription.save()
    start_round(open_event, owner, 1)
    assert push.send_due() == (0, 1)
    browser.subscription.endpoint = f"{service.address}1"
    browser.subscription.save()
    assert push.send_due() == (1, 0)


def checked_with(key: str) -> "subprocess.CompletedProcess[str]":
    told = {"MATCHSLIP_PUSH_KEY": key, "MATCHSLIP_PUSH_CONTACT": "mailto:desk@swiss.example"}
    command = [sys.executable, "manage.py", "check"]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **told}, capture_output=True, text=True, check=False
    )


def test_the_application_starts_with_a_key_and_says_what_is_wrong_with_another() -> None:
    assert checked_with(new_private_key()).returncode == 0
    for wrong in ("abc", "no key at all", new_private_key()[:-4]):
        refused = checked_with(wrong)
        assert refused.returncode != 0
        assert "MATCHSLIP_PUSH_KEY is no key" in refused.stderr
