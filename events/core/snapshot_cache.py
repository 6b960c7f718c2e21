"""Posted pairings and published standings: they never change, so a process reads them once."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

from django.conf import settings

# Lines of rounds, rows of standings, histories: a few of each for each event that is shown.
MOST_CACHED = 128

Key = TypeVar("Key", bound=Hashable)
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
    _keep({key: value})
    return value


def cached_snapshots(
    keys: Sequence[Key], read: Callable[[Sequence[Key]], Mapping[Key, Value]]
) -> dict[Key, Value]:
    """Return what is kept under each of these keys; `read` gives the missing ones at once."""
    if settings.PUBLIC_SECONDS <= 0:
        return dict(read(keys))
    known: dict[Key, Value] = {}
    with _changing:
        for key in keys:
            if key in _cache:
                _cache.move_to_end(key)
                known[key] = _cache[key]
    missing = [key for key in keys if key not in known]
    if missing:
        fresh = read(missing)
        _keep(fresh)
        known.update(fresh)
    return known


def _keep(values: Mapping[Key, Value]) -> None:
    with _changing:
        for key, value in values.items():
            _cache[key] = value
        while len(_cache) > MOST_CACHED:
            _cache.popitem(last=False)
