"""Estimated chances of advancing, computed behind the pages."""

from django.db import models
from django.utils import timezone


class ChanceEstimate(models.Model):
    """How likely the players of an event are to advance: what the desk knows, what players know.

    `live` and `public` are objects as `public_site.estimates` writes them, empty where there is
    nothing to estimate. `revision`: the event's revision of the newest estimate, or of the one that
    a process is making. Nothing of it is part of the event: it follows from it.
    """

    event = models.OneToOneField(
        "events.Event", on_delete=models.CASCADE, primary_key=True, related_name="chance_estimate"
    )
    revision = models.PositiveBigIntegerField()
    live = models.JSONField(default=dict)
    public = models.JSONField(default=dict)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.event_id}: {self.revision}"
