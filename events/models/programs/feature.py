"""The match on camera, and the private address of a stream's overlays."""

import secrets

from django.db import models

TOKEN_LENGTH = 22


def draw_token() -> str:
    """Return 128 random bits as text."""
    return secrets.token_urlsafe(16)


class FeatureMatch(models.Model):
    """A match that is or was on camera, with its games as counted there.

    The counts decide nothing: the result is reported at the desk. At most one match of an event is
    `on_camera`.
    """

    match = models.OneToOneField("events.Match", on_delete=models.CASCADE, related_name="feature")
    first_games = models.PositiveSmallIntegerField(default=0)
    second_games = models.PositiveSmallIntegerField(default=0)
    on_camera = models.BooleanField(default=True)
    chosen_at = models.DateTimeField()
    counts = models.JSONField(
        null=True,
        help_text='Each count with its moment, such as ["2026-11-30T10:00:00+00:00", 1, 0].',
    )
    shown_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When the delay of its result ended, or staff ended it. Older than the official "
        "report: of an earlier result.",
    )

    class Meta:
        ordering = ["chosen_at", "pk"]
        verbose_name_plural = "feature matches"

    def __str__(self) -> str:
        return f"{self.match}: {self.score}"

    @property
    def score(self) -> str:
        """The games for display, first-named player first."""
        return f"{self.first_games}-{self.second_games}"


class StreamLink(models.Model):
    """The token in the private address of an event's overlays; a new one replaces it."""

    event = models.OneToOneField(
        "events.Event", on_delete=models.CASCADE, related_name="stream_link"
    )
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=draw_token)

    def __str__(self) -> str:
        return str(self.event_id)
