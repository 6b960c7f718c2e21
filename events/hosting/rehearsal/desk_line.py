"""The desk of a rehearsal: a staff member's session that sends the entry box's forms."""

import html
import re
import time
import urllib.error
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
# An answer button of a question; a question's first button acts.
ANSWER = re.compile(r'<button\b[^>]*?\bname="(answers\.[^"]+)"\s+value="([^"]+)"')
ACTION = re.compile(r'\baction="([^"]+)"')
# Path of the answers of the pre-flight check.
CHECK = "/gate/answer/"
MOST_QUESTIONS = 10


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
        """Send a form; return the seconds until the page that it redirects to was loaded.

        Raises OSError for an answer that is not a page.
        """
        return self._sent(path, fields)[0]

    def act(self, path: str, **fields: str) -> float:
        """Send a form, and answer the desk's questions so that the act is carried out.

        Questions in the act's own form are answered with it, those of the check before a round in
        their own forms. Returns the seconds of the last answer. Raises OSError for an answer that
        is not a page.
        """
        for _ in range(MOST_QUESTIONS):
            took, page = self._sent(path, fields)
            asked = _asked(page)
            own = asked.pop(path, {})
            for place, answers in asked.items():
                if place.endswith(CHECK):
                    self._sent(place, answers)
                    own |= answers
            if own.keys() <= fields.keys():
                break
            fields = {**own, **fields, "reason": "Rehearsal"}
        return took

    def _sent(self, path: str, fields: dict[str, str]) -> tuple[float, str]:
        data = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": self._token}).encode()
        cookies = {
            settings.SESSION_COOKIE_NAME: self._session.session_key,
            settings.CSRF_COOKIE_NAME: self._token,
        }
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        asked = urllib.request.Request(self.site + path, data, {"Cookie": cookie})  # noqa: S310
        began = time.perf_counter()
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310 - ours
                page = answer.read().decode()
        except urllib.error.HTTPError as refused:
            page = refused.read().decode()
            # A page that asks for confirmation.
            if not _asked(page):
                raise
        return time.perf_counter() - began, page

    def close(self) -> None:
        """Log out."""
        self._session.delete()


def _asked(page: str) -> dict[str, dict[str, str]]:
    """Return each form's questions on a page, by its address: fields with their first answers."""
    asked: dict[str, dict[str, str]] = {}
    for form in page.split("<form")[1:]:
        head, _, inside = form.partition(">")
        address = ACTION.search(head)
        answers = ANSWER.findall(inside.partition("</form>")[0])
        if address and answers:
            of_form = asked.setdefault(html.unescape(address[1]), {})
            for name, code in answers:
                of_form.setdefault(html.unescape(name), html.unescape(code))
    return asked
