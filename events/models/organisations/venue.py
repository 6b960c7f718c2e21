"""Venues with rooms and tables, shared by events, and the tables assigned to events."""

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from domain.limits import EVENT_NAME_LENGTH, NOTE_LENGTH, ROOM_LENGTH, SHORT_LENGTH
from events.models.phones import NONCE_LENGTH, draw_nonce


class Venue(models.Model):
    """A place of an organisation; the events held there share its tables."""

    organisation = models.ForeignKey(
        "events.Organisation", on_delete=models.CASCADE, related_name="venues"
    )
    name = models.CharField(_("name"), max_length=EVENT_NAME_LENGTH)
    nonce = models.CharField(
        max_length=NONCE_LENGTH, default=draw_nonce, help_text="Signs the address of its clocks."
    )

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(
                "organisation", Lower("name"), name="venue_name_once_an_organisation"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class VenueRoom(models.Model):
    """A room of a venue. Each table number is unique within the venue, across all rooms."""

    venue = models.ForeignKey(Venue, on_delete=models.CASCADE, related_name="rooms")
    name = models.CharField(_("name"), max_length=SHORT_LENGTH, blank=True)
    rows = models.TextField(
        _("table rows"), max_length=ROOM_LENGTH, help_text=_("One row per line, such as 1-10.")
    )
    blocked_tables = models.CharField(
        _("blocked tables"),
        max_length=NOTE_LENGTH,
        blank=True,
        help_text=_("These tables are never used, for example 13, 44-46."),
    )

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name


class GivenTable(models.Model):
    """A venue's table assigned to an event; the database prevents double assignment.

    `kept`: an organizer assigned it until the event is finished. Others are assigned and released
    with the rounds of the event.
    """

    venue = models.ForeignKey(Venue, on_delete=models.CASCADE, related_name="given_tables")
    table = models.PositiveIntegerField()
    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="given_tables")
    kept = models.BooleanField(default=False)

    class Meta:
        ordering = ["table"]
        constraints = [
            models.UniqueConstraint(fields=["venue", "table"], name="table_given_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.event_id}"
