"""Players, and their enrollment, team members and penalties in an event."""

from typing import TypeAlias

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from domain import kinds
from domain.limits import EVENT_NAME_LENGTH, MOST_AWARDED_BYES, NAME_LENGTH, NOTE_LENGTH
from domain.penalties import Infraction, PenaltyKind
from domain.written_names import marked, written
from events.models.kind_words import worded
from events.models.phones import NONCE_LENGTH, draw_nonce
from events.models.privacy import Aliased
from events.models.querysets import EnrollmentQuerySet


class Player(models.Model):
    """A human who plays, identified across an organisation's events by e-mail address, if any.

    In another organisation the same human is another player.
    """

    organisation = models.ForeignKey(
        "events.Organisation", on_delete=models.CASCADE, null=True, related_name="players"
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    email = models.EmailField(_("email"), blank=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["organisation", "email"],
                condition=~models.Q(email=""),
                name="player_email_once_an_organisation",
            ),
            models.UniqueConstraint(
                fields=["email"],
                condition=~models.Q(email="") & models.Q(organisation=None),
                name="player_email_once_without_one",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Enrollment(Aliased, models.Model):
    """One player or team in one event.

    `name` is the name in this event: renaming a player today leaves last year's report alone.
    `dropped_after` is the last round in which a player who dropped took part; 0: the player dropped
    before round 1 and "did not take part" (rules, 2.9). `dropped_by_report` is the report of a
    result by which the person dropped: undoing it undoes the drop. `dropped_silently`: the player
    gave no notice and did not come. `namesake`: another player of the event has the name, as
    `core/namesakes.py` determines. `excluded`: dropped when round 1 was paired without the player,
    who may still come as a late entry. `checked_in_at`: time of the latest check-in; null if it was
    not recorded.
    """

    class State(models.TextChoices):
        ACTIVE = "active", _("playing")
        DROPPED = "dropped", _("dropped")
        DISQUALIFIED = "disqualified", _("disqualified")

    class Source(models.TextChoices):
        UNKNOWN = "", _("unknown")
        DESK = "desk", _("desk")
        LIST = "list", _("list")
        SIGN_UP = "sign-up", _("sign-up")
        ARCHIVE = "archive", _("archive")

    Excluded: TypeAlias = kinds.LeftOut
    EXCLUDED_WORDS = worded(Excluded, _("not checked in"), _("no decklist"), _("not eligible"))

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="enrollments")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="enrollments")
    number = models.PositiveIntegerField(help_text="The player's number in this event.")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    namesake = models.BooleanField(
        default=False, db_default=False, help_text="Another player of the event has this name."
    )
    reading = models.CharField(
        _("phonetic name"),
        max_length=NAME_LENGTH,
        blank=True,
        help_text="How a Japanese name is said, in hiragana: sorts lists, and finds the player.",
    )
    sort_name = models.CharField(
        _("sort name"),
        max_length=NAME_LENGTH,
        blank=True,
        help_text="Such as `de la Vega, Ana`; empty where the guess of it is right.",
    )
    platform_id = models.CharField(_("platform ID"), max_length=NAME_LENGTH, blank=True)
    awarded_byes = models.PositiveSmallIntegerField(_("awarded byes"), default=0)
    byes_series = models.CharField(
        max_length=EVENT_NAME_LENGTH,
        blank=True,
        default="",
        db_default="",
        help_text="The series whose place earned the byes; empty where staff gave them.",
    )
    byes_place = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="The place in that series."
    )
    first_round = models.PositiveSmallIntegerField(
        default=1, help_text="The first round this player can be paired in."
    )
    state = models.CharField(max_length=12, choices=State, default=State.ACTIVE)
    dropped_after = models.PositiveSmallIntegerField(null=True, blank=True)
    dropped_by_report = models.ForeignKey(
        "events.Report", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    dropped_silently = models.BooleanField(default=False)
    excluded = models.CharField(
        max_length=12,
        choices=EXCLUDED_WORDS,
        blank=True,
        help_text="Why round 1 was paired without somebody who is on the roster.",
    )
    eligible_because = models.CharField(
        max_length=NOTE_LENGTH, blank=True, help_text="Why somebody plays who may not."
    )
    source = models.CharField(_("source"), max_length=7, choices=Source, blank=True)
    paid = models.BooleanField(_("paid"), default=False)
    checked_in = models.BooleanField(_("checked in"), default=False)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    fixed_table = models.PositiveIntegerField(_("fixed table"), null=True, blank=True)
    address_nonce = models.CharField(
        max_length=NONCE_LENGTH,
        default=draw_nonce,
        help_text="With the site's key it makes the private address; a new one ends the old.",
    )

    objects = EnrollmentQuerySet.as_manager()

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="enrollment_number_once"),
            models.UniqueConstraint(fields=["event", "player"], name="enrollment_player_once"),
            models.UniqueConstraint(
                fields=["event", "platform_id"],
                condition=~models.Q(platform_id=""),
                name="enrollment_platform_id_once",
            ),
            models.UniqueConstraint(
                fields=["event", "fixed_table"], name="enrollment_fixed_table_once"
            ),
            models.CheckConstraint(
                condition=models.Q(state="active", dropped_after__isnull=True)
                | (~models.Q(state="active") & models.Q(dropped_after__isnull=False)),
                name="enrollment_dropped_after_when_dropped",
            ),
            models.CheckConstraint(
                condition=models.Q(dropped_by_report__isnull=True) | models.Q(state="dropped"),
                name="enrollment_dropped_by_report_when_dropped",
            ),
            models.CheckConstraint(
                condition=models.Q(dropped_silently=False) | ~models.Q(state="active"),
                name="enrollment_dropped_silently_when_dropped",
            ),
            models.CheckConstraint(
                condition=models.Q(excluded="") | models.Q(state="dropped"),
                name="enrollment_excluded_when_dropped",
            ),
            models.CheckConstraint(
                condition=models.Q(checked_in_at__isnull=True) | models.Q(checked_in=True),
                name="enrollment_checked_in_at_when_here",
            ),
            models.CheckConstraint(
                condition=models.Q(awarded_byes__lte=MOST_AWARDED_BYES),
                name="enrollment_awarded_byes_to_3",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_active(self) -> bool:
        """Whether the player plays: not dropped, not disqualified."""
        return self.state == self.State.ACTIVE

    @property
    def called(self) -> str:
        """The name, with the number if another player of the event has the same name."""
        return marked(self.name, self.number, self.namesake)

    @property
    def written(self) -> str:
        """The name for use in a sentence, a list or a text file."""
        return written(self.called)


class TeamMember(models.Model):
    """One person in a team; the team itself is the enrollment."""

    Seat: TypeAlias = kinds.Seat
    SEAT_WORDS = worded(Seat, "A", "B", "C")

    enrollment = models.ForeignKey(Enrollment, on_delete=models.CASCADE, related_name="members")
    seat = models.CharField(_("seat"), max_length=1, choices=SEAT_WORDS)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)

    class Meta:
        ordering = ["enrollment", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["enrollment", "seat"], name="team_seat_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.name}"


class Penalty(models.Model):
    """A penalty of one player for one infraction."""

    INFRACTION_WORDS = worded(
        Infraction,
        _("Missed Trigger"),
        _("Looking at Extra Cards"),
        _("Hidden Card Error"),
        _("Mulligan Procedure Error"),
        _("Game Rule Violation"),
        _("Failure to Maintain Game State"),
        _("Slow Play"),
        _("Deck Problem"),
        _("Limited Procedure Violation"),
        _("Communication Policy Violation"),
        _("Marked Cards"),
        _("Insufficient Shuffling"),
        _("Unsporting Conduct (Minor)"),
        _("Not Answering Staff"),
        _("Disconnection"),
        _("Tardiness"),
        _("Decklist Problem"),
        _("Outside Assistance"),
        _("Unsporting Conduct (Major)"),
        _("Improperly Determining a Winner"),
        _("Bribery and Wagering"),
        _("Aggressive Behavior"),
        _("Theft of Tournament Material"),
        _("Stalling"),
        _("Cheating"),
    )
    PENALTY_WORDS = worded(
        PenaltyKind,
        _("no penalty"),
        _("warning"),
        _("game loss"),
        _("match loss"),
        _("disqualification"),
    )

    enrollment = models.ForeignKey(Enrollment, on_delete=models.CASCADE, related_name="penalties")
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    infraction = models.CharField(_("infraction"), max_length=40, choices=INFRACTION_WORDS)
    penalty = models.CharField(_("penalty"), max_length=20, choices=PENALTY_WORDS)
    note = models.CharField(_("note"), max_length=NOTE_LENGTH, blank=True)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    given_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["given_at", "id"]

    def __str__(self) -> str:
        return f"{self.enrollment}: {self.penalty}"
