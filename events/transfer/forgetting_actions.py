"""Taking away what an import left that did not come to its end."""

from datetime import timedelta

from django.utils import timezone

from events.core.event_write import lock_name, slice_write
from events.models import Event, Player

# No import takes this long: an older one was killed.
STALE = timedelta(hours=1)


def forget_imports() -> None:
    """Take away what killed imports left."""
    for event in Event.every.filter(importing_since__lt=timezone.now() - STALE):
        forget_import(event)


def forget_import(event: Event) -> None:
    """Delete the parts of an unfinished import, which no page has shown."""
    for round in event.rounds.all():
        with slice_write():
            round.delete()
    with slice_write():
        for stage in event.stages.all():
            stage.pod_seats.all().delete()
            stage.bracket_seats.all().delete()
        lock_name("addresses")
        people = list(event.enrollments.values_list("player_id", flat=True))
        event.enrollments.all().delete()
        event.delete()
        Player.objects.filter(pk__in=people, enrollments__isnull=True).delete()
