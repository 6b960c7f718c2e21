"""Posted pairings and published standings: they never change, so a process reads them once."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from django.conf import settings

# Lines of rounds, rows of standings, histories: a few of each for each event that is shown.
MOST_CACHED = 128

Value = TypeVar("Value")

_cache: OrderedDict[Hashable, Any] = OrderedDict()
_changing = threading.Lock()


def cached_snapshot(key: Hashable, read: Callable[[], Value]) -> Value:
    """Return what `read` gives, kept under a key that names one state of it for ever.

    The key needs a moment and a number: a restored database counts again.
    """
    if settings.PUBLIC_SECONDS <= 0:
        return read()
    with _changing:
        if key in _cache:
            _cache.move_to_end(key)
            known: Value = _cache[key]
            return known
    value = read()
    with _changing:
        _cache[key] = value
        while len(_cache) > MOST_CACHED:
            _cache.popitem(last=False)
    return value
