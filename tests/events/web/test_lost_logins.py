"""Forms that meet a lost or another login: nothing typed is lost."""

import re
from html import unescape
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from events.models import Event
from tests import factories
from tests.markup import with_plain_names

pytestmark = pytest.mark.django_db
HERE = {"Origin": "http://testserver"}
TYPED = {"name": "Zoë <Bo> Ångström", "late": "losses", "seen": ""}


def browser_at(path: str, user: Any) -> Client:
    """A browser that checks tokens, logged in and with a page open."""
    browser = Client(enforce_csrf_checks=True)
    log_in(browser, user)
    browser.get(path)
    return browser


def log_in(browser: Client, user: Any) -> None:
    browser.get("/login/")
    entry = {"username": user.username, "password": factories.PASSWORD}
    sent = browser.post("/login/", entry | token_of(browser), headers=HERE)
    assert sent.status_code == HTTPStatus.FOUND


def token_of(browser: Client) -> dict[str, str]:
    return {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}


def fields_in(page: str) -> dict[str, str]:
    """The fields of the form that sends an entry again."""
    hidden = re.findall(r'<textarea name="([\w-]+)" hidden>\n([^<]*)</textarea>', page)
    [token] = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)">\s*<textarea', page)
    return {"csrfmiddlewaretoken": token} | {name: unescape(value) for name, value in hidden}


def names(event: Event) -> list[str]:
    return list(event.enrollments.values_list("name", flat=True))


def test_a_form_whose_login_ended_is_sent_again_after_the_next_one() -> None:
    event = factories.event()
    owner = factories.staff_member(event)
    path = f"/staff/e/{event.slug}/roster/add/"
    browser = browser_at(path, owner)
    del browser.cookies["sessionid"]
    answer = browser.post(path, TYPED | token_of(browser), headers=HERE)
    assert answer.status_code == HTTPStatus.UNAUTHORIZED
    page = answer.content.decode()
    assert "Not saved: you are logged out" in page
    assert "Zoë &lt;Bo&gt; Ångström" in page
    kept = fields_in(page)
    assert {name: kept[name] for name in TYPED} == TYPED
    log_in(browser, owner)
    # The login has a new token, so the entry is shown once more.
    answer = browser.post(path, kept, headers=HERE)
    assert answer.status_code == HTTPStatus.FORBIDDEN
    page = with_plain_names(answer.content.decode())
    assert f"You are logged in as {owner.username}." in page
    assert browser.post(path, fields_in(page), headers=HERE).status_code == HTTPStatus.FOUND
    assert names(event) == ["Zoë <Bo> Ångström"]


def test_a_button_whose_login_ended_leads_to_the_login() -> None:
    event = factories.event()
    path = f"/staff/e/{event.slug}/roster/"
    browser = browser_at(path, factories.staff_member(event))
    del browser.cookies["sessionid"]
    answer = browser.post(f"{path}drop-absent/", token_of(browser), headers=HERE)
    assert answer["Location"].startswith("/login/")


def test_a_form_of_another_site_is_not_offered() -> None:
    event = factories.event()
    path = f"/staff/e/{event.slug}/roster/add/"
    browser = browser_at(path, factories.staff_member(event))
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {}):
        answer = browser.post(path, TYPED, headers=headers)
        assert answer.status_code == HTTPStatus.FORBIDDEN
        page = answer.content.decode()
        assert "Send again" not in page
        assert "Ångström" not in page


def test_a_password_is_not_kept() -> None:
    factories.user("rossi")
    browser = Client(enforce_csrf_checks=True)
    entry = {"username": "rossi", "password": factories.PASSWORD}
    page = browser.post("/login/", entry, headers=HERE).content.decode()
    assert "Go back, reload the page" in page
    assert factories.PASSWORD not in page
