"""Current announcements."""

import datetime

from django.utils import timezone

from events.models import Announcement, Event


def announced_now(event: Event, now: datetime.datetime | None = None) -> tuple[Announcement, ...]:
    """Return what is shown at this moment, the oldest first, in one query."""
    shown = Announcement.objects.filter(event=event, ended_at=None, until__gt=now or timezone.now())
    return tuple(shown.order_by("pk"))


def announced_before(event: Event, most: int = 20) -> list[Announcement]:
    """Return what was announced and is over, the newest first, in one query."""
    shown = [announcement.pk for announcement in announced_now(event)]
    over = Announcement.objects.filter(event=event).exclude(pk__in=shown)
    return list(over.select_related("made_by").order_by("-pk")[:most])
