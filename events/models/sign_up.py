"""Sign-ups by players: an event's settings, and requests for a place."""

from typing import TypeAlias

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain import kinds
from domain.limits import (
    DESCRIPTION_LENGTH,
    EMAIL_LENGTH,
    NAME_LENGTH,
    NOTE_LENGTH,
    SHORT_LENGTH,
)
from events.models.kind_words import worded
from events.models.phones import NONCE_LENGTH, draw_nonce

KEY_LENGTH = 40


class SignUpSettings(models.Model):
    """Settings for sign-ups to an event; without this row it accepts none."""

    class Ask(models.TextChoices):
        NO = "", _("not asked")
        OPTIONAL = "optional", _("optional")
        REQUIRED = "required", _("required")

    event = models.OneToOneField(
        "events.Event", on_delete=models.CASCADE, primary_key=True, related_name="sign_up_settings"
    )
    is_open = models.BooleanField(_("players can sign up"), default=False)
    deadline = models.DateTimeField(_("sign-up deadline"), null=True, blank=True)
    capacity = models.PositiveIntegerField(_("capacity"), null=True, blank=True)
    approval = models.BooleanField(_("the desk reviews every sign-up first"), default=False)
    held_since = models.DateTimeField(
        _("the desk reviews sign-ups first, after a sudden rush"), null=True, blank=True
    )
    released_at = models.DateTimeField(null=True, blank=True)
    begins = models.TimeField(_("begins at"), null=True, blank=True)
    fee = models.CharField(_("fee"), max_length=SHORT_LENGTH, blank=True)
    ask_reading = models.CharField(
        _("phonetic name (furigana)"), max_length=8, choices=Ask, blank=True
    )
    ask_email = models.CharField(_("email"), max_length=8, choices=Ask, blank=True)
    ask_platform_id = models.CharField(_("platform ID"), max_length=8, choices=Ask, blank=True)
    ask_decklist = models.CharField(_("decklist"), max_length=8, choices=Ask, blank=True)

    def __str__(self) -> str:
        return f"{self.event_id}: {self.is_open}"


class SignUp(models.Model):
    """A player's or team's request for a place.

    It has no effect on pairings, counts or pages until it becomes an enrollment. `place` is the
    order of waiting; `members` are the names by seat, "" for an open one. `approved`: the desk
    accepted it, with the reason `because` if one was required. `merged_into`: its enrollment was
    merged into another one of the same player, which has a sign-up already.
    """

    State: TypeAlias = kinds.SignUpState
    STATE_WORDS = worded(
        State,
        _("awaiting approval"),
        _("on the waiting list"),
        _("enrolled"),
        _("refused"),
        _("canceled"),
    )

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="sign_ups")
    enrollment = models.OneToOneField(
        "events.Enrollment",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="sign_up",
    )
    merged_into = models.ForeignKey(
        "events.Enrollment",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="merged_sign_ups",
    )
    state = models.CharField(max_length=9, choices=STATE_WORDS, default=State.ASKED)
    place = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    reading = models.CharField(_("phonetic name"), max_length=NAME_LENGTH, blank=True)
    email = models.CharField(_("email"), max_length=EMAIL_LENGTH, blank=True)
    platform_id = models.CharField(_("platform ID"), max_length=NAME_LENGTH, blank=True)
    members = models.JSONField(default=list, blank=True)
    shares_email = models.BooleanField(
        default=False,
        db_default=False,
        help_text="The organizer may type name and e-mail address into another system.",
    )
    deck = models.TextField(_("decklist"), max_length=DESCRIPTION_LENGTH, blank=True)
    approved = models.BooleanField(default=False)
    because = models.CharField(max_length=NOTE_LENGTH, blank=True)
    reason = models.CharField(_("reason"), max_length=NOTE_LENGTH, blank=True)
    key = models.CharField(max_length=KEY_LENGTH, help_text="Sent twice it is one sign-up.")
    nonce = models.CharField(max_length=NONCE_LENGTH, default=draw_nonce)
    at = models.DateTimeField(default=timezone.now)
    language = models.CharField(max_length=8, blank=True)
    mailed = models.CharField(
        max_length=9, blank=True, help_text="The state that the last e-mail told."
    )

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["event", "key"], name="sign_up_once"),
            models.CheckConstraint(
                condition=models.Q(merged_into__isnull=True)
                | models.Q(enrollment__isnull=True, state="enrolled"),
                name="sign_up_merged_is_nobody_itself",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.state}"

    @property
    def is_open(self) -> bool:
        """Whether it still requests a place."""
        return self.state in (self.State.ASKED, self.State.WAITING)

    @property
    def is_complete(self) -> bool:
        """Whether every seat of a team has a name; always true for a single player."""
        return all(self.members)
