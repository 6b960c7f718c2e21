"""Query sets of enrollments, rounds, matches and reports, for reads and writes."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from django.db import models

from domain.kinds import Source
from domain.report_sources import DESK_SOURCES

if TYPE_CHECKING:
    from events.models.enrollment import Enrollment
    from events.models.match import Match  # noqa: F401 - named in the classes below
    from events.models.report import Report  # noqa: F401 - named in the classes below
    from events.models.round import Round  # noqa: F401 - named in the classes below
    from events.models.stage import TableSeat


class EnrollmentQuerySet(models.QuerySet["Enrollment"]):
    """Query set of enrollments."""

    def active(self) -> EnrollmentQuerySet:
        """Return enrollments neither dropped nor disqualified."""
        return self.filter(state=self.model.State.ACTIVE)

    def took_part(self) -> EnrollmentQuerySet:
        """Return enrollments but those that dropped or were disqualified before round 1."""
        return self.exclude(dropped_after=0)


class RoundQuerySet(models.QuerySet["Round"]):
    """Query set of rounds, filtered by state."""

    def unposted(self) -> RoundQuerySet:
        """Return rounds that only staff see."""
        return self.filter(state=self.model.State.UNPOSTED)

    def posted(self) -> RoundQuerySet:
        """Return rounds that players see, in progress or complete."""
        return self.exclude(state=self.model.State.UNPOSTED)

    def being_played(self) -> RoundQuerySet:
        """Return rounds that are posted and not complete."""
        return self.filter(state=self.model.State.POSTED)

    def complete(self) -> RoundQuerySet:
        """Return complete rounds."""
        return self.filter(state=self.model.State.COMPLETE)

    def published(self) -> RoundQuerySet:
        """Return rounds with published standings, each once."""
        return self.filter(snapshots__withdrawn=False).distinct()


def of_player(player: Enrollment | int | models.OuterRef) -> models.Q:
    """Return the condition for matches of a player, given as row or key."""
    return models.Q(first=player) | models.Q(second=player) | models.Q(pk__in=_seats_of(player))


def of_players(
    players: Collection[Enrollment] | Collection[int] | models.QuerySet[Enrollment, Any],
) -> models.Q:
    """Return the condition for matches of any of these players, given as rows or keys."""
    from events.models.stage import TableSeat  # the models import this module

    seats = TableSeat.objects.filter(enrollment__in=players).order_by().values("match_id")
    return models.Q(first__in=players) | models.Q(second__in=players) | models.Q(pk__in=seats)


def _seats_of(player: Enrollment | int | models.OuterRef) -> models.QuerySet[TableSeat, Any]:
    from events.models.stage import TableSeat  # the models import this module

    return TableSeat.objects.filter(enrollment=player).order_by().values("match_id")


_DECIDED_BEFORE = models.Q(table__isnull=True, first_wins__isnull=False)


class MatchQuerySet(models.QuerySet["Match"]):
    """Query set of matches, filtered by kind, players and result."""

    def of_two(self) -> MatchQuerySet:
        """Return matches of two: no byes, assigned losses or tables of three to five."""
        return self.filter(kind=self.model.Kind.PLAYED)

    def of_tables(self) -> MatchQuerySet:
        """Return tables of three to five players."""
        return self.filter(kind=self.model.Kind.TABLE)

    def contested(self) -> MatchQuerySet:
        """Return matches in which players meet: no byes, no assigned losses."""
        return self.filter(kind__in=(self.model.Kind.PLAYED, self.model.Kind.TABLE))

    def of_player(self, player: Enrollment) -> MatchQuerySet:
        """Return the matches of a player, in any seat."""
        return self.filter(of_player(player))

    def byes(self) -> MatchQuerySet:
        """Return byes, awarded ones included."""
        return self.filter(kind=self.model.Kind.BYE)

    def assigned_losses(self) -> MatchQuerySet:
        """Return rounds that count as lost for late players."""
        return self.filter(kind=self.model.Kind.UNPAIRED)

    def outstanding(self) -> MatchQuerySet:
        """Return matches without a result."""
        return self.filter(first_wins__isnull=True)

    def reported(self) -> MatchQuerySet:
        """Return matches with a result, including byes and assigned losses."""
        return self.filter(first_wins__isnull=False)

    def at_tables(self) -> MatchQuerySet:
        """Return matches played at a table, without those decided before by a drop."""
        return self.contested().exclude(_DECIDED_BEFORE)

    def decided_before(self) -> MatchQuerySet:
        """Return the matches that a drop decided before they received a table."""
        return self.contested().filter(_DECIDED_BEFORE)

    def of_posted_rounds(self) -> MatchQuerySet:
        """Return matches of rounds that are posted or complete."""
        from events.models.round import Round  # the models import this module

        return self.exclude(round__state=Round.State.UNPOSTED)


UNSETTLED = models.Q(undone_at__isnull=True) & (
    models.Q(match__official_report__isnull=True)
    | models.Q(pk__gt=models.F("match__official_report_id"))
)
SAME_RESULT = models.Q(
    first_wins=models.F("match__first_wins"),
    second_wins=models.F("match__second_wins"),
    drawn_games=models.F("match__drawn_games"),
    double_loss=models.F("match__double_loss"),
    seat_results=models.F("match__seat_results"),
    marks=models.F("match__marks"),
)
# A slip of the desk also reports who does not drop; other sources do not.
SAME_DROPS = ~models.Q(source__in=DESK_SOURCES) | models.Q(
    drops_first=models.F("match__official_report__drops_first"),
    drops_second=models.F("match__official_report__drops_second"),
    drops_seats=models.F("match__official_report__drops_seats"),
)
# The only definition of a contradiction, as a query or as an annotation.
DISPUTING = (
    UNSETTLED
    & ~models.Q(source=Source.VERIFICATION)  # compared elsewhere
    & models.Q(match__official_report__isnull=False)
    & ~(SAME_RESULT & SAME_DROPS)
)


class ReportQuerySet(models.QuerySet["Report"]):
    """Query set of reports."""

    def official(self) -> ReportQuerySet:
        """Return the official reports."""
        return self.filter(match__official_report=models.F("pk"))

    def disputing(self) -> ReportQuerySet:
        """Return unsettled reports that contradict the official one."""
        return self.filter(DISPUTING)

    def weighed(self) -> ReportQuerySet:
        """Annotate reports with `contradicts`: whether each one is disputing."""
        rule = models.ExpressionWrapper(DISPUTING, output_field=models.BooleanField())
        columns = {"contradicts": rule}
        return self.annotate(**columns)
