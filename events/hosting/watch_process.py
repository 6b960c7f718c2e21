"""The process next to the server, which makes backups and watches which laptop is in charge."""

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import close_old_connections, connection

from events.core.database_news import DatabaseNews
from events.hosting.backups.schedule import LOOK_EVERY, Keeper
from events.hosting.standby.leadership import PeerPolling, Registry
from events.hosting.standby.wire import own_token
from events.hosting.watch_failures import Failures, Part
from events.integrations import delayed_features
from events.integrations.delivery import Courier
from events.on_demand import line

if TYPE_CHECKING:
    import psycopg

# Unique to this application and to one part of the watch.
LOCK = "matchslip watch %s"
CONNECT_SECONDS = 3


class Leader:
    """Elects one process, of all nodes, to do a part of the watch.

    The lock belongs to a session that stays open. It ends with the process, its network or the
    database, and another node then gets the lock at its next check. On SQLite there is one process.
    """

    def __init__(self, part: str) -> None:
        self._part = part
        self._session: psycopg.Connection | None = None
        self._holds = False
        self._one_at_a_time = threading.Lock()

    def leads(self) -> bool:
        """Return whether this process holds the lock, acquiring it if it is free."""
        if connection.vendor != "postgresql":
            return True
        import psycopg  # saves SQLite's processes a tenth of a second

        with self._one_at_a_time:
            try:
                return self._ask()
            except psycopg.Error:
                # Without the database there is no leader; the part itself reports the problem.
                self.end()
                return False

    @property
    def session_pid(self) -> int | None:
        """The database's process ID of the session; None without a session."""
        return self._session.info.backend_pid if self._session else None

    def end(self) -> None:
        """Release the lock."""
        session, self._session, self._holds = self._session, None, False
        if session is not None:
            session.close()

    def _ask(self) -> bool:
        import psycopg

        if self._session is None:
            # Outside the pool: a shared session would take the lock along.
            known = {**connection.get_connection_params(), "connect_timeout": CONNECT_SECONDS}
            self._session = psycopg.connect(**known, autocommit=True)
        if self._holds:
            # The lock ended with its session.
            self._session.execute("SELECT 1")
            return True
        lock = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"
        row = self._session.execute(lock, [LOCK % self._part]).fetchone()
        self._holds = bool(row and row[0])
        return self._holds


ASK_EVERY = 3.0
# Pods and delayed results are due at a minute.
DUE_EVERY = 5.0
AFTER_A_FAILURE = 5.0

log = logging.getLogger("matchslip.watch")


def keep_watch(until: Callable[[], bool], port: int) -> None:
    """Make backups, send emails, notify phones, programs and other laptops, until stopped."""
    failures = Failures(Path(settings.VAR_DIR))
    watch = Watch(until, failures)
    if connection.vendor == "sqlite":
        watch.begin(Part.LAPTOPS, _asking_peers(port))
    # Imported only where needed, because each import costs time and memory.
    if settings.SENDS_MAIL:
        from events.hosting import mail

        watch.begin(Part.MAIL, once(Part.MAIL, mail.look))
    if settings.PUSH_PUBLIC_KEY:
        from events.hosting import push

        watch.begin(Part.PHONES, once(Part.PHONES, push.look))
    watch.begin(Part.PROGRAMS, _delivering())
    watch.begin(Part.QUEUES, once(Part.QUEUES, on_news(line.look)))
    watch.begin(Part.FEATURES, once(Part.FEATURES, on_news(delayed_features.look)))
    keeper = Keeper(every=settings.BACKUP_SECONDS, second=settings.BACKUPS_ALSO)

    def back_up() -> float:
        if settings.BACKUP_SECONDS:
            keeper.look()
        return LOOK_EVERY

    watch.keep_on(Part.BACKUPS, back_up)


def once(part: Part, look: Callable[[], float]) -> Callable[[], float]:
    """Restrict a part of the watch to one of several nodes, so that messages are not sent twice."""
    leader = Leader(part.value)

    def look_as_leader() -> float:
        return look() if leader.leads() else LOOK_EVERY

    return look_as_leader


def on_news(look: Callable[[], bool]) -> Callable[[], float]:
    """Look again only after a write of others, or while something may become due by time alone.

    `look` returns whether something may.
    """
    news, waits = DatabaseNews(), True

    def look_on_news() -> float:
        nonlocal waits
        try:
            if news.may_be() or waits:
                waits = look()
        finally:
            close_old_connections()
        return DUE_EVERY

    return look_on_news


class Watch:
    """Runs each part of the watch in spite of errors, and records them."""

    def __init__(self, until: Callable[[], bool], failures: Failures) -> None:
        self._until = until
        self._failures = failures

    def begin(self, part: Part, look: Callable[[], float]) -> None:
        """Run one part in a thread of its own."""
        threading.Thread(target=self.keep_on, args=(part, look), daemon=True).start()

    def keep_on(self, part: Part, look: Callable[[], float]) -> None:
        """Call `look` repeatedly; it returns how many seconds to wait."""
        while not self._until():
            try:
                rest = look()
            except Exception as error:
                # The desk relies on every part, so an unexpected error must not end any of them.
                log.exception("The watch goes on after an error: %s", part.value)
                connection.close()
                self._failures.note(part, error)
                rest = AFTER_A_FAILURE
            else:
                self._failures.passed(part)
            time.sleep(rest)


def _delivering() -> Callable[[], float]:
    """Return the function that sends messages to programs, unless another laptop took over."""
    courier, registry = Courier(), Registry(Path(settings.VAR_DIR))

    def deliver() -> float:
        return LOOK_EVERY if registry.successor() is not None else courier.look()

    return deliver


def _asking_peers(port: int) -> Callable[[], float]:
    asking: list[PeerPolling] = []
    registry = Registry(Path(settings.VAR_DIR))

    def ask() -> float:
        if registry.peers():
            if not asking:
                asking.append(PeerPolling(registry, own_token(), port))
            asking[0].ask()
        return ASK_EVERY

    return ask
