"""Existing events that look like the one in an archive, for the import page."""

import datetime

from django.contrib.auth.models import User

from events.models import Event


def events_like(user: User, name: str, date: datetime.date) -> list[Event]:
    """Return the events of this name and date that the person is on the staff of."""
    return list(Event.objects.filter(staff__user=user, name=name, date=date).order_by("slug"))
