"""What is announced, for every page."""

from django import template

from events.models import Announcement, Event
from events.selectors import announcements as selectors

register = template.Library()


@register.simple_tag
def announced_now(event: Event) -> tuple[Announcement, ...]:
    """What is announced at this moment; one query."""
    return selectors.announced_now(event)
