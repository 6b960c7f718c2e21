"""What programs read: shapes, lines, freshness, origins, errors."""

import json
import os
import re
from collections.abc import Iterator
from functools import partial

import msgspec
import pytest
from django.conf import LazySettings
from django.test import Client

from events.api.reads import READS, Read
from events.public_site.event_list import event_list
from events.public_site.page_cache import page_cache
from events.public_site.program_data import make_ready
from tests import factories
from tests.events.support.public_events import Played
from tests.queries import queries_of
from tests.shared import ROOT

pytestmark = pytest.mark.django_db

FOUR = ["Anna Rossi", "Bob Stone", "Carla Vega", "Dan Moor"]
# An event without them has none of these.
NOT_THERE = {"bracket", "pods", "report"}


@pytest.fixture
def played() -> Played:
    event = Played(FOUR)
    event.play(1)
    event.publish(1)
    event.post(2)
    return event


def path_of(operation: Read, played: Played) -> str:
    return operation.path.replace("{event}", played.event.slug).replace("{number}", "1")


@pytest.mark.parametrize("operation", READS, ids=lambda operation: operation.name)
def test_an_answer_has_its_type_and_every_key(
    operation: Read, played: Played, client: Client
) -> None:
    answer = client.get(path_of(operation, played))
    if operation.name in NOT_THERE:
        assert answer.status_code == 404
        assert answer["Content-Type"] == "application/problem+json"
        return
    assert answer["Content-Type"] == "application/json"
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Set-Cookie" not in answer
    msgspec.json.decode(answer.content, type=operation.answer)
    lines = client.get(path_of(operation, played), headers={"Accept": "application/x-ndjson"})
    assert lines["Content-Type"] == "application/x-ndjson"
    for line in lines.content.splitlines():
        msgspec.json.decode(line, type=operation.lines)
    for same in (answer, lines):
        again = client.get(
            path_of(operation, played),
            headers={"If-None-Match": same["ETag"], "Accept": same["Content-Type"]},
        )
        assert (again.status_code, again.content) == (304, b"")
    assert answer["ETag"] != lines["ETag"]


def test_figures_are_exact_and_as_people_read_them(played: Played, client: Client) -> None:
    table = client.get(f"/api/v1/events/{played.event.slug}/standings").json()
    first = table["rows"][0]
    assert (first["place"], first["points"], first["wins"]) == (1, 3, 1)
    assert first["tiebreakers"]["gw"] == {"exact": "2/3", "shown": "66.67"}
    assert table["published"] == [{key: table[key] for key in table["published"][0]}]
    assert {row["name"] for row in table["rows"]} == set(FOUR)


def test_results_wait_for_the_standings(client: Client) -> None:
    event = Played(FOUR)
    event.play(1)
    address = f"/api/v1/events/{event.event.slug}/rounds/1"
    hidden = client.get(address).json()
    assert hidden["results"] is False
    assert {(one["result"], one["games"]) for one in hidden["matches"]} == {(None, None)}
    event.publish(1)
    assert client.get(address).json()["matches"][0]["games"] == [2, 1, 0]


def test_the_list_in_pages_by_key(client: Client) -> None:
    events = [factories.event(name=f"Friday {at}", date="2026-05-01") for at in range(5)]
    events += [factories.event(name="Saturday", date="2026-05-02", venue="The Castle")]
    path, names = "/api/v1/events?limit=2&from=2026-05-01", []
    while path:
        answer = client.get(path)
        page = answer.json()
        assert answer.get("Link", "") == (f'<{page["next"]}>; rel="next"' if page["next"] else "")
        names += [event["name"] for event in page["events"]]
        path = page["next"]
    assert names == ["Saturday", *(f"Friday {at}" for at in range(4, -1, -1))]
    found = client.get("/api/v1/events?q=castle&state=setup&to=2026-05-02").json()
    assert [event["name"] for event in found["events"]] == ["Saturday"]
    assert client.get("/api/v1/events?state=finished").json() == {"events": [], "next": None}


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("events?state=over", "state"),
        ("events?from=yesterday", "from"),
        ("events?limit=0", "limit"),
        ("events?limit=²", "limit"),
        (f"events?limit=000000001{'9' * 5000}", "limit"),
        ("events?after=1", "after"),
        ("events?format=xml", "format"),
        ("events/x/standings?round=-1", "round"),
    ],
)
def test_a_wrong_value_is_named(path: str, field: str, client: Client) -> None:
    answer = client.get(f"/api/v1/{path}")
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert answer.json()["field"] == field
    assert answer.json()["detail"]


@pytest.mark.parametrize(
    "path", ["", "events/", "events/nowhere", "events/nowhere/rounds", "x", "events/%0D/%0A"]
)
def test_nothing_there_has_the_same_shape(path: str, client: Client) -> None:
    answer = client.get(f"/api/v1/{path}")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
    assert answer.json()["status"] == 404


def test_other_sites_may_read_and_nothing_else(played: Played, client: Client) -> None:
    address = f"/api/v1/events/{played.event.slug}/rounds"
    asked = client.options(address, headers={"Origin": "https://other.example"})
    assert asked["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    refused = Client(enforce_csrf_checks=True).post(address, {})
    assert (refused.status_code, refused["Allow"]) == (405, "GET, HEAD, OPTIONS")
    assert refused["Content-Type"] == "application/problem+json"
    assert "Access-Control-Allow-Origin" not in refused


@pytest.mark.parametrize("part", ["", "/rounds", "/standings", "/archive"])
def test_few_and_many_rows_are_the_same_number_of_queries(part: str, client: Client) -> None:
    counts = []
    for players, rounds in ((4, 1), (16, 3)):
        event = Played([f"Player {number}" for number in range(players)])
        for number in range(1, rounds + 1):
            event.play(number)
            event.publish(number)
        address = f"/api/v1/events/{event.event.slug}{part}"
        counts.append(queries_of(partial(client.get, address)))
    assert counts[0] == counts[1]


@pytest.fixture
def remembering(settings: LazySettings) -> Iterator[None]:
    settings.PUBLIC_SECONDS = 60
    yield
    page_cache.forget()
    event_list.forget()


@pytest.mark.usefixtures("remembering")
def test_the_data_is_made_behind_the_pages_of_a_change(played: Played, client: Client) -> None:
    client.get(f"/e/{played.event.slug}/")
    page_cache.watched = True
    try:
        played.finish_round(2)
        played.publish(2)
        # Earlier tests of this process may have left changes in it.
        while not page_cache.changed.empty():
            page_cache.changed.get_nowait()
        page_cache.renew(played.event.pk)
        cached = page_cache.changed.get_nowait()
        assert cached is not None
        make_ready(cached)
        address = f"/api/v1/events/{played.event.slug}"
        for part in ("", "/rounds", "/standings", "/announcements", "/clock"):
            page = page_cache.find(f"{address}{part}", "ja")
            assert page is not None
            assert page.plain
            assert queries_of(partial(client.get, address + part)) == 0
        assert page_cache.find(f"{address}/bracket", "en") is None
    finally:
        page_cache.watched = False


def test_the_schema_is_checked_in(client: Client) -> None:
    served = client.get("/api/v1/openapi.json")
    page = ROOT / "docs" / "openapi.json"
    if os.environ.get("API_SCHEMA") == "write":
        page.write_bytes(served.content)
    text = page.read_text("utf-8")
    assert served.content.decode() == text, "make api-schema"
    paths = json.loads(text)["paths"]
    assert {re.sub(r"\{.*?\}", "", path) for path in paths} >= {"/api/v1/events"}
    # Other tools read tuples of numbers as arrays of a fixed length.
    assert "prefixItems" not in text
    assert client.options("/api/v1/events/x/announcements")["Allow"].endswith(", POST")
    # Every type name links to a type.
    schemas = json.loads(text)["components"]["schemas"]
    assert set(re.findall(r"#/components/schemas/(\w+)", text)) <= schemas.keys()
