"""Results as plain values, and the match points that they earn."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from django.db.models import BigIntegerField, Case, F, QuerySet, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast

from domain.limits import MOST_SMALL
from domain.results import Result, result_of
from events.models import Event, Match, Round, Stage, TableSeat
from events.models.querysets import MatchQuerySet
from standings.ledger import match_points
from standings.profile import Profile
from standings.tables.table_points import marked_points
from standings.types import MatchKind

KINDS = {
    (Match.Kind.PLAYED.value, False): MatchKind.PLAYED,
    (Match.Kind.PLAYED.value, True): MatchKind.DOUBLE_LOSS,
    (Match.Kind.BYE.value, False): MatchKind.BYE,
    (Match.Kind.UNPAIRED.value, False): MatchKind.UNPAIRED,
}

Value = TypeVar("Value")

# Playoff matches never enter Swiss tiebreakers (MTR Appendix C).
COUNTING = Stage.Kind.counting()


def profile_of(event: Event) -> Profile:
    """Return the rule profile under which the event is played."""
    return _profile(_StoredProfile(repr(event.profile), event.profile))


@dataclass(frozen=True, slots=True)
class _StoredProfile:
    """A stored rule profile as a cache key: two of them are equal if their texts are equal."""

    text: str
    values: Mapping[str, Any] = field(compare=False)


@lru_cache(maxsize=256)
def _profile(stored: _StoredProfile) -> Profile:
    """Build a profile from its stored values, cached: one result needs it several times."""
    return Profile.from_dict(stored.values)


class DecidedTable(NamedTuple):
    """One table of three to five with a result; players in the order of the seats."""

    round: int
    players: tuple[int, ...]
    marks: str


class Decided(NamedTuple):
    """One match of two, or of a player alone, with a result; players by enrollment number."""

    round: int
    first: int
    second: int | None
    result: Result
    kind: str


# Matches as rows: round number, keys of both enrollments (None: no opponent), and the outcome as
# one number.
ByKey = list[tuple[int, int, Any, int]]

# A match outcome as one number: the games in base GAMES, then an index into WAYS. Reading three
# columns takes two thirds of the time of seven.
GAMES = MOST_SMALL + 1
WAYS = (
    (Match.Kind.PLAYED.value, False),
    (Match.Kind.PLAYED.value, True),
    (Match.Kind.BYE.value, False),
    (Match.Kind.UNPAIRED.value, False),
)


def ended_column() -> Combinable:
    """Return how a match ended, for `annotate`, as the one number that `in_one_number` makes."""
    ended: Combinable = Cast("first_wins", BigIntegerField())
    for count in ("second_wins", "drawn_games"):
        ended = ended * GAMES + F(count)
    way = Case(
        *(When(kind=kind, double_loss=lost, then=at) for at, (kind, lost) in enumerate(WAYS)),
        output_field=BigIntegerField(),
    )
    return ended * len(WAYS) + way


def in_one_number(won: int, lost: int, drawn: int, double_loss: bool, kind: str) -> int:
    """Return the number that encodes how a match ended."""
    counts = (won * GAMES + lost) * GAMES + drawn
    return counts * len(WAYS) + WAYS.index((kind, double_loss))


def ended_as(ended: int) -> tuple[Result, str]:
    """Return the result and the kind that a number encodes."""
    counts, way = divmod(ended, len(WAYS))
    both, drawn = divmod(counts, GAMES)
    won, lost = divmod(both, GAMES)
    kind, double_loss = WAYS[way]
    return result_of(won, lost, drawn, double_loss), kind


class Worth(dict[int, Value]):
    """Cache of `make` by result and kind: thousands of matches end in a dozen ways."""

    def __init__(self, make: Callable[[Result, str], Value]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, ended: int) -> Value:
        worth = self[ended] = self._make(*ended_as(ended))
        return worth


def decided_tables(event: Event, matches: MatchQuerySet, player: str) -> list[DecidedTable]:
    """Read the tables of three to five of a query that have a result, by round and table.

    `player`: the column that identifies a player, "number" or "pk". One query, none in an event of
    matches of two.
    """
    if not event.at_tables:
        return []
    reported = matches.of_tables().reported().of_posted_rounds().order_by()
    seats = TableSeat.objects.filter(match__in=reported.values("pk"))
    rows = seats.order_by("match__round__number", "match__table", "match", "seat").values_list(
        "match", "match__round__number", "match__marks", f"enrollment__{player}"
    )
    return [
        DecidedTable(number, tuple(row[-1] for row in seated), marks)
        for (_match, number, marks), seated in groupby(rows, key=itemgetter(0, 1, 2))
    ]


def of_two_or_alone(event: Event, matches: QuerySet[Match]) -> QuerySet[Match]:
    """Leave out tables of three to five; an event of matches of two has none to leave out."""
    return matches.exclude(kind=Match.Kind.TABLE) if event.at_tables else matches


def results_by_key(event: Event, before: int | None = None) -> ByKey:
    """Read the results of posted Swiss rounds, `before` a round, in at most one query.

    Tables of three to five are not included; `decided_tables` reads those.

    No row becomes an object, and no player is looked up: the caller already has the players.
    """
    if before == 1:
        return []
    until = MOST_SMALL if before is None else before
    counting = Round.objects.posted().filter(event=event, stage__kind__in=COUNTING)
    rounds = counting.filter(number__lt=until).order_by().values("pk")
    matches = of_two_or_alone(event, Match.objects.reported().filter(round__in=rounds).order_by())
    columns = ("round__number", "first_id", "second_id", "ended")
    return list(matches.annotate(ended=ended_column()).values_list(*columns))


def flat_results(matches: QuerySet[Match]) -> list[tuple[Any, ...]]:
    """Read the results of those matches whose round is posted, in one query.

    `matches` has no tables of three to five (`of_two_or_alone`). Each row has the round, both
    players' numbers (None: no opponent), and the outcome as one number.
    """
    reported = matches.filter(first_wins__isnull=False).exclude(round__state=Round.State.UNPOSTED)
    columns = ("round__number", "first__number", "second__number", "ended")
    return list(reported.annotate(ended=ended_column()).values_list(*columns))


def results_of(matches: QuerySet[Match]) -> Iterator[Decided]:
    """Read the results of those matches whose round is posted, in one query."""
    made = Worth(lambda result, kind: (result, kind))
    for number, first, second, ended in flat_results(matches):
        yield Decided(number, first, second, *made[ended])


def swiss_matches(event: Event) -> MatchQuerySet:
    """Return the matches that count for standings."""
    return Match.objects.filter(round__event=event, round__stage__kind__in=COUNTING)


def parts_at_table(profile: Profile, marks: str) -> list[int]:
    """Return the match points of each seat of a table of three to five, in `profile.parts`."""
    return marked_points(profile, marks)


def points_of(profile: Profile, result: Result, kind: str) -> tuple[int, int]:
    """Return the match points of both sides (MTR Appendix C)."""
    return match_points(profile, result.counts, KINDS[kind, result.double_loss])
