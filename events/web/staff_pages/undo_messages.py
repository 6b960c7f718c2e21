"""A message of what was just done with the button that undoes it."""

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest

# Before the form in the extra tags of a message, which are words that no page shows.
_MARK = "undo "


def say_with_undo(
    request: HttpRequest, words: str, address: str, fields: Mapping[str, str | int] | None = None
) -> None:
    """Say what was done. The button of the message sends `fields` to the address that undoes it.

    The address is one that staff reach by another button as well: it checks the right of the person
    and whether the state still allows it.
    """
    form = {"address": address, "fields": dict(fields or {})}
    messages.success(request, words, extra_tags=_MARK + json.dumps(form))


def undo_of(extra_tags: str) -> Mapping[str, Any] | None:
    """Return the address and the fields of a message's undo; None for a message without."""
    return json.loads(extra_tags.removeprefix(_MARK)) if extra_tags.startswith(_MARK) else None
