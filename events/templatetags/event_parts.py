"""Tags of the navigation inside an event."""

from django import template

from events.core.events.used_parts import UsedParts
from events.core.events.used_parts import used_parts as read_parts
from events.models import Event

register = template.Library()


@register.simple_tag
def used_parts(event: Event) -> UsedParts:
    """Return the parts of an event that get a tab of their own."""
    return read_parts(event)
