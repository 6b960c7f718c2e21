"""Access tokens of programs, and their answered calls."""

from typing import Self, TypeVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain.limits import SHORT_LENGTH

DIGEST_LENGTH, HINT_LENGTH, LONGEST_KEY = 64, 4, 100


class TokenScope(models.TextChoices):
    """Permissions that a token can give to a program."""

    RESULTS = "results", _("Results: enter, correct, undo")
    ROSTER = "roster", _("Roster: enroll, check in, drop")
    ANNOUNCEMENTS = "announcements", _("Announcements: post")
    POST_ROUND = "post", _("Rounds: pair, post, complete, publish")
    FLOOR = "floor", _("Floor: clock, extensions, penalties, decklists")
    EVENT = "event", _("Event: create, settings, cut, finish")
    WEBHOOKS = "webhooks", _("Webhooks: add, change, remove")


Row = TypeVar("Row", bound=models.Model)


class TokenRows(models.QuerySet[Row]):
    """Query set of tokens."""

    def usable(self) -> Self:
        """Return the tokens that are neither revoked nor expired."""
        valid = models.Q(expires_at=None) | models.Q(expires_at__gt=timezone.now())
        return self.filter(valid, revoked_at=None)


class TokenColumns(models.Model):
    """Columns of a token: `digest` identifies it, `hint` is its end.

    The token itself is shown once. `used_at` is rounded, so that most calls write nothing.
    `expires_at`: from then on it no longer works; None: it works until it is revoked.
    """

    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    name = models.CharField(_("name"), max_length=SHORT_LENGTH)
    scopes = models.JSONField(default=list)
    digest = models.CharField(max_length=DIGEST_LENGTH, unique=True)
    hint = models.CharField(max_length=HINT_LENGTH)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)

    objects = TokenRows.as_manager()

    class Meta:
        abstract = True
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name

    @property
    def scope_labels(self) -> list[str]:
        """Return the permissions in words."""
        return [str(TokenScope(scope).label) for scope in self.scopes if scope in TokenScope]

    @property
    def is_expired(self) -> bool:
        """Whether the token has expired."""
        return self.expires_at is not None and self.expires_at <= timezone.now()


class AccessToken(TokenColumns):
    """A program's right to write in one event, limited to the rights of its maker."""

    event = models.ForeignKey(
        "events.Event", on_delete=models.CASCADE, related_name="access_tokens"
    )


class OrganisationToken(TokenColumns):
    """A program's right to write in an organisation's events, limited to its maker's rights."""

    organisation = models.ForeignKey(
        "events.Organisation", on_delete=models.CASCADE, related_name="access_tokens"
    )


class CallColumns(models.Model):
    """The answer to a call with an Idempotency-Key, returned again for the same call."""

    key = models.CharField(max_length=LONGEST_KEY)
    digest = models.CharField(max_length=DIGEST_LENGTH, help_text="Of the whole call.")
    status = models.PositiveSmallIntegerField()
    answer = models.TextField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.key


class AnsweredCall(CallColumns):
    """A call answered with the token of an event."""

    token = models.ForeignKey(AccessToken, on_delete=models.CASCADE, related_name="calls")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["token", "key"], name="answered_call_once"),
        ]


class OrganisationCall(CallColumns):
    """A call answered with the token of an organisation; each event has its own keys."""

    token = models.ForeignKey(OrganisationToken, on_delete=models.CASCADE, related_name="calls")
    event = models.ForeignKey(
        "events.Event",
        on_delete=models.CASCADE,
        null=True,
        related_name="+",
        help_text="Null: the call was about the organisation.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["token", "event", "key"], name="organisation_call_once"
            ),
        ]
