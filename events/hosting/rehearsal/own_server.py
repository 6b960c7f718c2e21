"""Serve the site from its own process, for a rehearsal or a benchmark."""

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client
from django.urls import reverse

from events.hosting.rehearsal.load import Connection, Keeper
from events.models import Event, StaffMember

SECRET = "0123456789abcdefghijklmnopqrstuv"  # noqa: S105 - a CSRF token of its own, in both places
PATIENCE = 120.0
# Below the range for outgoing connections, so that none takes the port while the server starts.
PORTS = range(12_000, 32_000)


@contextmanager
def served() -> Iterator[int]:
    """Serve this process's database; yield the port."""
    port = free_port()
    connections.close_all()
    with started(serving(port), port):
        yield port


def serving(port: int) -> list[str]:
    """Return a command that serves at a port like `make run`."""
    return [sys.executable, "manage.py", "serve", "--no-demo", "--port", str(port)]


@contextmanager
def started(
    command: Sequence[str], port: int, environment: Mapping[str, str] = os.environ
) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a server from the moment it answers at a port until the end of the block."""
    server = subprocess.Popen(  # noqa: S603 - its own arguments, no shell
        command, cwd=settings.BASE_DIR, stdout=subprocess.DEVNULL, env=environment
    )
    try:
        _wait_for(port, server)
        yield server
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(PATIENCE)


def _wait_for(port: int, server: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            Connection(port).ask(request("GET", "/"))
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise TimeoutError("the server does not answer")


def free_port() -> int:
    """Return an unused port of the loopback address, unlikely to be taken by others."""
    while True:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def request(method: str, path: str, body: str = "", **headers: str) -> bytes:
    """Return the bytes of a request."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Encoding: gzip"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if method == "POST":
        lines += [
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        ]
    return ("\r\n".join(lines) + f"\r\n\r\n{body}").encode()


def keepers(event: Event, number: int, count: int, most: int | None = None) -> list[Keeper]:
    """Return this many scorekeepers, who share the outstanding tables of a round.

    `most`: how many of its tables each one enters; None: all of them.
    """
    outstanding = event.rounds.get(number=number).matches.outstanding().order_by("table")
    tables = list(outstanding.values_list("table", flat=True))
    path = reverse("staff:enter", args=[event.slug, number])
    made = []
    for place in range(count):
        account = User.objects.create_user(f"keeper-{event.pk}-{place}")
        StaffMember.objects.create(event=event, user=account, scorekeeper=True)
        client = Client()
        client.force_login(account)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        headers = {
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={session}; csrftoken={SECRET}",
            "X_CSRFToken": SECRET,
            "HX_Request": "true",
            "X_Matchslip_Account": str(account.pk),
        }
        requests = [
            request(
                "POST",
                path,
                urlencode({"entry": f"{table} 20", "since": f"{event.revision:010}"}),
                **headers,
            )
            for table in tables[place::count][:most]
        ]
        made.append(Keeper(tuple(requests)))
    return made
