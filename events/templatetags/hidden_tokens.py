"""Hidden fields of forms: version tokens, and the key of a form that creates something."""

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from events.core.edit_conflicts import token_of_values
from events.core.progress.edited_tables import table_values
from events.core.progress.outstanding import OutstandingMatch
from events.models import Match
from events.web.forms.sent_forms import KEY

register = template.Library()


@register.filter
def version_token(match: Match | OutstandingMatch, what: str) -> str:
    """Return the version token of one value of a table, as the service checks it."""
    return token_of_values(table_values(match, what))


@register.simple_tag
def form_key() -> SafeString:
    """Return the hidden field that identifies a form that creates something if it is sent again."""
    return format_html('<input type="hidden" name="{}" value="{}">', KEY, secrets.token_urlsafe(12))
