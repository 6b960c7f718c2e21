"""Counters of a running site, for its operator: docs/reference/server.md.

Every process counts for itself; `web/health.py` adds the counts up on request. No label has a name,
an address or a token.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

SHORT_WAITS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0)

registry = CollectorRegistry()

REQUESTS = Counter(
    "matchslip_requests",
    "Answers, by kind of page and status.",
    ["kind", "status"],
    registry=registry,
)
SECONDS = Histogram(
    "matchslip_request_seconds",
    "How long Django worked on an answer; what comes from memory takes microseconds.",
    ["kind"],
    buckets=SHORT_WAITS,
    registry=registry,
)
BUILDING = Histogram(
    "matchslip_build_seconds",
    "How long every public page of an event took to build.",
    buckets=SHORT_WAITS,
    registry=registry,
)
LOCK_WAIT = Histogram(
    "matchslip_lock_wait_seconds",
    "How long a write waited for its event.",
    buckets=SHORT_WAITS,
    registry=registry,
)
THREADS_BUSY = Gauge(
    "matchslip_threads_busy",
    "Threads in which Django works at this moment.",
    multiprocess_mode="livesum",
    registry=registry,
)
PHONES = Gauge(
    "matchslip_phones_last_minute",
    "Connections on which something was asked in the last minute; behind a proxy, the proxy's.",
    multiprocess_mode="livesum",
    registry=registry,
)
