"""What the desk is told of the laptop it runs on."""

from django import template

from events.hosting.desk_warnings import desk_warnings

register = template.Library()


@register.simple_tag
def laptop_warnings() -> list[str]:
    """Return what whoever looks after the laptop should know now."""
    return desk_warnings()
