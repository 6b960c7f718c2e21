"""Log in, the first organizer, an invitation, passwords, languages."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from events.accounts.actions import create_first_organizer
from events.accounts.staff_views import join_path
from events.core.refusals import RefusedError
from events.web.new_accounts import first_code
from events.web.rate_limits import NEW_ACCOUNTS
from tests import factories
from tests.databases import migrated_file

FIRST = {
    "username": "ann",
    "first_name": "Ann",
    "password1": factories.PASSWORD,
    "password2": factories.PASSWORD,
}


@pytest.mark.django_db
def test_an_empty_machine_leads_to_the_first_account() -> None:
    client = Client()
    response = client.get("/login/")
    assert response["Location"] == "/first-organizer/"
    response = client.post("/first-organizer/", FIRST)
    assert response["Location"] == "/staff/"
    page = client.get("/staff/").content.decode()
    assert "Create your first event" in page
    account = User.objects.get()
    assert (account.username, account.first_name, account.is_superuser) == ("ann", "Ann", False)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wrong",
    [{"password2": "another"}, {"password1": "123", "password2": "123"}, {"username": "a b!"}],
)
def test_a_wrong_first_account_is_not_made_and_keeps_what_was_typed(wrong: dict[str, str]) -> None:
    response = Client().post("/first-organizer/", {**FIRST, **wrong})
    assert response.status_code == 422
    assert 'value="Ann"' in response.content.decode()
    assert not User.objects.exists()


@pytest.mark.django_db
def test_the_first_account_is_refused_for_ever() -> None:
    factories.user("bea")
    client = Client()
    assert client.get("/first-organizer/")["Location"] == "/login/"
    assert client.post("/first-organizer/", FIRST)["Location"] == "/login/"
    assert [user.username for user in User.objects.all()] == ["bea"]
    with pytest.raises(RefusedError):
        create_first_organizer(username="ann", name="", password=factories.PASSWORD)


TWO_AT_ONCE = """
import sys, django
django.setup()
from events.accounts.actions import create_first_organizer
from events.core.refusals import RefusedError
print("ready", flush=True)
sys.stdin.readline()
try:
    create_first_organizer(username=sys.argv[1], name="", password="correct horse battery")
    print("made")
except RefusedError:
    print("refused")
"""


@pytest.fixture
def own_database(tmp_path: Path, transactional_db: None) -> dict[str, str]:
    """The environment of a process that uses an empty database of the same kind as the tests."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    if connection.vendor == "postgresql":
        given = urlsplit(settings.DATABASE_URL)
        name = connection.settings_dict["NAME"]
        return {**environment, "DATABASE_URL": given._replace(path=f"/{name}").geturl()}
    environment["DATABASE_URL"] = f"sqlite:///{migrated_file(tmp_path / 'own.sqlite3')}"
    return environment


def test_of_two_first_organizers_at_once_one_is_made(own_database: dict[str, str]) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", TWO_AT_ONCE, name],
            cwd=settings.BASE_DIR,
            env=own_database,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("ann", "bea")
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    outcomes = [process.communicate(timeout=60)[0].strip() for process in processes]
    assert sorted(outcomes) == ["made", "refused"]


@pytest.mark.django_db
def test_log_in_goes_where_one_wanted_to_and_not_to_other_sites() -> None:
    factories.user("ann")
    data = {"username": "ann", "password": factories.PASSWORD}
    assert Client().post("/login/", {**data, "next": "/staff/new/"})["Location"] == "/staff/new/"
    assert Client().post("/login/", {**data, "next": "//evil.example"})["Location"] == "/staff/"
    wrong = Client().post("/login/", {**data, "password": "no", "next": "/staff/new/"})
    page = wrong.content.decode()
    assert 'value="ann"' in page
    assert 'value="/staff/new/"' in page
    assert "Username or password is wrong." in page


@pytest.mark.django_db
def test_log_out_is_a_post() -> None:
    client = factories.client_of(factories.user())
    assert client.get("/logout/").status_code == 405
    assert client.post("/logout/")["Location"] == "/"
    assert client.get("/staff/").status_code == 302


@pytest.mark.django_db
def test_an_invitation_sets_the_password_once() -> None:
    event = factories.event()
    jo = factories.invited_before(event, "jo")
    link = join_path(jo)
    client = Client()
    page = client.get(link, follow=True)
    assert "jo" in page.content.decode()
    form = {
        "first_name": "Jo Smith",
        "new_password1": factories.PASSWORD,
        "new_password2": factories.PASSWORD,
    }
    target = page.redirect_chain[-1][0]
    assert client.post(target, {**form, "new_password2": "x"}).status_code == 200
    assert client.post(target, form)["Location"] == "/staff/"
    assert client.get("/staff/").status_code == 200
    jo = User.objects.get(username="jo")
    assert jo.first_name == "Jo Smith"
    assert jo.check_password(factories.PASSWORD)
    again = Client().get(link, follow=True)
    assert "This invitation was already used or has expired." in again.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/password/", "/first-organizer/"])
def test_one_sentence_says_what_a_password_needs(path: str) -> None:
    # Django's own hint is a list. A list ends the paragraph of the hint, so that screen readers do
    # not read it with its field.
    client = Client() if path == "/first-organizer/" else factories.client_of(factories.user("ann"))
    page = client.get(path).content.decode()
    assert "At least 8 characters, and not only digits." in page
    assert "<ul" not in page.partition('<form class="form"')[2]


@pytest.mark.django_db
def test_own_password() -> None:
    person = factories.user("ann")
    client = factories.client_of(person)
    new = "another horse battery"
    data = {"old_password": "wrong", "new_password1": new, "new_password2": new}
    assert client.post("/password/", data).status_code == 422
    data["old_password"] = factories.PASSWORD
    assert client.post("/password/", data)["Location"] == "/staff/"
    assert client.get("/staff/").status_code == 200
    person.refresh_from_db()
    assert person.check_password(new)
    assert Client().get("/password/").status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("/login/?next=/staff/", "/login/?next=/staff/"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
    ],
)
def test_language_goes_back_to_this_site_only(target: str, expected: str) -> None:
    client = Client()
    response = client.get("/language/ja/", {"next": target})
    assert response["Location"] == expected
    assert response.cookies["django_language"].value == "ja"


@pytest.mark.django_db
def test_unknown_languages_are_not_there() -> None:
    assert Client().get("/language/xx/").status_code == 404
    assert Client().post("/language/ja/").status_code == 405


ELSEWHERE: dict[str, Any] = {"REMOTE_ADDR": "192.168.1.20"}


@pytest.mark.django_db
def test_the_first_account_from_elsewhere_needs_the_code_of_the_console() -> None:
    client = Client(**ELSEWHERE)
    assert "Code of the server" in client.get("/first-organizer/").content.decode()
    for code in ("", "AAAA-BBBB-CCCC", "é" * 12):
        answer = client.post("/first-organizer/", {**FIRST, "code": code})
        assert answer.status_code == 422
    assert not User.objects.exists()
    code = first_code()
    typed = f"{code[:4]}-{code[4:8].lower()}-{code[8:]}"
    assert client.post("/first-organizer/", {**FIRST, "code": typed}).status_code == 302
    assert User.objects.get().username == FIRST["username"]


@pytest.mark.django_db
def test_a_proxy_on_the_same_computer_is_elsewhere() -> None:
    client = Client(headers={"X-Forwarded-For": "127.0.0.1"})
    assert client.post("/first-organizer/", FIRST).status_code == 422
    assert not User.objects.exists()


@pytest.mark.django_db
def test_codes_can_not_be_tried_without_end(rate_limits: None) -> None:
    client = Client(**ELSEWHERE)
    for _time in range(NEW_ACCOUNTS.most):
        answer = client.post("/first-organizer/", {**FIRST, "code": "WRONG"})
        assert "This is not the code" in answer.content.decode()
    answer = client.post("/first-organizer/", {**FIRST, "code": first_code()})
    assert "Too many attempts" in answer.content.decode()
    assert not User.objects.exists()
