"""Choose a round's pairing method: Swiss, by standings, inside pods, or a round robin's table."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

import pairings
from domain.limits import MOST_IN_ROUND_ROBIN
from events.core.adapters import Numbered, PairingField, field_of, proof_of, ranked
from events.core.adapters.table_input import seat_round
from events.core.refusals import RefusedError
from events.models import Event, Match, Round, Stage
from pairings.formats.pods import across
from pairings.formats.round_robin import round_robin
from pairings.types import Pairing


@dataclass(frozen=True, slots=True)
class PairedIds:
    """A paired round: enrollment ids in the order of the tables, byes, and the proof.

    `tables`: of three to five players, by seat; `pairs` is then empty.
    """

    pairs: list[tuple[int, int]]
    byes: list[int]
    proof: dict[str, Any]
    tables: list[tuple[int, ...]] = field(default_factory=list)


def pair_by_method(event: Event, round: Round, playing: Sequence[Numbered]) -> PairedIds:
    """Pair `playing` for a round of its stage, from the round's seed."""
    stage = round.stage
    if stage.kind == Stage.Kind.ROUND_ROBIN:
        return _from_table(round, playing)
    if stage.pods:
        return _inside_pods(event, round, playing)
    if stage.is_tables:
        seated = seat_round(event, stage, playing, round.seed or 0)
        return PairedIds([], seated.byes, seated.proof, seated.tables)
    # Before round 1 there are no results.
    state = field_of(event, playing, results=[] if round.number == 1 else None)
    seed = round.seed or 0
    if stage.pairs_by_standings(round.place_in_stage):
        order = _order(event, state)
        paired = _with_ids(state, pairings.pair_by_standings(state.state, order, seed))
        # A result may be corrected later; replaying the pairing needs the order of this moment.
        paired.proof["order"] = [state.numbers[position] for position in order]
        return paired
    return _with_ids(state, pairings.pair(state.state, seed))


def _with_ids(state: PairingField, pairing: Pairing) -> PairedIds:
    return PairedIds(
        pairs=[(state.ids[first], state.ids[second]) for first, second in pairing.pairs],
        byes=[] if pairing.bye is None else [state.ids[pairing.bye]],
        proof=proof_of(pairing),
    )


def _order(event: Event, state: PairingField) -> list[int]:
    """Return the positions in a field in the order of the standings."""
    index = {number: position for position, number in enumerate(state.numbers)}
    return [index[row.player] for row in ranked(event, state.numbers)]


def _inside_pods(event: Event, round: Round, playing: Sequence[Numbered]) -> PairedIds:
    """Pair each pod separately; the first round of a draft is paired across the table (MTR 7.6)."""
    people = {entrant.pk: entrant for entrant in playing}
    pods: dict[int, list[int]] = {}
    for seat in round.stage.pod_seats.order_by("pod", "seat"):
        if seat.enrollment_id in people:
            pods.setdefault(seat.pod, []).append(seat.enrollment_id)
    pairs: list[tuple[int, int]] = []
    byes: list[int] = []
    proven = True
    for number, pod in pods.items():
        seed = (round.seed or 0) ^ number
        if round.place_in_stage == 1:
            # By number, which an archive stores: the draw depends on the IDs that it is given, and
            # an import changes the database keys.
            seated = {people[pk].number: pk for pk in pod}
            across_table, bye = across(list(seated), seed)
            pairs += [(seated[first], seated[second]) for first, second in across_table]
            byes += [] if bye is None else [seated[bye]]
            continue
        inside = field_of(event, [people[pk] for pk in pod])
        pairing = pairings.pair(inside.state, seed)
        paired = _with_ids(inside, pairing)
        pairs += paired.pairs
        byes += paired.byes
        proven = proven and pairing.proven
    method = Round.Method.ACROSS if round.place_in_stage == 1 else Round.Method.PODS
    return PairedIds(pairs, byes, {"method": method.value, "proven": proven, "pods": len(pods)})


def _from_table(round: Round, playing: Sequence[Numbered]) -> PairedIds:
    """Take the round from the round robin's table; the opponent of a dropped player gets a bye."""
    first = round.stage.round_set.order_by("number").first()
    if first is None or first.pk == round.pk:
        order = sorted(entrant.pk for entrant in playing)
        if len(order) > MOST_IN_ROUND_ROBIN:
            raise RefusedError(
                _("A round robin can have at most %(most)d players.")
                % {"most": MOST_IN_ROUND_ROBIN}
            )
    else:
        order = sorted(
            pk
            for match in first.matches.exclude(kind=Match.Kind.UNPAIRED)
            for pk in (match.first_id, match.second_id)
            if pk is not None
        )
    here = {entrant.pk for entrant in playing}
    rounds = round_robin(order)
    pairs, bye = rounds[round.place_in_stage - 1]
    byes = [] if bye is None or bye not in here else [bye]
    for pk, other in pairs:
        if (pk in here) != (other in here):
            byes.append(pk if pk in here else other)
    kept = [(pk, other) for pk, other in pairs if pk in here and other in here]
    return PairedIds(kept, byes, {"method": Round.Method.ROUND_ROBIN.value, "proven": True})
