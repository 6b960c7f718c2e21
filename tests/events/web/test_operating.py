"""Alive, ready, counted: the addresses for the server's operator."""

import io
import json
import logging
import socket
import sys
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, RequestFactory

from events.hosting.logs import JsonLines, RefusalsInALine
from events.models import Role
from events.web import health as operating
from tests import factories
from tests.events.support.public_events import Played
from tests.faults.running import Server, prepare, running
from tests.faults.waiting import wait_for
from tests.queries import queries_of

LOCAL: dict[str, Any] = {"REMOTE_ADDR": "127.0.0.1"}


@pytest.fixture(autouse=True)
def keep_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the connection of a test's transaction open, as Django's own test client does."""
    monkeypatch.setattr(operating, "close_old_connections", lambda: None)


@pytest.fixture
def played() -> Played:
    made = Played(["Ann", "Ben", "Cleo", "Dov"])
    made.play(1)
    return made


def ready() -> tuple[int, str]:
    operating.readiness.forget()
    answer = Client().get(operating.READY)
    assert answer["Cache-Control"] == "no-store"
    return answer.status_code, answer.content.decode()


def test_alive_whatever_the_host_is_called(settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["swiss.example"], True
    answer = Client().get(operating.ALIVE, headers={"host": "127.0.0.1:8000"})
    assert (answer.status_code, answer.content) == (HTTPStatus.OK, b"alive\n")
    assert Client().post(operating.ALIVE).status_code == HTTPStatus.METHOD_NOT_ALLOWED


@pytest.mark.django_db
def test_ready_when_the_database_answers_and_is_of_this_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert ready() == (HTTPStatus.OK, "Ready.\n")

    newest = MigrationRecorder(connection).migration_qs.filter(app="events").latest("name")
    newest.delete()
    status, words = ready()
    assert status == HTTPStatus.SERVICE_UNAVAILABLE
    assert f"events.{newest.name}" in words

    def gone() -> None:
        raise DatabaseError

    monkeypatch.setattr(connection, "cursor", gone)
    monkeypatch.setattr(connection, "close", lambda: None)
    expected = "The database does not answer.\n"
    assert ready() == (HTTPStatus.SERVICE_UNAVAILABLE, expected)


@pytest.mark.django_db
def test_asking_again_within_a_second_costs_nothing() -> None:
    assert ready()[0] == HTTPStatus.OK
    assert queries_of(lambda: Client().get(operating.READY)) == 0


@pytest.mark.django_db
def test_metrics_for_this_computer_or_for_who_has_the_token(settings: LazySettings) -> None:
    def status(**environ: str) -> int:
        return Client().get(operating.METRICS, **{**LOCAL, **environ}).status_code

    assert status() == HTTPStatus.NOT_FOUND, "off unless asked for"
    settings.METRICS = True
    assert status() == HTTPStatus.OK
    assert status(REMOTE_ADDR="192.168.1.7") == HTTPStatus.NOT_FOUND
    for header in ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA"):
        assert status(**{header: "127.0.0.1"}) == HTTPStatus.NOT_FOUND, "through a proxy"
    settings.METRICS_TOKEN = "only for the tests"
    assert status() == HTTPStatus.NOT_FOUND
    assert status(HTTP_AUTHORIZATION="Bearer wrong") == HTTPStatus.NOT_FOUND
    right = {"REMOTE_ADDR": "192.168.1.7", "HTTP_AUTHORIZATION": "Bearer only for the tests"}
    assert status(**right) == HTTPStatus.OK


@pytest.mark.django_db
def test_what_is_counted_names_nobody(played: Played, settings: LazySettings) -> None:
    settings.METRICS = True
    client = Client()
    for path in ("", "standings/", "players/1/", "nothing/"):
        client.get(f"/e/{played.event.slug}/{path}")
    told = client.get(operating.METRICS, **LOCAL).content.decode()
    assert 'matchslip_requests_total{kind="public",status="200"}' in told
    assert "matchslip_outstanding_tables 0" in told
    assert "matchslip_lock_wait_seconds_count" in told
    for said in (played.event.slug, "127.0.0.1", "Ann", "Cleo"):
        assert said not in told


@pytest.mark.django_db
def test_a_denied_page_is_a_line_in_the_log_and_an_error_has_its_trace() -> None:
    (console,) = [
        handler
        for handler in logging.getLogger().handlers
        if isinstance(handler, logging.StreamHandler)
        and any(isinstance(each, RefusalsInALine) for each in handler.filters)
    ]
    before = console.setStream(written := io.StringIO())
    try:
        event = factories.event_with_players(2)
        judge = factories.client_of(factories.staff_member(event, [Role.JUDGE]))
        address = f"/staff/e/{event.slug}/settings/"
        assert judge.get(address).status_code == HTTPStatus.FORBIDDEN
        assert "Forbidden" in written.getvalue()
        assert address in written.getvalue()
        assert "Traceback" not in written.getvalue()
        log = logging.getLogger("django.request")
        log.error("broken", exc_info=ValueError("why"))
        assert "ValueError: why" in written.getvalue()
    finally:
        console.setStream(before)


def test_lines_of_json_say_nothing_of_people() -> None:
    request = RequestFactory().get("/join/abc/secret/?q=Sato", REMOTE_ADDR="192.168.1.7")
    try:
        raise ValueError("Key (name)=(Sato Hanako) exists")
    except ValueError:
        error = sys.exc_info()
    record = logging.LogRecord(
        "django.request", logging.ERROR, "", 1, "Error: %s", (request.path,), error
    )
    record.request, record.status_code = request, 500
    line = JsonLines().format(record)
    assert not [one for one in ("Sato", "secret", "192.168") if one in line], line
    said = json.loads(line)
    assert (said["level"], said["method"], said["status"]) == ("error", "GET", 500)
    assert said["error"]["type"] == "ValueError"
    assert "test_operating.py" in said["error"]["where"][0]

    plain = logging.LogRecord(
        "a", logging.WARNING, "", 1, "From %s and fe80::1:2:3", ("10.0.0.7",), None
    )
    assert json.loads(JsonLines().format(plain))["message"] == "From (address) and (address)"


def counts_of(server: Server) -> dict[str, str]:
    told = server.ask("/metrics")[1]
    return dict(line.rsplit(" ", 1) for line in told.splitlines() if not line.startswith("#"))


@pytest.mark.slow
def test_all_workers_of_a_server_are_counted_together(tmp_path: Path) -> None:
    prepare(tmp_path)
    with running(tmp_path, "--workers=2", MATCHSLIP_METRICS="1", MATCHSLIP_HOSTS="x") as server:
        for _ in range(30):
            assert server.ask("/healthz") == (200, "alive\n")
            assert server.ask("/readyz") == (200, "Ready.\n")
            assert server.ask("/e/open/standings/", Host="x")[0] == 200
        with socket.create_connection(("127.0.0.1", server.port)) as phone:
            phone.sendall(b"GET /e/open/ HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n")
            # Workers update their count once a second.
            assert wait_for(lambda: float(counts_of(server)["matchslip_phones_last_minute"]) >= 1)
            counts = counts_of(server)
    answered = sum(
        float(count)
        for name, count in counts.items()
        if name.startswith("matchslip_requests_total") and 'status="200"' in name
    )
    assert answered >= 30
    assert float(counts["matchslip_outstanding_tables"]) > 0
