"""Answers to the pre-flight check of a round."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from domain.limits import ACCOUNT_LENGTH

KEY_LENGTH = 120


class PreflightAnswer(models.Model):
    """Answer to one check before pairing or publishing: it is correct as it is.

    `key` names the line and what it is about (`core/preflight/queries.py`): the same line about
    something else is asked again. `reason` is the head judge's, who went on although something was
    open.
    """

    round = models.ForeignKey(
        "events.Round", on_delete=models.CASCADE, related_name="preflight_answers"
    )
    key = models.CharField(max_length=KEY_LENGTH)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    account_name = models.CharField(
        max_length=ACCOUNT_LENGTH, blank=True, help_text="Of one that an archive brought."
    )
    at = models.DateTimeField(default=timezone.now)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["round", "key"], name="gate_answer_once"),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def who(self) -> str:
        """User name of the person who answered; empty where that is not known."""
        return self.account.get_username() if self.account else self.account_name
