"""Drawings of pairings and pods, the seats of a draft, and its call."""

from typing import TypeAlias

from django.db import models
from django.utils.translation import gettext_lazy as _

from domain import kinds
from domain.draft_script import CONSTRUCTION_MINUTES, PASSING, PodLag, Script, draft_script
from domain.limits import NOTE_LENGTH
from events.models.kind_words import worded


class Drawing(models.Model):
    """One drawing of a round's pairings from a seed; rows are in the order of drawing.

    It belongs to the number of a round, not to its row: a discarded round leaves its drawings.
    `given_up` is the reason why it does not count; of an existing round, all drawings but the last
    one were given up.
    """

    From: TypeAlias = kinds.Origin
    FROM_WORDS = worded(
        From,
        _("the announced seed"),
        _("a new seed drawn by the software"),
        _("a seed chosen by staff"),
        _("not recorded"),
    )

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="drawings")
    number = models.PositiveSmallIntegerField(help_text="Of the round, through all stages.")
    seed = models.BigIntegerField()
    origin = models.CharField(max_length=9, choices=FROM_WORDS)
    announced = models.BigIntegerField(
        null=True, blank=True, help_text="The seed whose hash was shown before; null: none was."
    )
    given_up = models.CharField(max_length=NOTE_LENGTH, blank=True)
    at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number", "id"]
        indexes = [models.Index(fields=["event", "number"], name="drawing_of_a_round")]

    def __str__(self) -> str:
        return f"{self.event_id} round {self.number}: {self.seed}"


class PodDrawing(models.Model):
    """One drawing of a draft's pods from a seed unknown before; rows are in order.

    `given_up`: the reason for drawing again. `by_hand`: players changed places afterwards.
    """

    stage = models.ForeignKey("events.Stage", on_delete=models.CASCADE, related_name="pod_drawings")
    seed = models.BigIntegerField()
    chosen = models.BooleanField(default=False, help_text="Somebody typed the seed.")
    given_up = models.CharField(max_length=NOTE_LENGTH, blank=True)
    by_hand = models.BooleanField(default=False)
    at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["stage", "id"]

    def __str__(self) -> str:
        return f"{self.stage_id}: {self.seed}"


class PodSeat(models.Model):
    """A player's seat in a draft; pods and seats count from 1."""

    stage = models.ForeignKey("events.Stage", on_delete=models.CASCADE, related_name="pod_seats")
    enrollment = models.ForeignKey(
        "events.Enrollment", on_delete=models.PROTECT, related_name="pod_seats"
    )
    pod = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["stage", "pod", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "enrollment"], name="pod_player_once"),
            models.UniqueConstraint(fields=["stage", "pod", "seat"], name="pod_seat_once"),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: pod {self.pod}, seat {self.seat}"


class DraftCall(models.Model):
    """The call of an event's draft, timed by the clock of the event's preparation.

    `pods`: the lag of each pod that was paused, by number, and its moment in the call while paused
    (`PodLag`). The row is deleted with the clock.
    """

    event = models.OneToOneField(
        "events.Event", on_delete=models.CASCADE, primary_key=True, related_name="draft_call"
    )
    packs = models.PositiveSmallIntegerField(_("boosters"), default=3)
    cards = models.PositiveSmallIntegerField(_("cards per booster"), default=14)
    passing = models.PositiveSmallIntegerField(_("seconds to pass"), default=PASSING)
    construction_minutes = models.PositiveSmallIntegerField(
        _("deck construction in minutes"), default=CONSTRUCTION_MINUTES
    )
    pods = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.event_id}: {self.packs} x {self.cards}"

    @property
    def script(self) -> Script:
        """The steps of the draft."""
        return draft_script(self.packs, self.cards, passing=self.passing)

    def lag_of(self, pod: int) -> PodLag:
        """Return how far a pod lags behind the call."""
        lag, held = self.pods.get(str(pod), (0, None))
        return PodLag(lag, held)

    def keep_lag(self, pod: int, lag: PodLag) -> None:
        """Set a pod's lag; the caller saves."""
        self.pods = {**self.pods, str(pod): [lag.lag, lag.held]}
        if lag == PodLag():
            del self.pods[str(pod)]
