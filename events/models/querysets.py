"""Which rounds, matches and reports: the questions that reads and writes ask of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    from events.models.enrollment import Enrollment
    from events.models.match import Match  # noqa: F401 - named in the classes below
    from events.models.report import Report  # noqa: F401 - named in the classes below
    from events.models.round import Round  # noqa: F401 - named in the classes below
    from events.models.stage import TableSeat


class EnrollmentQuerySet(models.QuerySet["Enrollment"]):
    """Players of events."""

    def active(self) -> EnrollmentQuerySet:
        """Those who play: not dropped, not disqualified."""
        return self.filter(state=self.model.State.ACTIVE)


class RoundQuerySet(models.QuerySet["Round"]):
    """Rounds by what has happened to them."""

    def unposted(self) -> RoundQuerySet:
        """Those that only staff see."""
        return self.filter(state=self.model.State.UNPOSTED)

    def posted(self) -> RoundQuerySet:
        """Those whose pairings players have seen: being played, or complete."""
        return self.exclude(state=self.model.State.UNPOSTED)

    def being_played(self) -> RoundQuerySet:
        """Those that are posted and not complete."""
        return self.filter(state=self.model.State.POSTED)

    def complete(self) -> RoundQuerySet:
        """Those that are closed."""
        return self.filter(state=self.model.State.COMPLETE)

    def published(self) -> RoundQuerySet:
        """Those whose standings are published, each once."""
        return self.filter(snapshots__withdrawn=False).distinct()


def of_player(player: Enrollment | int | models.OuterRef) -> models.Q:
    """Return the condition that a player, or the one with this key, has a match."""
    return models.Q(first=player) | models.Q(second=player) | models.Q(pk__in=_seats_of(player))


def of_players(
    players: Collection[Enrollment] | Collection[int] | models.QuerySet[Enrollment, Any],
) -> models.Q:
    """Return the condition that one of several players, or of these keys, has a match."""
    from events.models.stage import TableSeat  # the models import this module

    seats = TableSeat.objects.filter(enrollment__in=players).order_by().values("match_id")
    return models.Q(first__in=players) | models.Q(second__in=players) | models.Q(pk__in=seats)


def _seats_of(player: Enrollment | int | models.OuterRef) -> models.QuerySet[TableSeat, Any]:
    from events.models.stage import TableSeat  # the models import this module

    return TableSeat.objects.filter(enrollment=player).order_by().values("match_id")


class MatchQuerySet(models.QuerySet["Match"]):
    """Matches by what is known of them."""

    def of_two(self) -> MatchQuerySet:
        """Those of two players: no byes, no assigned losses, no tables of three to five."""
        return self.filter(kind=self.model.Kind.PLAYED)

    def of_tables(self) -> MatchQuerySet:
        """Those of three to five players."""
        return self.filter(kind=self.model.Kind.TABLE)

    def contested(self) -> MatchQuerySet:
        """Those in which players meet, however many: no byes, no assigned losses."""
        return self.filter(kind__in=(self.model.Kind.PLAYED, self.model.Kind.TABLE))

    def of_player(self, player: Enrollment) -> MatchQuerySet:
        """Those of one player, in whatever seat."""
        return self.filter(of_player(player))

    def byes(self) -> MatchQuerySet:
        """Byes, awarded ones included."""
        return self.filter(kind=self.model.Kind.BYE)

    def assigned_losses(self) -> MatchQuerySet:
        """Rounds that count against a late player."""
        return self.filter(kind=self.model.Kind.UNPAIRED)

    def outstanding(self) -> MatchQuerySet:
        """Those that wait for a result."""
        return self.filter(first_wins__isnull=True)

    def reported(self) -> MatchQuerySet:
        """Those that have a result, byes and assigned losses among them."""
        return self.filter(first_wins__isnull=False)

    def at_tables(self) -> MatchQuerySet:
        """Those that are played at a table: not those decided before by a drop."""
        return self.contested().exclude(table__isnull=True, first_wins__isnull=False)

    def of_posted_rounds(self) -> MatchQuerySet:
        """Those whose pairing players have seen."""
        from events.models.round import Round  # the models import this module

        return self.exclude(round__state=Round.State.UNPOSTED)


# Report.Source.VERIFICATION of models/report.py, which imports this module: verifications are
# compared elsewhere.
VERIFICATION = "reading"
UNSETTLED = models.Q(undone_at__isnull=True) & (
    models.Q(match__official_report__isnull=True)
    | models.Q(pk__gt=models.F("match__official_report_id"))
)
# DESK_SOURCES of models/report.py: a whole slip also reports who does not drop; other sources do
# not.
SLIPS = ("slip", "typed", "scanned", "clicked", "together", "program", "kept")
SAME_RESULT = models.Q(
    first_wins=models.F("match__first_wins"),
    second_wins=models.F("match__second_wins"),
    drawn_games=models.F("match__drawn_games"),
    double_loss=models.F("match__double_loss"),
    seat_results=models.F("match__seat_results"),
    marks=models.F("match__marks"),
)
SAME_DROPS = ~models.Q(source__in=SLIPS) | models.Q(
    drops_first=models.F("match__official_report__drops_first"),
    drops_second=models.F("match__official_report__drops_second"),
    drops_seats=models.F("match__official_report__drops_seats"),
)
# The only definition of a contradiction, as a query or as an annotation.
DISPUTING = (
    UNSETTLED
    & ~models.Q(source=VERIFICATION)
    & models.Q(match__official_report__isnull=False)
    & ~(SAME_RESULT & SAME_DROPS)
)


class ReportQuerySet(models.QuerySet["Report"]):
    """Reports of matches."""

    def official(self) -> ReportQuerySet:
        """Return those that count."""
        return self.filter(match__official_report=models.F("pk"))

    def disputing(self) -> ReportQuerySet:
        """Return those that say something else than what counts, and are not answered yet."""
        return self.filter(DISPUTING)

    def weighed(self) -> ReportQuerySet:
        """Return them with `contradicts`: whether each is one of those that are disputing."""
        rule = models.ExpressionWrapper(DISPUTING, output_field=models.BooleanField())
        columns = {"contradicts": rule}
        return self.annotate(**columns)
