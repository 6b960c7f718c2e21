"""Messages after a result was entered at its table."""

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from domain.written_names import written_name
from events.core.results.report_actions import ResultOutcome
from events.core.results.slips import Slip
from events.core.words.result_words import short_words


def say_recorded(request: HttpRequest, settled: ResultOutcome, table: int, slip: Slip) -> None:
    """Say which result of a table counts now, who drops and who plays on with it."""
    match = settled.match
    words, score = (
        _("Table %(table)d: %(score)s was recorded."),
        short_words(match, slip.result, str(slip)),
    )
    if settled.kept and match.result is not None:
        words, score = _("Table %(table)d: %(score)s is kept."), short_words(match, match.result)
    messages.success(request, words % {"table": table, "score": score})
    say_who_moved(request, settled)


def say_who_moved(request: HttpRequest, settled: ResultOutcome, *, undone: bool = False) -> None:
    """Say who drops and who plays on with what was just done to a result."""
    for player in settled.reinstated:
        messages.info(request, _("%(name)s stays in the event.") % {"name": written_name(player)})
    for player in settled.dropped:
        words = _("%(name)s is dropped again.") if undone else _("%(name)s is dropped.")
        messages.info(request, words % {"name": written_name(player)})
