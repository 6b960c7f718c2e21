"""Reports of a match, and the games reported with them."""

from collections.abc import Iterable
from typing import TypeAlias

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from domain import kinds
from domain.results import Ending, Result, Side, Winner, result_of
from domain.results import Game as GameValue
from domain.table_marks import LARGEST_TABLE
from domain.written_names import written_name
from events.models.kind_words import worded
from events.models.phones import KEY_LENGTH
from events.models.querysets import ReportQuerySet


class Report(models.Model):
    """One report of a match. Append-only: a report never changes.

    Only an undo is added later. A match points at its official report; `replaces` is the official
    report before it, to which undo returns. `drops_first` and `drops_second`: players who drop with
    it, as reported. `stays_first` and `stays_second`: players whose drop, reported earlier in the
    match, this report cancels.

    Each way in which a result comes in is a source of its own. TYPED: a person typed the slip.
    SCANNED: a scanner entered the table, so the slip was at the desk. CLICKED: from the buttons of
    a table's page. TOGETHER: one choice for several tables, such as all that are outstanding.
    PROGRAM: by an access token. SLIP: at the desk in one of these ways, from before they were
    distinguished. KEPT: staff decided for a report; `kept_source` is the source of that one. The
    verification of a slip (VERIFICATION) is compared with the official report and never becomes it.

    An imported report has no account here: `account_name` and `undone_by_name` hold the names from
    its origin. It has rows only for games with reported details.
    """

    Source: TypeAlias = kinds.Source
    SOURCE_WORDS = worded(
        Source,
        _("desk"),
        _("desk, from the slip"),
        _("desk, from a scanned slip"),
        _("desk, by buttons"),
        _("set together with other tables"),
        _("program"),
        _("kept by staff"),
        _("judge at the table"),
        _("the first-named player"),
        _("the second-named player"),
        _("a player at the table"),
        _("slip verification"),
        _("correction"),
        _("no-show"),
        _("penalty"),
        _("walkover"),
        _("import"),
    )

    match = models.ForeignKey("events.Match", on_delete=models.CASCADE, related_name="reports")
    source = models.CharField(max_length=12, choices=SOURCE_WORDS)
    kept_source = models.CharField(
        max_length=12,
        choices=SOURCE_WORDS,
        blank=True,
        db_default="",
        help_text="Of a kept report: the source of the one that staff decided for.",
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    enrollment = models.ForeignKey(
        "events.Enrollment", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    account_name = models.CharField(
        max_length=150, blank=True, help_text="Who said it, where that is no account here."
    )
    at = models.DateTimeField()
    received_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When the server got it, where `at` follows the clock of a phone.",
    )
    first_wins = models.PositiveSmallIntegerField()
    second_wins = models.PositiveSmallIntegerField()
    drawn_games = models.PositiveSmallIntegerField(default=0)
    double_loss = models.BooleanField(default=False)
    seat_results = models.CharField(max_length=3, blank=True)
    marks = models.CharField(max_length=LARGEST_TABLE, blank=True, default="", db_default="")
    drops_first = models.BooleanField(default=False)
    drops_second = models.BooleanField(default=False)
    stays_first = models.BooleanField(default=False)
    stays_second = models.BooleanField(default=False)
    drops_seats = models.CharField(
        max_length=LARGEST_TABLE,
        blank=True,
        default="",
        db_default="",
        help_text="Of a table of three to five: the seats that drop with it, such as 13.",
    )
    stays_seats = models.CharField(max_length=LARGEST_TABLE, blank=True, default="", db_default="")
    reason = models.CharField(max_length=300, blank=True)
    records_tardiness = models.BooleanField(
        default=False,
        help_text="Of a no-show: a match loss for tardiness is recorded for as long as it counts.",
    )
    key = models.CharField(
        max_length=KEY_LENGTH,
        blank=True,
        help_text="Of a phone's report: the same key from the same player is the same report.",
    )
    replaces = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="replaced_by"
    )
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    undone_by_name = models.CharField(max_length=150, blank=True)

    contradicts: bool  # only set by Report.objects.weighed()
    objects = ReportQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["replaces"],
                condition=models.Q(undone_at__isnull=True),
                name="report_replaced_once",
            ),
            models.UniqueConstraint(
                fields=["enrollment", "key"],
                condition=~models.Q(key=""),
                name="report_key_once_a_player",
            ),
            models.CheckConstraint(
                condition=~models.Q(replaces=models.F("id")), name="report_replaces_another"
            ),
            models.CheckConstraint(
                condition=models.Q(undone_at__isnull=False)
                | models.Q(undone_by__isnull=True, undone_by_name=""),
                name="report_undone_by_when_undone",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.result.text} ({self.source})"

    @property
    def result(self) -> Result:
        """Reported result, without the single games."""
        return result_of(
            self.first_wins,
            self.second_wins,
            self.drawn_games,
            self.double_loss,
            self.seat_results,
            self.marks,
        )

    @property
    def result_with_games(self) -> Result:
        """Reported result with its games one by one. One query, unless they were prefetched."""
        result = self.result
        games = tuple(game.value for game in self.games.all())
        return Result(
            *result.counts,
            double_loss=result.double_loss,
            seats=result.seats,
            reported_games=games,
            marks=result.marks,
        )

    @property
    def origin(self) -> str:
        """The source of the result, even if staff kept it since."""
        return self.kept_source or self.source

    @property
    def source_words(self) -> str:
        """Name the source: "judge at the table, kept by staff"."""
        words = str(self.get_source_display())
        if not self.kept_source:
            return words
        return str(_(", ")).join([str(self.get_kept_source_display()), words])

    @property
    def is_no_show(self) -> bool:
        """True if a player did not come."""
        return self.source == self.Source.NO_SHOW

    @property
    def is_walkover(self) -> bool:
        """True if a player had dropped before the match was played."""
        return self.source == self.Source.WALKOVER

    @property
    def drops(self) -> tuple[bool, ...]:
        """For each player of the match in order, whether the player drops with this report."""
        if self.marks:
            return seats_as_flags(self.drops_seats, len(self.marks))
        return self.drops_first, self.drops_second

    @property
    def stays(self) -> tuple[bool, ...]:
        """For each player of the match in order, whether this report cancels the player's drop."""
        if self.marks:
            return seats_as_flags(self.stays_seats, len(self.marks))
        return self.stays_first, self.stays_second

    @property
    def who(self) -> str:
        """The reporter: a user name, a player's name, or else the source."""
        if self.account is not None:
            return self.account.get_username()
        if self.account_name:
            return self.account_name
        if self.enrollment is not None:
            return written_name(self.enrollment)
        return self.source_words

    @property
    def undone_who(self) -> str:
        """User name of the person who undid it, or empty."""
        return self.undone_by_name if self.undone_by is None else self.undone_by.get_username()


def seats_as_flags(seats: str, count: int) -> tuple[bool, ...]:
    """Return whether each seat, from 1, is listed: "13" of four lists the first and third."""
    return tuple(str(seat) in seats for seat in range(1, count + 1))


def flags_as_seats(flags: Iterable[bool]) -> str:
    """Return the seats, from 1, with a true flag, as a report stores them."""
    return "".join(str(seat) for seat, named in enumerate(flags, 1) if named)


def _choices(values: type[Winner] | type[Ending] | type[Side]) -> list[tuple[str, str]]:
    return [(choice.value, choice.value) for choice in values]


class Game(models.Model):
    """One game of a report, in reported order; `number` is null if that order is unknown."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    winner = models.CharField(max_length=6, choices=_choices(Winner))
    ending = models.CharField(max_length=10, choices=_choices(Ending), default=Ending.PLAYED.value)
    play_first = models.CharField(max_length=6, choices=_choices(Side), blank=True)
    seat = models.CharField(max_length=1, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["report", "number"], name="game_number_once_a_report"),
            models.CheckConstraint(
                condition=models.Q(winner__in=[winner.value for winner in Winner]),
                name="game_winner_known",
            ),
            models.CheckConstraint(
                condition=models.Q(ending__in=[ending.value for ending in Ending]),
                name="game_ending_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.winner} ({self.ending})"

    @property
    def value(self) -> GameValue:
        """The game as a value."""
        return GameValue(
            Winner(self.winner),
            Ending(self.ending),
            self.number,
            Side(self.play_first) if self.play_first else None,
            self.seat,
        )
