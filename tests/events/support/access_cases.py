"""Request every address with the permission, without it, as a stranger and without a login."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import resolve_url

from events.models import Event, Role, StaffMember
from events.web.access import ALLOWED, Action
from tests import factories


@dataclass(frozen=True)
class Route:
    """An address of one event: its name, and the permission that it needs."""

    path: str
    action: Action
    method: str = "get"
    data: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def actions_of(view: Callable[..., Any]) -> dict[str, Action | None]:
    """Return the permission for each method, as passed to `staff_view`."""
    around: Any = view
    while around is not None:
        found = inspect.getclosurevars(around).nonlocals.get("actions")
        if found is not None:
            return dict(found)
        around = getattr(around, "__wrapped__", None)
    raise AssertionError(f"{view} is not opened by staff_view")


def call(event: Event, route: Route, person: object) -> HttpResponse:
    """Request the route as this person (None: without a login)."""
    client = factories.client_of(person)  # type: ignore[arg-type]
    request = getattr(client, route.method)
    response: HttpResponse = request(f"/staff/e/{event.slug}/{route.path}", route.data)
    return response


def check_access(event: Event, route: Route) -> None:
    """Fail unless exactly the roles in the table of roles have access."""
    stranger = factories.user()
    StaffMember.objects.create(event=factories.event(), user=stranger, organizer=True)
    assert call(event, route, stranger).status_code == 404, "a stranger"

    nobody = call(event, route, None)
    assert nobody.status_code == 302, "nobody"
    assert nobody["Location"].startswith(resolve_url(settings.LOGIN_URL)), "nobody"

    for role in Role:
        person = factories.staff_member(event, role)
        status = call(event, route, person).status_code
        if role in ALLOWED[route.action]:
            fine = (200,) if route.method == "get" else (200, 302, 409, 422)
            assert status in fine, f"{role} may, but got {status}"
        else:
            assert status == 403, f"{role} may not, but got {status}"


def check_methods(event: Event, route: Route) -> None:
    """Fail unless an address refuses PUT, and refuses GET if it writes."""
    owner = factories.staff_member(event, list(Role))
    client = factories.client_of(owner)
    path = f"/staff/e/{event.slug}/{route.path}"
    assert client.put(path).status_code == 405
    if route.method == "post":
        assert client.get(path).status_code == 405
