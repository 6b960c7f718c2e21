"""Series of events in an organisation, in which places earn points."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from domain.limits import EVENT_NAME_LENGTH, SHORT_LENGTH


class Series(models.Model):
    """The rules of a series; while it is open, its standings are computed from its events.

    Events belong to it by date, by words in the name and by format, or by a SeriesChoice. `tables`
    are lists of points by minimum number of players; `rewards` are lines of first and last place
    with words; byes among them are awarded in the event `byes_in`. `declared`: the standings stored
    when the series was closed.
    """

    organisation = models.ForeignKey(
        "events.Organisation", on_delete=models.CASCADE, related_name="series"
    )
    number = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=EVENT_NAME_LENGTH)
    first_date = models.DateField(_("first date"))
    last_date = models.DateField(_("last date"))
    name_contains = models.CharField(
        _("words in the event's name"), max_length=SHORT_LENGTH, blank=True
    )
    game_format = models.CharField(_("game format"), max_length=SHORT_LENGTH, blank=True)
    best = models.PositiveSmallIntegerField(_("results that count"), null=True, blank=True)
    participation = models.PositiveSmallIntegerField(_("points for participation"), default=1)
    tables = models.JSONField(default=dict)
    rewards = models.JSONField(default=list, blank=True)
    byes_in = models.ForeignKey(
        "events.Event",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        verbose_name=_("event where earned byes count"),
    )
    declared_at = models.DateTimeField(null=True, blank=True)
    declared = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["organisation", "number"]
        verbose_name_plural = "series"
        constraints = [
            models.UniqueConstraint(fields=["organisation", "number"], name="series_number_once"),
            models.CheckConstraint(
                condition=models.Q(last_date__gte=models.F("first_date")),
                name="series_dates_in_order",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        """Whether the series was closed; its standings no longer change."""
        return self.declared_at is not None


class SeriesChoice(models.Model):
    """An event that was added to a series by hand, or excluded from it."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="choices")
    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="+")
    included = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series", "event"], name="series_choice_once"),
        ]

    def __str__(self) -> str:
        return f"{self.series}: {self.event_id} {self.included}"


class CombinedPlayer(models.Model):
    """Several players of an organisation whom staff combined as the same person.

    `parts`: the keys of each other player's enrollments, with which they can be separated again.
    """

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="combined_players")
    player = models.ForeignKey("events.Player", on_delete=models.CASCADE, related_name="+")
    parts = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.series}: {self.player_id}"

    @property
    def enrollments(self) -> list[int]:
        """The keys of all enrollments from other players."""
        return [key for part in self.parts for key in part]
