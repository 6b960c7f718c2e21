"""What players do from their own phones: what an event lets them do, and what they ask for."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

NONCE_LENGTH = 22


def draw_nonce() -> str:
    """Return what makes a private address another one: 128 random bits as text."""
    return secrets.token_urlsafe(16)


class PhoneSettings(models.Model):
    """The columns of an event that say what players see and do on their phones."""

    class PhoneReports(models.TextChoices):
        OFF = "off", _("no results from phones")
        DESK = "desk", _("two phones that agree are a line that the desk takes")
        COUNT = "count", _("two phones that agree are the result")

    show_recorded = models.BooleanField(
        _("players see what was recorded of their own match"), default=True
    )
    private_pages = models.BooleanField(_("every player has a private address"), default=False)
    slip_codes = models.BooleanField(
        _("the private addresses stand on the slips as codes"), default=False
    )
    phone_reports = models.CharField(
        _("results from phones"), max_length=6, choices=PhoneReports, default=PhoneReports.OFF
    )
    phone_check_in = models.BooleanField(_("players check in by phone"), default=False)
    check_in_open = models.BooleanField(_("the check-in by phone is open"), default=False)
    phone_drops = models.BooleanField(_("players drop by phone"), default=False)
    judge_calls = models.BooleanField(_("players call a judge by phone"), default=False)

    class Meta:
        abstract = True

    @property
    def takes_reports(self) -> bool:
        """Whether players report results from their phones."""
        return self.private_pages and self.phone_reports != self.PhoneReports.OFF


class Call(models.Model):
    """A player asks for somebody: a judge at the table, or because a result is recorded wrongly.

    `seen` is the result that stood when the player said that it is wrong, as Result.text.
    Answered when somebody of the staff took it, or the player took it back (`answered_by` null).
    """

    class Kind(models.TextChoices):
        JUDGE = "judge", _("a judge, please")
        WRONG = "wrong", _("the recorded result is wrong")

    match = models.ForeignKey("events.Match", on_delete=models.CASCADE, related_name="calls")
    enrollment = models.ForeignKey(
        "events.Enrollment", on_delete=models.CASCADE, related_name="calls"
    )
    kind = models.CharField(max_length=6, choices=Kind)
    seen = models.CharField(max_length=12, blank=True)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "enrollment", "kind"],
                condition=models.Q(answered_at__isnull=True),
                name="call_open_once",
            ),
            models.CheckConstraint(
                condition=models.Q(answered_at__isnull=False) | models.Q(answered_by__isnull=True),
                name="call_answered_by_when_answered",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.enrollment}: {self.kind}"
