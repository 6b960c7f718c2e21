"""Two requests that enroll the same people at once: a double click, or two desks."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import pytest

from events.models import Event
from events.roster import list_views, views
from tests import factories
from tests.markup import flat

pytestmark = pytest.mark.django_db


def names(event: Event) -> list[str]:
    return list(event.enrollments.order_by("number").values_list("name", flat=True))


def enrolled_meanwhile(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, event: Event, people: list[str]
) -> None:
    """Let another request enroll these people right after `name` has read the roster."""
    read: Callable[..., Any] = getattr(module, name)

    def then_others(*values: Any, **named: Any) -> Any:
        answer = read(*values, **named)
        factories.enroll_players(event, people)
        return answer

    monkeypatch.setattr(module, name, then_others)


def test_add_player_twice_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    event = factories.event()
    browser = factories.client_of(factories.staff_member(event))
    enrolled_meanwhile(monkeypatch, views, "given_answers", event, ["Ada Falk"])
    answer = browser.post(f"/staff/e/{event.slug}/roster/add/", {"name": "ada  falk"})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Enroll another ada falk?" in flat(answer)
    assert names(event) == ["Ada Falk"]


@pytest.mark.parametrize("button", [{"add": "1"}, {"confirm": "1", "new": "2"}])
def test_a_list_twice_at_once(monkeypatch: pytest.MonkeyPatch, button: dict[str, str]) -> None:
    event = factories.event()
    browser = factories.client_of(factories.staff_member(event))
    enrolled_meanwhile(monkeypatch, list_views, "preview", event, ["Ada Falk", "Bo Lind"])
    path = f"/staff/e/{event.slug}/roster/paste/"
    answer = browser.post(path, {"text": "Ada Falk\nBo Lind", **button})
    assert answer.status_code in (HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY)
    assert "Ada Falk was enrolled a moment ago." in answer.content.decode()
    assert names(event) == ["Ada Falk", "Bo Lind"]


def test_two_desks_add_two_players_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    event = factories.event()
    browser = factories.client_of(factories.staff_member(event))
    enrolled_meanwhile(monkeypatch, views, "given_answers", event, ["Bo Lind"])
    answer = browser.post(f"/staff/e/{event.slug}/roster/add/", {"name": "Ada Falk"})
    assert answer.status_code == HTTPStatus.FOUND
    assert names(event) == ["Bo Lind", "Ada Falk"]
