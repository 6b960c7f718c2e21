"""The desk of a rehearsal: a session of a staff member, and what the entry box sends."""

import time
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.utils.crypto import get_random_string

PATIENCE = 60.0
TOKEN_LENGTH = 32


@dataclass(slots=True)
class DeskLine:
    """Sends forms in a logged-in session; close it to log out."""

    site: str
    user: User
    _token: str = field(default_factory=lambda: get_random_string(TOKEN_LENGTH))
    _session: SessionBase = field(init=False)

    def __post_init__(self) -> None:
        self._session = import_module(settings.SESSION_ENGINE).SessionStore()
        self._session[SESSION_KEY] = str(self.user.pk)
        self._session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
        self._session[HASH_SESSION_KEY] = self.user.get_session_auth_hash()
        self._session.create()

    def post(self, path: str, **fields: str) -> float:
        """Send a form; return how many seconds the answer took, with the page it leads to.

        Raises OSError for whatever is no page.
        """
        data = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": self._token}).encode()
        cookies = {
            settings.SESSION_COOKIE_NAME: self._session.session_key,
            settings.CSRF_COOKIE_NAME: self._token,
        }
        told = "; ".join(f"{name}={value}" for name, value in cookies.items())
        asked = urllib.request.Request(self.site + path, data, {"Cookie": told})  # noqa: S310
        began = time.perf_counter()
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310 - ours
            answer.read()
        return time.perf_counter() - began

    def close(self) -> None:
        """Log out."""
        self._session.delete()
