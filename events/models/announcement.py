"""Announcements of the staff to all players."""

from typing import TypeAlias

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain import kinds
from domain.limits import ACCOUNT_LENGTH, ANNOUNCEMENT_LENGTH, NOTE_LENGTH
from events.models.kind_words import worded


class Announcement(models.Model):
    """Text shown on every phone, projector and desk until a moment.

    At least one language's text exists; readers of the other language see that one.
    """

    event = models.ForeignKey(
        "events.Event", on_delete=models.CASCADE, related_name="announcements"
    )
    text_en = models.TextField(_("English"), max_length=ANNOUNCEMENT_LENGTH, blank=True)
    text_ja = models.TextField(_("Japanese"), max_length=ANNOUNCEMENT_LENGTH, blank=True)
    until = models.DateTimeField(help_text="From then on it is not shown any more.")
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    made_by_name = models.CharField(
        max_length=ACCOUNT_LENGTH, blank=True, help_text="Of one that an archive brought."
    )
    ended_at = models.DateTimeField(
        null=True, blank=True, help_text="When it was taken down before its end."
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(text_en="", text_ja=""), name="announcement_says_something"
            ),
        ]

    def __str__(self) -> str:
        return self.text_en or self.text_ja

    @property
    def who(self) -> str:
        """User name of the author; empty if unknown."""
        return self.made_by.get_username() if self.made_by else self.made_by_name

    def text_in(self, language: str) -> str:
        """Return the text for a reader of that language ("en", "ja"), else the other one."""
        return (self.text_ja or self.text_en) if language == "ja" else str(self)


class AnnouncedChange(models.Model):
    """A change of the number of rounds, the stages or a time limit after round 1 was posted.

    The number of rounds is announced and then locked (digital event rules, 4.2). A change to it
    needs a reason, and the pages that announced the old number show this row.
    """

    What: TypeAlias = kinds.AnnouncedKind
    WHAT_WORDS = worded(
        What, _("number of rounds"), _("round time"), _("stage added"), _("stage removed")
    )

    event = models.ForeignKey(
        "events.Event", on_delete=models.CASCADE, related_name="announced_changes"
    )
    what = models.CharField(max_length=13, choices=WHAT_WORDS)
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
