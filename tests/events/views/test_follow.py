"""What another laptop asks: sealed with the token, and nobody else learns anything."""

import json
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client, override_settings

from events.hosting.following.charge import Charge, Registry
from events.hosting.following.wire import own_token, seal, unseal
from tests import factories
from tests.events.hosting.tokens import OTHER_TOKEN
from tests.events.scenario import event_with_owner, start_round
from tests.events.views.doors import address

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
]
BINARY = "application/octet-stream"


@pytest.fixture(autouse=True)
def var(tmp_path: Path) -> Iterator[Path]:
    with override_settings(VAR_DIR=tmp_path):
        yield tmp_path


def changes(token: str, have: str = "") -> bytes:
    return seal(token, {"kind": "changes", "have": have, "port": 8001, "nonce": "n"})


def post(data: bytes) -> tuple[int, bytes]:
    answer = Client().post("/follow/", data, content_type=BINARY)
    return answer.status_code, answer.content


def test_the_token_opens_and_nothing_else_does(var: Path) -> None:
    event_with_owner(4)
    if connection.vendor != "sqlite":
        assert post(changes(own_token()))[0] == HTTPStatus.NOT_FOUND
        return
    status, answer = post(changes(own_token()))
    assert status == HTTPStatus.OK
    told, data = unseal(own_token(), answer)
    assert data.startswith(b"SQLite format 3")
    assert told["nonce"] == "n"
    assert Registry(var).peers() == ["http://127.0.0.1:8001/"]
    told, data = unseal(own_token(), post(changes(own_token(), told["state"]))[1])
    assert data == b""
    for wrong in (changes(OTHER_TOKEN), b"", b"\0" * 500, changes(own_token())[:-9]):
        status, answer = post(wrong)
        assert status == HTTPStatus.FORBIDDEN
        assert b"SQLite" not in answer
    assert post(b"x" * 100_000)[0] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert Client().get("/follow/").status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_every_page_may_ask_who_is_in_charge(var: Path) -> None:
    Registry(var).note_peer("http://10.0.0.2:8000/")
    answer = Client().get("/follow/here")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert json.loads(answer.content) == {
        "in_charge": True,
        "now_at": None,
        "others": ["http://10.0.0.2:8000/"],
    }


def test_after_a_takeover_nothing_is_written_and_what_was_typed_comes_back(var: Path) -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    here = Registry(var)
    own = here.own()
    here.hear("http://10.0.0.2:8000/", Charge(own.term + 1, "b", own.chain, own.since))
    browser = factories.client_of(owner)
    page_before = address(event, "desk")
    answer = browser.post(
        address(event, "enter", number=1),
        {"entry": "1 20"},
        headers={"Referer": f"http://testserver{page_before}"},
    )
    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    page = answer.content.decode()
    assert "Another laptop took over" in page
    assert "1 20" in page
    assert f'href="http://10.0.0.2:8000{page_before}"' in page
    assert "http://10.0.0.2:8000/" in browser.get(address(event, "desk")).content.decode()
    assert json.loads(Client().get("/follow/here").content)["now_at"] == "http://10.0.0.2:8000/"
    if connection.vendor == "sqlite":
        assert post(changes(own_token()))[0] == HTTPStatus.CONFLICT
