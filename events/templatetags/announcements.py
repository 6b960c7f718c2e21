"""Current announcements, for every page."""

from django import template
from django.utils import timezone

from events.core.events import queries
from events.models import Announcement, Event

register = template.Library()


@register.simple_tag
def announced_now(event: Event) -> tuple[Announcement, ...]:
    """Return the current announcements; a query only while there are any."""
    if event.announced_until is None or event.announced_until <= timezone.now():
        return ()
    return queries.announced_now(event)
