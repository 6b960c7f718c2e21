"""The matches of a round."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from domain import kinds
from domain.results import Counts, Outcome, Result, Side, Winner, result_of
from domain.table_marks import LARGEST_TABLE, winning_seat
from events.models.kind_words import worded
from events.models.querysets import MatchQuerySet
from events.models.round import Round

if TYPE_CHECKING:
    from events.models.enrollment import Enrollment

# A bye is won 2-0, whatever the match length (MTR Appendix C).
BYE_WINS = 2
# Kinds whose result comes from reports.
_WITH_REPORTS = models.Q(kind__in=("played", "table"))


class Match(models.Model):
    """Two enrollments at one table, three to five of them, or one with a bye or an assigned loss.

    A table of three to five has its players in `table_seats`, seat 1 also as `first`, and its
    result in `marks`; its counts are 0 once it has a result.

    `official_report` is the report that counts. Its result is copied here for speed: games won by
    the first-named player, by the second-named one, and drawn, all three null without a result. For
    teams of three the counts are seats; in `seat_results` a - marks an unfinished seat. Byes and
    assigned losses have their result without a report.
    """

    Kind: TypeAlias = kinds.MatchKind
    KIND_WORDS = worded(Kind, _("match"), _("table of four"), _("bye"), _("assigned loss"))

    PlayFirst: TypeAlias = Side
    PLAY_FIRST_WORDS = worded(PlayFirst, _("the first-named player"), _("the second-named player"))

    ExtensionReason: TypeAlias = kinds.ExtensionReason
    EXTENSION_WORDS = worded(
        ExtensionReason,
        pgettext_lazy("reason for more time", "seating"),
        _("judge call"),
        _("deck check"),
        _("other reason"),
    )

    Check: TypeAlias = kinds.Check
    CHECK_WORDS = worded(Check, _("contacted"), _("still playing"), _("no answer"))

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=10, choices=KIND_WORDS, default=Kind.PLAYED)
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
        _("plays first in game 1"), max_length=6, choices=PLAY_FIRST_WORDS, blank=True
    )
    seat_results = models.CharField(
        max_length=3,
        blank=True,
        help_text="A team match seat by seat, for the first-named team: w, l or d.",
    )
    marks = models.CharField(
        max_length=LARGEST_TABLE,
        blank=True,
        default="",
        db_default="",
        help_text="The result of a table of three to five, one mark a seat: w, d or l.",
    )
    extension_minutes = models.PositiveSmallIntegerField(default=0)
    extension_reason = models.CharField(
        _("reason for the time extension"), max_length=10, choices=EXTENSION_WORDS, blank=True
    )
    judge = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="Who of the staff is at the table.",
    )
    turns_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when its additional turns are played (MTR 2.5)."
    )
    check_mark = models.CharField(
        _("result of the table check"), max_length=9, choices=CHECK_WORDS, blank=True
    )
    official_report = models.ForeignKey(
        "events.Report", on_delete=models.DO_NOTHING, null=True, blank=True, related_name="+"
    )

    revision = models.PositiveBigIntegerField(
        default=0, help_text="The event's revision when the desk's lines of it changed last."
    )

    objects = MatchQuerySet.as_manager()

    class Meta:
        ordering = ["round", "table", "id"]
        verbose_name_plural = "matches"
        # Each result entry queries the matches that changed since the desk's revision.
        indexes = [models.Index(fields=["round", "revision"], name="match_changed_last")]
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
                condition=(_WITH_REPORTS & models.Q(double_loss=False))
                | models.Q(kind="played", first_wins__isnull=False)
                | (~_WITH_REPORTS & models.Q(first_wins__isnull=False, double_loss=False)),
                name="match_double_loss_with_score",
            ),
            models.CheckConstraint(
                condition=(
                    _WITH_REPORTS & models.Q(official_report__isnull=True, first_wins__isnull=True)
                )
                | (
                    _WITH_REPORTS
                    & models.Q(official_report__isnull=False, first_wins__isnull=False)
                )
                | (~_WITH_REPORTS & models.Q(official_report__isnull=True)),
                name="match_result_of_a_report",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="table", first_wins__isnull=True, marks="")
                | (models.Q(kind="table", first_wins__isnull=False) & ~models.Q(marks=""))
                | (~models.Q(kind="table") & models.Q(marks="")),
                name="match_marks_at_tables",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}: table {self.table}"

    @classmethod
    def bye(cls, round: Round, holder: "Enrollment") -> "Match":
        """Return an unsaved bye: a match without an opponent, won 2-0 (MTR Appendix C).

        This applies to matches of any length: a bye is six game points.
        """
        return cls(
            round=round,
            kind=cls.Kind.BYE,
            first=holder,
            first_wins=BYE_WINS,
            second_wins=0,
            drawn_games=0,
        )

    @classmethod
    def assigned_loss(cls, round: Round, enrollment: "Enrollment") -> "Match":
        """Return an unsaved assigned loss: a round that counts as lost for a late player."""
        return cls(
            round=round,
            kind=cls.Kind.UNPAIRED,
            first=enrollment,
            first_wins=0,
            second_wins=0,
            drawn_games=0,
        )

    @property
    def is_played(self) -> bool:
        """True for two players at a table."""
        return self.kind == self.Kind.PLAYED

    @property
    def is_table(self) -> bool:
        """True for three to five players at a table."""
        return self.kind == self.Kind.TABLE

    @property
    def is_contested(self) -> bool:
        """True if players meet at a table, in any number."""
        return self.is_played or self.is_table

    @property
    def is_bye(self) -> bool:
        """True for a match without an opponent that is won."""
        return self.kind == self.Kind.BYE

    def opponent_of(self, enrollment: "Enrollment") -> "Enrollment | None":
        """Return the other player of a player's match; None without an opponent.

        A table of three to five has several: ask `opponents_of`.
        """
        if self.is_table:
            raise ValueError(f"several opponents: {self}")
        return self.first if self.second_id == enrollment.pk else self.second

    def opponents_of(self, player: "Enrollment") -> "tuple[Enrollment, ...]":
        """Return the other players of a player's match, in the order of the seats."""
        return tuple(other for other in self.players if other.pk != player.pk)

    def seat_of(self, player: "Enrollment") -> int:
        """Return the place of a player in the match, from 1."""
        return [other.pk for other in self.players].index(player.pk) + 1

    @property
    def first_on_play(self) -> bool:
        """True if the first-named player was drawn to play first in game 1."""
        return self.play_first == self.PlayFirst.FIRST

    @property
    def second_on_play(self) -> bool:
        """True if the second-named player was drawn to play first in game 1."""
        return self.play_first == self.PlayFirst.SECOND

    @property
    def result(self) -> Result | None:
        """The result, without the single games; None without a result."""
        if self.first_wins is None or self.second_wins is None or self.drawn_games is None:
            return None
        return result_of(
            self.first_wins,
            self.second_wins,
            self.drawn_games,
            self.double_loss,
            self.seat_results,
            self.marks,
        )

    @property
    def result_text(self) -> str:
        """The result as typed: "2-1", "wlw", "dl"; empty without one."""
        return "" if self.result is None else self.result.text

    @property
    def games(self) -> Counts | None:
        """Games won by the first, won by the second, drawn; None without a result."""
        return None if self.result is None else self.result.counts

    @property
    def winner_id(self) -> int | None:
        """Key of the winning enrollment; None for a draw, a double loss, or no result."""
        if self.marks:
            seat = winning_seat(self.marks)
            return None if seat is None else self.players[seat - 1].pk
        sides = {Winner.FIRST: self.first_id, Winner.SECOND: self.second_id}
        return None if self.result is None else sides.get(self.result.winner)

    def dropped_player(self, enrollment: "Enrollment") -> bool:
        """Whether the player's drop was made by a report of this match."""
        return (
            enrollment.dropped_by_report is not None
            and enrollment.dropped_by_report.match_id == self.pk
        )

    @property
    def players(self) -> "Sequence[Enrollment]":
        """Players of the match: by seat, both, or the one without an opponent."""
        if self.is_table:
            return tuple(seat.enrollment for seat in self.table_seats.all())
        opponent = self.second
        return (self.first,) if opponent is None else (self.first, opponent)

    def outcome_of(self, player: "Enrollment") -> Outcome | None:
        """Return the outcome for one of its players; None without a result."""
        if self.result is None:
            return None
        if self.is_table:
            return self.result.outcome_of_seat(self.seat_of(player))
        return _ALONE.get(self.kind) or self.result.outcome_for(first=player.pk == self.first_id)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names for a sentence; of two, the second is "" without an opponent."""
        if self.is_table:
            return tuple(player.written for player in self.players)
        return self.first.written, "" if self.second is None else self.second.written

    @property
    def judge_name(self) -> str:
        """User name of the judge at the table; empty without one."""
        return self.judge.get_username() if self.judge else ""

    @property
    def has_result(self) -> bool:
        """True if it has a result; byes and assigned losses have theirs from the start."""
        return self.first_wins is not None


# Outcomes of a round without an opponent.
_ALONE: dict[str, Outcome] = {
    Match.Kind.BYE: Outcome.BYE,
    Match.Kind.UNPAIRED: Outcome.UNPAIRED,
}
