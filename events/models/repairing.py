"""Re-pairings of posted rounds: which tables stopped, and which came in their place."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class RepairingQuerySet(models.QuerySet["Repairing"]):
    """Re-pairings, and decisions to leave a round as it is."""

    def changes(self) -> "RepairingQuerySet":
        """Those that changed tables."""
        return self.exclude(before=models.F("after"))

    def newest_change(self) -> "Repairing | None":
        """Return the newest change that was not undone."""
        return self.changes().filter(undone_at__isnull=True).order_by("-id").first()


class Repairing(models.Model):
    """One change of the tables of a posted round, from a plan that was computed.

    `before` are the matches that it took out of the round, `after` those that it put in: objects
    with kind, table, first and second (enrollment keys, second null without an opponent), so that
    it can be taken back. `joined` are the keys of those who were let into the round by it, each
    with the first round that they could be paired in before.

    Where both are the same, it is the decision to leave the round as it was posted: they are the
    seats of the players whom the problem concerned.
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
        """Say whether it changed tables."""
        return bool(self.before != self.after)

    @property
    def is_plan(self) -> bool:
        """Say whether it applied a plan: a swap leaves the points of the pairing as they were."""
        return self.is_change and self.plan != self.Plan.SWAP

    @property
    def tables(self) -> list[int]:
        """The tables that it gave new players, in order."""
        return sorted(row["table"] for row in self.after if row["table"] is not None)

    @property
    def enrollment_ids(self) -> set[int]:
        """The keys of everyone whose table it changed."""
        return {
            pk
            for row in (*self.before, *self.after)
            for pk in (row["first"], row["second"])
            if pk is not None
        }
