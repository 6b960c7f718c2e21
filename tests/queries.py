"""The database cost of an answer."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.core.revision_cache import clear_revision_caches


def queries_of(
    ask: Callable[[], Any], status: int = HTTPStatus.OK, *, after_others: bool = False
) -> int:
    """Return how many queries an answer took; it has to be the page that was asked for.

    Caches are empty, so that a first answer and a later one compare; `after_others` keeps them.
    """
    if not after_others:
        clear_revision_caches()
    with CaptureQueriesContext(connection) as queries:
        answer = ask()
    assert answer.status_code == status
    return len(queries)
