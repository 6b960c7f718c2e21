"""Cache recently read values under keys that name their state; a snapshot never changes."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from django.conf import settings

T = TypeVar("T")
Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

_all: "list[RevisionCache[Any]]" = []

# Ten desks never differ by more revisions; each takes a few kilobytes.
MOST = 400
# Lines of rounds, rows of standings, histories: a few for each event on screens.
MOST_SNAPSHOTS = 128


class RevisionCache(Generic[T]):
    """Cache of recent values, keyed by their state: another state has another key.

    All threads of a process share it, so cached values must not be changed.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = threading.Lock()
        _all.append(self)

    def get(self, key: Hashable) -> T | None:
        """Return the value stored under a key, or None."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: Hashable, what: T) -> None:
        """Store a value; the least recently used ones are dropped when there are too many."""
        with self._lock:
            self._kept[key] = what
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Drop all values."""
        with self._lock:
            self._kept.clear()


def clear_revision_caches() -> None:
    """Clear all caches of recent values, because the data behind them was rolled back."""
    for cache in _all:
        cache.clear()


_snapshots: RevisionCache[Any] = RevisionCache(MOST_SNAPSHOTS)


def cached_snapshot(key: Hashable, read: Callable[[], Value]) -> Value:
    """Return the result of `read`, cached under a key that names one state of it for ever.

    The key needs a moment and a number, because a restored database counts again.
    """
    if settings.PUBLIC_SECONDS <= 0:
        return read()
    known: Value | None = _snapshots.get(key)
    if known is None:
        known = read()
        _snapshots.put(key, known)
    return known


def cached_snapshots(
    keys: Sequence[Key], read: Callable[[Sequence[Key]], Mapping[Key, Value]]
) -> dict[Key, Value]:
    """Return the values cached under these keys; `read` gives all missing ones at once."""
    if settings.PUBLIC_SECONDS <= 0:
        return dict(read(keys))
    known: dict[Key, Value] = {key: row for key in keys if (row := _snapshots.get(key)) is not None}
    missing = [key for key in keys if key not in known]
    if missing:
        fresh = read(missing)
        for key, value in fresh.items():
            _snapshots.put(key, value)
        known.update(fresh)
    return known
