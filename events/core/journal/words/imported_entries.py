"""Entries of the journal that came with an archive: words already, in one language or both."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language


def told(values: Mapping[str, Any]) -> str:
    """Return the text of an event elsewhere, in the reader's language where available."""
    return str(values.get(get_language() or "en") or values["en"])
