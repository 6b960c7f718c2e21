"""The prizes of an event: list, labels of players, and handed-out prizes."""

from typing import TypeAlias

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain import kinds, prize_arithmetic
from domain.limits import ACCOUNT_LENGTH, NOTE_LENGTH, SHORT_LENGTH
from events.models.kind_words import worded


class PrizeList(models.Model):
    """How an event distributes prizes; without this row it has none.

    Amounts are whole minor units of the currency: cents, or yen.
    """

    Ties: TypeAlias = prize_arithmetic.Ties
    TIES_WORDS = worded(
        Ties,
        _("by tiebreakers: each place has its own prize"),
        _("shared equally among players on equal points"),
        _("half by place, half shared equally (Hort)"),
    )

    event = models.OneToOneField(
        "events.Event", on_delete=models.CASCADE, primary_key=True, related_name="prize_list"
    )
    currency = models.CharField(_("currency"), max_length=3, default="USD")
    ties = models.CharField(_("ties"), max_length=8, choices=TIES_WORDS, default=Ties.TIEBREAK)
    one_each = models.BooleanField(
        _("each player wins only the most valuable prize of a group"), default=False
    )
    per_entry = models.BigIntegerField(_("part of each entry fee for prizes"), default=0)
    added = models.BigIntegerField(_("added by the organizer"), default=0)
    agreed = models.JSONField(
        default=list,
        blank=True,
        help_text="The split of a playoff ended by agreement: number of the player, amount.",
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(per_entry__gte=0, added__gte=0), name="prize_pool_from_0"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.currency}"


class Prize(models.Model):
    """One line of a prize list; each player who qualifies wins all of it.

    `first` and `last`: places, or with `label` the best players with it. `least`: match points.
    `record` is written as players know it, "4-1" or "4-1-1".
    """

    By: TypeAlias = kinds.PrizeBy
    BY_WORDS = worded(By, _("place"), _("record"), _("match points"), _("label"))

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="prizes")
    by = models.CharField(max_length=6, choices=BY_WORDS)
    first = models.PositiveIntegerField(default=1)
    last = models.PositiveIntegerField(default=1)
    least = models.PositiveIntegerField(default=0)
    record = models.CharField(max_length=12, blank=True)
    label = models.CharField(_("label"), max_length=SHORT_LENGTH, blank=True)
    group = models.CharField(_("group"), max_length=SHORT_LENGTH, blank=True)
    money = models.BigIntegerField(default=0)
    credit = models.BigIntegerField(default=0)
    packs = models.PositiveIntegerField(default=0)
    points = models.PositiveIntegerField(default=0)
    thing = models.CharField(max_length=NOTE_LENGTH, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(first__gte=1, last__gte=models.F("first")),
                name="prize_places_in_order",
            ),
            models.CheckConstraint(
                condition=models.Q(money__gte=0, credit__gte=0), name="prize_from_0"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.by} {self.first}-{self.last}"


class PrizeLabel(models.Model):
    """A player's label that qualifies for prizes, such as "Under 18"."""

    enrollment = models.ForeignKey(
        "events.Enrollment", on_delete=models.CASCADE, related_name="prize_labels"
    )
    label = models.CharField(_("label"), max_length=SHORT_LENGTH)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["enrollment", "label"], name="prize_label_once"),
        ]

    def __str__(self) -> str:
        return f"{self.enrollment}: {self.label}"


class HandedPrize(models.Model):
    """A prize handed to a player, as of that moment: later corrections do not change it."""

    enrollment = models.OneToOneField(
        "events.Enrollment",
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="handed_prize",
    )
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    by_name = models.CharField(
        max_length=ACCOUNT_LENGTH, blank=True, help_text="Of one that an archive brought."
    )
    currency = models.CharField(max_length=3)
    money = models.BigIntegerField(default=0)
    credit = models.BigIntegerField(default=0)
    packs = models.PositiveIntegerField(default=0)
    points = models.PositiveIntegerField(default=0)
    thing = models.TextField(blank=True)

    class Meta:
        ordering = ["at", "enrollment_id"]

    def __str__(self) -> str:
        return f"{self.enrollment}: {self.at}"

    @property
    def who(self) -> str:
        """User name of the person who handed it out; empty if unknown."""
        return self.by.get_username() if self.by else self.by_name
