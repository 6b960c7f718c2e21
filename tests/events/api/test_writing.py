"""What programs write with an access token: guards, versions, keys, the journal."""

import datetime
import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from events.api.calls import result_calls
from events.api.declared import Call
from events.api.token_actions import make_token
from events.hosting.server.wsgi_bridge import known_program
from events.models import AccessToken, Event, JournalEntry, Match, Role, TokenScope
from events.web.rate_limits import PROGRAM_CALLS, RateLimit
from tests import factories
from tests.events.scenario import at_table, enter_slips, event_with_owner, start_round
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

ALL = [scope.value for scope in TokenScope]


@dataclass
class Program:
    """A program that holds a token of an event."""

    event: Event
    owner: User
    scopes: list[str] = field(default_factory=lambda: ALL)
    secret: str = ""

    def __post_init__(self) -> None:
        self.token, self.secret = make_token(
            event_id=self.event.pk, actor=self.owner, name="ScorePad", scopes=self.scopes
        )

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        sent = {"Authorization": f"Bearer {self.secret}", **headers}
        answer = Client(enforce_csrf_checks=True).generic(
            method,
            f"/api/v1/events/{self.event.slug}/{path}",
            body if isinstance(body, bytes) else as_json(body),
            "application/json",
            headers={name.replace("_", "-"): value for name, value in sent.items()},
        )
        assert isinstance(answer, HttpResponse)
        return answer

    def done(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        answer = self.call(method, path, body, **headers)
        assert answer.status_code in (200, 201), (path, answer.content.decode())
        return answer.json()


def as_json(body: Any) -> bytes:
    return b"" if body is None else json.dumps(body).encode()


def until(hours: int) -> str:
    return (timezone.now() + datetime.timedelta(hours=hours)).isoformat()


@pytest.fixture
def program() -> Program:
    event, owner = event_with_owner(4, rounds=3)
    return Program(event, owner)


@pytest.fixture
def playing(program: Program) -> Program:
    start_round(program.event, program.owner, 1)
    return program


def test_an_event_is_run_by_a_program() -> None:
    event, owner = event_with_owner(0, rounds=2)
    program = Program(event, owner)
    for name in ("Ada", "Bob", "Cy", "Di", "Eve"):
        number = program.done("POST", "players", {"name": name})["number"]
        assert program.done("POST", f"players/{number}/check-in")["checked_in"]
    assert program.done("POST", "players/5/drop", {"reason": "ill"})["state"] == "dropped"
    assert program.done("POST", "players/5/reinstate", {})["state"] == "active"
    assert program.done("POST", "players/5/drop", {"reason": "ill"})["state"] == "dropped"
    again = program.call("POST", "players", {"name": "Eve"})
    assert again.status_code == 409
    [question] = again.json()["questions"]
    assert (question["code"], question["players"]) == ("left-player", [5])
    other = program.done("POST", "players", {"name": "Eve", "another_person": True})["number"]
    assert program.done("POST", f"players/{other}/drop", {})["state"] == "dropped"
    assert program.done("POST", "rounds/1/pair")["state"] == "unposted"
    assert program.done("POST", "rounds/1/post")["state"] == "posted"
    first = program.done("POST", "rounds/1/tables/1/result", {"games": [2, 1, 0]})
    assert first["games"] == [2, 1, 0]
    other = {"games": [2, 0, 0]}
    version = {"If_Match": first["version"]}
    assert program.done("PUT", "rounds/1/tables/1/result", other, **version)["games"] == [2, 0, 0]
    assert program.call("PUT", "rounds/1/tables/1/result", other, **version).status_code == 412
    assert program.done("DELETE", "rounds/1/tables/1/result")["games"] == [2, 1, 0]
    open_table = program.call("POST", "rounds/1/complete")
    assert (open_table.status_code, open_table.json()["detail"]) == (
        409,
        "Tables without a result: 2. Enter or decide them first.",
    )
    program.done("POST", "rounds/1/tables/2/result", {"games": [1, 1, 1]})
    assert program.done("POST", "rounds/1/complete")["state"] == "complete"
    assert program.done("POST", "rounds/1/publish") == {"round": 1, "revision": 1}
    table = program.done("GET", "rounds/1/tables/1/result")
    fixed = {"games": [0, 2, 0], "reason": "slip misread"}
    program.done("PUT", "rounds/1/tables/1/result", fixed, If_Match=f'"{table["version"]}"')
    shown = Client().get(f"/api/v1/events/{event.slug}/standings").json()
    assert (shown["round"], shown["revision"]) == (1, 2)
    program.done("POST", "announcements", {"en": "Lunch", "until": until(hours=1)})
    assert program.done("POST", "rounds/2/pair")["number"] == 2
    entries = JournalEntry.objects.filter(event=event, data__program="ScorePad")
    assert {entry.who for entry in entries} == {f"ScorePad ({owner.username})"}
    assert entries.count() > 20


def test_a_key_gives_the_same_answer_and_one_effect(program: Program) -> None:
    body = {"name": "Zoe New"}
    first = program.call("POST", "players", body, Idempotency_Key="k-1")
    again = program.call("POST", "players", body, Idempotency_Key="k-1")
    assert (
        (first.status_code, first.content)
        == (again.status_code, again.content)
        == (
            201,
            first.content,
        )
    )
    assert program.event.enrollments.filter(name="Zoe New").count() == 1
    other = program.call("POST", "players", {"name": "Another"}, Idempotency_Key="k-1")
    assert (other.status_code, other.json()["field"]) == (409, "Idempotency-Key")
    assert not program.event.enrollments.filter(name="Another").exists()
    refused = program.call("POST", "rounds/1/post", Idempotency_Key="k-2")
    assert (refused.status_code, refused.json()["detail"]) == (404, "Round 1 does not exist.")
    program.done("POST", "rounds/1/pair")
    assert program.call("POST", "rounds/1/post", Idempotency_Key="k-2").content == refused.content
    program.done("POST", "rounds/1/post", Idempotency_Key="k-3")
    assert program.call("POST", "players", body, Idempotency_Key="ü").status_code == 400


@pytest.mark.parametrize(
    ("body", "status", "named"),
    [
        (b"[" * 100_000, 422, ""),
        (b'{"games":' + b"[" * 100_000, 422, "games[0]"),
        (b'{"x":' + b'{"y":' * 50_000, 422, ""),
        (b"{", 400, ""),
        (b"\xff", 400, ""),
        (b"{}", 422, ""),
        (b'{"games": [2, 1]}', 422, "games"),
        (b'{"games": [2, 1, -1]}', 422, "games[2]"),
        (b'{"games": [2, 1, 1e99]}', 422, "games[2]"),
        (b'{"games": [9, 9, 9]}', 422, ""),
        (b'{"games": [2, 1, 0], "drop": []}', 422, "drop"),
        (b'{"games": [2, 1, 0], "drops": ["third"]}', 422, "drops[0]"),
        (b'{"games": [2, 1, 0], "reason": 7}', 422, "reason"),
        (b'{"games": "2-1"}', 422, "games"),
        (b"[]", 422, ""),
        (b" " * 1_000_001, 413, ""),
    ],
)
def test_a_wrong_body_is_named(playing: Program, body: bytes, status: int, named: str) -> None:
    answer = playing.call("POST", "rounds/1/tables/1/result", body)
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.status_code in (status, 409 if body == b'{"games": [9, 9, 9]}' else status)
    assert answer.json().get("field", "") == named or not named
    detail = answer.json()["detail"]
    assert detail
    # The messages are ours: no library answers a client.
    assert "`" not in detail
    assert "Expected" not in detail


def test_a_refusal_names_the_field_of_the_call(playing: Program) -> None:
    soon = (timezone.now() + datetime.timedelta(hours=1)).isoformat()
    late = (timezone.now() + datetime.timedelta(days=3)).isoformat()
    for path, body, named in (
        ("rounds/1/tables/1/result", {"games": [5, 2, 0]}, "games"),
        ("announcements", {"until": soon}, "en"),
        ("announcements", {"until": late, "en": "Lunch"}, "until"),
        ("players", {"name": " "}, "name"),
    ):
        answer = playing.call("POST", path, body)
        assert (answer.status_code, answer.json()["field"]) == (422, named), path
    outstanding = playing.call("POST", "rounds/1/complete")
    assert outstanding.status_code == 409
    assert (
        outstanding.json()["detail"] == "Tables without a result: 1, 2. Enter or decide them first."
    )
    assert "field" not in outstanding.json()


def test_words_are_those_of_the_screens(playing: Program) -> None:
    answer = playing.call("POST", "rounds/1/tables/31/result", {"games": [2, 0, 0]})
    assert answer.status_code == 404
    assert answer.json()["detail"] == (
        "Table 31 does not exist in round 1. Tables run from 1 to 2."
    )
    assert "field" not in answer.json()
    japanese = playing.call(
        "POST", "rounds/1/tables/31/result", {"games": [2, 0, 0]}, Accept_Language="ja"
    )
    assert japanese.json()["detail"] == answer.json()["detail"]
    assert (answer.json()["code"], answer.json()["title"]) == (
        "not-found",
        "Nothing at this address",
    )
    assert japanese.json()["title"] == "このアドレスには何もありません"
    assert answer.json()["type"].endswith("/api/v1/docs#problem-not-found")
    unlikely = playing.call("POST", f"rounds/{10**18}/tables/1/result", {"games": [2, 0, 0]})
    assert unlikely.status_code == 404


@pytest.mark.parametrize("junk", ['"zzz"', '"stages:87390c11"', '""', '",,"'])
def test_a_version_of_something_else_changes_nothing(program: Program, junk: str) -> None:
    changes: tuple[tuple[str, str, Any], ...] = (
        ("PATCH", "players/1", {"name": "Zoe New"}),
        ("PATCH", "settings", {"round_minutes": 45}),
    )
    before = JournalEntry.objects.count()
    for method, path, body in changes:
        answer = program.call(method, path, body, If_Match=junk)
        assert (answer.status_code, answer.json()["field"]) in (
            (412, "If-Match"),
            (400, "If-Match"),
        )
    assert JournalEntry.objects.count() == before


def test_another_result_than_the_one_that_counts_is_a_conflict(playing: Program) -> None:
    path = "rounds/1/tables/1/result"
    playing.done("POST", path, {"games": [2, 0, 0]})
    other = playing.call("POST", path, {"games": [0, 2, 0]})
    assert (other.status_code, other.json()["code"]) == (409, "questions")
    [question] = other.json()["questions"]
    assert "already has a different result" in question["text"]
    same = playing.call("POST", path, {"games": [2, 0, 0], "answers": {"result-differs": "keep"}})
    assert same.status_code == 200
    again = playing.call("POST", path, {"games": [2, 0, 0]})
    assert (again.status_code, again.json()["code"]) == (409, "nothing-changed")
    assert playing.done("GET", path)["games"] == [2, 0, 0]
    unseen = playing.call("PUT", path, {"games": [0, 2, 0]})
    assert (unseen.status_code, unseen.json()["field"]) == (428, "If-Match")
    table = playing.call("GET", path)
    assert table["ETag"] == f'"{table.json()["version"]}"'


def test_a_result_that_came_in_meanwhile_is_not_undone(
    playing: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = result_calls._check_version

    def a_slip_comes_in(call: Call[Any], match: Match) -> None:
        checked(call, match)
        enter_slips(playing.event, playing.owner, 1, "1 21")

    monkeypatch.setattr(result_calls, "_check_version", a_slip_comes_in)
    answer = playing.call("DELETE", "rounds/1/tables/1/result")
    assert "Nothing was undone." in answer.json()["detail"]
    assert at_table(playing.event, 1, 1).games == (2, 1, 0)


def test_the_last_use_is_noted_without_a_write_for_each_call(playing: Program) -> None:
    path = "rounds/1/tables/1/result"
    assert AccessToken.objects.get().used_at is None
    first = queries_of(lambda: playing.call("GET", path))
    assert AccessToken.objects.get().used_at is not None
    assert queries_of(lambda: playing.call("GET", path)) == first - 1


def test_calls_are_limited(playing: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RateLimit, "enforced", True)
    monkeypatch.setattr(PROGRAM_CALLS, "most", 1)
    PROGRAM_CALLS.forget()
    assert playing.call("GET", "rounds/1/tables/1/result").status_code == 200
    refused = playing.call("GET", "rounds/1/tables/1/result")
    assert refused.status_code == 429
    assert refused["Retry-After"] == refused["RateLimit-Reset"], "an earlier call is refused, too"
    assert (refused["RateLimit-Limit"], refused["RateLimit-Remaining"]) == ("1", "0")
    assert 0 < int(refused["RateLimit-Reset"]) <= 60
    PROGRAM_CALLS.forget()


def test_an_expired_token_writes_nothing_and_says_so(
    playing: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The server closes its connection after the look, but the test is inside a transaction of it.
    monkeypatch.setattr("events.hosting.server.wsgi_bridge.close_old_connections", lambda: None)
    path, event = "rounds/1/tables/1/result", playing.event
    _token, secret = make_token(
        event_id=event.pk, actor=playing.owner, name="Pad", scopes=["results"], days=30
    )
    asked = {"Authorization": f"Bearer {secret}"}
    assert playing.call("GET", path, **asked).status_code == 200
    page = factories.client_of(playing.owner).get(f"/staff/e/{event.slug}/tokens/").content.decode()
    assert "Works until" in page
    assert "Expired" not in page
    past = timezone.now() - datetime.timedelta(seconds=1)
    AccessToken.objects.filter(name="Pad").update(expires_at=past)
    refused = playing.call("GET", path, **asked)
    assert (refused.status_code, refused.json()["code"]) == (401, "expired-token")
    assert not known_program(f"Bearer {secret}".encode())
    page = factories.client_of(playing.owner).get(f"/staff/e/{event.slug}/tokens/").content.decode()
    assert "Expired" in page


def test_the_token_is_shown_once_and_kept_nowhere(program: Program) -> None:
    browser = factories.client_of(program.owner)
    page = f"/staff/e/{program.event.slug}/tokens/"
    made = browser.post(page, {"name": "League", "scopes": ["results"]}).content.decode()
    [secret] = [word for word in made.split('"') if word.startswith("matchslip_")]
    kept = AccessToken.objects.get(name="League")
    assert secret not in str(AccessToken.objects.filter(pk=kept.pk).values().get())
    later = browser.get(page).content.decode()
    assert secret not in later
    assert f"…{secret[-4:]}" in later
    assert "Not used yet" in later
    assert browser.post(page, {"name": "", "scopes": []}).status_code == 422
    browser.post(f"{page}{kept.pk}/revoke/")
    assert f"…{secret[-4:]}" not in browser.get(page).content.decode()
    assert browser.post(f"{page}{kept.pk}/revoke/", follow=True).status_code == 200
    verbs = JournalEntry.objects.filter(event=program.event, verb="tokens-changed")
    assert verbs.count() == 3


def test_a_judge_makes_no_token(program: Program) -> None:
    judge = factories.client_of(factories.staff_member(program.event, Role.JUDGE))
    page = f"/staff/e/{program.event.slug}/tokens/"
    assert judge.get(page).status_code == 403
