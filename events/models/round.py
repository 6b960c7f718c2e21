"""Rounds and the matches in them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Round(models.Model):
    """One round: a draft that only staff see, then posted, then complete."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        POSTED = "posted", _("posted")
        COMPLETE = "complete", _("complete")

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="rounds")
    stage = models.ForeignKey("events.Stage", on_delete=models.CASCADE, related_name="round_set")
    number = models.PositiveSmallIntegerField(help_text="Counts through all stages.")
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
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
    completed_at = models.DateTimeField(null=True, blank=True)
    posted_rows = models.JSONField(
        null=True,
        blank=True,
        help_text="What players see of the pairings, frozen when they were posted.",
    )

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="round_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} round {self.number}"

    @property
    def place_in_stage(self) -> int:
        """Which round of its stage this is, from 1."""
        return self.stage.round_set.filter(number__lte=self.number).count()

    @property
    def games_to_win(self) -> int:
        """How many games win a match of this round."""
        return self.stage.games_to_win or self.event.games_to_win

    @property
    def by_seats(self) -> bool:
        """True in an event of teams of three: the matches of their seats decide a match."""
        return self.event.team_size == self.event.TeamSize.THREE

    @property
    def draws_allowed(self) -> bool:
        """Whether a match of this round may be drawn: never in a playoff (MTR 2.4)."""
        return self.event.draws_allowed and not self.stage.is_elimination

    @property
    def minutes(self) -> int:
        """The time limit of this round in minutes; 0 is none."""
        own = self.stage.round_minutes
        return self.event.round_minutes if own is None else own


class Match(models.Model):
    """Two enrollments at one table, or one with a bye or an assigned loss.

    The game score is three counts: games won by the first-named player, by the second-named one,
    and drawn. All three are null until a result is in. Of teams of three the counts are seats;
    in `seat_results` a - stands for a seat that did not finish.
    """

    class Kind(models.TextChoices):
        PLAYED = "played", _("match")
        BYE = "bye", _("bye")
        UNPAIRED = "unpaired", _("assigned loss")

    class PlayFirst(models.TextChoices):
        FIRST = "first", _("the first-named player")
        SECOND = "second", _("the second-named player")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.PLAYED)
    first = models.ForeignKey(
        "events.Enrollment", on_delete=models.PROTECT, related_name="matches_as_first"
    )
    second = models.ForeignKey(
        "events.Enrollment",
        on_delete=models.PROTECT,
        related_name="matches_as_second",
        null=True,
        blank=True,
    )
    first_wins = models.PositiveSmallIntegerField(null=True, blank=True)
    second_wins = models.PositiveSmallIntegerField(null=True, blank=True)
    drawn_games = models.PositiveSmallIntegerField(null=True, blank=True)
    double_loss = models.BooleanField(default=False)
    slot = models.CharField(
        max_length=8, blank=True, help_text="Its place in a playoff's bracket, such as W1-3."
    )
    play_first = models.CharField(
        _("plays first in game 1"), max_length=6, choices=PlayFirst, blank=True
    )
    seat_results = models.CharField(
        max_length=3,
        blank=True,
        help_text="A team match seat by seat, for the first-named team: w, l or d.",
    )
    extension_minutes = models.PositiveSmallIntegerField(default=0)
    reported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    reported_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round", "table", "id"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="match_table_once_a_round"),
            models.UniqueConstraint(
                fields=["round", "slot"],
                condition=~models.Q(slot=""),
                name="match_slot_once_a_round",
            ),
            models.UniqueConstraint(fields=["round", "first"], name="match_first_once_a_round"),
            models.UniqueConstraint(fields=["round", "second"], name="match_second_once_a_round"),
            models.CheckConstraint(
                condition=~models.Q(first=models.F("second")), name="match_of_two_players"
            ),
            models.CheckConstraint(
                condition=models.Q(kind="played", second__isnull=False)
                | (~models.Q(kind="played") & models.Q(second__isnull=True)),
                name="match_second_when_played",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    first_wins__isnull=True, second_wins__isnull=True, drawn_games__isnull=True
                )
                | models.Q(
                    first_wins__isnull=False, second_wins__isnull=False, drawn_games__isnull=False
                ),
                name="match_score_whole_or_absent",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="played", double_loss=False)
                | models.Q(kind="played", first_wins__isnull=False)
                | (
                    ~models.Q(kind="played") & models.Q(first_wins__isnull=False, double_loss=False)
                ),
                name="match_double_loss_only_with_score",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}: table {self.table}"

    @property
    def games(self) -> tuple[int, int, int] | None:
        """Games won by the first, won by the second, drawn; None while there is no result."""
        if self.first_wins is None or self.second_wins is None or self.drawn_games is None:
            return None
        return self.first_wins, self.second_wins, self.drawn_games

    @property
    def names(self) -> tuple[str, str]:
        """Both names, the second "" without an opponent; with numbers where they are the same."""
        if self.second is None:
            return self.first.name, ""
        if self.first.name != self.second.name:
            return self.first.name, self.second.name
        return (
            f"{self.first.name} #{self.first.number}",
            f"{self.second.name} #{self.second.number}",
        )

    @property
    def has_result(self) -> bool:
        """True once a result is in; byes and assigned losses have theirs from the start."""
        return self.first_wins is not None
