"""Change an event: all settings at once, or a match on camera whose result is pending."""

from dataclasses import fields
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from events.core.events.actions import change_settings
from events.core.events.declared_settings import EventData
from events.models import Event, FeatureMatch


def change_event(*, event_id: int, actor: User, data: EventData) -> Event:
    """Save these settings of an event, as the form with all settings does."""
    changes = {field.name: getattr(data, field.name) for field in fields(data)}
    return change_settings(event_id=event_id, actor=actor, changes=changes)


def delayed_match(event: Event) -> dict[str, Any]:
    """Put the second table of the only round on camera; return its key as used in an address."""
    Event.objects.filter(pk=event.pk).update(feature_delay=10)
    match = event.rounds.get().matches.get(table=2)
    FeatureMatch.objects.create(match=match, chosen_at=timezone.now())
    return {"match": match.pk}
