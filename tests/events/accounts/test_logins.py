"""Guessing passwords: few tries, words for the person locked out, and a way back in."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from http import HTTPStatus

import pytest
from django.db import connections
from django.test import Client, RequestFactory, override_settings
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from events.accounts.guess_limits import locked_names
from events.models import (
    Event,
    GuessCount,
    Organisation,
    OrganisationMember,
    Role,
)
from events.web.logins import DEVICE, address_of
from events.web.rate_limits import LOGINS
from tests import factories
from tests.events.support.doors import address, check_refusals, check_wrong_method

pytestmark = pytest.mark.django_db
TRIES = 10
WRONG = "certainly not"


def log_in(username: str, password: str, where: str = "10.0.0.7") -> int:
    fields = {"username": username, "password": password}
    return Client(REMOTE_ADDR=where).post("/login/", fields).status_code


def lock(username: str, where: str = "10.0.0.7") -> None:
    for _ in range(TRIES):
        log_in(username, WRONG, where)


def test_a_name_is_locked_at_the_address_of_the_wrong_passwords_and_nowhere_else() -> None:
    """Ten wrong passwords from any phone must not keep the right scorekeeper out."""
    factories.user("rossi")
    factories.user("bianchi")
    for _ in range(TRIES - 1):
        assert log_in("rossi", WRONG) == HTTPStatus.OK
    assert log_in("rossi", WRONG) == HTTPStatus.TOO_MANY_REQUESTS
    assert log_in("rossi", factories.PASSWORD) == HTTPStatus.TOO_MANY_REQUESTS
    assert locked_names(["rossi", "bianchi"]) == {"rossi"}
    assert log_in("rossi", factories.PASSWORD, "10.0.2.1") == HTTPStatus.FOUND
    lock("rossi")
    assert log_in("bianchi", factories.PASSWORD) == HTTPStatus.FOUND
    for number in range(TRIES):
        log_in("bianchi", WRONG, f"10.0.3.{number}")
    assert locked_names(["rossi", "bianchi"]) == {"rossi"}


def test_a_clock_that_is_set_back_makes_a_lock_no_longer() -> None:
    factories.user("rossi")
    lock("rossi")
    ahead = timezone.now() + timedelta(days=1)
    GuessCount.objects.update(last_at=ahead, expires_at=ahead + timedelta(minutes=5))
    assert log_in("rossi", factories.PASSWORD) == HTTPStatus.FOUND


def test_nobody_is_locked_out_at_the_server_itself() -> None:
    factories.user("rossi")
    for _ in range(TRIES + 2):
        assert log_in("rossi", WRONG, "127.0.0.1") == HTTPStatus.OK
    assert log_in("rossi", factories.PASSWORD, "127.0.0.1") == HTTPStatus.FOUND
    # A request that a proxy on this computer passes on counts as remote.
    passed_on = Client(REMOTE_ADDR="127.0.0.1", headers={"X-Forwarded-For": "10.0.0.9"})
    fields = {"username": "rossi", "password": WRONG}
    answers = [passed_on.post("/login/", fields).status_code for _ in range(TRIES)]
    assert answers[-1] == HTTPStatus.TOO_MANY_REQUESTS


def test_a_device_that_logged_in_before_is_not_locked_out() -> None:
    factories.user("rossi")
    factories.user("bianchi")
    known = Client(REMOTE_ADDR="10.0.0.7")
    right = {"username": "rossi", "password": factories.PASSWORD}
    assert known.post("/login/", right).status_code == HTTPStatus.FOUND
    cookie = known.cookies[DEVICE]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/login/", True, "Lax")
    known.logout()
    lock("rossi")
    lock("bianchi")
    assert log_in("rossi", factories.PASSWORD) == HTTPStatus.TOO_MANY_REQUESTS
    known.cookies[DEVICE] = cookie.value
    assert known.post("/login/", right).status_code == HTTPStatus.FOUND
    lock("rossi")
    # The device is known only for the accounts that logged in there.
    known.logout()
    known.cookies[DEVICE] = cookie.value
    others = {**right, "username": "bianchi"}
    assert known.post("/login/", others).status_code == HTTPStatus.TOO_MANY_REQUESTS
    stranger = Client(REMOTE_ADDR="10.0.0.7")
    stranger.cookies[DEVICE] = "WzFd:made:up"
    assert stranger.post("/login/", right).status_code == HTTPStatus.TOO_MANY_REQUESTS


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("file_database")
def test_ten_staff_log_in_at_the_same_moment() -> None:
    names = [f"judge-{number}" for number in range(10)]
    for name in names:
        factories.user(name)
    begin = threading.Barrier(len(names))

    def enter(name: str) -> int:
        begin.wait(30)
        try:
            return log_in(name, factories.PASSWORD, "10.0.0.7")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(names)) as pool:
        assert list(pool.map(enter, names)) == [HTTPStatus.FOUND] * len(names)


def test_a_right_password_forgets_the_wrong_ones_before() -> None:
    factories.user("rossi")
    for _ in range(3):
        for _ in range(TRIES - 1):
            log_in("rossi", WRONG)
        assert log_in("rossi", factories.PASSWORD) == HTTPStatus.FOUND


def test_the_person_locked_out_is_told_and_who_is_logged_in_goes_on() -> None:
    user = factories.user("rossi")
    inside = factories.client_of(user)
    lock("rossi")
    answer = Client(REMOTE_ADDR="10.0.0.7").post(
        "/login/", {"username": "rossi", "password": factories.PASSWORD}
    )
    page = answer.content.decode()
    assert "Login is blocked for 5 minutes" in page
    assert "staff page" in page
    assert answer["Retry-After"] == "300"
    assert inside.get("/staff/").status_code == HTTPStatus.OK


def member_and_organizer() -> tuple[Event, Client]:
    shop = Organisation.objects.create(slug="shop", name="Shop")
    event = factories.event(organisation=shop)
    organizer = factories.staff_member(event, Role.ORGANIZER)
    user = factories.staff_member(event, Role.SCOREKEEPER, "rossi")
    OrganisationMember.objects.create(organisation=shop, user=user, scorekeeper=True)
    return event, factories.client_of(organizer)


def test_an_organizer_unlocks_a_member_and_the_device() -> None:
    event, organizer = member_and_organizer()
    lock("rossi")
    staff = address(event, "staff")
    assert "locked after too many wrong passwords" in organizer.get(staff).content.decode()
    url = f"{staff}rossi/unlock/"
    assert organizer.post(url).status_code == HTTPStatus.FOUND
    assert "locked after too many wrong passwords" not in organizer.get(staff).content.decode()
    assert log_in("rossi", factories.PASSWORD) == HTTPStatus.FOUND


def test_only_who_edits_the_staff_unlocks_and_only_the_own() -> None:
    event, organizer = member_and_organizer()
    factories.user("stranger")
    staff = address(event, "staff")
    assert organizer.post(f"{staff}stranger/unlock/").status_code == HTTPStatus.NOT_FOUND
    check_refusals("post", f"{staff}rossi/unlock/", {Role.ORGANIZER, Role.HEAD_JUDGE}, event)
    check_wrong_method("post", f"{staff}rossi/unlock/", event)


def test_behind_a_proxy_the_proxys_word_counts_and_nobody_elses() -> None:
    def asked(forwarded: str) -> str | None:
        request = RequestFactory(REMOTE_ADDR="127.0.0.1").post(
            "/login/", headers={"X-Forwarded-For": forwarded}
        )
        return address_of(request)

    assert asked("10.0.0.1") == "127.0.0.1", "without a proxy anybody can write that"
    with override_settings(PROXIES=["10.0.0.0/8", "127.0.0.1"]):
        assert asked("10.9.9.9, 10.0.0.1") == "10.0.0.1"
    with override_settings(SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https")):
        assert asked("10.9.9.9, 10.0.0.1") == "10.0.0.1"
        assert asked("nonsense") == "127.0.0.1"


@pytest.mark.usefixtures("rate_limits")
def test_a_flood_from_one_address_is_turned_away_before_it_costs_anything(
    django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.user("rossi")
    monkeypatch.setattr(LOGINS, "most", 3)
    for _ in range(3):
        assert log_in("rossi", WRONG) == HTTPStatus.OK
    with django_assert_num_queries(0):
        answer = Client(REMOTE_ADDR="10.0.0.7").post("/login/", {"username": "rossi"})
    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert "Many people are logging in" in answer.content.decode()
    assert answer["Retry-After"] == "10"
    assert log_in("rossi", factories.PASSWORD, "10.0.0.8") == HTTPStatus.FOUND


def test_a_form_that_met_a_lost_session_leads_back_to_its_page() -> None:
    event = factories.event()
    owner = factories.staff_member(event, list(Role))
    desk = address(event, "settings")
    browser = Client()
    answer = browser.post(desk + "x", headers={"Referer": f"http://testserver{desk}"})
    answer = browser.post(address(event, "finish"), headers={"Referer": f"http://testserver{desk}"})
    assert answer["Location"] == f"/login/?next={desk.replace('/', '%2F')}"
    answer = browser.post(
        answer["Location"], {"username": owner.username, "password": factories.PASSWORD}
    )
    assert browser.get(answer["Location"]).status_code == HTTPStatus.OK
    answer = Client().post(address(event, "finish"), headers={"Referer": "http://evil.example/x"})
    assert answer["Location"] == "/login/"
