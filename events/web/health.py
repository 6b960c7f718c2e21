"""Health and metrics for the operator of the server.

These addresses are no pages: they are answered before host names, redirects and sessions matter, in
English, like every other message to the person who starts the server.
"""

import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections, connection
from django.utils.crypto import constant_time_compare
from prometheus_client import CollectorRegistry
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from domain.operating_system import is_running
from domain.own_command import named
from events.core import metrics as counting
from events.core.counted_in import COUNTED_IN
from events.core.known_migrations import missing_migrations, newer_migrations
from events.models import Event, Match, Round
from events.web.site_address import is_from_this_computer

ALIVE, READY, METRICS = "/healthz", "/readyz", "/metrics"
ADDRESSES = frozenset({ALIVE, READY, METRICS})
TEXT, METRICS_TEXT = "text/plain; charset=utf-8", CONTENT_TYPE_LATEST
ALIVE_TOLD = b"alive\n"
# Within this time the last result is reused.
TRUSTED_SECONDS = 1.0


class Readiness:
    """Whether requests can be answered; it queries the database at most once a second."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Forget the last result."""
        self._last_health = False, "Not asked yet."
        self._asked_at = float("-inf")
        # Existing tables do not disappear while a server runs.
        self._migrated = False

    def ask(self, *, in_request: bool = False) -> tuple[bool, str]:
        """Return whether the database answers and is of this version, and that in words.

        `in_request`: Django closes the connection at the end of its request, and nobody before.
        """
        if time.monotonic() - self._asked_at > TRUSTED_SECONDS:
            try:
                self._last_health = self._look()
            finally:
                if not in_request:
                    close_old_connections()
            self._asked_at = time.monotonic()
        return self._last_health

    def _look(self) -> tuple[bool, str]:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            missing = [] if self._migrated else missing_migrations()
            newer = [] if self._migrated else newer_migrations()
        except (DatabaseError, InterfaceError):
            connection.close()
            return False, "The database does not answer."
        self._migrated = not missing and not newer
        if newer:
            return False, f"The database is of a newer version: {', '.join(newer)}."
        if missing:
            return False, f"The database waits for {named('migrate')}: {', '.join(missing)}."
        return True, "Ready."


readiness = Readiness()


def may_see_metrics(environ: Mapping[str, str]) -> bool:
    """Return whether a request (as WSGI has it) may read what is counted.

    With MATCHSLIP_METRICS_TOKEN a request that sends it; else a request of this computer itself,
    but none that a proxy on it passes on.
    """
    if settings.METRICS_TOKEN:
        sent = environ.get("HTTP_AUTHORIZATION", "")
        return constant_time_compare(sent, f"Bearer {settings.METRICS_TOKEN}")
    return settings.METRICS and is_from_this_computer(environ)


def metrics() -> bytes:
    """Return what all processes of this server counted, as Prometheus reads it."""
    registry = CollectorRegistry()
    folder = os.environ.get(COUNTED_IN)
    if folder:
        _forget_the_dead(Path(folder))
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(_OwnCounts())
    registry.register(_Tables())
    return generate_latest(registry)


class _OwnCounts(Collector):
    """Counts of this process, where the server has no other process."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Pass on what is counted."""
        yield from counting.registry.collect()  # type: ignore[misc]


class _Tables(Collector):
    """Figures that are in the database."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Count the outstanding tables of posted rounds in all running events."""
        open_tables = Match.objects.outstanding().filter(
            round__state=Round.State.POSTED, round__event__state=Event.State.RUNNING
        )
        yield GaugeMetricFamily(
            "matchslip_outstanding_tables",
            "Tables of posted rounds without a result.",
            value=open_tables.count(),
        )


def _forget_the_dead(folder: Path) -> None:
    """Remove the live figures of workers that have ended; what they counted stays."""
    for file in folder.glob("gauge_live*_*.db"):
        pid = int(file.stem.rsplit("_", 1)[1])
        if not is_running(pid):
            mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]
