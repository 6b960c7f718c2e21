"""Template tags for the desk: warnings about the laptop, and the version."""

from django import template
from django.conf import settings

from events.hosting.desk_warnings import desk_warnings

register = template.Library()


@register.simple_tag
def laptop_warnings() -> list[str]:
    """Return the current warnings for the operator of the laptop."""
    return desk_warnings()


@register.simple_tag
def version() -> str:
    """Return the version of this software, such as "0.2.0"."""
    return settings.VERSION
