"""Sessions and accounts for every request of a desk: the same tables, with compiled queries."""

from functools import lru_cache
from typing import Any

from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from events.core.compiled.queries import ACCOUNT, SESSION

# The same desks ask all day, and what a session holds changes hardly ever.
MOST_SESSIONS = 256


class SessionStore(DatabaseStore):
    """Django's sessions in the database."""

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """Return what a row holds. Text whose signature was checked before is not read again.

        A value that could be changed in the cache is read again.
        """
        kept = _decoded(session_data)
        if all(isinstance(value, str) for value in kept.values()):
            return dict(kept)
        return super().decode(session_data)

    def _get_session_from_db(self) -> Session | None:
        """Return the row of a session that has not expired; without one its key is forgotten."""
        row = SESSION.first(self.session_key)
        if row is None or row.expire_date <= timezone.now():
            self._session_key = None
            return None
        return row


@lru_cache(MOST_SESSIONS)
def _decoded(session_data: bytes | str) -> dict[str, Any]:
    return DatabaseStore().decode(session_data)


def account_of(pk: int) -> User | None:
    """Return an account by its key, or None. One query."""
    return ACCOUNT.first(pk)
