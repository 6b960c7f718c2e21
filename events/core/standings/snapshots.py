"""Posted pairings and published standings: they never change, so a process reads them once."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from django.conf import settings

# Lines of rounds, rows of standings, histories: a few of each for each event that is shown.
MOST_KEPT = 128

Value = TypeVar("Value")

_kept: OrderedDict[Hashable, Any] = OrderedDict()
_changing = threading.Lock()


def frozen(key: Hashable, read: Callable[[], Value]) -> Value:
    """Return what `read` gives, kept under a key that names one state of it for ever.

    The key has to hold a moment beside a number: a database that is put back counts again.
    """
    if settings.PUBLIC_SECONDS <= 0:
        return read()
    with _changing:
        if key in _kept:
            _kept.move_to_end(key)
            known: Value = _kept[key]
            return known
    value = read()
    with _changing:
        _kept[key] = value
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return value
