"""The life of one worker of the server: prepare everything before it listens."""

import logging
import os
import sys

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.urls import resolve

from domain.operating_system import raise_file_limit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()

from events.api.stream import subscribe  # noqa: E402 - needs the settings
from events.core.metrics import PHONES, REQUESTS  # noqa: E402 - needs the settings
from events.hosting.logs import log_sums  # noqa: E402 - needs the settings
from events.hosting.parent_process import THREADS, WORKERS, exit_with_server  # noqa: E402
from events.hosting.server.connection_limits import Limits, every_second, limiter  # noqa: E402
from events.hosting.server.event_streams import streams  # noqa: E402
from events.hosting.server.garbage import pass_by_what_stays  # noqa: E402
from events.hosting.server.protocol import PageProtocol  # noqa: E402
from events.hosting.server.public_answers import public_answers  # noqa: E402
from events.hosting.server.static_files import files  # noqa: E402
from events.hosting.server.wsgi_bridge import Bridge  # noqa: E402
from events.public_site.refresher import Refresher  # noqa: E402

__all__ = ["PageProtocol", "bridge"]

# File descriptors other than connections: databases, logs, files being written.
OTHER_FILES = 256
# How long a computing thread delays the listening thread: Python's default of 5 ms adds up to a
# delay that phones notice while a page is built.
SWITCH_SECONDS = 0.001
# With the turn before it, this stays below the four seconds that a desk waits for its answer.
LOCK_SECONDS = 2.0
# A database server works while the next result is read; SQLite works in the calling thread. More
# results at once, of all workers together, would only wait for the same row.
BESIDE = 2


def count() -> None:
    """Add answers from memory and connected phones to the metrics."""
    whole, unchanged, public_answers.whole, public_answers.unchanged = (
        public_answers.whole,
        public_answers.unchanged,
        0,
        0,
    )
    REQUESTS.labels("memory", "200").inc(whole)
    REQUESTS.labels("memory", "304").inc(unchanged)
    PHONES.set(limiter.asked_lately())


def wait_in_seconds() -> None:
    """Limit how long a request waits for another one's lock to a person's patience.

    Commands wait longer, because nobody is waiting in front of a screen.
    """
    options = settings.DATABASES["default"].setdefault("OPTIONS", {})
    if connection.vendor == "sqlite":
        options["timeout"] = LOCK_SECONDS
    else:
        options["pool"] = {**options.get("pool", {}), "timeout": LOCK_SECONDS + 1}
        options["options"] = f"-c lock_timeout={int(LOCK_SECONDS * 1000)}"


def begin() -> Bridge:
    """Prepare this process; return the application for Uvicorn."""
    # Malformed requests of strangers are not logged one by one.
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
    sys.setswitchinterval(SWITCH_SECONDS)
    limiter.limits = Limits(
        an_address=settings.CONNECTIONS_AN_ADDRESS or sys.maxsize,
        altogether=max(OTHER_FILES, raise_file_limit() - OTHER_FILES),
        proxies=settings.PROXIES,
    )
    # Views are imported now, not while the first phone waits.
    resolve("/")
    files.hold()
    if settings.PUBLIC_SECONDS > 0:
        Refresher().begin()
    exit_with_server()
    wait_in_seconds()
    streams.proxies = settings.PROXIES
    subscribe(streams.hear)
    every_second.append(streams.every_second)
    every_second.append(log_sums)
    if settings.METRICS:
        every_second.append(count)
    pass_by_what_stays()
    alone = os.environ.get(WORKERS, "1") == "1"
    return Bridge(
        application,
        int(os.environ.get(THREADS, "8")),
        in_line=BESIDE if alone and connection.vendor != "sqlite" else 1,
    )


bridge = begin()
