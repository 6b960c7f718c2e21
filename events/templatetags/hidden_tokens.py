"""Version token of a small form, for its hidden field."""

from django import template

from events.core.edit_conflicts import token_of_values
from events.core.rounds.outstanding import OutstandingMatch
from events.core.version_tokens import table_values
from events.models import Match

register = template.Library()


@register.filter
def version_token(match: Match | OutstandingMatch, what: str) -> str:
    """Return the mark of one thing that is noted of a table, as the service checks it."""
    return token_of_values(table_values(match, what))
