"""Decklists, deck checks at tables, and the pools from which decks are built."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain.limits import DESCRIPTION_LENGTH, SHORT_LENGTH

if TYPE_CHECKING:
    from events.models.enrollment import Enrollment


class Decklist(models.Model):
    """The decklist of one player or team: its state, and its text unless it is on paper."""

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
    """A check of the decks of one match, from start to end."""

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
        """Players of the table, and whether each deck had a problem; empty if not recorded."""
        return (
            []
            if self.problems is None
            else [(player, self.found_problem(player.number)) for player in self.match.players]
        )

    def found_problem(self, number: int) -> bool:
        """Whether a player's deck, by the player's number, had a problem."""
        return number in (self.problems or ())


class PoolRegistration(models.Model):
    """The registration of an event's pools; without this row there is none.

    `passes`: a registered pool goes to another player. `seats_on`: by how many seats, null until
    the pools are passed, so that it is unpredictable. `by_pod`: tables are the pods of a draft, and
    a pool stays in its pod.
    """

    event = models.OneToOneField(
        "events.Event", on_delete=models.CASCADE, primary_key=True, related_name="pool_registration"
    )
    passes = models.BooleanField(_("registered pools are passed"), default=False)
    by_pod = models.BooleanField(default=False)
    seats_on = models.PositiveSmallIntegerField(_("seats"), null=True, blank=True)
    opened_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.event_id}: {self.opened_at}"

    @property
    def is_open(self) -> bool:
        """Whether pools are being registered."""
        return self.closed_at is None


class Pool(models.Model):
    """The pool that one player or team opens and registers at a seat, and its later player.

    `registered_at` without a text: registered on paper. `received_by`: the player who builds a deck
    from it; null until a pool is passed. `confirmed_at`: that player confirmed that the cards match
    the list.
    """

    enrollment = models.OneToOneField(
        "events.Enrollment",
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="registered_pool",
    )
    table = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    text = models.TextField(_("pool"), max_length=DESCRIPTION_LENGTH, blank=True)
    cards = models.PositiveSmallIntegerField(default=0, help_text="How many the list has.")
    registered_at = models.DateTimeField(null=True, blank=True)
    received_by = models.OneToOneField(
        "events.Enrollment", on_delete=models.SET_NULL, null=True, blank=True, related_name="pool"
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["table", "seat"]

    def __str__(self) -> str:
        return f"{self.enrollment_id}: table {self.table}, seat {self.seat}"
