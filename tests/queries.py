"""The database cost of an answer."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext


def queries_of(ask: Callable[[], Any], status: int = HTTPStatus.OK) -> int:
    """Return how many queries an answer took; it has to be the page that was asked for."""
    with CaptureQueriesContext(connection) as queries:
        answer = ask()
    assert answer.status_code == status
    return len(queries)
