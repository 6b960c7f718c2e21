"""Messages of what was just done, with the button that undoes it, and of a recorded result."""

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from domain.written_names import written_name
from events.core.results.report_actions import ResultOutcome
from events.core.results.slips import Slip
from events.core.words.result_words import short_words

# Prefix of the form in a message's extra tags, which no page shows.
_MARK = "undo "


def message_with_undo(
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


def message_result(request: HttpRequest, settled: ResultOutcome, table: int, slip: Slip) -> None:
    """Say which result of a table counts now, who drops and who plays on with it."""
    match = settled.match
    words, score = (
        _("Table %(table)d: %(score)s was recorded."),
        short_words(match, slip.result, str(slip)),
    )
    if settled.kept and match.result is not None:
        words, score = _("Table %(table)d: %(score)s is kept."), short_words(match, match.result)
    messages.success(request, words % {"table": table, "score": score})
    message_moves(request, settled)


def message_moves(request: HttpRequest, settled: ResultOutcome, *, undone: bool = False) -> None:
    """Say who drops and who plays on with what was just done to a result."""
    for player in settled.reinstated:
        messages.info(request, _("%(name)s stays in the event.") % {"name": written_name(player)})
    for player in settled.dropped:
        words = _("%(name)s is dropped again.") if undone else _("%(name)s is dropped.")
        messages.info(request, words % {"name": written_name(player)})
