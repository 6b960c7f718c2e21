"""Version token of a small form, for its hidden field."""

from django import template

from events.models import Match
from events.rules.seen import marks_of
from events.selectors.seen import table_values

register = template.Library()


@register.filter
def seen_of(match: Match, what: str) -> str:
    """Return the mark of one thing that is noted of a table, as the service checks it."""
    return marks_of(table_values(match, what))
