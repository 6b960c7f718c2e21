"""Certified rounds: two sources agree, or the head judge decides."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from domain.limits import ACCOUNT_LENGTH, NOTE_LENGTH


class Certification(models.Model):
    """Certification of the results of a complete round.

    `agreed` of `total` tables had two sources with the same result. `reason` is the head judge's,
    for certifying without them at every table; empty otherwise. It is valid until `withdrawn_at`: a
    result of the round was corrected (`withdrawn_table`), or the round was reopened.
    """

    round = models.ForeignKey(
        "events.Round", on_delete=models.CASCADE, related_name="certifications"
    )
    at = models.DateTimeField()
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    account_name = models.CharField(
        max_length=ACCOUNT_LENGTH, blank=True, help_text="Of one that an archive brought."
    )
    agreed = models.PositiveIntegerField()
    total = models.PositiveIntegerField()
    reason = models.CharField(_("reason"), max_length=NOTE_LENGTH, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    withdrawn_by_name = models.CharField(max_length=ACCOUNT_LENGTH, blank=True)
    withdrawn_table = models.PositiveIntegerField(
        null=True, blank=True, help_text="Whose correction withdrew it; null: the round was opened."
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round"],
                condition=models.Q(withdrawn_at__isnull=True),
                name="certification_holds_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.agreed}/{self.total}"

    @property
    def who(self) -> str:
        """User name of the person who certified the round; empty if unknown."""
        return self.account.get_username() if self.account else self.account_name

    @property
    def who_withdrew(self) -> str:
        """User name of the person who withdrew it; empty if unknown."""
        return self.withdrawn_by.get_username() if self.withdrawn_by else self.withdrawn_by_name

    @property
    def holds(self) -> bool:
        """Whether it is valid: it was not withdrawn."""
        return self.withdrawn_at is None
