"""Another laptop's requests: sealed with the token, and nobody else learns anything."""

import json
import time
from collections.abc import Iterator
from dataclasses import asdict
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client, override_settings

from events.hosting.standby import views as follow
from events.hosting.standby.challenges import RUN, Challenges, begin_run
from events.hosting.standby.leadership import PEERS, Claim, Registry
from events.hosting.standby.proof import KEY
from events.hosting.standby.wire import own_token, seal, unseal
from tests import factories
from tests.events.hosting.tokens import OTHER_TOKEN
from tests.events.scenario import event_with_owner, start_round
from tests.events.support.doors import address

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
]
BINARY = "application/octet-stream"
NEAR, STRANGER = "127.0.0.1", "10.0.0.66"


@pytest.fixture(autouse=True)
def var(tmp_path: Path) -> Iterator[Path]:
    with override_settings(VAR_DIR=tmp_path):
        yield tmp_path


Message = dict[str, Any]


def post(data: bytes, where: str = NEAR) -> tuple[int, bytes]:
    answer = Client(REMOTE_ADDR=where).post("/follow/", data, content_type=BINARY)
    return answer.status_code, answer.content


def message(challenge: str = "", token: str = "", where: str = NEAR, **header: Any) -> bytes:
    """A message as another laptop at this address seals it."""
    about = {"kind": "changes", "have": "", "from": where, "port": 8001, "nonce": "n"}
    return seal(token or own_token(), {**about, "challenge": challenge, **header})


def challenged(where: str = NEAR) -> str:
    """The challenge that the laptop here gives to one that has the token."""
    status, answer = post(message(where=where), where)
    assert status == HTTPStatus.UNAUTHORIZED
    told, data = unseal(own_token(), answer)
    assert (told["kind"], told["nonce"], data) == ("challenge", "n", b"")
    return str(told["next"])


def recorded(where: str = NEAR, **header: Any) -> bytes:
    """A message that an eavesdropper in the network recorded while it was accepted."""
    sent = message(challenged(where), where=where, **header)
    assert post(sent, where)[0] == HTTPStatus.OK
    return sent


sqlite_only = pytest.mark.skipif(
    "postgres" in str(settings.DATABASES["default"]["ENGINE"]), reason="copies are of SQLite files"
)


def test_the_token_opens_and_nothing_else_does(var: Path) -> None:
    event_with_owner(4)
    if connection.vendor != "sqlite":
        assert post(message())[0] == HTTPStatus.NOT_FOUND
        return
    status, answer = post(message(challenged()))
    assert status == HTTPStatus.OK
    told, data = unseal(own_token(), answer)
    assert data.startswith(b"SQLite format 3")
    assert told["nonce"] == "n"
    assert Registry(var).peers() == ["http://127.0.0.1:8001/"]
    told, data = unseal(own_token(), post(message(told["next"], have=told["state"]))[1])
    assert data == b""
    for wrong in (message(token=OTHER_TOKEN), b"", b"\0" * 500, message()[:-9]):
        status, answer = post(wrong)
        assert status == HTTPStatus.FORBIDDEN
        assert b"SQLite" not in answer
    assert post(b"x" * 100_000)[0] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert Client().get("/follow/").status_code == HTTPStatus.METHOD_NOT_ALLOWED


def later_charge(here: Registry) -> dict[str, Any]:
    own = here.own()
    return asdict(Claim(own.term + 1, "stranger", own.chain, own.since))


class TestARecordedMessage:
    """A stranger in the network writes messages down and sends them again."""

    pytestmark = [pytest.mark.sqlite, sqlite_only]

    @pytest.mark.parametrize("where", [STRANGER, NEAR])
    def test_makes_nobody_a_peer(self, var: Path, where: str) -> None:
        sent = recorded()
        (var / PEERS).unlink()
        status, answer = post(sent, where)
        assert status == HTTPStatus.UNAUTHORIZED
        assert unseal(own_token(), answer)[1] == b""
        assert Registry(var).peers() == []
        assert json.loads(Client().get("/follow/here").content)["others"] == []

    @pytest.mark.parametrize("where", [STRANGER, NEAR])
    def test_takes_nothing_over(self, var: Path, where: str) -> None:
        here = Registry(var)
        sent = message(challenged(), kind="charge", charge=later_charge(here))
        assert post(sent, where)[0] == (HTTPStatus.OK if where == NEAR else HTTPStatus.UNAUTHORIZED)
        (var / "taken_over.json").unlink(missing_ok=True)
        assert post(sent, where)[0] == HTTPStatus.UNAUTHORIZED
        assert Registry(var).successor() is None

    def test_is_old_after_a_minute_also_when_it_never_arrived(
        self, var: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent = message(challenged())
        later = time.monotonic() + 61
        monkeypatch.setattr(follow.challenges, "_clock", lambda: later)
        assert post(sent)[0] == HTTPStatus.UNAUTHORIZED
        assert Registry(var).peers() == []

    def test_is_old_after_the_next_start(self, var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        sent = recorded()
        monkeypatch.setattr(follow, "challenges", Challenges())
        (var / PEERS).unlink()
        assert post(sent)[0] == HTTPStatus.UNAUTHORIZED
        assert Registry(var).peers() == []

    def test_of_before_challenges_is_worth_nothing(self, var: Path) -> None:
        old = seal(own_token(), {"kind": "changes", "have": "", "port": 8001, "nonce": "n"})
        assert post(old, STRANGER)[0] == HTTPStatus.UNAUTHORIZED
        assert Registry(var).peers() == []

    def test_challenges_made_by_a_stranger_are_refused(self) -> None:
        for made in ("", ".", "x", "1.2.3", f"{time.monotonic():.3f}.00.{'0' * 64}", "\u00fc.x"):
            assert not Challenges(b"secret").accept(made, NEAR)

    def test_the_address_is_the_one_inside_the_seal(self, var: Path) -> None:
        """A stranger who passes messages on does not become the address that phones hear of."""
        challenge = challenged(STRANGER)
        assert post(message(challenge, where=NEAR), STRANGER)[0] == HTTPStatus.OK
        assert Registry(var).peers() == []
        here = Registry(var)
        passed_on = message(
            challenged(STRANGER), where=NEAR, kind="charge", charge=later_charge(here)
        )
        assert post(passed_on, STRANGER)[0] == HTTPStatus.OK
        successor = here.successor()
        assert successor is not None
        assert successor.address == f"http://{NEAR}:8001/"

    def test_workers_of_one_server_accept_each_others_challenges_and_no_later_start_does(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(RUN, "0")
        begin_run()
        made = Challenges().make(NEAR)
        assert Challenges().accept(made, "::ffff:127.0.0.1")
        begin_run()
        assert not Challenges().accept(made, NEAR)


class TestProof:
    """A page follows to no laptop that does not prove that it has the same data."""

    NONCE = "0123456789abcdef" * 2

    def asked(self, **query: str) -> dict[str, Any]:
        return dict(json.loads(Client().get("/follow/here", query).content))

    def test_a_laptop_signs_what_a_page_asks(self, var: Path) -> None:
        address = "http://127.0.0.1:8000/"
        told = self.asked(nonce=self.NONCE, address=address)
        modulus, signed = int(told["key"], 16), int(told["proof"], 16)
        text = f"matchslip {self.NONCE} {address} 1".encode()
        block = pow(signed, 65537, modulus).to_bytes(256)
        assert block == b"\0\1" + b"\xff" * (253 - len(text)) + b"\0" + text
        own = Registry(var).own()
        Registry(var).hear("http://10.0.0.2/", Claim(9, "b", own.chain, 0.0))
        told = self.asked(nonce=self.NONCE, address=address)
        block = pow(int(told["proof"], 16), 65537, modulus).to_bytes(256)
        assert block.endswith(f"{address} 0".encode()), "it says itself that it is not in charge"

    @pytest.mark.parametrize(
        ("nonce", "address"),
        [
            (NONCE, "http://10.0.2.7:8000/"),
            (NONCE, "http://stranger.example/"),
            (NONCE, "http://10.0.0.2]:x/"),
            (NONCE, ""),
            (NONCE, "http://127.0.0.1:8000/" + "x" * 100),
            (NONCE, "http://127.0.0.1/\u00fc"),
            (NONCE[:-1], "http://127.0.0.1:8000/"),
            (NONCE[:-1] + "Z", "http://127.0.0.1:8000/"),
        ],
    )
    def test_it_signs_for_no_other_computer(self, nonce: str, address: str) -> None:
        assert "proof" not in self.asked(nonce=nonce, address=address)

    def test_the_key_travels_with_the_copy_and_is_private(self, var: Path) -> None:
        key = self.asked()["key"]
        assert (var / KEY).stat().st_mode & 0o077 == 0
        if connection.vendor == "sqlite":
            told, _data = unseal(own_token(), post(message(challenged()))[1])
            assert told["kept"][KEY] == (var / KEY).read_text()
            assert "PRIVATE" not in key


def test_every_page_may_ask_who_is_in_charge(var: Path) -> None:
    Registry(var).note_peer("http://10.0.0.2:8000/")
    answer = Client().get("/follow/here")
    assert answer["Access-Control-Allow-Origin"] == "*"
    told = json.loads(answer.content)
    assert len(told.pop("key")) == 512
    assert told == {"in_charge": True, "now_at": None, "others": ["http://10.0.0.2:8000/"]}


def test_after_a_takeover_nothing_is_written_and_what_was_typed_comes_back(var: Path) -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    here = Registry(var)
    own = here.own()
    here.hear("http://10.0.0.2:8000/", Claim(own.term + 1, "b", own.chain, own.since))
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
        assert post(message(challenged()))[0] == HTTPStatus.CONFLICT
