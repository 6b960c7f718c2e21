"""How people log in."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.http import HttpRequest

from events.web.demonstration import DEMO_PASSWORD, DEMO_USERNAME
from events.web.site_address import is_from_this_computer


def from_this_computer(request: HttpRequest | None) -> bool:
    """Return whether a login is typed at the server itself; False where no request is known."""
    return request is not None and is_from_this_computer(request.META)


class LocalDemoBackend(ModelBackend):
    """User names and passwords, the demonstration's well-known ones from this computer only."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        """Return the user, or None for a wrong login or a demonstration login from elsewhere."""
        user = super().authenticate(request, username, password, **kwargs)
        if user is None or from_this_computer(request):
            return user
        well_known = user.get_username() == DEMO_USERNAME and password == DEMO_PASSWORD
        return None if well_known else user
