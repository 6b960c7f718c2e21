"""Decklists, and the checks of decks at tables."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain.limits import DESCRIPTION_LENGTH, SHORT_LENGTH

if TYPE_CHECKING:
    from events.models.enrollment import Enrollment


class Decklist(models.Model):
    """The list of one player or team: how far it is, and its text where it is not on paper."""

    class State(models.TextChoices):
        MISSING = "", _("missing")
        SUBMITTED = "submitted", _("submitted")
        RECEIVED = "received", _("received")
        CHECKED = "checked", _("checked")

    enrollment = models.OneToOneField(
        "events.Enrollment", on_delete=models.CASCADE, primary_key=True, related_name="decklist"
    )
    state = models.CharField(_("state"), max_length=9, choices=State, blank=True)
    text = models.TextField(_("list"), max_length=DESCRIPTION_LENGTH, blank=True)
    archetype = models.CharField(_("archetype"), max_length=SHORT_LENGTH, blank=True)

    def __str__(self) -> str:
        return f"{self.enrollment}: {self.state}"


class DeckCheck(models.Model):
    """A check of both decks of one match, from its start to its end."""

    match = models.ForeignKey("events.Match", on_delete=models.CASCADE, related_name="deck_checks")
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    findings = models.TextField(_("findings"), max_length=DESCRIPTION_LENGTH, blank=True)
    problems = models.JSONField(
        null=True,
        blank=True,
        help_text="Players with a problem, by their numbers. The other players had none. Null: not "
        "recorded, as in checks of version 0.1.",
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["started_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"],
                condition=models.Q(ended_at__isnull=True),
                name="deck_check_open_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.started_at}"

    @property
    def is_running(self) -> bool:
        """Whether the judge still has the decks."""
        return self.ended_at is None

    @property
    def results(self) -> "list[tuple[Enrollment, bool]]":
        """Players of the table, and whether the deck had a problem; empty if not recorded."""
        return (
            []
            if self.problems is None
            else [(player, self.found_problem(player.number)) for player in self.match.players]
        )

    def found_problem(self, number: int) -> bool:
        """Whether the deck of a player, by number, had a problem."""
        return number in (self.problems or ())
