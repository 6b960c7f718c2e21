"""Hide secrets in logs, summarize repeated lines, and write JSON for machines."""

import datetime
import json
import logging
import re
import threading
import time
import traceback
from collections import Counter
from types import TracebackType
from typing import Any

from events.web.secret_addresses import hide_secrets

_ADDRESS = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}")
_FOREIGN = re.compile(r"Invalid HTTP_HOST header: (.*)\. (?:You may|The domain)", re.DOTALL)
# Request lines, which strangers can cause, are cut to this length.
OF_REQUESTS = ("django.request", "django.security")
LONGEST_LINE = 300
# Lines of a kind per minute; further ones are only counted.
LINES, KINDS, SECONDS = 20, 100, 60.0
SUMS = "matchslip.sums"
log = logging.getLogger(SUMS)


class HidePrivateAddresses(logging.Filter):
    """Replace the secret part of addresses in messages by "..."."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Pass every record, with secret addresses hidden."""
        text = record.getMessage()
        shown = hide_secrets(_in_our_words(record, text))
        if record.name.startswith(OF_REQUESTS) and len(shown) > LONGEST_LINE:
            shown = f"{shown[:LONGEST_LINE]}…"
        if shown != text:
            record.msg, record.args = shown, ()
        return True


def _in_our_words(record: logging.LogRecord, text: str) -> str:
    """Return a line about a foreign host without Django's advice to allow the host."""
    host = _FOREIGN.match(text) if record.name == "django.security.DisallowedHost" else None
    if host is None:
        return text
    return f"A request for the host {host[1]} was refused: MATCHSLIP_HOSTS does not name it."


class RefusalsInALine(logging.Filter):
    """Remove the trace from refused requests; Django writes one for each denied page."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Pass every record, refusals without a trace."""
        if _is_refusal(record):
            record.exc_info = record.exc_text = None
        return True


class SumUp(logging.Filter):
    """Pass a few lines of each kind per minute, and report how many more there were.

    This way no stranger can fill the disk; an error's trace is limited as well.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()
        self._began = time.monotonic()
        _sums.append(self)

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether this line is one of the first of its kind."""
        if record.name == SUMS:
            return True
        self.say()
        kind = kind_of(record)
        with self._lock:
            if kind not in self._counts and len(self._counts) >= KINDS:
                kind = "other lines"
            self._counts[kind] += 1
            return self._counts[kind] <= LINES

    def say(self, now: float | None = None) -> None:
        """Report how many lines were dropped, once the minute is over."""
        now = time.monotonic() if now is None else now
        with self._lock:
            if now - self._began < SECONDS:
                return
            counts, self._counts, self._began = self._counts, Counter(), now
        for kind, count in counts.items():
            if count > LINES:
                log.warning("%s: %d more in a minute.", kind, count - LINES)


_sums: list[SumUp] = []


def log_sums() -> None:
    """Report how many lines were dropped, even if no further line follows."""
    for sum_up in _sums:
        sum_up.say()


def kind_of(record: logging.LogRecord) -> str:
    """Return the kind of a line: its subject, without input from strangers."""
    if record.name.startswith(OF_REQUESTS):
        kind = f"{record.name} {getattr(record, 'status_code', record.levelname)}"
    else:
        kind = f"{record.name} {record.levelname.lower()}"
        if record.args:
            kind += f": {record.msg}"
    error = record.exc_info[0] if record.exc_info and not _is_refusal(record) else None
    return f"{kind} {error.__name__}" if error else kind


def _is_refusal(record: logging.LogRecord) -> bool:
    if record.name.startswith("django.security"):
        return True
    return record.name == "django.request" and record.levelno < logging.ERROR


class PlainLines(logging.Formatter):
    """Format a message and an error's trace as text, with secret addresses hidden."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one record as text."""
        return hide_secrets(super().format(record))


class JsonLines(logging.Formatter):
    """Format each entry as one line of JSON that identifies no person.

    A request is logged by its route, not its address; an error by its type and place, not its text,
    in which a database repeats the values that it was given.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return one record as a line of JSON."""
        line: dict[str, Any] = {
            "time": datetime.datetime.fromtimestamp(record.created, datetime.UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        request = getattr(record, "request", None)
        if request is None:
            line["message"] = _ADDRESS.sub("(address)", record.getMessage())
        else:
            match = getattr(request, "resolver_match", None)
            line["method"] = getattr(request, "method", None)
            line["route"] = match.route if match else None
            line["status"] = getattr(record, "status_code", None)
        if record.exc_info and record.exc_info[0] is not None:
            kind, _error, trace = record.exc_info
            line["error"] = {"type": kind.__name__, "where": _where(trace)}
        return json.dumps(line, ensure_ascii=False)


def _where(trace: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(trace)
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
