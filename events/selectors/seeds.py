"""The seeds that drew the pairings: announced by their hash, shown once a round is posted."""

from dataclasses import dataclass

import pairings
from events.models import Event, Round


@dataclass(frozen=True, slots=True)
class SeededRound:
    """A posted round and its seed; None for one that was not drawn here.

    `again`: how often the round was paired again from another seed before it was posted.
    """

    number: int
    seed: int | None
    hash: str
    by_hand: bool
    again: int


@dataclass(frozen=True, slots=True)
class Seeds:
    """The seeds that players may know: those of posted rounds, of the next one only the hash."""

    rounds: tuple[SeededRound, ...]
    next_number: int
    next_hash: str


def public_seeds(event: Event) -> Seeds:
    """Return the seeds of an event as players may see them, in two queries.

    While a round is unposted it is the next one: its seed stays secret until it is posted.
    """
    rounds = list(event.rounds.defer("posted_rows").order_by("number"))
    next_seed = Event.objects.values_list("next_seed", flat=True).get(pk=event.pk)
    unposted = [round for round in rounds if round.state == Round.State.UNPOSTED]
    shown = [round for round in rounds if round.state != Round.State.UNPOSTED]
    if unposted and unposted[0].seed is not None:
        next_seed = unposted[0].seed
    return Seeds(
        rounds=tuple(_seeded(round) for round in shown),
        next_number=shown[-1].number + 1 if shown else 1,
        next_hash=pairings.seed_hash(next_seed),
    )


def _seeded(round: Round) -> SeededRound:
    return SeededRound(
        number=round.number,
        seed=round.seed,
        hash="" if round.seed is None else pairings.seed_hash(round.seed),
        by_hand=round.changed_by_hand,
        again=round.proof.get("again", 0),
    )
