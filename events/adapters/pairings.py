"""Rows into a state of the pairing engine, its pairing and its proof back."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

import pairings
from archive.results import result_of
from events.adapters.results import COUNTING, Decided, points_of, profile_of
from events.models import Event, Match, Round
from pairings.compare import Difference, difference
from pairings.explain import Explanation, explain
from pairings.types import Cost, Pairing, PairingState
from standings.profile import Profile


class Numbered(Protocol):
    """Somebody with a key and a number in the event: an enrollment, or an entrant of a stage."""

    @property
    def pk(self) -> int:
        """The key of the enrollment."""

    @property
    def number(self) -> int:
        """The number in the event."""


@dataclass(frozen=True, slots=True)
class PairingField:
    """Who is to be paired: enrollments in a stable order, and the state the engine takes.

    `ids` are their keys, `numbers` their numbers in the event.
    """

    ids: tuple[int, ...]
    numbers: tuple[int, ...]
    state: PairingState


def field_of(
    event: Event, enrollments: Iterable[Numbered], before: int | None = None
) -> PairingField:
    """Read the state that these enrollments are to be paired from, in two queries.

    Match points are those of all Swiss rounds (`before`: of those before this round), opponents
    those of Swiss rounds. The order is the enrollment number's, so that a stored seed gives the
    same pairing again.
    """
    ordered = sorted(enrollments, key=lambda one: one.number)
    index = {one.pk: position for position, one in enumerate(ordered)}
    points = [0] * len(ordered)
    byes = [0] * len(ordered)
    opponents: list[set[int]] = [set() for _ in ordered]
    worth = _Worth(profile_of(event))
    for first, second, *told in _flat_results(event, before):
        one = index.get(first, -1)
        two = index.get(second, -1)
        if one >= 0 and two >= 0:
            opponents[one].add(two)
            opponents[two].add(one)
        earned = worth[tuple(told)]
        if one >= 0:
            points[one] += earned[0]
            byes[one] += earned[2]
        if two >= 0:
            points[two] += earned[1]
    return PairingField(
        tuple(one.pk for one in ordered),
        tuple(one.number for one in ordered),
        PairingState(
            points=tuple(points),
            opponents=tuple(frozenset(met) for met in opponents),
            byes=tuple(byes),
        ),
    )


class _Worth(dict[tuple[Any, ...], tuple[int, int, bool]]):
    """Match points of both sides, and whether it is a bye, worked out once for each result."""

    def __init__(self, profile: Profile) -> None:
        super().__init__()
        self._profile = profile

    def __missing__(self, told: tuple[Any, ...]) -> tuple[int, int, bool]:
        won, lost, drawn, double_loss, kind = told
        result = result_of(won, lost, drawn, double_loss)
        first, second = points_of(self._profile, Decided(0, 0, None, result, kind))
        worth = self[told] = first, second, kind == Match.Kind.BYE
        return worth


def _flat_results(event: Event, before: int | None) -> Iterator[tuple[Any, ...]]:
    """Yield who met whom in Swiss rounds and how it ended, by key: no row becomes an object."""
    rounds = event.rounds.posted().filter(stage__kind__in=COUNTING)
    if before is not None:
        rounds = rounds.filter(number__lt=before)
    matches = Match.objects.reported().filter(round__in=list(rounds.values_list("pk", flat=True)))
    columns = ("first_wins", "second_wins", "drawn_games", "double_loss", "kind")
    return matches.values_list("first_id", "second_id", *columns).iterator(5000)


def proof_of(pairing: Pairing) -> dict[str, Any]:
    """Turn what the engine says of its pairing into JSON for the round."""
    return {
        "cost": asdict(pairing.cost),
        "bound": asdict(pairing.bound),
        "proven": pairing.proven,
        "method": pairing.method,
        "uniform": pairing.uniform,
    }


def awarded_bye(match: Match, number: int) -> bool:
    """Return whether a bye in round `number` was awarded before the event, not drawn."""
    return match.kind == Match.Kind.BYE and match.first.awarded_byes >= number


@dataclass(frozen=True, slots=True)
class UnpostedPairing:
    """A round's matches as the engine sees them: awarded byes and assigned losses stay out.

    `matches` are those with two players, in the order of `pairs`; `holder` has the bye.
    """

    field: PairingField
    pairs: tuple[tuple[int, int], ...]
    matches: tuple[Match, ...]
    bye: int | None
    holder: Match | None


def unposted_pairing(event: Event, round: Round, matches: Sequence[Match]) -> UnpostedPairing:
    """Read an unposted round; its matches come with their players, the best table first."""
    two = tuple(match for match in matches if match.second is not None)
    byes = [
        match
        for match in matches
        if match.kind == Match.Kind.BYE and not awarded_bye(match, round.number)
    ]
    # The drawn one first: others were given by hand.
    byes.sort(key=lambda match: match.first.number != round.proof.get("bye"))
    people = [match.first for match in [*two, *byes]] + [m.second for m in two if m.second]
    field = field_of(event, people)
    index = {pk: position for position, pk in enumerate(field.ids)}
    return UnpostedPairing(
        field=field,
        pairs=tuple((index[match.first_id], index[match.second_id or 0]) for match in two),
        matches=two,
        bye=index[byes[0].first_id] if byes else None,
        holder=byes[0] if byes else None,
    )


def proof_by_hand(event: Event, round: Round, matches: Sequence[Match]) -> dict[str, Any]:
    """Return the proof of a round that was changed by hand: the best pairing, and its own cost.

    The order of the standings that it was paired by stays with it, and the number of who
    was drawn for the bye.
    """
    unposted = unposted_pairing(event, round, matches)
    best = pairings.pair(unposted.field.state, round.seed or 0)
    cost = pairings.cost_of(unposted.field.state, unposted.pairs, unposted.bye)
    kept = {key: round.proof[key] for key in ("order", "bye") if key in round.proof}
    return proof_of(best) | {"by_hand": asdict(cost)} | kept


def explanation_of(unposted: UnpostedPairing, proof: dict[str, Any]) -> Explanation:
    """Return why each pair-down, the bye and each rematch of an unposted round are there."""
    cost = pairings.cost_of(unposted.field.state, unposted.pairs, unposted.bye)
    best = Cost(**proof["cost"])
    return explain(
        unposted.field.state,
        Pairing(
            pairs=unposted.pairs,
            bye=unposted.bye,
            cost=cost,
            bound=Cost(**proof["bound"]),
            proven=proof["proven"] and cost == best,
            method=proof["method"],
            uniform=proof["uniform"],
        ),
    )


def difference_of(unposted: UnpostedPairing, proof: dict[str, Any]) -> Difference:
    """Return what an unposted round costs beyond the best pairing."""
    return difference(unposted.field.state, unposted.pairs, unposted.bye, Cost(**proof["cost"]))
