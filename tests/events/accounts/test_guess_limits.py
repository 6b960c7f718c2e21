"""Guessing passwords from many places: networks, pauses for a name, known devices, unlocking."""

from datetime import timedelta
from http import HTTPStatus

import pytest
from django.core.management import call_command
from django.test import Client

from events.accounts import guess_limits
from events.accounts.guess_limits import locked_names
from events.models import AccountEntry, GuessCount
from events.web.logins import DEVICE
from events.web.rate_limits import LOGINS
from tests import factories
from tests.events.accounts.test_logins import WRONG, lock, log_in, member_and_organizer
from tests.events.support.doors import address

pytestmark = pytest.mark.django_db


def known_client(username: str, where: str = "10.0.0.7") -> Client:
    """A device on which an account logged in before, and that is logged out by now."""
    known = Client(REMOTE_ADDR=where)
    known.post("/login/", {"username": username, "password": factories.PASSWORD})
    cookie = known.cookies[DEVICE].value
    known.logout()
    known.cookies[DEVICE] = cookie
    return known


def slow_down(username: str, count: int = 30) -> None:
    for number in range(count):
        log_in(username, WRONG, f"10.1.{number}.1")


def passed(**time: float) -> None:
    """Let time pass for everything that is counted."""
    for row in GuessCount.objects.all():
        row.last_at -= timedelta(**time)
        row.since -= timedelta(**time)
        row.expires_at = row.expires_at and row.expires_at - timedelta(**time)
        row.save()


def test_a_network_of_ipv6_counts_as_one_and_wider_ones_more_loosely() -> None:
    factories.user("rossi")
    answers = [log_in("rossi", WRONG, f"2001:db8:0:1::{number:x}") for number in range(1, 12)]
    assert answers == [HTTPStatus.OK] * 9 + [HTTPStatus.TOO_MANY_REQUESTS] * 2
    assert log_in("rossi", factories.PASSWORD, "2001:db8:0:1::ffff") == 429
    assert locked_names(["rossi"]) == {"rossi"}
    assert log_in("rossi", factories.PASSWORD, "2001:db8:0:2::1") == HTTPStatus.FOUND
    GuessCount.objects.all().delete()
    for number in range(4):
        for host in range(1, 8):
            log_in("bianchi", WRONG, f"2001:db8:0:{number}::{host}")
    assert not locked_names(["bianchi"])
    GuessCount.objects.filter(place="").delete()
    for number in range(4, 8):
        for host in range(1, 5):
            log_in("bianchi", WRONG, f"2001:db8:0:{number}::{host}")
    assert log_in("bianchi", WRONG, "2001:db8:0:ff::1") == 429, "40 from one /56"
    assert log_in("bianchi", WRONG, "2001:db8:0:100::1") == HTTPStatus.OK
    assert log_in("bianchi", WRONG, "::ffff:10.0.0.9") == HTTPStatus.OK


def test_many_wrong_passwords_from_everywhere_slow_a_name_down_and_its_owner_reads_so() -> None:
    user = factories.user("rossi")
    slow_down("rossi")
    answer = Client(REMOTE_ADDR="10.9.0.1").post(
        "/login/", {"username": "rossi", "password": factories.PASSWORD}
    )
    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert "Many wrong passwords were entered for this name." in answer.content.decode()
    assert 1 <= int(answer["Retry-After"]) <= 5
    entry = AccountEntry.objects.get(user=user, verb=AccountEntry.Verb.WRONG_PASSWORDS)
    assert entry.note == "30×"
    passed(seconds=5)
    browser = Client(REMOTE_ADDR="10.9.0.1")
    right = {"username": "rossi", "password": factories.PASSWORD}
    assert browser.post("/login/", right).status_code == HTTPStatus.FOUND
    assert "30 wrong passwords since" in browser.get("/staff/").content.decode()
    assert not GuessCount.objects.filter(name="rossi", place="").exists()


def test_a_name_without_an_account_is_slowed_down_alike() -> None:
    factories.user("rossi")
    slow_down("nobody")
    assert log_in("nobody", WRONG, "10.9.0.1") == HTTPStatus.TOO_MANY_REQUESTS
    assert not AccountEntry.objects.exists()


def test_pauses_grow_with_each_ten_wrong_passwords() -> None:
    waits = [guess_limits._NAME.wait(failures, 0) for failures in (29, 30, 39, 40, 60, 100, 10_000)]
    assert waits == [0, 5, 5, 10, 40, 640, 900]


def test_an_unlock_is_no_way_to_go_on_guessing() -> None:
    event, organizer = member_and_organizer()
    url = f"{address(event, 'staff')}rossi/unlock/"
    answers = []
    for _time in range(4):
        answers += [log_in("rossi", WRONG) for _guess in range(9)]
        organizer.post(url)
    assert answers.count(HTTPStatus.TOO_MANY_REQUESTS) == 7, "30 are checked, none after that"
    assert GuessCount.objects.get(name="rossi", place="").failures == 30


@pytest.mark.usefixtures("rate_limits")
def test_a_known_device_is_never_kept_out_by_what_strangers_guess(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    factories.user("rossi")
    known = known_client("rossi")
    monkeypatch.setattr(LOGINS, "most", 30)
    lock("rossi")
    slow_down("rossi")
    for _time in range(30):
        log_in("rossi", WRONG)
    assert log_in("rossi", WRONG) == 429, "the network is turned away"
    right = {"username": "rossi", "password": factories.PASSWORD}
    assert known.post("/login/", right).status_code == HTTPStatus.FOUND
    assert "wrong passwords since" in known.get("/staff/").content.decode()
    assert GuessCount.objects.get(name="rossi", place="").failures == 30, "strangers still count"
    assert "wrong passwords since" not in known.get("/staff/").content.decode()


def test_a_known_device_does_not_guess_without_end_either() -> None:
    factories.user("rossi")
    known = known_client("rossi")
    wrong = {"username": "rossi", "password": WRONG}
    answers = [known.post("/login/", wrong).status_code for _time in range(11)]
    assert answers == [HTTPStatus.OK] * 9 + [HTTPStatus.TOO_MANY_REQUESTS] * 2
    assert not GuessCount.objects.filter(name="rossi", place="").exists()


def test_the_own_password_is_not_guessed_at_an_open_desk() -> None:
    browser = factories.client_of(factories.user("rossi"))
    new = {"new_password1": "another horse battery", "new_password2": "another horse battery"}
    for _time in range(10):
        browser.post("/password/", {**new, "old_password": WRONG})
    page = browser.post("/password/", {**new, "old_password": factories.PASSWORD})
    assert page.status_code == 422
    assert "Try again in 5 minutes." in page.content.decode()


def test_counts_that_nobody_needs_are_removed() -> None:
    factories.user("bianchi")
    for number in range(5):
        log_in(f"nobody-{number}", WRONG)
    passed(days=1, seconds=1)
    log_in("rossi", WRONG)
    assert set(GuessCount.objects.values_list("name", flat=True)) == {"rossi"}


def test_the_operator_unlocks_one_account_or_everybody() -> None:
    for name in ("rossi", "bianchi"):
        factories.user(name)
        lock(name)
    call_command("axes_reset", "rossi")
    assert locked_names(["rossi", "bianchi"]) == {"bianchi"}
    assert GuessCount.objects.get(name="rossi").place == ""
    call_command("axes_reset")
    assert not GuessCount.objects.exists()
