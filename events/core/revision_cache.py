"""Cache of recently read values, for readers who ask for the same state."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, Generic, TypeVar

T = TypeVar("T")

_all: "list[RevisionCache[Any]]" = []

# Ten desks are never further apart; each takes a few kilobytes.
MOST = 400


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
        """Return what is kept under a key, or None."""
        return self._kept.get(key)

    def put(self, key: Hashable, what: T) -> None:
        """Keep it, and let go of the oldest when that makes too many."""
        with self._lock:
            self._kept[key] = what
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._kept.clear()


def clear_revision_caches() -> None:
    """Clear all caches of recent values: the data behind them was rolled back."""
    for cache in _all:
        cache.clear()
