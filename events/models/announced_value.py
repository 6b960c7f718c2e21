"""Changes to the values announced with round 1."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain.limits import NOTE_LENGTH


class AnnouncedChange(models.Model):
    """One change of the number of rounds, the stages or a time limit after round 1 was posted.

    The number of rounds is announced and then locked (digital event rules, 4.2). A change to it
    needs a reason, and the pages that announced the old number show this row.
    """

    class What(models.TextChoices):
        ROUNDS = "rounds", _("number of rounds")
        MINUTES = "minutes", _("round time")
        STAGE_ADDED = "stage-added", _("stage added")
        STAGE_REMOVED = "stage-removed", _("stage removed")

    event = models.ForeignKey(
        "events.Event", on_delete=models.CASCADE, related_name="announced_changes"
    )
    what = models.CharField(max_length=13, choices=What)
    stage = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Null: the whole event."
    )
    before = models.PositiveSmallIntegerField(null=True, blank=True)
    after = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=NOTE_LENGTH)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.what} {self.before} {self.after}"
