"""Tournaments, called events."""

from typing import ClassVar, TypeAlias

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from domain import kinds
from domain.limits import (
    EVENT_NAME_LENGTH,
    MOST_FEATURE_DELAY,
    NOTE_LENGTH,
    RESTRICTIONS_LENGTH,
    ROOM_LENGTH,
    SHORT_LENGTH,
)
from domain.time_zones import known_time_zones
from events.models.fact_sheet import EnforcementSettings
from events.models.kind_words import worded
from events.models.phones import PhoneSettings
from events.models.privacy import PrivacySettings


def draw_seed() -> int:
    """Return a new secret seed of 63 bits."""
    from pairings import new_seed  # imports the engine, which few processes need

    return new_seed()


def validate_time_zone(value: str) -> None:
    """Raise ValidationError unless `value` is the IANA name of a time zone."""
    if value not in known_time_zones():
        raise ValidationError(_("%(value)s is not a time zone."), params={"value": value})


class EventManager(models.Manager["Event"]):
    """Events without those still being imported."""

    def get_queryset(self) -> models.QuerySet["Event"]:
        """Exclude events that are being imported."""
        return super().get_queryset().filter(importing_since__isnull=True)


class Event(PhoneSettings, PrivacySettings, EnforcementSettings, models.Model):
    """One tournament."""

    Preparation: TypeAlias = kinds.Preparation
    PREPARATION_WORDS = worded(Preparation, _("draft"), _("deck construction"))

    State: TypeAlias = kinds.EventState
    STATE_WORDS = worded(State, _("setup"), _("running"), _("finished"))

    LatePolicy: TypeAlias = kinds.LatePolicy
    LATE_POLICY_WORDS = worded(
        LatePolicy, _("assigned losses for missed rounds"), _("missed rounds do not count")
    )

    ReEntry: TypeAlias = kinds.ReEntry
    RE_ENTRY_WORDS = worded(
        ReEntry,
        _("until the cut; missed rounds are assigned losses"),
        _("only before the next pairing"),
    )

    class GamesToWin(models.IntegerChoices):
        ONE = 1, _("best of one")
        TWO = 2, _("best of three")
        THREE = 3, _("best of five")

    class PrizesFor(models.TextChoices):
        NOBODY = "", _("no prize list")
        STAFF = "staff", _("only staff see the prize list")
        PLAYERS = "players", _("players see the prize list")

    PaperSize: TypeAlias = kinds.Paper
    PAPER_SIZE_WORDS = worded(PaperSize, _("A4"), _("Letter"))

    class TeamSize(models.IntegerChoices):
        ONE = 1, _("single players")
        TWO = 2, _("Two-Headed Giant teams")
        THREE = 3, _("teams of three (seats A, B, C)")

    slug = models.SlugField(max_length=SHORT_LENGTH, unique=True)
    organisation = models.ForeignKey(
        "events.Organisation",
        on_delete=models.PROTECT,
        null=True,
        related_name="events",
        help_text="Null: it was imported or simulated before there was an account.",
    )
    name = models.CharField(_("name"), max_length=EVENT_NAME_LENGTH)
    date = models.DateField(_("date"))
    time_zone = models.CharField(
        _("time zone"), max_length=SHORT_LENGTH, default="UTC", validators=[validate_time_zone]
    )
    venue = models.CharField(_("venue"), max_length=EVENT_NAME_LENGTH, blank=True)
    mapped_venue = models.ForeignKey(
        "events.Venue",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="events",
        help_text="The venue of this name that its organisation keeps; it gives the tables.",
    )
    game_format = models.CharField(_("game format"), max_length=SHORT_LENGTH, blank=True)
    games_to_win = models.PositiveSmallIntegerField(
        _("match length"), choices=GamesToWin, default=GamesToWin.TWO
    )
    draws_allowed = models.BooleanField(_("draws allowed"), default=True)
    profile = models.JSONField(
        help_text="The rule profile as standings.Profile.to_dict() gives it."
    )
    round_minutes = models.PositiveSmallIntegerField(_("round time in minutes"), default=50)
    platform = models.CharField(
        _("digital platform"),
        max_length=SHORT_LENGTH,
        blank=True,
        help_text=_("Leave blank for a tabletop event."),
    )
    platform_setup = models.CharField(
        _("format to set on the platform"), max_length=EVENT_NAME_LENGTH, blank=True
    )
    team_size = models.PositiveSmallIntegerField(
        _("event for"), choices=TeamSize, default=TeamSize.ONE
    )
    late_policy = models.CharField(
        _("late players"), max_length=10, choices=LATE_POLICY_WORDS, default=LatePolicy.LOSSES
    )
    re_entry = models.CharField(
        _("dropped players may return"), max_length=8, choices=RE_ENTRY_WORDS, default=ReEntry.CUT
    )
    first_table = models.PositiveIntegerField(_("first table number"), default=1)
    room = models.TextField(
        _("table rows"),
        max_length=ROOM_LENGTH,
        blank=True,
        help_text=_("One row per line, such as 1-10. Leave blank to fill tables in order."),
    )
    blocked_tables = models.CharField(
        _("blocked tables"),
        max_length=NOTE_LENGTH,
        blank=True,
        help_text=_("These tables are never used, for example 13, 44-46."),
    )
    feature_tables = models.TextField(
        _("tables kept free"),
        max_length=ROOM_LENGTH,
        blank=True,
        help_text=_(
            "One table per line with its name, for example 301 Feature match. Move matches "
            "there by hand."
        ),
    )
    shuffled_tables = models.BooleanField(
        _("tables are assigned at random instead of by points"), default=False
    )
    paper_size = models.CharField(
        _("paper size"), max_length=6, choices=PAPER_SIZE_WORDS, default=PaperSize.A4
    )
    restrictions = models.CharField(
        _("restrictions"),
        max_length=RESTRICTIONS_LENGTH,
        blank=True,
        help_text=_("People who may not play. Shown on the event page."),
    )
    staff_may_play = models.BooleanField(
        _("staff may play"),
        default=False,
        help_text=_(
            "For store events where the judge also plays. Leave this off at premier events "
            "(digital event rules, 1.4)."
        ),
    )
    show_chances = models.BooleanField(
        _("players see their chances of advancing before a cut"), default=False
    )
    show_forecast = models.BooleanField(
        _("players see when the round is likely to end"), default=False
    )
    feature_delay = models.PositiveSmallIntegerField(
        _("delay of the feature match in minutes"),
        default=0,
        db_default=0,
        validators=[MaxValueValidator(MOST_FEATURE_DELAY)],
    )
    prizes_for = models.CharField(
        _("prize list"), max_length=7, choices=PrizesFor, blank=True, default=PrizesFor.NOBODY
    )
    state = models.CharField(max_length=10, choices=STATE_WORDS, default=State.SETUP)
    preparation = models.CharField(
        max_length=12,
        choices=PREPARATION_WORDS,
        blank=True,
        help_text="What players do before the next round, while its clock is shown.",
    )
    preparation_minutes = models.PositiveSmallIntegerField(default=0)
    preparation_started_at = models.DateTimeField(null=True, blank=True)
    preparation_paused_at = models.DateTimeField(null=True, blank=True)
    preparation_added_seconds = models.IntegerField(default=0)
    seed = models.BigIntegerField(help_text="Orders players who are equal on every tiebreaker.")
    journal_link = models.BinaryField(
        max_length=32, null=True, help_text="Newest link of the journal's chain."
    )
    next_seed = models.BigIntegerField(
        default=draw_seed,
        help_text="Pairs the next round; its hash is shown before, itself after posting.",
    )
    last_number = models.PositiveIntegerField(
        default=0, help_text="The highest number a player ever had: none is used twice."
    )
    imported_drops = models.JSONField(
        default=list, blank=True, help_text="Who had left in the archive it came from, in order."
    )
    published_elsewhere = models.JSONField(
        null=True, blank=True, help_text="The `published` part of the archive it came from."
    )
    extensions = models.JSONField(
        default=dict, blank=True, help_text="Keys of other programs in the archive it came from."
    )
    invited = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        blank=True,
        related_name="+",
        help_text="Whose accounts were made by an invitation to this event.",
    )
    revision = models.PositiveBigIntegerField(
        default=0, help_text="Grows with every journal entry; staff screens watch it."
    )
    whole_revision = models.PositiveBigIntegerField(
        default=0, help_text="The last revision that a desk can not be told line by line."
    )
    public_revision = models.PositiveBigIntegerField(
        default=0, help_text="Grows with everything that players can see."
    )
    taken_back = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="The round that was posted and taken back last: until one of that number is "
        "posted again, players read that its tables do not count.",
    )
    hook_kinds = models.CharField(
        max_length=200,
        blank=True,
        help_text="What its programs hear of, with spaces between: HookKind. Blank: no program.",
    )
    announced_until = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When the last announcement is over: staff pages look for none after it.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    importing_since = models.DateTimeField(
        null=True, blank=True, help_text="Set until everything of an imported event is written."
    )

    objects = EventManager()
    # Includes events that are being imported, as do relations from an event's rows.
    every: ClassVar[models.Manager["Event"]] = models.Manager()

    class Meta:
        ordering = ["-date", "-id"]
        # Indexes for the first page and the pages of all events, among a hundred thousand of them.
        indexes = [
            models.Index(fields=["state", "date", "id"], name="event_by_state_and_date"),
            models.Index(fields=["date", "id"], name="event_by_date"),
            models.Index(
                fields=["organisation", "state", "date", "id"], name="event_by_organisation"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(games_to_win__gte=1, games_to_win__lte=3),
                name="event_games_to_win_1_to_3",
            ),
            models.CheckConstraint(
                condition=models.Q(first_table__gte=1), name="event_first_table_from_1"
            ),
            models.CheckConstraint(
                condition=models.Q(paper_size__in=("a4", "letter")), name="event_paper_size_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def taken_back_after(self, posted: int) -> int | None:
        """Return the number of the round unposted again, if above `posted`; else None."""
        number = self.taken_back
        return number if number and number > posted and not self.is_finished else None

    @property
    def is_finished(self) -> bool:
        """True once the event is over: nothing changes until it is reopened."""
        return self.state == self.State.FINISHED

    @property
    def is_running(self) -> bool:
        """True from the first pairing until the organizer declares it finished."""
        return self.state == self.State.RUNNING

    @property
    def shows_prizes(self) -> bool:
        """True if players see the prize list."""
        return self.prizes_for == self.PrizesFor.PLAYERS

    @property
    def prints_on_letter(self) -> bool:
        """True if paper is Letter instead of A4."""
        return self.paper_size == self.PaperSize.LETTER

    @property
    def takes_back_until_cut(self) -> bool:
        """True if dropped players can return until the cut, not only until the next pairing."""
        return self.re_entry == self.ReEntry.CUT

    @property
    def is_digital(self) -> bool:
        """True if it is played on a platform, whose own clocks count (digital event rules)."""
        return bool(self.platform)

    @property
    def at_tables(self) -> bool:
        """True if its profile has tables of three to five."""
        return self.profile.get("table_size") is not None

    @property
    def is_for_teams(self) -> bool:
        """True if each enrollment is a team."""
        return self.team_size > self.TeamSize.ONE

    @property
    def seats(self) -> str:
        """The seats of a team, "AB" or "ABC"; empty for single players."""
        return "ABC"[: self.team_size] if self.is_for_teams else ""
