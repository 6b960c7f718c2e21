"""Tables on the floor."""

from collections.abc import Mapping, Sequence

from django import template
from django.utils.translation import gettext as _

from events.core.judging.floor_queries import FloorLine
from events.core.progress.outstanding import SeatedMatch, SeatedPlayer
from events.core.rounds.table_marks import table_mark
from events.models import Round
from events.templatetags.clock import clock_span

register = template.Library()


@register.inclusion_tag("floor/table_state.html")
def table_state(line: FloorLine, round: Round) -> dict[str, str]:
    """Return "turns", and the clock that shows for how long time has been over."""
    words = _("turns") if line.in_turns else ""
    clock = ""
    if round.started_at is not None and round.minutes:
        clock = clock_span(round, line.match.extension_minutes, over="")
    return {"words": words, "clock": clock}


@register.simple_tag
def mark_at(special: Mapping[int, str], match: SeatedMatch) -> str:
    """Say what is special at a table, as mark_of_table does; the room is read once for a list."""
    return table_mark(special, match)


@register.filter
def players_of(match: SeatedMatch) -> Sequence[SeatedPlayer]:
    """Return the players at a table."""
    return match.players
