"""Rounds, from pairing to the last result, and answers to their pre-flight checks."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain.limits import ACCOUNT_LENGTH, NOTE_LENGTH
from events.models.querysets import RoundQuerySet

PLAYERS_OF_A_FINAL = 2


class Round(models.Model):
    """One round: unposted and for staff only, then posted, then complete."""

    class State(models.TextChoices):
        UNPOSTED = "unposted", _("unposted")
        POSTED = "posted", _("posted")
        COMPLETE = "complete", _("complete")

    class Method(models.TextChoices):
        # The method of a round, in `proof`, if it is not the search for the best pairing.
        ACROSS = "across"
        PODS = "pods"
        ROUND_ROBIN = "round-robin"
        STANDINGS = "standings"

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="rounds")
    stage = models.ForeignKey("events.Stage", on_delete=models.CASCADE, related_name="round_set")
    number = models.PositiveSmallIntegerField(help_text="Counts through all stages.")
    state = models.CharField(max_length=10, choices=State, default=State.UNPOSTED)
    seed = models.BigIntegerField(
        null=True, blank=True, help_text="Null: the round was imported, not paired here."
    )
    changed_by_hand = models.BooleanField(default=False)
    proof = models.JSONField(
        default=dict,
        blank=True,
        help_text="What the engine said of its pairing: cost, bound, proven, method.",
    )
    paired_at = models.DateTimeField(null=True, blank=True)
    posted_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(
        null=True, blank=True, help_text="When the clock was started."
    )
    paused_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when the clock stands; null: it does not."
    )
    added_seconds = models.IntegerField(
        default=0, help_text="What the round got beside its time limit: added, and pauses."
    )
    completed_at = models.DateTimeField(null=True, blank=True)
    next_at = models.DateTimeField(
        null=True, blank=True, help_text="When the round after this one is announced to start."
    )
    bracket_players = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="How many a full bracket has in this round: 2 is the final. Only in single "
        "elimination and in a cut at tables of four, whose final is 2 and whose semifinals are 4.",
    )
    seated_before = models.CharField(
        max_length=NOTE_LENGTH,
        blank=True,
        help_text="Tables of the round before, where the event moved within its venue.",
    )
    posted_rows = models.JSONField(
        null=True,
        blank=True,
        help_text="What players see of the pairings, frozen when they were posted.",
    )

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="round_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} round {self.number}"

    @property
    def is_unposted(self) -> bool:
        """True while only staff see the pairings."""
        return self.state == self.State.UNPOSTED

    @property
    def is_posted(self) -> bool:
        """True while the round is being played."""
        return self.state == self.State.POSTED

    @property
    def is_complete(self) -> bool:
        """True once every match has a result and the round is closed."""
        return self.state == self.State.COMPLETE

    @property
    def method(self) -> str:
        """One of Method, or the outcome of the search for the best pairing; empty if unknown."""
        return str(self.proof.get("method", ""))

    @property
    def is_by_standings(self) -> bool:
        """True if it was paired 1 against 2, 3 against 4, whatever is announced now."""
        return self.method == self.Method.STANDINGS or "order" in self.proof

    @property
    def place_in_stage(self) -> int:
        """Number of the round within its stage, from 1."""
        return self.stage.round_set.filter(number__lte=self.number).count()

    @property
    def games_to_win(self) -> int:
        """How many games win a match of this round."""
        return self.stage.games_to_win or self.event.games_to_win

    @property
    def by_seats(self) -> bool:
        """True in an event of teams of three, where seats' matches decide the team match."""
        return self.event.team_size == self.event.TeamSize.THREE

    @property
    def draws_allowed(self) -> bool:
        """Whether a match of this round may be drawn: never in a playoff of two (MTR 2.5)."""
        if self.stage.is_elimination and not self.stage.is_tables:
            return False
        return self.event.draws_allowed

    @property
    def is_final(self) -> bool:
        """True for the last round of single elimination, including the match for third place."""
        return self.bracket_players == PLAYERS_OF_A_FINAL

    @property
    def minutes(self) -> int:
        """The time limit of this round in minutes; 0 is none, as of a final (MTR Appendix B)."""
        if self.is_final and self.stage.final_unlimited:
            return 0
        own = self.stage.round_minutes
        return self.event.round_minutes if own is None else own


KEY_LENGTH = 120


class PreflightAnswer(models.Model):
    """Answer to one pre-flight check before pairing or publishing.

    `key` names the check and its subject (`core/preflight/queries.py`): the same check about
    another subject is asked again. `reason` is the head judge's, for going on with an open problem.
    """

    round = models.ForeignKey(
        "events.Round", on_delete=models.CASCADE, related_name="preflight_answers"
    )
    key = models.CharField(max_length=KEY_LENGTH)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    account_name = models.CharField(
        max_length=ACCOUNT_LENGTH, blank=True, help_text="Of one that an archive brought."
    )
    at = models.DateTimeField(default=timezone.now)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["round", "key"], name="gate_answer_once"),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def who(self) -> str:
        """User name of the person who answered; empty if unknown."""
        return self.account.get_username() if self.account else self.account_name
