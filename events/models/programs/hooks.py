"""External programs that receive messages of an event: address, kinds, deliveries."""

import datetime
import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from domain.limits import SHORT_LENGTH

LONGEST_ADDRESS, LONGEST_SECRET, LONGEST_KEY = 500, 300, 40


class HookKind(models.TextChoices):
    """Kinds of messages to a program; docs/reference/webhooks.md describes the shape of each."""

    ROUND_POSTED = "round.posted", _("Round posted")
    RESULT_RECORDED = "result.recorded", _("Result recorded")
    ROUND_COMPLETED = "round.completed", _("Round complete")
    STANDINGS_PUBLISHED = "standings.published", _("Standings published")
    EVENT_FINISHED = "event.finished", _("Event finished")
    PLAYER_ENROLLED = "player.enrolled", _("Player enrolled")
    PLAYER_DROPPED = "player.dropped", _("Player dropped")
    ANNOUNCEMENT_POSTED = "announcement.posted", _("Announcement")


# A kind that programs can't subscribe to: the message of "Send a test".
TEST = "test"


def draw_key() -> str:
    """Return a new ID for a message, which remains the same for every attempt."""
    return f"msg_{uuid.uuid4().hex}"


class HookEndpoint(models.Model):
    """A program's address for messages about an event, or all events of an organisation.

    `secret` signs them; the page shows it once. For LINE it is the channel's own access token.
    `previous_secret` also signs them until `previous_until`. The program receives messages with a
    key above `hears_after`, the newest one's when it was added, because a clock may be wrong.
    `rests_until`: no attempt before, because the receiver failed or asked for it. `leased_until`: a
    process is sending to it.
    """

    class Style(models.TextChoices):
        WEBHOOK = "webhook", _("Webhook")
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        LINE = "line", "LINE"

    event = models.ForeignKey(
        "events.Event",
        on_delete=models.CASCADE,
        null=True,
        related_name="hook_endpoints",
        help_text="Null: it hears of every event of the organisation.",
    )
    organisation = models.ForeignKey(
        "events.Organisation",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        db_index=False,
        related_name="hook_endpoints",
        help_text="Null: it hears of one event.",
    )
    style = models.CharField(max_length=8, choices=Style, default=Style.WEBHOOK)
    name = models.CharField(_("name"), max_length=SHORT_LENGTH)
    address = models.CharField(_("address"), max_length=LONGEST_ADDRESS)
    secret = models.CharField(max_length=LONGEST_SECRET, blank=True)
    previous_secret = models.CharField(max_length=LONGEST_SECRET, blank=True, db_default="")
    previous_until = models.DateTimeField(null=True, blank=True)
    kinds = models.JSONField(help_text="What it hears of: a list of HookKind.")
    language = models.CharField(max_length=10, default="en")
    paused = models.BooleanField(default=False)
    failures = models.PositiveIntegerField(
        default=0, help_text="How many attempts in a row have failed."
    )
    rests_until = models.DateTimeField(null=True, blank=True)
    leased_until = models.DateTimeField(null=True, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    hears_after = models.BigIntegerField(default=0, db_default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "address"], name="hook_address_once"),
        ]

    def __str__(self) -> str:
        return self.name

    def secrets_at(self, now: datetime.datetime) -> tuple[str, ...]:
        """Return the secrets that sign a message at a moment, newest first."""
        if self.previous_secret and self.previous_until and now < self.previous_until:
            return self.secret, self.previous_secret
        return (self.secret,)

    @property
    def is_chat(self) -> bool:
        """Whether it is a chat, whose people read messages and verify none."""
        return self.style != self.Style.WEBHOOK


class HookMessage(models.Model):
    """A message about one occurrence, written in its transaction.

    The body is made when it is sent, so a retry contains only what is still public. `spread`: every
    endpoint that receives it has its delivery.
    """

    event = models.ForeignKey(
        "events.Event", on_delete=models.CASCADE, related_name="hook_messages"
    )
    entry = models.ForeignKey(
        "events.JournalEntry", on_delete=models.CASCADE, null=True, related_name="+"
    )
    key = models.CharField(max_length=LONGEST_KEY, unique=True, default=draw_key)
    kind = models.CharField(max_length=24)
    at = models.DateTimeField(auto_now_add=True)
    spread = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(
                fields=["id"], condition=models.Q(spread=False), name="hook_message_to_spread"
            ),
            models.Index(fields=["at"], name="hook_message_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class HookDelivery(models.Model):
    """A message to one endpoint, and the last answer."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DELIVERED = "delivered", _("delivered")
        GAVE_UP = "gave-up", _("gave up")
        SKIPPED = "skipped", _("not sent: no longer public")

    message = models.ForeignKey(HookMessage, on_delete=models.CASCADE, related_name="deliveries")
    endpoint = models.ForeignKey(HookEndpoint, on_delete=models.CASCADE, related_name="deliveries")
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The last answer's HTTP status; null: none came."
    )
    problem = models.CharField(max_length=16, blank=True, help_text="Why no answer came.")

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "hook deliveries"
        constraints = [
            models.UniqueConstraint(fields=["message", "endpoint"], name="hook_delivery_once"),
        ]
        indexes = [
            models.Index(
                fields=["endpoint", "next_at"],
                condition=models.Q(state="waiting"),
                name="hook_delivery_due",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.message} {self.state}"

    @property
    def is_waiting(self) -> bool:
        """True until it is delivered, given up or skipped."""
        return self.state == self.State.WAITING

    @property
    def is_delivered(self) -> bool:
        """True once the receiver has accepted it."""
        return self.state == self.State.DELIVERED

    @property
    def is_given_up(self) -> bool:
        """True after the last attempt failed."""
        return self.state == self.State.GAVE_UP
