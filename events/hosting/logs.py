"""Keep secrets out of the logs, and write logs as JSON for machines."""

import datetime
import json
import logging
import re
import traceback
from types import TracebackType
from typing import Any

# The player link: a reader of it in a log could act as that player.
_PRIVATE = re.compile(r"/me/[^\s/'\"?]*\.[^\s/'\"?]*")
_OVERLAY = re.compile(r"/overlay/[^\s/'\"?]+")
# Also where another address leads back to it, as the choice of a language does.
_BADGE = re.compile(r"badge(/|%2F)[0-9a-z]{1,13}\.[\w-]+", re.IGNORECASE)
_ADDRESS = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}")


class HidePrivateAddresses(logging.Filter):
    """Write /me/..., /overlay/... or /badge/... where a message would name a private address."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through, without addresses that are secret."""
        text = record.getMessage()
        if "/me/" in text:
            record.msg, record.args = _PRIVATE.sub("/me/...", text), ()
        elif "/overlay/" in text:
            record.msg, record.args = _OVERLAY.sub("/overlay/...", text), ()
        elif _BADGE.search(text):
            record.msg, record.args = _BADGE.sub(r"badge\1...", text), ()
        return True


class RefusalsInALine(logging.Filter):
    """Leave the trace out of a request that was refused: Django writes it for each denied page."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through, those of refusals without a trace."""
        if record.name == "django.request" and record.levelno < logging.ERROR:
            record.exc_info = record.exc_text = None
        return True


class JsonLines(logging.Formatter):
    """One line of JSON an entry, with nothing in it that says who was there.

    Of a request its kind of address is told, not the address itself; of an error what it is and
    where, not its text, in which a database repeats the values that it was given.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of one record."""
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
