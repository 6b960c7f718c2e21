"""Moves of staff on one day: to an event, an area, a break, or home."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from domain.limits import AREA_NAME_LENGTH
from domain.staff_board import Move, Place, PlaceKind

KINDS = {
    PlaceKind.EVENT: _("at an event"),
    PlaceKind.AREA: _("in an area"),
    PlaceKind.BREAK: _("on a break"),
    PlaceKind.FREE: pgettext_lazy("staff", "free"),
    PlaceKind.HOME: _("gone home"),
}


class StaffMove(models.Model):
    """A move of a person; the newest one of a day, unless undone, is the person's place.

    A move at a later time is planned, and takes effect automatically. The board of an organisation
    includes its members and the staff of today's events.
    """

    organisation = models.ForeignKey(
        "events.Organisation", on_delete=models.CASCADE, related_name="staff_moves"
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    kind = models.CharField(max_length=5, choices=[(kind.value, KINDS[kind]) for kind in PlaceKind])
    event = models.ForeignKey(
        "events.Event",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        help_text="The event of a move to an event; none otherwise.",
    )
    area = models.CharField(
        _("area"), max_length=AREA_NAME_LENGTH, blank=True, default="", db_default=""
    )
    until = models.DateTimeField(null=True, blank=True, help_text="When a break ends.")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind="event", event__isnull=False)
                | (~models.Q(kind="event") & models.Q(event__isnull=True)),
                name="staff_move_to_an_event",
            ),
        ]
        indexes = [models.Index(fields=["organisation", "at"], name="staff_moves_of_a_day")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.kind} {self.at}"

    @property
    def place(self) -> Place:
        """The place it leads to."""
        return Place(PlaceKind(self.kind), self.event_id, self.area)

    @property
    def move(self) -> Move:
        """The move as the rules of the board take it."""
        return Move(self.at, self.place, self.until)


class WantedStaff(models.Model):
    """How many people an event of today, or an area, needs."""

    organisation = models.ForeignKey(
        "events.Organisation", on_delete=models.CASCADE, related_name="wanted_staff"
    )
    event = models.ForeignKey(
        "events.Event", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    area = models.CharField(
        _("area"), max_length=AREA_NAME_LENGTH, blank=True, default="", db_default=""
    )
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["organisation", "event"],
                condition=models.Q(event__isnull=False),
                name="wanted_once_by_an_event",
            ),
            models.UniqueConstraint(
                fields=["organisation", "area"],
                condition=models.Q(event__isnull=True),
                name="wanted_once_in_an_area",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id or self.area}: {self.number}"

    @property
    def place(self) -> Place:
        """The place that needs these people."""
        kind = PlaceKind.AREA if self.event_id is None else PlaceKind.EVENT
        return Place(kind, self.event_id, self.area)
