"""Journal entries imported with an archive: finished sentences, in one language or both."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language


def sentence(values: Mapping[str, Any]) -> str:
    """Return the sentence of an imported entry, in the reader's language if it has that."""
    return str(values.get(get_language() or "en") or values["en"])
