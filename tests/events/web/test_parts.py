"""A part of a page is answered with a part, or with the obstacle; never with a page."""

from http import HTTPStatus

import pytest
from django.test import Client

from events.models import Role
from tests import factories
from tests.events.support.doors import address
from tests.events.support.entry_box import HTMX, enter, playing
from tests.markup import with_plain_names

pytestmark = pytest.mark.django_db

PARTS = [("get", "echo"), ("get", "live"), ("post", "enter"), ("post", "undo"), ("post", "keep")]


@pytest.mark.parametrize(("method", "name"), PARTS)
def test_logged_out_is_said_in_a_few_words(method: str, name: str) -> None:
    event, _owner, _browser = playing()
    answer = getattr(Client(), method)(address(event, name, number=1), headers=HTMX)
    assert answer.status_code == HTTPStatus.UNAUTHORIZED
    words = answer.content.decode()
    assert "You are logged out." in words
    assert 'href="/login/"' in words
    assert "<form" not in words


@pytest.mark.parametrize(("method", "name"), PARTS)
def test_not_found_is_said_in_a_few_words(method: str, name: str) -> None:
    event, _owner, _browser = playing()
    stranger = factories.client_of(factories.user())
    answer = getattr(stranger, method)(address(event, name, number=1), headers=HTMX)
    assert answer.status_code == HTTPStatus.NOT_FOUND
    words = answer.content.decode()
    assert "There is no page at this address" in words
    assert "<html" not in words


def test_not_allowed_is_said_in_a_few_words() -> None:
    event, _owner, _browser = playing()
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE))
    answer = judge.post(address(event, "pair", number=2), headers=HTMX)
    assert answer.status_code == HTTPStatus.FORBIDDEN
    words = answer.content.decode()
    assert "This action requires a different role:" in words
    assert "<html" not in words


def test_whole_pages_stay_whole() -> None:
    event, _owner, browser = playing()
    stranger = factories.client_of(factories.user())
    assert b"<html" in stranger.get(address(event, "round", number=1)).content
    assert Client().get(address(event, "round", number=1)).status_code == HTTPStatus.FOUND
    assert browser.get(address(event, "round", number=7)).status_code == HTTPStatus.NOT_FOUND


def test_nothing_is_entered_in_the_name_of_who_logged_in_meanwhile() -> None:
    event, owner, _browser = playing()
    other = factories.staff_member(event, Role.SCOREKEEPER)
    account = {**HTMX, "X-Matchslip-Account": str(owner.pk)}
    place = address(event, "enter", number=1)
    answer = factories.client_of(other).post(place, {"entry": "1 20"}, headers=account)
    assert answer.status_code == HTTPStatus.UNAUTHORIZED
    assert f"{other.username} is now logged in on this browser" in with_plain_names(
        answer.content.decode()
    )
    assert event.rounds.get().matches.filter(first_wins__isnull=False).count() == 0
    answer = factories.client_of(owner).post(place, {"entry": "1 20"}, headers=account)
    assert answer.status_code == HTTPStatus.OK


def test_another_page_is_left_to_the_script_of_the_page() -> None:
    event, _owner, browser = playing()
    event.rounds.get().delete()
    answer = enter(browser, event, "1 20")
    assert answer.status_code == HTTPStatus.NO_CONTENT
    assert answer.headers["HX-Redirect"] == address(event, "desk")
