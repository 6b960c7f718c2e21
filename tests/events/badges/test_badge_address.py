"""The address of a badge: unknown ones, logs, and other organisations."""

import logging
from http import HTTPStatus
from urllib.parse import quote

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.hosting.logs import HidePrivateAddresses
from events.models import Enrollment
from events.web.rate_limits import UNKNOWN_PLAYER_LINKS, RateLimit
from tests.events.badges.days import (
    address_of,
    badge_for,
    in_event,
    owner_of,
    posted,
    shown,
)
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return owner_of()


def test_an_address_that_leads_nowhere_is_quick_and_limited(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    posted(owner, "Modern")
    badge = badge_for(owner)
    right = address_of(badge)
    wrong = right[:-3] + ("AA/" if not right.endswith("AA/") else "BB/")
    phone = Client()
    assert queries_of(lambda: phone.get("/o/shop/badge/nothing/"), HTTPStatus.NOT_FOUND) == 0
    assert queries_of(lambda: phone.get(wrong), HTTPStatus.NOT_FOUND) == 1
    owner_of("club", "Corner Shop")
    assert phone.get(right.replace("/shop/", "/club/")).status_code == HTTPStatus.NOT_FOUND
    assert phone.post(right).status_code == HTTPStatus.METHOD_NOT_ALLOWED
    answer = phone.get(wrong)
    assert "This badge is not valid" in answer.content.decode()
    for refused in (answer, phone.get(right)):
        assert refused["Cache-Control"] == "private, no-store"
        assert refused["Referrer-Policy"] == "no-referrer"
        assert refused["X-Robots-Tag"] == "noindex"
    monkeypatch.setattr(RateLimit, "enforced", True)
    UNKNOWN_PLAYER_LINKS.forget()
    codes = [phone.get(wrong).status_code for _again in range(UNKNOWN_PLAYER_LINKS.most + 1)]
    UNKNOWN_PLAYER_LINKS.forget()
    assert codes[-2:] == [HTTPStatus.NOT_FOUND, HTTPStatus.TOO_MANY_REQUESTS]
    assert phone.get(right).status_code == HTTPStatus.OK


def test_no_log_names_the_address(owner: User, caplog: pytest.LogCaptureFixture) -> None:
    posted(owner, "Modern")
    path = address_of(badge_for(owner))
    caplog.handler.addFilter(HidePrivateAddresses())
    with caplog.at_level(logging.DEBUG):
        Client().get(f"{path}nothing/")
        Client().post(path)
        logging.getLogger("proxy").warning("/language/ja/?next=%s", quote(path, safe=""))
    assert "/o/shop/badge/..." in caplog.text
    assert path.split("/")[-2].split(".")[1] not in caplog.text


def test_nothing_of_another_organisation_is_there(owner: User) -> None:
    posted(owner, "Modern")
    theirs = owner_of("club", "Corner Shop")
    elsewhere = posted(theirs, "Elsewhere", table=90)
    badge = badge_for(owner)
    assert in_event(elsewhere).player != badge.player
    text = shown(badge)
    assert "Elsewhere" not in text
    assert in_event(elsewhere).address_nonce not in text
    # Even if an event with its player moved to another organisation.
    Enrollment.objects.filter(pk=in_event(elsewhere).pk).update(player=badge.player)
    assert "Elsewhere" not in shown(badge)
