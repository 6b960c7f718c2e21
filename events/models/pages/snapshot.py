"""Published standings."""

from django.conf import settings
from django.db import models

from domain.limits import NOTE_LENGTH


class StandingsSnapshot(models.Model):
    """The standings after a round as they were published, frozen, with a revision number.

    `rows` is a list of objects in order of place, as `adapters.snapshot_rows` writes them.
    A withdrawn snapshot stays in the table; players no longer see it.
    """

    round = models.ForeignKey("events.Round", on_delete=models.CASCADE, related_name="snapshots")
    revision = models.PositiveSmallIntegerField()
    rows = models.JSONField()
    basis = models.JSONField(
        null=True,
        blank=True,
        help_text="What the rows were computed from, as `adapters.basis_of` writes it. Null: "
        "published by a version that did not keep it.",
    )
    event_revision = models.PositiveBigIntegerField(
        null=True,
        editable=False,
        help_text="The event's revision with this publication; while it is that, nothing has "
        "changed since. Null: imported, or published by a version that did not keep it.",
    )
    reason = models.CharField(max_length=NOTE_LENGTH, blank=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    published_at = models.DateTimeField(auto_now_add=True)
    withdrawn = models.BooleanField(default=False)

    class Meta:
        ordering = ["round", "revision"]
        constraints = [
            models.UniqueConstraint(fields=["round", "revision"], name="snapshot_revision_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round}, revision {self.revision}"
