"""Badges: the private address of a player for everything of the day."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from events.models.phones import NONCE_LENGTH, draw_nonce


class Badge(models.Model):
    """The private address that shows a player all events of the day in one organisation.

    The address is signed over the nonce, as a player link: a new nonce ends the old address.
    """

    organisation = models.ForeignKey(
        "events.Organisation", on_delete=models.CASCADE, related_name="badges"
    )
    player = models.OneToOneField("events.Player", on_delete=models.CASCADE, related_name="badge")
    nonce = models.CharField(max_length=NONCE_LENGTH, default=draw_nonce)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.organisation_id}: {self.player_id}"
