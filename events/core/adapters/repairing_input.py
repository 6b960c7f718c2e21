"""Convert a posted round to the engine's view of it, for re-pairing."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from events.core.adapters.pairing_input import field_of, pairs_and_byes
from events.core.adapters.round_matches import RoundMatch, RoundPlayer
from events.models import Event, Round
from pairings.types import PostedRound


@dataclass(frozen=True, slots=True)
class RepairingField:
    """A posted round as the engine re-pairs it, without awarded byes and assigned losses.

    `people` are in the order of the engine's players; `matches` are those with two players, in the
    order of `posted.pairs`; `holder` has the bye; `joining` are the keys of the players who had no
    opponent.
    """

    posted: PostedRound
    people: tuple[RoundPlayer, ...]
    matches: tuple[RoundMatch, ...]
    holder: RoundMatch | None
    joining: frozenset[int]


def repairing_field(
    event: Event,
    round: Round,
    matches: Sequence[RoundMatch],
    joining: Sequence[RoundPlayer],
    keep: Collection[int],
) -> RepairingField:
    """Read a posted round with its matches, the best table first. Two queries.

    Match points, opponents and byes are those of earlier rounds, as they are now. `joining`:
    players to pair as well. `keep`: tables to leave unchanged, in addition to those with a result.
    """
    two, byes = pairs_and_byes(round, matches)
    holder = byes[0] if byes else None
    people = [player for match in two for player in match.players]
    people += [*joining, *([holder.first] if holder else [])]
    field = field_of(event, people, before=round.number)
    index = {pk: position for position, pk in enumerate(field.ids)}
    by_key = {player.pk: player for player in people}
    pairs = tuple((index[match.first_id], index[match.second_id or 0]) for match in two)
    pods = dict(round.stage.pod_seats.values_list("enrollment_id", "pod"))
    state = field.state
    if pods:
        state = replace(state, pods=tuple(pods.get(pk, 0) for pk in field.ids))
    locked = {
        (min(pair), max(pair))
        for pair, match in zip(pairs, two, strict=True)
        if match.has_result or match.table in keep
    }
    posted = PostedRound(
        state=state,
        pairs=pairs,
        bye=None if holder is None else index[holder.first_id],
        gone=frozenset(index[player.pk] for player in people if not player.is_active),
        locked=frozenset(locked),
        seated=frozenset(
            index[player.pk]
            for match in two
            for player in match.players
            if player.fixed_table == match.table
        ),
    )
    ordered = tuple(by_key[pk] for pk in field.ids)
    return RepairingField(posted, ordered, two, holder, frozenset(player.pk for player in joining))
