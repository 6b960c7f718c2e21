"""On-demand queues: waiting players form pods, and each pod becomes an event."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain.limits import EVENT_NAME_LENGTH, NAME_LENGTH, NOTE_LENGTH, SHORT_LENGTH
from events.models.phones import NONCE_LENGTH, draw_nonce
from events.models.privacy import PrivacySettings

# Separates name and number in the key of a namesake; no name contains it.
NAMESAKE = "\x1f"


class Queue(PrivacySettings, models.Model):
    """A line of players for pods of one kind on one day.

    A pod starts with `size` players, or with `least` once the first has waited `wait_minutes`.
    `like`: the event whose settings each pod copies. `tickets` are by record: {"3-0": 12}.
    `trouble`: the reason why the last pod could not be called. `revision` grows with every change.
    """

    class Play(models.TextChoices):
        DRAFT = "draft", _("draft, then Swiss rounds in the pod")
        DRAFT_ELIMINATION = "draft-elimination", _("draft, then single elimination")
        SWISS = "swiss", _("Swiss rounds")
        ELIMINATION = "elimination", _("single elimination")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        PAUSED = "paused", _("paused")
        CLOSED = "closed", _("closed")

    organisation = models.ForeignKey(
        "events.Organisation", on_delete=models.CASCADE, related_name="queues"
    )
    number = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=EVENT_NAME_LENGTH)
    date = models.DateField(_("date"))
    time_zone = models.CharField(_("time zone"), max_length=SHORT_LENGTH, default="UTC")
    game_format = models.CharField(_("game format"), max_length=SHORT_LENGTH, blank=True)
    play = models.CharField(_("type of play"), max_length=17, choices=Play, default=Play.DRAFT)
    rounds = models.PositiveSmallIntegerField(_("Swiss rounds"), default=3)
    size = models.PositiveSmallIntegerField(_("players in a pod"), default=8)
    least = models.PositiveSmallIntegerField(_("smaller pod"), null=True, blank=True)
    wait_minutes = models.PositiveSmallIntegerField(_("after this many minutes"), default=30)
    round_minutes = models.PositiveSmallIntegerField(_("round time in minutes"), default=50)
    like = models.ForeignKey(
        "events.Event", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    first_table = models.PositiveIntegerField(_("first table"), default=1)
    last_table = models.PositiveIntegerField(_("last table"), default=40)
    by_phone = models.BooleanField(_("players join by phone"), default=True)
    tickets = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=6, choices=State, default=State.OPEN)
    trouble = models.CharField(max_length=NOTE_LENGTH, blank=True)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    revision = models.PositiveBigIntegerField(default=0)
    last_number = models.PositiveIntegerField(default=0, help_text="Of its entries.")

    class Meta:
        ordering = ["organisation", "number"]
        constraints = [
            models.UniqueConstraint(fields=["organisation", "number"], name="queue_number_once"),
            models.CheckConstraint(
                condition=models.Q(size__gte=2, size__lte=64), name="queue_size_2_to_64"
            ),
            models.CheckConstraint(
                condition=models.Q(least__isnull=True)
                | models.Q(least__gte=2, least__lt=models.F("size")),
                name="queue_smaller_pod_is_smaller",
            ),
            models.CheckConstraint(
                condition=models.Q(first_table__gte=1, last_table__gte=models.F("first_table")),
                name="queue_tables_in_order",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_open(self) -> bool:
        """Whether players can join."""
        return self.state == self.State.OPEN

    @property
    def is_paused(self) -> bool:
        """Whether joining is suspended."""
        return self.state == self.State.PAUSED

    @property
    def is_closed(self) -> bool:
        """Whether the queue has ended."""
        return self.state == self.State.CLOSED


class QueuePod(models.Model):
    """A pod called from a queue, and its event.

    `event` is null after the event was deleted. Its tables stay reserved until the event is over.
    """

    queue = models.ForeignKey(Queue, on_delete=models.CASCADE, related_name="pods")
    number = models.PositiveIntegerField()
    event = models.OneToOneField(
        "events.Event", on_delete=models.SET_NULL, null=True, related_name="queue_pod"
    )
    judge = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    first_table = models.PositiveIntegerField()
    last_table = models.PositiveIntegerField()
    called_at = models.DateTimeField()
    posted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["queue", "number"], name="queue_pod_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.queue} {self.number}"

    @property
    def is_posted(self) -> bool:
        """Whether its seats or its pairings are posted."""
        return self.posted_at is not None


class QueueEntry(models.Model):
    """A person's place in a queue; joining again creates a new entry.

    `key` is the name for comparisons. `nonce` signs the mark of the phone that joined. `by`: the
    account that added the person at the desk.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        CALLED = "called", _("called")
        PLAYING = "playing", _("playing")
        DONE = "done", _("done")
        LEFT = "left", _("left")
        NO_SHOW = "no-show", _("no-show")

    # A person has at most one entry in these states.
    ACTIVE = ("waiting", "called", "playing")

    queue = models.ForeignKey(Queue, on_delete=models.CASCADE, related_name="entries")
    organisation = models.ForeignKey(
        "events.Organisation", on_delete=models.CASCADE, related_name="queue_entries"
    )
    number = models.PositiveIntegerField()
    player = models.ForeignKey(
        "events.Player", on_delete=models.SET_NULL, null=True, related_name="queue_entries"
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    key = models.CharField(max_length=2 * NAME_LENGTH)
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    pod = models.ForeignKey(QueuePod, on_delete=models.SET_NULL, null=True, related_name="entries")
    enrollment = models.OneToOneField(
        "events.Enrollment", on_delete=models.SET_NULL, null=True, related_name="queue_entry"
    )
    joined_at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    nonce = models.CharField(max_length=NONCE_LENGTH, default=draw_nonce)
    tickets = models.PositiveIntegerField(null=True, blank=True, help_text="Handed out.")
    tickets_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    tickets_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "queue entries"
        constraints = [
            models.UniqueConstraint(fields=["queue", "number"], name="queue_entry_number_once"),
            models.UniqueConstraint(
                fields=["organisation", "key"],
                condition=models.Q(state__in=("waiting", "called", "playing")),
                name="queue_entry_name_once",
            ),
            models.UniqueConstraint(
                fields=["player"],
                condition=models.Q(state__in=("waiting", "called", "playing")),
                name="queue_entry_player_once",
            ),
        ]
        indexes = [models.Index(fields=["queue", "state", "number"], name="queue_entry_by_state")]

    def __str__(self) -> str:
        return f"{self.name}: {self.state}"

    @property
    def is_waiting(self) -> bool:
        """Whether the person is waiting in the line."""
        return self.state == self.State.WAITING

    @property
    def is_namesake(self) -> bool:
        """Whether a person of the same name was in a line or pod when this one joined."""
        return NAMESAKE in self.key

    @property
    def is_no_show(self) -> bool:
        """Whether the person was called and did not come."""
        return self.state == self.State.NO_SHOW

    @property
    def is_called(self) -> bool:
        """Whether the person's pod is called but not posted."""
        return self.state == self.State.CALLED
