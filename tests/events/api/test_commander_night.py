"""A Commander night of 14 by calls alone: created, played to its top 4, finished and exported."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from archive.loading import archive_of
from events.api.token_actions import make_organisation_token
from events.models import Event, JournalEntry, Match, Organisation, OrganisationMember, TokenScope
from tests import factories

pytestmark = pytest.mark.django_db
RULES = {"winner-drops": "drop", "leader-drops": "drop", "absent": "leave-out"}


class Night:
    """The calls of a program of the shop, which answers questions by its rules."""

    def __init__(self) -> None:
        owner = factories.user("anna")
        shop = Organisation.objects.create(slug="shop", name="Corner Shop")
        OrganisationMember.objects.create(organisation=shop, user=owner, owner=True)
        scopes = [scope.value for scope in TokenScope]
        _token, self._secret = make_organisation_token(
            organisation=shop, actor=owner, name="Night", scopes=scopes
        )
        self._client = Client()

    def ask(self, method: str, path: str, body: Any = None, version: str = "") -> tuple[int, Any]:
        """Make a call and return its status and answer."""
        headers = {"Authorization": f"Bearer {self._secret}"}
        if version:
            headers["If-Match"] = version
        answer = self._client.generic(
            method,
            f"/api/v1{path}",
            "" if body is None else json.dumps(body),
            content_type="application/json",
            headers=headers,
        )
        return answer.status_code, answer.json()

    def call(self, method: str, path: str, body: Any = None, version: str = "") -> Any:
        """Make a call that is carried out, after answers to its questions."""
        status, told = self.ask(method, path, body, version)
        if status == 409 and told.get("questions"):
            answers = {each["key"]: RULES[each["code"]] for each in told["questions"]}
            status, told = self.ask(method, path, {**(body or {}), "answers": answers}, version)
        assert status < 300, (method, path, told)
        return told


def _play(night: Night, path: str, results: Mapping[int, str]) -> Any:
    """Pair and post a round, unless a cut did, enter results, complete and publish it."""
    if night.ask("GET", f"{path}/pairings")[0] == 404:
        night.call("POST", f"{path}/pair", {})
    if night.call("GET", f"{path}/pairings")["state"] == "unposted":
        night.call("POST", f"{path}/post")
    pairings = night.call("GET", f"{path}/pairings")["matches"]
    tables = {each["table"]: each["seats"] for each in pairings if each["kind"] == "table"}
    sent = [
        {"table": at, **_result(results.get(at, "w"), len(seats))} for at, seats in tables.items()
    ]
    assert night.call("POST", f"{path}/results", {"results": sent})["tables"] == sorted(tables)
    night.call("POST", f"{path}/complete", {})
    night.call("POST", f"{path}/publish", {})
    return tables


def _result(kind: str, seats: int) -> dict[str, Any]:
    """Return the result of a table with so many seats: won, drawn at time, or second seat won."""
    results: dict[str, dict[str, Any]] = {
        "w": {"marks": "w".ljust(seats, "l")},
        "time": {"marks": "d" * seats, "ended": "time"},
        "second": {"marks": "lw".ljust(seats, "l"), "seat_drops": [seats]},
        "some": {"marks": "dd".ljust(seats, "l")},
    }
    return results[kind]


def test_a_night_is_played_by_calls_alone() -> None:
    night = Night()
    known = night.call("GET", "/organisations/shop/kinds")
    assert "tables" in {kind["code"] for kind in known["kinds"]}
    assert "tables-top-4" in {template["code"] for template in known["templates"]}
    new = {
        "name": "Commander Night",
        "date": "2026-11-28",
        "kind": "tables",
        "template": "tables-top-4",
    }
    made = night.call("POST", "/organisations/shop/events", new)
    event = f"/events/{made['slug']}"
    for number in range(1, 15):
        night.call("POST", f"{event}/players", {"name": f"Player {number:02}"})
    settings = night.call("GET", f"{event}/settings")
    night.call("PATCH", f"{event}/settings", {"rounds": 2}, settings["version"])
    first = _play(
        night,
        f"{event}/rounds/1",
        {1: "second", 2: "time"},
    )
    assert sorted(map(len, first.values())) == [3, 3, 4, 4]
    table = f"{event}/rounds/1/tables/2/result"
    seen = night.call("GET", table)
    assert (seen["players"], seen["marks"]) == (first[2], "d" * len(first[2]))
    fixed: dict[str, str] = {"marks": "llw".ljust(len(first[2]), "l"), "reason": "slip misread"}
    assert night.call("PUT", table, fixed, seen["version"])["marks"] == fixed["marks"]
    _play(night, f"{event}/rounds/2", {1: "some"})
    stored = Event.objects.get(slug=made["slug"])
    cut = night.call("GET", f"{event}/stages/1/cut")
    night.call("POST", f"{event}/stages/1/cut", {"advancing": cut["advancing"]})
    final = _play(night, f"{event}/rounds/3", {1: "second"})
    night.call("POST", f"{event}/finish", {})
    report = night.call("GET", f"{event}/report")
    assert report["winner"]["number"] == final[1][1]
    assert len(report["standings"]["rows"]) == 14
    assert not Match.objects.filter(round__event=stored).outstanding().exists()
    archive = archive_of(night.call("GET", f"{event}/archive"))
    assert archive.rounds[0].matches[1].marks == fixed["marks"]
    assert {entry.who for entry in JournalEntry.objects.filter(event=stored)} == {"Night (anna)"}


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"games": [2, 1, 0]}, "games"),
        ({}, "games"),
        ({"marks": "wl"}, "marks"),
        ({"marks": "wwll"}, "marks"),
        ({"marks": "2134"}, "marks"),
        ({"marks": "lwll", "ended": "not-played"}, "marks"),
    ],
)
def test_a_result_that_cannot_be_names_its_place(sent: dict[str, Any], field: str) -> None:
    night = Night()
    new = {"name": "Commander Night", "date": "2026-11-28", "kind": "tables"}
    event = f"/events/{night.call('POST', '/organisations/shop/events', new)['slug']}"
    for number in range(1, 9):
        night.call("POST", f"{event}/players", {"name": f"Player {number:02}"})
    night.call("POST", f"{event}/rounds/1/pair", {})
    night.call("POST", f"{event}/rounds/1/post")
    status, told = night.ask("POST", f"{event}/rounds/1/tables/1/result", sent)
    assert status == 422, told
    assert field in json.dumps(told)


def test_a_program_keeps_what_the_stages_of_tables_of_four_have_alone() -> None:
    night = Night()
    new = {"name": "Commander Night", "date": "2026-11-28", "kind": "tables"}
    path = f"/events/{night.call('POST', '/organisations/shop/events', new)['slug']}/stages"
    [stage] = night.call("GET", path)["stages"]
    assert (stage.pop("number"), stage.pop("confirmed")) == (1, False)
    wanted = {**stage, "table_sizes": "byes", "odd_go": "high", "points_first": True}
    [changed] = night.call("PUT", path, {"stages": [wanted]}, "*")["stages"]
    assert wanted.items() <= changed.items()
