"""Find players by name, and read the desk's page of a player in a fixed number of queries."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from domain.names import by_name, fold
from domain.results import Counts, Outcome, Result
from events.core.adapters import read_seats
from events.core.players.listed_players import ListedPlayer
from events.core.players.scanned_codes import scanned_player
from events.core.progress.presence import expected_players
from events.core.refusals import RefusedError
from events.core.search import name_matches
from events.core.typed_values import whole_number
from events.models import (
    Enrollment,
    Event,
    Match,
    Penalty,
    PenaltyKind,
    Report,
    Round,
    StaffMember,
)

Named = TypeVar("Named", Enrollment, ListedPlayer)


def in_order(enrollments: Iterable[Enrollment]) -> list[Enrollment]:
    """Sort enrollments by name, as in every list by name."""
    return sorted(
        enrollments,
        key=lambda enrollment: by_name(enrollment.name, enrollment.number, enrollment.reading),
    )


def excluded_players(event: Event) -> list[Enrollment]:
    """Return the players who were left out of round 1, by name; teams with their members."""
    rows = event.enrollments.exclude(excluded="")
    return in_order(rows.prefetch_related("members") if event.is_for_teams else rows)


def find_players(enrollments: Iterable[Named], search: str, *, teams: bool = False) -> list[Named]:
    """Return the players whose name begins with the search, or with that number.

    An exact name is returned alone. In `teams` the members' names count too.
    """
    search = search.strip()
    if not search:
        return []
    if search.isdecimal():
        return [
            enrollment for enrollment in enrollments if enrollment.number == whole_number(search)
        ]
    beginning = [
        enrollment
        for enrollment in enrollments
        if any(
            name_matches(name, search, enrollment.reading) for name in _names_of(enrollment, teams)
        )
    ]
    folded = fold(search)
    exact = [
        enrollment for enrollment in beginning if folded in map(fold, _names_of(enrollment, teams))
    ]
    return exact or beginning


def typed_player(event: Event, text: str, field: str = "player") -> int:
    """Return the number of the player that was typed, with at most one query.

    It accepts a number, "12 Rossi" as the browser completes it, the name of a single player, in any
    case and without accents, or a scanned player link or badge (two queries). Raises RefusedError
    about `field` for any other text.
    """
    text = text.strip()
    scanned = scanned_player(event, text, field)
    if scanned is not None:
        return scanned.number
    number = text.split(" ")[0]
    if text.isdecimal() and len(text) <= 9:
        return int(text)
    rows = event.enrollments.values_list("number", "name")
    alike = [known for known, name in rows if text and fold(name) == fold(text)]
    if len(alike) == 1:
        return alike[0]
    if len(alike) > 1:
        numbers = ", ".join(str(known) for known in sorted(alike))
        raise RefusedError(
            _("Several players are named “%(name)s”. Type the number (%(numbers)s).")
            % {"name": text[:40], "numbers": numbers},
            field,
        )
    if number.isdecimal() and len(number) <= 9:
        return int(number)
    if not text:
        raise RefusedError(_("Type a name or a number."), field)
    raise RefusedError(
        _("No player is named “%(name)s”. Type the full name or the number.") % {"name": text[:40]},
        field,
    )


def _names_of(player: Enrollment | ListedPlayer, teams: bool) -> list[str]:
    if not teams:
        return [player.name]
    if isinstance(player, ListedPlayer):
        return [player.name, *player.member_names]
    return [player.name, *(member.name for member in player.members.all())]


@dataclass(frozen=True, slots=True)
class Played:
    """One match with its result from the player's side.

    `opponents`: all its other players, by seat. At a table of three to five there is no single
    `opponent`, the result is that of the table, and the player has a `seat`.
    """

    round: Round
    match: Match
    opponent: Enrollment | None
    result: Result | None
    opponents: tuple[Enrollment, ...] = ()
    seat: int = 0

    @property
    def games(self) -> Counts | None:
        """Own wins, the opponent's, drawn games; None without a result, and at tables of four."""
        if self.result is None or self.result.marks:
            return None
        return self.result.counts

    @property
    def no_show(self) -> bool:
        """Whether the player did not appear, and lost for that reason."""
        official = self.match.official_report
        absent = official is not None and official.source == Report.Source.NO_SHOW
        return absent and self.outcome in (Outcome.LOST, Outcome.DOUBLE_LOSS)

    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the match for the player; None without a result."""
        if not self.match.is_contested:
            return Outcome(self.match.kind)
        return None if self.result is None else self.result.outcome


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """One player as the desk sees it.

    `no_shows` and `silent_drops` are counted over all events of the event's organizers.
    """

    enrollment: Enrollment
    matches: list[Played]
    penalties: list[Penalty]
    started: bool
    no_shows: int
    silent_drops: int

    @property
    def never_played(self) -> bool:
        """True for a player who was never paired and had no bye, and so can be removed."""
        return all(line.match.kind == Match.Kind.UNPAIRED for line in self.matches)

    @property
    def disqualification(self) -> Penalty | None:
        """The newest disqualification that is recorded while the player is not disqualified."""
        if self.enrollment.state == Enrollment.State.DISQUALIFIED:
            return None
        recorded = [
            penalty for penalty in self.penalties if penalty.penalty == PenaltyKind.DISQUALIFICATION
        ]
        return recorded[-1] if recorded else None


def find_enrollment(event: Event, number: int) -> Enrollment | None:
    """Return the player with this number, joined with the human; None without one."""
    return event.enrollments.select_related("player").filter(number=number).first()


def player_page(event: Event, enrollment: Enrollment) -> PlayerPage:
    """Return the player's matches, penalties and absences. Five queries, six at tables of four."""
    matches = matches_of_player(event, enrollment).select_related("round__stage", "official_report")
    return PlayerPage(
        enrollment=enrollment,
        matches=[_played(match, enrollment) for match in matches],
        penalties=list(enrollment.penalties.select_related("given_by")),
        started=event.rounds.exists(),
        no_shows=_no_shows(event, enrollment),
        silent_drops=of_organizers(event, enrollment).filter(dropped_silently=True).count(),
    )


def matches_of_player(event: Event, enrollment: Enrollment) -> QuerySet[Match]:
    """Return the matches of a player with all of their players, by round.

    Tables of three to five are found by their seats, in an event that has them.
    """
    if event.at_tables:
        theirs = Match.objects.of_player(enrollment).prefetch_related("table_seats__enrollment")
    else:
        theirs = Match.objects.filter(Q(first=enrollment) | Q(second=enrollment))
    return theirs.select_related("first", "second").order_by("round__number")


def of_organizers(event: Event, enrollment: Enrollment) -> QuerySet[Enrollment]:
    """Return the enrollments of one human in all events of this event's organizers."""
    organizers = event.staff.filter(organizer=True).values("user")
    theirs = StaffMember.objects.filter(organizer=True, user__in=organizers).values("event")
    return Enrollment.objects.filter(player=enrollment.player_id, event__in=theirs)


def _no_shows(event: Event, enrollment: Enrollment) -> int:
    """Return how many matches the human lost by a no-show. One query."""
    people = of_organizers(event, enrollment).values("pk")
    lost_first = Q(first__in=people) & (Q(first_wins__lt=F("second_wins")) | Q(double_loss=True))
    lost_second = Q(second__in=people) & (Q(second_wins__lt=F("first_wins")) | Q(double_loss=True))
    absent = Match.objects.filter(official_report__source=Report.Source.NO_SHOW)
    return absent.filter(lost_first | lost_second).count()


def _played(match: Match, enrollment: Enrollment) -> Played:
    others = match.opponents_of(enrollment)
    if match.is_table:
        seat = match.seat_of(enrollment)
        result = None if match.result is None else match.result.from_seat(seat)
        return Played(match.round, match, None, result, others, seat)
    if match.first_id == enrollment.pk:
        return Played(match.round, match, match.second, match.result, others)
    turned = match.result.turned() if match.result else None
    return Played(match.round, match, match.first, turned, others)


def to_disqualify(event: Event) -> list[Enrollment]:
    """Return players whose recorded disqualification is not carried out, by name. One query."""
    given = Penalty.objects.filter(penalty=PenaltyKind.DISQUALIFICATION).values("enrollment")
    recorded = Enrollment.objects.filter(event=event, pk__in=given)
    return in_order(recorded.exclude(state=Enrollment.State.DISQUALIFIED))


def penalties_of(event: Event) -> list[Penalty]:
    """Return every penalty of the event, newest first, with player and judge. One query."""
    return list(
        Penalty.objects.filter(enrollment__event=event)
        .select_related("enrollment", "given_by")
        .order_by("-given_at", "-id")
    )


# The order of urgency: unmarked tables first, those that are still playing last.
_ORDER = ("", Match.Check.NO_ANSWER, Match.Check.CONTACTED, Match.Check.PLAYING)


def without_platform_id(event: Event) -> list[Enrollment]:
    """Return the expected players without a platform ID, by name; none in a tabletop event."""
    if not event.is_digital:
        return []
    missing = expected_players(event).filter(platform_id="")
    return in_order(missing)


def tables_to_check(round: Round) -> list[Match]:
    """Return the outstanding tables: unmarked ones first, then those that do not answer."""
    tables = list(round.matches.outstanding().select_related("first", "second").order_by("table"))
    read_seats(tables)
    return sorted(tables, key=lambda match: _ORDER.index(match.check_mark))
