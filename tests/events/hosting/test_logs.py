"""Logs: no secret of an address is written, and strangers fill no disk."""

import io
import logging
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from events.hosting.logs import KINDS, LINES, PlainLines, RefusalsInALine, SumUp, log_sums
from events.web import secret_addresses
from events.web.secret_addresses import hide_secrets, secret_routes

TOKEN = "4f2.Zq-8_aB3xY7wK1Lm"
# Names of address parts that grant access.
SECRET_NAMES = re.compile(r"token|nonce|secret|key|signature|uidb64")


def all_routes(patterns: Any = None, before: str = "") -> Iterator[str]:
    for pattern in patterns or get_resolver().url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from all_routes(pattern.url_patterns, route)
        else:
            assert isinstance(pattern, URLPattern)
            yield route


def address_of(route: str) -> str:
    """Return an address of a route, with TOKEN as each secret."""
    filled = re.sub(r"<secret:\w+>", TOKEN, route)
    filled = re.sub(r"<(?:int|short):\w+>", "12", filled)
    return "/" + re.sub(r"<[^>]*>", "open-2026", filled)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the console gets, with the counts of a minute that begins now."""
    (console,) = [
        handler
        for handler in logging.getLogger().handlers
        if isinstance(handler, logging.StreamHandler)
        and any(isinstance(each, RefusalsInALine) for each in handler.filters)
    ]
    fresh = SumUp()
    others = [each for each in console.filters if not isinstance(each, SumUp)]
    monkeypatch.setattr(console, "filters", [fresh, *others])
    before = console.setStream(text := io.StringIO())
    yield text
    console.setStream(before)


def test_every_part_that_is_a_secret_is_declared_as_one() -> None:
    plain = [
        route
        for route in all_routes()
        for converter, name in re.findall(r"<(?:(\w+):)?(\w+)>", route)
        if SECRET_NAMES.search(name) and converter not in ("secret", "int") and name != "uidb64"
    ]
    assert plain == []
    assert len(secret_routes()) >= 8


@pytest.mark.parametrize("route", secret_routes())
def test_no_text_names_the_secret_of_a_route(route: str) -> None:
    address = address_of(route)
    assert TOKEN in address
    quoted = quote(address, safe="")
    for text in (
        f"Forbidden (CSRF cookie not set.): {address}",
        f"Not Found: {address}",
        f'"GET {address} HTTP/1.1" 200',
        f'"GET /login/?next={quoted} HTTP/1.1" 302',
        f"/language/ja/?next={quoted}&x=1",
        f"/language/ja/?next={quote(quoted, safe='')}",
        f"Referer checking failed - https://swiss.example{address} does not match",
        f"Not Found: {address.rstrip('/')}",
        f"Not Found: {address}nothing/",
        f"Not Found: {address}?x={TOKEN.partition('.')[0]}",
        address.replace("/join", "/JOIN"),
    ):
        shown = hide_secrets(text)
        assert TOKEN not in shown, text
        assert "..." in shown
        assert hide_secrets(shown) == shown


def test_the_first_look_may_be_at_the_addresses_of_another_site(settings: Any) -> None:
    other = ModuleType("other_addresses")
    other.__dict__["urlpatterns"] = []
    root = settings.ROOT_URLCONF
    secret_addresses._patterns.cache_clear()
    settings.ROOT_URLCONF = other
    assert hide_secrets("/me/") == "/me/"
    settings.ROOT_URLCONF = root
    assert TOKEN not in hide_secrets(f"/me/{TOKEN}/")


@pytest.mark.django_db
@pytest.mark.parametrize("route", secret_routes())
def test_no_refused_request_writes_the_secret_of_its_route(
    route: str, written: io.StringIO
) -> None:
    address = address_of(route)
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    strict.post(address, {"x": "1"})
    strict.post(address, headers={"referer": f"http://elsewhere.example{address}"}, secure=True)
    strict.get(address)
    strict.put(address)
    strict.get(f"{address}nothing/")
    strict.get(address, headers={"host": "bad host"})
    strict.get("/nowhere/", {"next": address}, headers={"referer": f"http://x.example{address}"})
    assert written.getvalue()
    assert TOKEN not in written.getvalue()
    assert TOKEN.partition(".")[2] not in written.getvalue()


def test_the_trace_of_an_error_names_no_secret(written: io.StringIO) -> None:
    try:
        raise ValueError(f"no page at /me/{TOKEN}/")
    except ValueError:
        logging.getLogger("matchslip.test").exception("At %s", f"/clocks/{TOKEN}/")
    assert "ValueError: no page at /me/.../" in written.getvalue()
    assert TOKEN not in written.getvalue()


def test_every_handler_hides_secrets_and_none_of_djangos_own_is_left() -> None:
    handlers: Any = django_settings.LOGGING["handlers"]
    for handler in handlers.values():
        assert "private" in handler["filters"]
    own = [
        handler
        for name in ("django", "django.server", "django.request", "django.security.csrf")
        for handler in logging.getLogger(name).handlers
        if not type(handler).__module__.startswith("_pytest")
    ]
    assert own
    assert all(isinstance(handler.formatter, PlainLines) for handler in own)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "request_of",
    [
        {"path": "/", "headers": {"host": "evil.example:{number}"}, "hosts": ["swiss.example"]},
        {"path": "/nothing-{number}/x/"},
        {"path": "/e/{number}/" + "x" * 9000},
    ],
    ids=["wrong host", "not found", "long"],
)
def test_errors_of_strangers_are_counted_and_summed_up(
    request_of: dict[str, Any], written: io.StringIO, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALLOWED_HOSTS = request_of.get("hosts", ["*"])
    client = Client()
    for number in range(200):
        headers = {
            name: text.format(number=number) for name, text in request_of.get("headers", {}).items()
        }
        client.get(request_of["path"].format(number=number), headers=headers)
    lines = written.getvalue().splitlines()
    assert len(lines) == LINES
    assert max(map(len, lines)) < 350
    assert "Traceback" not in written.getvalue()
    monkeypatch.setattr("events.hosting.logs.SECONDS", 0.0)
    log_sums()
    assert re.search(r"django\.\S+ 4\d\d: 180 more in a minute\.", written.getvalue())


def test_kinds_of_lines_without_end_fill_no_disk_either(written: io.StringIO) -> None:
    for number in range(KINDS * 10):
        logging.getLogger("matchslip.test").warning(f"broken {number}")
        logging.getLogger(f"matchslip.test{number}").warning("broken")
    assert len(written.getvalue().splitlines()) < (KINDS + 2) * LINES
    logging.getLogger("matchslip.test").error("another level is another kind")
    assert "another level" not in written.getvalue(), "the table of kinds is full"


@pytest.mark.parametrize("host", ["evil.example", "a b<>c", "[::1", "a.b. You may need"])
def test_a_request_for_a_foreign_host_is_a_line_without_advice(
    host: str, written: io.StringIO, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["swiss.example"]
    assert Client(headers={"Host": host}).get("/login/").status_code == 400
    line = written.getvalue()
    assert line.startswith("A request for the host ")
    assert line.endswith("was refused: MATCHSLIP_HOSTS does not name it.\n")
    assert "ALLOWED_HOSTS" not in line
    assert "Traceback" not in line
