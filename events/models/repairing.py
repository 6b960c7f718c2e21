"""Re-pairings of posted rounds: the matches removed, and those in their place."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class RepairingQuerySet(models.QuerySet["Repairing"]):
    """Query set of re-pairings, and of decisions to leave a round unchanged."""

    def changes(self) -> "RepairingQuerySet":
        """Return the re-pairings that changed tables."""
        return self.exclude(before=models.F("after"))

    def newest_change(self) -> "Repairing | None":
        """Return the newest change that was not undone, or None."""
        return self.changes().filter(undone_at__isnull=True).order_by("-id").first()


class Repairing(models.Model):
    """One change of the tables of a posted round, by a computed plan or a swap.

    `before` are the matches removed from the round, `after` those put into it: objects with kind,
    table, first and second (enrollment keys, second null without an opponent), by which it can be
    undone. `joined` are the keys of players whom it let into the round, each with the first round
    in which they could be paired before.

    If both are the same, it is the decision to leave the round as posted: they are the seats of the
    players whom the problem concerned.
    """

    class Plan(models.TextChoices):
        FEWEST = "fewest", _("change the fewest tables")
        LEAVE = "leave", _("leave the pairings unchanged")
        WHOLE = "whole", _("re-pair the whole round")
        BETWEEN = "between", _("change fewer tables")
        BYE = "bye", _("against the player with the bye")
        SWAP = "swap", _("as players are seated")

    round = models.ForeignKey("events.Round", on_delete=models.CASCADE, related_name="repairings")
    plan = models.CharField(max_length=8, choices=Plan)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField()
    before = models.JSONField()
    after = models.JSONField()
    joined = models.JSONField(default=dict, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    objects = RepairingQuerySet.as_manager()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.round}: {self.plan}"

    @property
    def is_change(self) -> bool:
        """Whether it changed tables."""
        return bool(self.before != self.after)

    @property
    def is_plan(self) -> bool:
        """Whether it applied a plan, which uses the corrected points; a swap does not."""
        return self.is_change and self.plan != self.Plan.SWAP

    @property
    def tables(self) -> list[int]:
        """The tables that received new players, in order."""
        return sorted(row["table"] for row in self.after if row["table"] is not None)

    @property
    def enrollment_ids(self) -> set[int]:
        """Keys of all players whose table it changed."""
        return {
            pk
            for row in (*self.before, *self.after)
            for pk in (row["first"], row["second"])
            if pk is not None
        }
