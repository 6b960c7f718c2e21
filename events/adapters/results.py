"""Results as plain values, and what they are worth."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import QuerySet

from archive.results import Result, result_of
from events.models import Event, Match, Round, Stage
from standings.ledger import match_points
from standings.profile import Profile
from standings.types import MatchKind

KINDS = {
    (Match.Kind.PLAYED.value, False): MatchKind.PLAYED,
    (Match.Kind.PLAYED.value, True): MatchKind.DOUBLE_LOSS,
    (Match.Kind.BYE.value, False): MatchKind.BYE,
    (Match.Kind.UNPAIRED.value, False): MatchKind.UNPAIRED,
}

# Playoff matches never enter Swiss tiebreakers (MTR Appendix C).
COUNTING = (Stage.Kind.SWISS, Stage.Kind.ROUND_ROBIN)


def profile_of(event: Event) -> Profile:
    """Return the rule profile that the event is played by."""
    return Profile.from_dict(event.profile)


class Decided(NamedTuple):
    """One match with a result; players by enrollment number."""

    round: int
    first: int
    second: int | None
    result: Result
    kind: str


def results_of(matches: QuerySet[Match]) -> Iterator[Decided]:
    """Read the results of those of the matches whose round players know, in one query."""
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
            "kind",
            "double_loss",
        )
    )
    # Thousands of matches end in a dozen ways: each is made and counted once.
    known: dict[tuple[int, int, int, bool], Result] = {}
    for number, first, second, won, lost, drawn, kind, double_loss in rows.iterator(2000):
        told = (won or 0, lost or 0, drawn or 0, double_loss)
        result = known.get(told)
        if result is None:
            result = known[told] = result_of(*told)
        yield Decided(number, first, second, result, kind)


def swiss_matches(event: Event) -> QuerySet[Match]:
    """Return the matches that count for standings."""
    return Match.objects.filter(round__event=event, round__stage__kind__in=COUNTING)


def points_of(profile: Profile, decided: Decided) -> tuple[int, int]:
    """Return the match points of both sides (MTR Appendix C)."""
    kind = KINDS[decided.kind, decided.result.double_loss]
    return match_points(profile, decided.result.counts, kind)
