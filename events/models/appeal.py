"""Appeals of rulings, and notes of investigations."""

from typing import TypeAlias

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain import kinds
from domain.limits import DESCRIPTION_LENGTH, NOTE_LENGTH
from events.models.kind_words import worded

USERNAME_LENGTH = 150


class Appeal(models.Model):
    """One appeal. The judges who ruled and who heard it are stored by user name, for export."""

    Outcome: TypeAlias = kinds.AppealOutcome
    OUTCOME_WORDS = worded(
        Outcome,
        _("the ruling was upheld"),
        _("the ruling was changed"),
        _("the ruling was overturned"),
    )

    enrollment = models.ForeignKey(
        "events.Enrollment", on_delete=models.CASCADE, related_name="appeals"
    )
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    ruling = models.CharField(_("ruling"), max_length=NOTE_LENGTH)
    ruled_by = models.CharField(_("ruled by"), max_length=USERNAME_LENGTH, blank=True)
    heard_by = models.CharField(_("appeal decided by"), max_length=USERNAME_LENGTH, blank=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=OUTCOME_WORDS)
    note = models.CharField(_("note"), max_length=NOTE_LENGTH, blank=True)
    at = models.DateTimeField(default=timezone.now)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.enrollment}: {self.outcome}"


class InvestigationNote(models.Model):
    """A head judge's note about an investigation; only head judges read it.

    `player_number`: number of the player concerned, instead of a key, so that no export of a player
    includes it; null: no single player.
    """

    event = models.ForeignKey(
        "events.Event", on_delete=models.CASCADE, related_name="investigation_notes"
    )
    player_number = models.PositiveIntegerField(_("player number"), null=True, blank=True)
    text = models.TextField(_("note"), max_length=DESCRIPTION_LENGTH)
    written_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.at}"
