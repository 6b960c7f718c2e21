"""Bodies of calls over a limit: problem+json in the documented words, before they have come."""

import json
from collections.abc import Callable

import pytest

from events.api.bodies import MOST_BYTES
from events.hosting.server import wsgi_bridge
from tests.events.hosting.server.conftest import Site, fresh, make_site  # noqa: F401
from tests.events.hosting.server.test_protocol import CLOSE, HOST, body_of, statuses
from tests.shared import ROOT

KNOWN = b"known" * 8


@pytest.fixture
def site(
    make_site: Callable[..., Site],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> Site:
    monkeypatch.setattr(
        wsgi_bridge, "known_program", lambda header: header if header.endswith(KNOWN) else None
    )
    return make_site()


def call(site: Site, size: int, token: bytes) -> bytes:
    head = b"POST /api/v1/events/friday/announcements HTTP/1.1\r\nContent-Length: %d\r\n" % size
    return site.ask(head + b"Authorization: Bearer " + token + b"\r\n" + HOST + CLOSE + b"x" * size)


@pytest.mark.parametrize(
    ("size", "token"), [(MOST_BYTES + 1, KNOWN), (MOST_BYTES + 1, b"x"), (70_000, b"x")]
)
def test_a_body_over_the_limit(site: Site, size: int, token: bytes) -> None:
    answer = call(site, size, token)
    assert statuses(answer) == [413]
    assert b"content-type: application/problem+json" in answer.lower()
    assert b"retry-after" not in answer.lower(), "it would be refused again"
    problem = json.loads(body_of(answer))
    assert problem["status"] == 413
    assert problem["detail"].startswith("The body can be at most 1 MB")


def test_a_body_at_the_limit_comes_to_the_call(site: Site) -> None:
    answer = call(site, MOST_BYTES, KNOWN)
    assert statuses(answer) == [200]
    assert body_of(answer).endswith(b"|%d" % MOST_BYTES)


def test_a_page_says_it_as_before(site: Site) -> None:
    head = b"POST /login/ HTTP/1.1\r\nContent-Length: 70000\r\n"
    answer = site.ask(head + HOST + CLOSE + b"x" * 70_000)
    assert statuses(answer) == [413]
    assert b"Log in first" in body_of(answer)


def test_the_limits_are_documented() -> None:
    text = (ROOT / "docs/reference/api.md").read_text("utf-8")
    assert "at most 1 MB, 64 KB without a valid access token" in " ".join(text.split())
