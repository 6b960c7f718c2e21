"""The page of the room, and moving a match from its table's page."""

from http import HTTPStatus

import pytest
from django.test import Client

from events.models import Event, Role
from events.seating.actions import change_room
from tests import factories
from tests.events.scenario import at_table, event_with_owner, start_round
from tests.events.support.doors import (
    DESK,
    EVERYBODY,
    address,
    check_refusals,
    check_wrong_method,
)
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def playing(players: int = 8) -> tuple[Event, Client]:
    event, owner = event_with_owner(players)
    start_round(event, owner, 1)
    return event, factories.client_of(owner)


@pytest.mark.parametrize(
    ("method", "name", "numbers", "allowed"),
    [
        ("get", "room", {}, EVERYBODY),
        ("post", "room", {}, {Role.ORGANIZER}),
        ("post", "move", {"number": 1, "table": 1}, DESK),
    ],
)
def test_who_may_do_what(
    method: str, name: str, numbers: dict[str, int], allowed: set[Role]
) -> None:
    event, _browser = playing()
    check_refusals(method, address(event, name, **numbers), allowed, event)


def test_moving_is_only_posted() -> None:
    event, _browser = playing()
    check_wrong_method("post", address(event, "move", number=1, table=1), event)


def test_the_room_is_described_and_drawn() -> None:
    event, browser = playing()
    page = flat(browser.get(address(event, "room")).content.decode())
    assert "Set up room" in page
    typed = {"room": "1-3\n4-6", "blocked_tables": "6", "feature_tables": "301 Stream"}
    answer = browser.post(address(event, "room"), typed, follow=True)
    page = flat(answer.content.decode())
    assert "The room was saved." in page
    assert page.count('<ol class="room-row">') == 3
    assert "Stream" in page
    wrong = browser.post(address(event, "room"), {**typed, "room": "1-3\n3"})
    assert wrong.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Table 3 appears in two rows." in wrong.content.decode()
    assert "1-3\n3" in wrong.content.decode(), "what was typed is still there"
    event.refresh_from_db()
    assert event.room.split() == ["1-3", "4-6"]


def test_a_match_is_moved_from_its_page() -> None:
    event, browser = playing()
    assert (
        "Move to table" in browser.get(address(event, "table", number=1, table=2)).content.decode()
    )
    answer = browser.post(address(event, "move", number=1, table=2), {"to": "301"}, follow=True)
    assert "moved to table 301" in answer.content.decode()
    assert answer.redirect_chain[-1][0] == address(event, "table", number=1, table=301)
    assert at_table(event, 1, 301)
    for to in ("", "x", "0", "9" * 30, "1"):
        answer = browser.post(address(event, "move", number=1, table=301), {"to": to}, follow=True)
        assert "moved to table" not in answer.content.decode()
    assert at_table(event, 1, 301)


def test_a_large_room_is_the_same_number_of_queries() -> None:
    few, browser = playing(2)
    many, other = playing(40)
    change_room(
        event_id=many.pk,
        actor=many.staff.get().user,
        room="1-10\n11-30",
        blocked_tables="",
        feature_tables="",
        shuffled_tables=False,
    )
    assert queries_of(lambda: browser.get(address(few, "room"))) == queries_of(
        lambda: other.get(address(many, "room"))
    )
