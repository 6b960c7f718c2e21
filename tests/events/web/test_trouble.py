"""A full disk, a database that takes nothing: plain words, and nothing typed is lost."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from http import HTTPStatus
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, OperationalError, connection
from django.test import Client

from events.models import Enrollment, JournalEntry, Match
from events.paper import typst_process
from events.web.write_failures import LATE, Trouble, trouble_of
from tests import factories
from tests.events.scenario import event_with_owner, start_round
from tests.events.support.doors import address
from tests.events.support.settings import fields_of, settings_address

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
]
LONG = "needs two tables\nbeside the door; " + "x" * 3000


@contextmanager
def read_only() -> Iterator[str]:
    """Let the database take nothing, and have it back; gives the words for it."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA query_only=ON")
            yield "The server can no longer write to its disk."
            cursor.execute("PRAGMA query_only=OFF")
        else:
            cursor.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
            yield "The server can no longer write to its disk."
            cursor.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE")


def browser_of(user: User | None) -> Client:
    browser = factories.client_of(user)
    browser.raise_request_exception = False
    return browser


def test_an_entry_is_refused_in_words_the_box_shows() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    browser = browser_of(owner)
    entries = JournalEntry.objects.count()
    url = address(event, "enter", number=1)
    with read_only() as words:
        answer = browser.post(url, {"entry": "1 20"}, headers={"HX-Request": "true"})
        assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
        assert "Not saved." in answer.content.decode()
        assert words in answer.content.decode()
        assert "<html" not in answer.content.decode()
        assert browser.get(address(event, "desk")).status_code == HTTPStatus.OK
        assert browser.get(f"/e/{event.slug}/pairings/").status_code == HTTPStatus.OK
    assert JournalEntry.objects.count() == entries
    assert not Match.objects.exclude(first_wins=None).exists()
    answer = browser.post(url, {"entry": "1 20"}, headers={"HX-Request": "true"})
    assert answer.status_code == HTTPStatus.OK


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (Trouble.LATE, "Not confirmed yet"),
        (Trouble.LOST, "Not confirmed yet"),
        (Trouble.AWAY, "Not saved"),
        (Trouble.SHARE, "Not saved"),
    ],
)
def test_only_an_entry_that_never_began_is_called_not_saved(trouble: Trouble, words: str) -> None:
    event, owner = event_with_owner(4)
    url = address(event, "enter", number=1)
    passed: Any = {LATE: trouble}
    for headers in ({}, {"HX-Request": "true"}):
        answer = browser_of(owner).post(url, {"entry": "1 20"}, headers=headers, **passed)
        page = answer.content.decode()
        assert [word for word in ("Not confirmed yet", "Not saved") if word in page] == [words]


def test_a_server_too_busy_for_a_file_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    monkeypatch.setattr(typst_process, "SECONDS", 0.001)
    answer = browser_of(owner).get(address(event, "pdf-pairings", number=1))
    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    page = unescape(answer.content.decode())
    assert "The server is too busy to make this file within a minute." in page
    assert "Reload the page in a moment." in page


def test_a_press_that_the_system_ends_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    killed = tmp_path / "killed.py"
    killed.write_text("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n")
    monkeypatch.setattr(typst_process, "_TYPESET", killed)
    answer = browser_of(owner).get(address(event, "pdf-pairings", number=1))
    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    page = unescape(answer.content.decode())
    assert "The server has too little free memory to make this file now." in page
    assert "Reload the page in a moment." in page


def test_a_form_comes_back_with_everything_typed_and_can_be_sent_again() -> None:
    event, owner = event_with_owner(4)
    browser = browser_of(owner)
    url = settings_address(event, "event")
    sent = fields_of(browser.get(url), "event")
    typed = {name: str(value) for name, value in sent.items()}
    typed["venue"] = "Harbour <Hall> & Co"
    with read_only():
        answer = browser.post(url, typed)
    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    page = answer.content.decode()
    again = {
        name: unescape(value)
        for name, value in re.findall(r'<textarea name="(\w+)" hidden>\n([^<]*)</textarea>', page)
    }
    assert again == typed
    event.refresh_from_db()
    assert event.venue != "Harbour <Hall> & Co"
    assert browser.post(url, again).status_code == HTTPStatus.FOUND
    event.refresh_from_db()
    assert event.venue == "Harbour <Hall> & Co"


def test_a_long_text_keeps_its_lines() -> None:
    event, owner = event_with_owner(4)
    browser = browser_of(owner)
    url = address(event, "roster-paste")
    with read_only():
        names = "\n".join(f"Player {number}" for number in range(5)) + "\n"
        page = browser.post(url, {"text": names, "enroll": "1"}).content.decode()
    assert Enrollment.objects.filter(event=event).count() == 4
    assert names.strip() in page.replace("\r\n", "\n")


def test_a_password_is_never_shown_again() -> None:
    factories.user("rossi")
    browser = browser_of(None)
    with read_only():
        answer = browser.post("/login/", {"username": "rossi", "password": factories.PASSWORD})
    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    assert "rossi" in answer.content.decode()
    assert factories.PASSWORD not in answer.content.decode()
    # It is the one field to fill in before the form is sent again.
    shown = re.findall(r'<input type="password"\s+id="\S+"\s+name="(\w+)"', answer.content.decode())
    assert shown == ["password"]


def test_an_error_of_the_program_stays_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_options: object) -> None:
        raise ZeroDivisionError

    _event, owner = event_with_owner(4)
    monkeypatch.setattr("events.day.views.render", broken)
    answer = browser_of(owner).get("/staff/")
    assert answer.status_code == HTTPStatus.INTERNAL_SERVER_ERROR
    assert "Something went wrong" in answer.content.decode()


def wrapped(cause: Exception) -> DatabaseError:
    error = OperationalError("said by Django")
    error.__cause__ = cause
    return error


def sqlite_error(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("said by SQLite")
    error.sqlite_errorcode = code
    return error


class _OfPostgresql(psycopg.OperationalError):
    """An error with a code, as the database sends it."""

    def __init__(self, code: str) -> None:
        super().__init__("said by PostgreSQL")
        self.sqlstate = code


@pytest.mark.parametrize(
    ("cause", "trouble"),
    [
        # During a commit: nobody knows whether it was saved.
        (psycopg.OperationalError("the connection is lost"), Trouble.LOST),
        (_OfPostgresql("57P01"), Trouble.LOST),
        (_OfPostgresql("08006"), Trouble.LOST),
        (_OfPostgresql("57P03"), Trouble.AWAY),
        (_OfPostgresql("40001"), Trouble.BUSY),
    ],
)
def test_a_connection_lost_during_a_commit_leaves_open_whether_it_is_saved(
    cause: Exception, trouble: Trouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, owner = event_with_owner(4)

    def lost(**_: object) -> None:
        raise wrapped(cause)

    monkeypatch.setattr("events.desk.views.enter_result", lost)
    start_round(event, owner, 1)
    url = address(event, "enter", number=1)
    page = browser_of(owner).post(url, {"entry": "1 20"}).content.decode()
    assert trouble_of(wrapped(cause)) is trouble
    assert ("Not confirmed yet" in page) == (trouble is Trouble.LOST)
    assert ("Not saved" in page) == (trouble is not Trouble.LOST)


def test_without_a_connection_nothing_is_saved() -> None:
    with pytest.raises(psycopg.OperationalError) as caught:
        psycopg.connect("postgres://nobody@127.0.0.1:1/none")
    assert trouble_of(wrapped(caught.value)) is Trouble.AWAY


def test_what_the_system_says_is_told_apart() -> None:
    assert trouble_of(wrapped(sqlite_error(sqlite3.SQLITE_FULL))) is Trouble.FULL
    assert trouble_of(wrapped(sqlite_error(sqlite3.SQLITE_IOERR_WRITE))) is Trouble.FULL
    assert trouble_of(wrapped(sqlite_error(sqlite3.SQLITE_BUSY))) is Trouble.BUSY
    assert trouble_of(wrapped(sqlite_error(sqlite3.SQLITE_CORRUPT))) is Trouble.DAMAGED
    assert trouble_of(wrapped(sqlite_error(sqlite3.SQLITE_ERROR))) is None
    assert trouble_of(OSError(28, "No space left on device")) is Trouble.FULL
    assert trouble_of(OSError(2, "No such file")) is None
    assert trouble_of(ValueError()) is None
