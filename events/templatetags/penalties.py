"""Penalties that are proposed."""

from collections.abc import Mapping

from django import template

from events.models import Infraction, PenaltyKind

register = template.Library()


@register.filter
def for_infraction(proposals: Mapping[Infraction, PenaltyKind], infraction: Infraction) -> str:
    """Return the proposed penalty for an infraction, in words."""
    return str(proposals[infraction].label)
