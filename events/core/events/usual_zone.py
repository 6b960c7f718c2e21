"""The time zone of pages about no single event."""

from django.db.models import QuerySet
from django.utils import timezone

from events.models import Event


def usual_zone(events: QuerySet[Event]) -> str:
    """Return the time zone of the newest of these events, or the server's. One query."""
    newest = events.order_by("-date", "-pk").values_list("time_zone", flat=True).first()
    return newest or timezone.get_default_timezone_name()
