"""Players' phones: their options in an event, game reports, and calls."""

import secrets
from typing import TYPE_CHECKING, TypeAlias

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain import kinds
from domain.results import Game as GameValue
from domain.results import Side, Winner
from events.models.kind_words import worded

NONCE_LENGTH = 22
# Length of the key that a phone generates for each report.
KEY_LENGTH = 40


def draw_nonce() -> str:
    """Return 128 random bits as text, to make a private address unique."""
    return secrets.token_urlsafe(16)


class PhoneSettings(models.Model):
    """Columns of an event that decide what players see and do on their phones."""

    PhoneReports: TypeAlias = kinds.PhoneReports
    PHONE_REPORTS_WORDS = worded(
        PhoneReports,
        _("no results by phone"),
        _("if two phones agree, the desk can accept the result"),
        _("if two phones agree, the result counts"),
    )

    show_recorded = models.BooleanField(
        _("players see the recorded results of their own match"), default=True
    )
    private_pages = models.BooleanField(_("every player has a player link"), default=False)
    slip_codes = models.BooleanField(
        _("player links are printed on the slips as codes"), default=False
    )
    phone_reports = models.CharField(
        _("results by phone"), max_length=6, choices=PHONE_REPORTS_WORDS, default=PhoneReports.OFF
    )
    phone_games = models.BooleanField(_("players report game by game"), default=False)
    phone_check_in = models.BooleanField(_("players check in by phone"), default=False)
    check_in_open = models.BooleanField(_("check-in by phone is open"), default=False)
    check_in_from = models.DateTimeField(_("check-in by phone opens"), null=True, blank=True)
    check_in_until = models.DateTimeField(_("check-in by phone closes"), null=True, blank=True)
    phone_decks = models.BooleanField(_("players hand in decklists by phone"), default=False)
    opponent_decks = models.BooleanField(
        _("players see their opponent's open decklist"), default=False
    )
    phone_drops = models.BooleanField(_("players drop by phone"), default=False)
    judge_calls = models.BooleanField(_("players call a judge by phone"), default=False)

    class Meta:
        abstract = True

    if TYPE_CHECKING:

        @property
        def is_running(self) -> bool:
            """As defined by the event."""

        @property
        def is_finished(self) -> bool:
            """As defined by the event."""

    @property
    def takes_reports(self) -> bool:
        """Whether players report results from their phones."""
        return self.private_pages and self.phone_reports != self.PhoneReports.OFF

    @property
    def takes_check_ins(self) -> bool:
        """Whether players can check in by phone now: opened by hand or time, not closed.

        Once round 1 is paired, the desk checks in late players.
        """
        if not (self.private_pages and self.phone_check_in) or self.is_running or self.is_finished:
            return False
        now = timezone.now()
        opened = self.check_in_from is not None and self.check_in_from <= now
        over = self.check_in_until is not None and self.check_in_until <= now
        return (self.check_in_open or opened) and not over

    @property
    def takes_games(self) -> bool:
        """Whether players also report each game by phone when it ends."""
        return self.takes_reports and self.phone_games


class GameReport(models.Model):
    """One game of a match, reported by one of its players by phone when it ended.

    `winner` and `play_first` name the sides as on the slip. `at` is the time of the report, by the
    clock of the phone, which may have stored it offline. Only an undo is added later.
    """

    match = models.ForeignKey("events.Match", on_delete=models.CASCADE, related_name="game_reports")
    enrollment = models.ForeignKey(
        "events.Enrollment", on_delete=models.CASCADE, related_name="game_reports"
    )
    number = models.PositiveSmallIntegerField()
    winner = models.CharField(
        max_length=6, choices=[(known.value, known.value) for known in Winner]
    )
    play_first = models.CharField(
        max_length=6, choices=[(known.value, known.value) for known in Side], blank=True
    )
    key = models.CharField(max_length=KEY_LENGTH)
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["enrollment", "key"], name="told_game_key_once_a_player"
            ),
            models.UniqueConstraint(
                fields=["match", "enrollment", "number"],
                condition=models.Q(undone_at__isnull=True),
                name="told_game_once_a_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.number} {self.winner}"

    @property
    def value(self) -> GameValue:
        """The game as a value, with its number in the match."""
        side = Side(self.play_first) if self.play_first else None
        return GameValue(Winner(self.winner), number=self.number, play_first=side)


class Call(models.Model):
    """A player's call: for a judge at the table, or because a recorded result is wrong.

    `seen` is the recorded result at the time of the call, as Result.text. Answered when a staff
    member took it, or the player withdrew it (`answered_by` null).
    """

    Kind: TypeAlias = kinds.CallKind
    KIND_WORDS = worded(Kind, _("judge needed"), _("the recorded result is wrong"))

    match = models.ForeignKey("events.Match", on_delete=models.CASCADE, related_name="calls")
    enrollment = models.ForeignKey(
        "events.Enrollment", on_delete=models.CASCADE, related_name="calls"
    )
    kind = models.CharField(max_length=6, choices=KIND_WORDS)
    seen = models.CharField(max_length=12, blank=True)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "enrollment", "kind"],
                condition=models.Q(answered_at__isnull=True),
                name="call_open_once",
            ),
            models.CheckConstraint(
                condition=models.Q(answered_at__isnull=False) | models.Q(answered_by__isnull=True),
                name="call_answered_by_when_answered",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.enrollment}: {self.kind}"
