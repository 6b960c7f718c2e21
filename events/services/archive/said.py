"""Writing only what a file without the key would not mean."""

import datetime
from collections.abc import Mapping
from typing import Any


def said(row: object, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a row, as JSON values, that differ from what their absence means."""
    values = {key: getattr(row, key) for key in defaults}
    return {key: plain(value) for key, value in values.items() if value != defaults[key]}


def plain(value: object) -> object:
    """Return a value as JSON has it: times as ISO text, tuples as lists."""
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value
