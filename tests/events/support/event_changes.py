"""Change every setting of an event at once."""

from dataclasses import fields

from django.contrib.auth.models import User

from events.core.events.actions import change_settings
from events.core.events.declared_settings import EventData
from events.models import Event


def change_event(*, event_id: int, actor: User, data: EventData) -> Event:
    """Give an event these settings, as somebody does who saves all of them."""
    changes = {field.name: getattr(data, field.name) for field in fields(data)}
    return change_settings(event_id=event_id, actor=actor, changes=changes)
