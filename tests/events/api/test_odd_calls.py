"""Odd input to every call of the interface: no error of the server, no word of a secret."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events.api.calls import WRITES
from events.api.reads import READS
from events.api.token_actions import make_token
from events.models import TokenScope
from tests.events.scenario import event_with_owner, report, start_round
from tests.longer import longer

pytestmark = pytest.mark.django_db

EXAMPLES = longer(150)
CALLS = [
    *((read.method, read.path) for read in READS),
    *((write.method, write.path) for write in WRITES),
]
SLUGS = ("event", "organisation")
# Every key that the body of a call can have; each gets values of every kind.
KEYS = sorted({key for write in WRITES for key in write.body.__struct_fields__})
TEXTS = st.text(max_size=40) | st.sampled_from(["\x00", "\ud800", "a" * 3000, "x@mail.invalid"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
GAMES = st.lists(st.integers(0, 3), min_size=3, max_size=3)
NUMBERS = st.integers(0, 6) | st.sampled_from([10**9, 10**19, 10**30])
BODIES = (
    st.fixed_dictionaries({}, optional=dict.fromkeys(KEYS, VALUES) | {"games": GAMES})
    | VALUES
    | st.binary(max_size=30)
)
QUERIES = st.dictionaries(
    st.sampled_from(["state", "from", "to", "q", "limit", "after", "round", "revision", "format"]),
    TEXTS.filter(lambda text: "\ud800" not in text) | st.integers().map(str),
    max_size=3,
)
HEADERS = st.dictionaries(
    st.sampled_from(["If-Match", "If-None-Match", "Idempotency-Key", "Accept"]),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=120),
    max_size=2,
)


@pytest.mark.parametrize("path", sorted({path for _method, path in CALLS}))
def test_another_method_is_refused_with_those_that_the_address_takes(
    path: str, client: Client
) -> None:
    address = re.sub(r"{(\w+)}", lambda name: "x" if name[1] in SLUGS else "1", path)
    refused = client.generic("PROPFIND", address)
    assert (refused.status_code, refused["Content-Type"]) == (405, "application/problem+json")
    takes = refused["Allow"].split(", ")
    assert {method.upper() for method, other in CALLS if other == path} <= set(takes)
    assert refused.json()["detail"] == f"The address takes {refused['Allow']}."


def test_every_error_says_what_is_wrong(client: Client) -> None:
    for path in ("/api/v1/events/%00", "/api/v1/none", "/api/v2", "/api/v1/events?limit=x"):
        problem = client.get(path).json()
        assert {"type", "code", "title", "status", "detail"} <= problem.keys(), path
        assert problem["detail"].endswith("."), path


def test_no_call_fails_or_tells_a_secret() -> None:
    event, owner = event_with_owner(4, rounds=3)
    event.enrollments.select_related("player").get(number=1)
    for enrollment in event.enrollments.select_related("player"):
        enrollment.player.email = f"p{enrollment.number}@secret.invalid"
        enrollment.player.save()
    start_round(event, owner, 1)
    report(event, owner, 1)
    scopes = [scope.value for scope in TokenScope]
    token, secret = make_token(event_id=event.pk, actor=owner, name="Pad", scopes=scopes)
    secrets = ["secret.invalid", secret, token.digest, str(event.seed), "Traceback"]
    browser = Client(raise_request_exception=False)

    @settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
    @given(st.sampled_from(CALLS), BODIES, QUERIES, HEADERS, NUMBERS, NUMBERS, st.booleans())
    def tried(
        call: tuple[str, str],
        body: Any,
        query: dict[str, str],
        headers: dict[str, str],
        number: int,
        other: int,
        known: bool,
    ) -> None:
        method, path = call
        path = path.replace("{event}", event.slug).replace("{number}", str(number))
        path = path.replace("{organisation}", "shop")
        path = re.sub(r"\{\w+\}", str(other), path)
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        if known:
            headers = headers | {"Authorization": f"Bearer {secret}"}
        answer = browser.generic(
            method, path, sent, "application/json", headers=headers, query_params=query
        )
        assert answer.status_code < 500, (method, path, body, query, headers)
        if answer.status_code >= 400:
            kind = answer["Content-Type"]
            assert kind == "application/problem+json", (answer.status_code, path, query)
        text = answer.content.decode()
        # Staff, and their programs, read email addresses on the roster.
        may_read = known and method == "GET" and "/players" in path
        hidden = secrets[1:] if may_read else secrets
        assert [word for word in hidden if word in text] == []

    tried()
