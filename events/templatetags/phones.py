"""What players tell from their phones, in words."""

import secrets

from django import template

from events.rules.endings import typed
from events.words import phones

register = template.Library()
register.filter(phones.own_words)
register.filter(phones.choice_words)
register.filter(phones.group_title)
register.filter(phones.call_words)
register.filter("typed_result", typed)


@register.simple_tag
def fresh_key() -> str:
    """Return what names one report of a phone, so that sent twice it is one."""
    return secrets.token_hex(12)
