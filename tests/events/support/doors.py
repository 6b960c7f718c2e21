"""Access to a staff page: the people who get in, and refusals that write nothing."""

from http import HTTPStatus
from typing import Any

from django.urls import reverse

from events.models import Event, JournalEntry, Role
from tests import factories

DESK = {Role.ORGANIZER, Role.HEAD_JUDGE, Role.SCOREKEEPER}
LAST_WORD = {Role.ORGANIZER, Role.HEAD_JUDGE}
EVERYBODY = set(Role)


def address(event: Event, name: str, **numbers: int | str) -> str:
    """Return the address of a staff page of an event."""
    return reverse(f"staff:{name}", kwargs={"slug": event.slug, **numbers})


def check_refusals(method: str, url: str, allowed: set[Role], event: Event) -> None:
    """Check the refusals: 404 for a stranger, the login page without one, 403 without the right.

    None of them writes anything.
    """
    before = JournalEntry.objects.count()
    stranger = factories.client_of(factories.user())
    other_event = factories.client_of(factories.staff_member(factories.event()))
    for browser in (stranger, other_event):
        assert getattr(browser, method)(url).status_code == HTTPStatus.NOT_FOUND, url
    answer = getattr(factories.client_of(), method)(url)
    assert answer.status_code == HTTPStatus.FOUND
    assert answer["Location"].startswith("/login/")
    for role in Role:
        if role not in allowed:
            browser = factories.client_of(factories.staff_member(event, role))
            answer = getattr(browser, method)(url)
            assert answer.status_code == HTTPStatus.FORBIDDEN, (role, url)
    assert JournalEntry.objects.count() == before


def check_wrong_method(method: str, url: str, event: Event) -> None:
    """Check that a page for reading refuses POST, and that a write refuses GET."""
    before = JournalEntry.objects.count()
    browser = factories.client_of(factories.staff_member(event, list(Role)))
    other: dict[str, Any] = {"get": browser.post, "post": browser.get}
    assert other[method](url).status_code == HTTPStatus.METHOD_NOT_ALLOWED, url
    assert JournalEntry.objects.count() == before
