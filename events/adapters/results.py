"""Results as plain values, and what they are worth."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from django.db.models import QuerySet

from archive.results import Result, result_of
from events.models import Event, Match, Round, Stage
from events.models.flat import flat
from standings.ledger import match_points
from standings.profile import Profile
from standings.types import MatchKind

KINDS = {
    (Match.Kind.PLAYED.value, False): MatchKind.PLAYED,
    (Match.Kind.PLAYED.value, True): MatchKind.DOUBLE_LOSS,
    (Match.Kind.BYE.value, False): MatchKind.BYE,
    (Match.Kind.UNPAIRED.value, False): MatchKind.UNPAIRED,
}

Value = TypeVar("Value")

# Playoff matches never enter Swiss tiebreakers (MTR Appendix C).
COUNTING = (Stage.Kind.SWISS, Stage.Kind.ROUND_ROBIN)


def profile_of(event: Event) -> Profile:
    """Return the rule profile that the event is played by."""
    return _profile(_Told(repr(event.profile), event.profile))


@dataclass(frozen=True, slots=True)
class _Told:
    """A rule profile as the event has it; its text says which are the same."""

    text: str
    values: Mapping[str, Any] = field(compare=False)


@lru_cache(maxsize=256)
def _profile(told: _Told) -> Profile:
    """Return the profile of such values; a result at the desk asks for it several times."""
    return Profile.from_dict(told.values)


class Decided(NamedTuple):
    """One match with a result; players by enrollment number."""

    round: int
    first: int
    second: int | None
    result: Result
    kind: str


# Who met whom, by the keys of both enrollments (None: no opponent), and how it ended.
ByKey = list[tuple[Any, ...]]


def results_by_key(event: Event, before: int | None = None) -> ByKey:
    """Read the results of Swiss rounds that are posted, `before` a round, in one query.

    No row becomes an object, and no player is looked up: who is paired and who is shown is at hand.
    """
    rounds = event.rounds.posted().filter(stage__kind__in=COUNTING)
    if before is not None:
        rounds = rounds.filter(number__lt=before)
    matches = Match.objects.reported().filter(round__in=rounds.order_by().values("pk"))
    columns = ("first_wins", "second_wins", "drawn_games", "double_loss", "kind")
    return flat(matches.order_by().values_list("first_id", "second_id", *columns))


def flat_results(matches: QuerySet[Match]) -> list[tuple[Any, ...]]:
    """Read the results of those of the matches whose round players know, in one query.

    Of each the round, both players' numbers (None: no opponent), and what it is worth, as
    `Worth` takes it: games won, lost and drawn, double loss, kind.
    """
    rows = (
        matches.filter(first_wins__isnull=False)
        .exclude(round__state=Round.State.UNPOSTED)
        .values_list(
            "round__number",
            "first__number",
            "second__number",
            "first_wins",
            "second_wins",
            "drawn_games",
            "double_loss",
            "kind",
        )
    )
    return flat(rows)


# How a match ended, and its kind: thousands of matches end in a dozen ways.
Ended = tuple[int, int, int, bool, str]


class Worth(dict[Ended, Value]):
    """What `make` makes of a result and a kind, worked out once for each way to end."""

    def __init__(self, make: Callable[[Result, str], Value]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, ended: Ended) -> Value:
        won, lost, drawn, double_loss, kind = ended
        worth = self[ended] = self._make(
            result_of(won or 0, lost or 0, drawn or 0, bool(double_loss)), kind
        )
        return worth


def results_of(matches: QuerySet[Match]) -> Iterator[Decided]:
    """Read the results of those of the matches whose round players know, in one query."""
    made = Worth(lambda result, _kind: result)
    for number, first, second, won, lost, drawn, double_loss, kind in flat_results(matches):
        result = made[won, lost, drawn, double_loss, kind]
        yield Decided(number, first, second, result, kind)


def swiss_matches(event: Event) -> QuerySet[Match]:
    """Return the matches that count for standings."""
    return Match.objects.filter(round__event=event, round__stage__kind__in=COUNTING)


def points_of(profile: Profile, result: Result, kind: str) -> tuple[int, int]:
    """Return the match points of both sides (MTR Appendix C)."""
    return match_points(profile, result.counts, KINDS[kind, result.double_loss])
