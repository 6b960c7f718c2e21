"""The roster and what the desk shows of one player, in a fixed number of queries."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from events.models import Enrollment, Event, Match, Penalty, PenaltyKind, Round
from events.selectors.names import fold, name_matches


@dataclass(frozen=True, slots=True)
class RosterPage:
    """Everybody in the event, by name, and how many are in which state."""

    enrollments: Sequence[Enrollment]
    playing: int
    checked_in: int
    gone: int
    rounds: int

    @property
    def absent(self) -> int:
        """How many play and are not checked in."""
        return self.playing - self.checked_in


def roster_page(event: Event) -> RosterPage:
    """The roster. Two queries, of teams three; each enrollment has `penalty_count`."""
    rows = (
        event.enrollments.select_related("player")
        .annotate(penalty_count=Count("penalties"))
        .order_by("name", "number")
    )
    enrollments = list(rows.prefetch_related("members") if event.is_for_teams else rows)
    playing = [one for one in enrollments if one.state == Enrollment.State.ACTIVE]
    return RosterPage(
        enrollments=enrollments,
        playing=len(playing),
        checked_in=sum(one.checked_in for one in playing),
        gone=len(enrollments) - len(playing),
        rounds=event.rounds.count(),
    )


def absent_players(event: Event) -> QuerySet[Enrollment]:
    """Those who play and are not checked in, by name; teams with their members."""
    rows = event.enrollments.filter(state=Enrollment.State.ACTIVE, checked_in=False)
    rows = rows.order_by("name", "number")
    return rows.prefetch_related("members") if event.is_for_teams else rows


def find_players(
    enrollments: Iterable[Enrollment], search: str, *, teams: bool = False
) -> list[Enrollment]:
    """Those whose name the search begins, or whose number it is; an exact name comes alone.

    Of `teams` the members' names count too.
    """
    search = search.strip()
    if not search:
        return []
    if search.isdecimal():
        return [one for one in enrollments if one.number == int(search)]
    names = {one: _names_of(one, teams) for one in enrollments}
    found = [one for one in names if any(name_matches(name, search) for name in names[one])]
    exact = [one for one in found if fold(search) in map(fold, names[one])]
    return exact or found


def _names_of(one: Enrollment, teams: bool) -> list[str]:
    return [one.name, *(member.name for member in one.members.all())] if teams else [one.name]


@dataclass(frozen=True, slots=True)
class Played:
    """One match from the player's side; `games` are own wins, the opponent's, drawn."""

    round: Round
    match: Match
    opponent: Enrollment | None
    games: tuple[int, int, int] | None

    @property
    def outcome(self) -> str:
        """A code: bye, unpaired, double-loss, won, lost, drawn; empty without a result."""
        if self.match.kind != Match.Kind.PLAYED:
            return str(self.match.kind)
        if self.games is None:
            return ""
        if self.match.double_loss:
            return "double-loss"
        own, other, _drawn = self.games
        return "won" if own > other else "lost" if own < other else "drawn"


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """One player as the desk sees it."""

    enrollment: Enrollment
    matches: list[Played]
    penalties: list[Penalty]
    started: bool

    @property
    def disqualification(self) -> Penalty | None:
        """The newest disqualification that is recorded while the player is not disqualified."""
        if self.enrollment.state == Enrollment.State.DISQUALIFIED:
            return None
        recorded = [one for one in self.penalties if one.penalty == PenaltyKind.DISQUALIFICATION]
        return recorded[-1] if recorded else None


def find_enrollment(event: Event, number: int) -> Enrollment | None:
    """The player with this number, with the human behind it; None where there is none."""
    return event.enrollments.select_related("player").filter(number=number).first()


def player_page(event: Event, enrollment: Enrollment) -> PlayerPage:
    """The player's matches and penalties. Three queries."""
    matches = (
        Match.objects.filter(Q(first=enrollment) | Q(second=enrollment))
        .select_related("round", "first", "second")
        .order_by("round__number")
    )
    return PlayerPage(
        enrollment=enrollment,
        matches=[_played(match, enrollment) for match in matches],
        penalties=list(enrollment.penalties.select_related("given_by")),
        started=event.rounds.exists(),
    )


def _played(match: Match, enrollment: Enrollment) -> Played:
    if match.first_id == enrollment.pk:
        return Played(match.round, match, match.second, match.games)
    games = match.games
    turned = (games[1], games[0], games[2]) if games else None
    return Played(match.round, match, match.first, turned)


def to_disqualify(event: Event) -> list[Enrollment]:
    """Those whose disqualification is recorded but not carried out, by name. One query."""
    recorded = Penalty.objects.filter(penalty=PenaltyKind.DISQUALIFICATION)
    return list(
        event.enrollments.filter(pk__in=recorded.values("enrollment"))
        .exclude(state=Enrollment.State.DISQUALIFIED)
        .order_by("name", "number")
    )


def penalties_of(event: Event) -> list[Penalty]:
    """Every penalty of the event, newest first, with player and judge. One query."""
    return list(
        Penalty.objects.filter(enrollment__event=event)
        .select_related("enrollment", "given_by")
        .order_by("-given_at", "-id")
    )
