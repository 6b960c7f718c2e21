"""The stages of an event, seats of playoffs, and seats at tables."""

from typing import TYPE_CHECKING, Any, TypeAlias

from django.db import models
from django.utils.translation import gettext_lazy as _

from domain import kinds, table_marks
from domain.limits import NOTE_LENGTH, SHORT_LENGTH
from events.models.kind_words import worded

if TYPE_CHECKING:
    from events.models.round import Round


class Stage(models.Model):
    """A part of an event with one way of pairing, from which people advance to the next.

    `cut_by` and `cut_value` define who is to advance when the stage ends; once the head judge has
    confirmed it, `has_cut` is true and `advancing` names them. Swiss rounds, round robin and rounds
    at tables of four count for standings, elimination never does.
    """

    Kind: TypeAlias = kinds.StageKind
    KIND_WORDS = worded(
        Kind,
        _("Swiss rounds"),
        _("round robin"),
        _("single elimination"),
        _("double elimination"),
        _("tables of four"),
        _("cut at tables of four"),
    )

    TableSizes: TypeAlias = table_marks.TableSizes
    TABLE_SIZES_WORDS = worded(
        TableSizes,
        _("tables of three"),
        _("tables of five"),
        _("byes"),
        _("byes for one or two players, a table of three for three"),
    )

    OddGo: TypeAlias = table_marks.OddGo
    ODD_GO_WORDS = worded(OddGo, _("the lowest"), _("the highest"))

    class Cut(models.TextChoices):
        NONE = "", _("everyone advances")
        RANK = "rank", _("by place")
        POINTS = "points", _("by match points")

    Seating: TypeAlias = kinds.Seating
    SEATING_WORDS = worded(Seating, _("by Swiss rank"), _("by random draft seats"))

    Leaver: TypeAlias = kinds.Leaver
    LEAVER_WORDS = worded(
        Leaver,
        _("the opponent gets the win (digital event rules, 2021)"),
        _("the highest remaining seed gets the bye (MTR 2.10, 2025)"),
    )

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(_("type"), max_length=20, choices=KIND_WORDS, default=Kind.SWISS)
    rounds = models.PositiveSmallIntegerField(
        _("rounds"), null=True, blank=True, help_text="Null: the number that the tables propose."
    )
    rounds_proposed = models.BooleanField(
        default=False, help_text="The number was locked as proposed, not set by the organizer."
    )
    extra_round = models.BooleanField(
        _("one more round unless exactly one player has won every match"), default=False
    )
    last_by_standings = models.BooleanField(
        _("the last round is paired by standings"), default=False
    )
    pods = models.BooleanField(_("draft: paired within pods"), default=False)
    wishes = models.JSONField(
        default=dict, blank=True, help_text="Pod and perhaps seat by enrollment number."
    )
    pods_posted_at = models.DateTimeField(null=True, blank=True)
    cut_by = models.CharField(_("advancement"), max_length=6, choices=Cut, blank=True)
    cut_value = models.PositiveSmallIntegerField(null=True, blank=True)
    has_cut = models.BooleanField(
        default=False, help_text="True: only `advancing` go on to the next stage."
    )
    advancing = models.ManyToManyField(
        "events.Enrollment", blank=True, related_name="advanced_from"
    )
    seating = models.CharField(
        _("seating"), max_length=5, choices=SEATING_WORDS, default=Seating.RANK
    )
    third_place = models.BooleanField(_("third-place match"), default=False)
    leaver = models.CharField(
        _("when a player drops after the cut"),
        max_length=8,
        choices=LEAVER_WORDS,
        blank=True,
        help_text="Empty: as the rules have it, which differ between tables and platforms.",
    )
    annuls_leavers = models.BooleanField(
        _("opponents win when a player drops before half of the matches"),
        default=False,
        db_default=False,
        help_text="Of a round robin. False: the results count.",
    )
    table_sizes = models.CharField(
        _("when players do not divide by four"),
        max_length=6,
        choices=TABLE_SIZES_WORDS,
        default=TableSizes.THREES,
        db_default="threes",
    )
    odd_go = models.CharField(
        _("players at tables of three or five"),
        max_length=4,
        choices=ODD_GO_WORDS,
        default=OddGo.LOW,
        db_default="low",
    )
    points_first = models.BooleanField(
        _("equal points before new opponents"), default=False, db_default=False
    )
    game_format = models.CharField(
        _("game format"), max_length=SHORT_LENGTH, blank=True, help_text="Empty: as in the event."
    )
    games_to_win = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Null: as the event has it."
    )
    round_minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Null: as the event has it; 0: no limit."
    )
    final_unlimited = models.BooleanField(
        _("no time limit in the final"), default=True, help_text="Of single elimination."
    )
    ended_by_agreement = models.CharField(
        max_length=NOTE_LENGTH, blank=True, help_text="Why a playoff was not played to its end."
    )
    seed = models.BigIntegerField(
        null=True, blank=True, help_text="Drew the pods, or the seats of a draft playoff."
    )
    basis = models.JSONField(
        null=True,
        blank=True,
        help_text="What its cut, pods and seeds were made from, as `adapters.StandingsOrder` "
        "writes it; `confirmed`: who advanced by a cut that was undone. Null: nothing of it was "
        "made from standings, or that is not known.",
    )

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="stage_number_once"),
            models.CheckConstraint(
                condition=models.Q(cut_by="", cut_value__isnull=True)
                | (~models.Q(cut_by="") & models.Q(cut_value__gte=1)),
                name="stage_cut_with_value",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number} {self.kind}"

    def basis_of(self, made: str) -> Any:
        """Return the basis of `made` ("cut", "pods" or "seeds"); None if it is not stored."""
        return (self.basis or {}).get(made)

    def keep_basis(self, made: str, values: Any) -> None:
        """Set the basis of a decision without saving; None removes it."""
        others = {name: kept for name, kept in (self.basis or {}).items() if name != made}
        kept = others | ({made: values} if values is not None else {})
        self.basis = {name: kept[name] for name in sorted(kept)} or None

    @property
    def drawn_by_lot(self) -> bool:
        """True for a playoff without ranks for seating: the first stage, or by draft seats."""
        return self.is_elimination and (self.number == 1 or self.seats_are_drawn)

    @property
    def is_swiss(self) -> bool:
        """True for Swiss rounds, drafts among them."""
        return self.kind == self.Kind.SWISS

    @property
    def is_tables(self) -> bool:
        """True for tables of three to five players, a cut among them."""
        return self.Kind(self.kind).at_tables

    @property
    def is_tables_cut(self) -> bool:
        """True for a playoff at tables of four: the winner of each table goes on."""
        return self.kind == self.Kind.TABLES_CUT

    @property
    def has_set_rounds(self) -> bool:
        """True if the organizer sets the number of rounds: Swiss rounds, tables of four."""
        return self.Kind(self.kind).has_set_rounds

    @property
    def is_round_robin(self) -> bool:
        """True if everyone plays everyone."""
        return self.kind == self.Kind.ROUND_ROBIN

    @property
    def is_single_elimination(self) -> bool:
        """True for a playoff in which one loss eliminates."""
        return self.kind == self.Kind.SINGLE_ELIMINATION

    @property
    def is_double_elimination(self) -> bool:
        """True for a playoff in which two losses eliminate."""
        return self.kind == self.Kind.DOUBLE_ELIMINATION

    @property
    def cuts_by_rank(self) -> bool:
        """True if the players with the best places advance."""
        return self.cut_by == self.Cut.RANK

    @property
    def cuts_by_points(self) -> bool:
        """True if players with enough match points advance."""
        return self.cut_by == self.Cut.POINTS

    @property
    def seats_are_drawn(self) -> bool:
        """True for a playoff paired by draft seats instead of places."""
        return self.seating == self.Seating.DRAFT

    @property
    def highest_seed_gets_bye(self) -> bool:
        """True if the highest remaining seed gets the bye of a player who dropped after the cut."""
        return self.leaver_rule == self.Leaver.HIGHEST

    @property
    def leaver_rule(self) -> Leaver:
        """Rule for a player who drops after the cut, as set or by the kind of event.

        Tabletop events follow Magic Tournament Rules 2.10, digital events the digital event rules
        2.9.
        """
        if self.leaver:
            return self.Leaver(self.leaver)
        return self.Leaver.OPPONENT if self.event.is_digital else self.Leaver.HIGHEST

    @property
    def is_elimination(self) -> bool:
        """True for a playoff: losers are eliminated, and its matches never count."""
        return self.kind in self.Kind.playoffs()

    @property
    def follows_results(self) -> bool:
        """Whether each result is public as soon as it is recorded: in a playoff, by setting.

        In other stages the results of a round become public together, with its standings.
        """
        return self.is_elimination and self.event.show_recorded

    @property
    def has_begun(self) -> bool:
        """Whether one of its rounds is paired or its pods are drawn. Two queries."""
        return self.round_set.exists() or self.pod_seats.exists()

    def pairs_by_standings(self, place: int) -> bool:
        """Whether the `place`th round of the stage, not yet paired, will be paired by standings.

        For a paired round, see `Round.is_by_standings`.
        """
        return self.last_by_standings and place == self.rounds

    @property
    def last_paired_otherwise(self) -> "Round | None":
        """Return the posted last round, if announced to be by standings but paired otherwise.

        This happens if the number of rounds changed after it was paired. One query if so announced.
        """
        if not self.last_by_standings or self.rounds is None:
            return None
        posted = self.round_set.exclude(state="unposted").order_by("number").defer("posted_rows")
        last = posted[self.rounds - 1 : self.rounds].first()
        return last if last is not None and not last.is_by_standings else None

    @property
    def is_described(self) -> bool:
        """True if a fact sheet has details of the stage to show."""
        return bool(self.rounds or self.game_format or self.has_rules_of_its_own)

    @property
    def has_rules_of_its_own(self) -> bool:
        """True if the stage has details other than that its rounds are Swiss."""
        return (
            self.kind != self.Kind.SWISS
            or self.pods
            or self.extra_round
            or self.last_by_standings
            or self.round_minutes is not None
            or self.games_to_win is not None
        )


class BracketSeat(models.Model):
    """A player's seat in a playoff; seed 1 is the best of the Swiss rounds."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="bracket_seats")
    enrollment = models.ForeignKey(
        "events.Enrollment", on_delete=models.PROTECT, related_name="bracket_seats"
    )
    seed = models.PositiveSmallIntegerField(help_text="Place among those who entered, from 1.")
    seat = models.PositiveSmallIntegerField(
        help_text="Place in the picture's order: the seed, or the random draft seat."
    )

    class Meta:
        ordering = ["stage", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "enrollment"], name="bracket_player_once"),
            models.UniqueConstraint(fields=["stage", "seed"], name="bracket_seed_once"),
            models.UniqueConstraint(fields=["stage", "seat"], name="bracket_seat_once"),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: seat {self.seat}"


class TableSeat(models.Model):
    """A player's seat at a table of three to five; seat 1 starts."""

    match = models.ForeignKey("events.Match", on_delete=models.CASCADE, related_name="table_seats")
    seat = models.PositiveSmallIntegerField()
    enrollment = models.ForeignKey(
        "events.Enrollment", on_delete=models.PROTECT, related_name="table_seats"
    )

    class Meta:
        ordering = ["match", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="table_seat_once"),
            models.UniqueConstraint(fields=["match", "enrollment"], name="table_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match}, seat {self.seat}"
