"""Sessions and accounts for every request of a desk: the same tables, with compiled queries."""

from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from events.core.compiled.queries import ACCOUNT, SESSION


class SessionStore(DatabaseStore):
    """Django's sessions in the database."""

    def _get_session_from_db(self) -> Session | None:
        """Return the row of a session that has not expired; without one its key is forgotten."""
        row = SESSION.first(self.session_key)
        if row is None or row.expire_date <= timezone.now():
            self._session_key = None
            return None
        return row


def account_of(pk: int) -> User | None:
    """Return an account by its key, or None. One query."""
    return ACCOUNT.first(pk)
