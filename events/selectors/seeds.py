"""The seeds that drew the pairings: announced by their hash, shown once a round is posted."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import pairings
from events.models import Drawing, Event, Round


@dataclass(frozen=True, slots=True)
class SeededRound:
    """A posted round and every drawing of it, in order; the last one stands.

    `announced`: the hash that was shown before it was paired, empty where none is known. `again`:
    how often the round was paired again before it was posted.
    """

    number: int
    announced: str
    drawings: tuple["ShownDrawing", ...]
    by_hand: bool
    again: int


@dataclass(frozen=True, slots=True)
class ShownDrawing:
    """One drawing: its seed, where that came from, and why another one followed, if one did."""

    seed: int
    hash: str
    origin: str
    given_up: str
    stands: bool


@dataclass(frozen=True, slots=True)
class Seeds:
    """The seeds that players may know: those of posted rounds, of the next one only the hash."""

    rounds: tuple[SeededRound, ...]
    next_number: int
    next_hash: str


def announced_seed(event: Event, number: int) -> int:
    """Return the secret seed whose hash players see before round `number` is posted.

    Once the round was drawn this stays what was announced then, whatever was drawn since.
    """
    announced = event.drawings.filter(number=number, announced__isnull=False)
    first = announced.values_list("announced", flat=True).first()
    return event.next_seed if first is None else first


def public_seeds(event: Event) -> Seeds:
    """Return the seeds of an event as players may see them, in four queries.

    While a round is unposted it is the next one: its drawings stay secret until it is posted, also
    those of a round of its number that was thrown away.
    """
    shown = list(
        event.rounds.exclude(state=Round.State.UNPOSTED).defer("posted_rows").order_by("number")
    )
    drawings: dict[int, list[Drawing]] = defaultdict(list)
    for one in event.drawings.all():
        drawings[one.number].append(one)
    event.refresh_from_db(fields=["next_seed"])
    number = shown[-1].number + 1 if shown else 1
    return Seeds(
        rounds=tuple(_seeded(round, drawings[round.number]) for round in shown),
        next_number=number,
        next_hash=pairings.seed_hash(announced_seed(event, number)),
    )


def _seeded(round: Round, drawings: Sequence[Drawing]) -> SeededRound:
    announced = next((one.announced for one in drawings if one.announced is not None), None)
    return SeededRound(
        number=round.number,
        announced="" if announced is None else pairings.seed_hash(announced),
        drawings=tuple(
            ShownDrawing(
                seed=one.seed,
                hash=pairings.seed_hash(one.seed),
                origin=one.origin,
                given_up=one.given_up,
                stands=one is drawings[-1],
            )
            for one in drawings
        ),
        by_hand=round.changed_by_hand,
        again=max(len(drawings) - 1, round.proof.get("again", 0)),
    )
