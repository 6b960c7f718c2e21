"""JSON columns that hold a line for each player, written and read in a fraction of the time."""

import json
from typing import Any

import msgspec
from django.db import models


class _Writer(json.JSONEncoder):
    """Writes the same JSON; values that msgspec refuses go to Python's encoder."""

    def encode(self, o: Any) -> str:
        """Return JSON."""
        try:
            return msgspec.json.encode(o).decode()
        except (TypeError, ValueError):
            return super().encode(o)


class _Reader(json.JSONDecoder):
    """Reads the same values; JSON that msgspec refuses goes to Python's decoder."""

    def decode(self, s: str, *rest: Any) -> Any:
        """Return what the JSON says."""
        try:
            return msgspec.json.decode(s)
        except ValueError:
            return super().decode(s, *rest)


class LongJSONField(models.JSONField):
    """A JSONField whose values are long: in the database, and for migrations, it is one."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.encoder, self.decoder = _Writer, _Reader

    def deconstruct(self) -> Any:
        """Return the plain field, which is what the tables have."""
        name, _path, args, options = super().deconstruct()
        del options["encoder"], options["decoder"]
        return name, "django.db.models.JSONField", args, options
