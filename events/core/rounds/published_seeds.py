"""Seeds of the pairings: announced by their hash, shown once a round is posted."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import pairings
from events.models import Drawing, Event, PodDrawing, Round


@dataclass(frozen=True, slots=True)
class SeededRound:
    """A posted round and every drawing of it, in order; the last one is in effect.

    `announced`: the hash that was shown before it was paired, empty if none is known. `again`: how
    often the round was paired again before it was posted.
    """

    number: int
    announced: str
    drawings: tuple["ShownDrawing", ...]
    by_hand: bool
    again: int


@dataclass(frozen=True, slots=True)
class ShownDrawing:
    """One drawing: its seed, the source of the seed, and why another one followed, if one did."""

    seed: int
    hash: str
    origin: str
    given_up: str
    in_effect: bool


@dataclass(frozen=True, slots=True)
class SeededPods:
    """The posted pods of a stage and every drawing of them, in order; the last one is in effect.

    `by_hand`: players changed places after it.
    """

    stage: int
    drawings: tuple[ShownDrawing, ...]
    by_hand: bool


@dataclass(frozen=True, slots=True)
class Seeds:
    """The public seeds: those of posted rounds and posted pods; of the next round only the hash."""

    rounds: tuple[SeededRound, ...]
    pods: tuple["SeededPods", ...]
    next_number: int
    next_hash: str


def announced_seed(event: Event, number: int) -> int:
    """Return the secret seed whose hash players see before round `number` is posted.

    After the round is drawn, this is still the seed announced then, whatever was drawn since.
    """
    drawings = Drawing.objects.filter(event=event, number=number, announced__isnull=False)
    announced = drawings.order_by("pk").values_list("announced", flat=True).first()
    return event.next_seed if announced is None else announced


def public_seeds(event: Event) -> Seeds:
    """Return the public seeds of an event, in five queries.

    An unposted round is the next one: its drawings stay secret until it is posted, and so do those
    of a discarded round with its number.
    """
    shown = list(event.rounds.posted().defer("posted_rows").order_by("number"))
    drawings: dict[int, list[Drawing]] = defaultdict(list)
    for drawing in event.drawings.all():
        drawings[drawing.number].append(drawing)
    event.refresh_from_db(fields=["next_seed"])
    number = shown[-1].number + 1 if shown else 1
    return Seeds(
        rounds=tuple(_seeded(round, drawings[round.number]) for round in shown),
        pods=_posted_pods(event),
        next_number=number,
        next_hash=pairings.seed_hash(announced_seed(event, number)),
    )


def _seeded(round: Round, drawings: Sequence[Drawing]) -> SeededRound:
    announced = next(
        (drawing.announced for drawing in drawings if drawing.announced is not None), None
    )
    return SeededRound(
        number=round.number,
        announced="" if announced is None else pairings.seed_hash(announced),
        drawings=tuple(
            ShownDrawing(
                seed=drawing.seed,
                hash=pairings.seed_hash(drawing.seed),
                origin=drawing.origin,
                given_up=drawing.given_up,
                in_effect=drawing is drawings[-1],
            )
            for drawing in drawings
        ),
        by_hand=round.changed_by_hand,
        again=max(len(drawings) - 1, round.proof.get("again", 0)),
    )


def _posted_pods(event: Event) -> tuple[SeededPods, ...]:
    """Return the drawings of the pods whose seats are posted. One query."""
    by_stage: dict[int, list[PodDrawing]] = defaultdict(list)
    posted = PodDrawing.objects.filter(stage__event=event, stage__pods_posted_at__isnull=False)
    for drawing in posted.select_related("stage").order_by("stage__number", "pk"):
        by_stage[drawing.stage.number].append(drawing)
    return tuple(
        SeededPods(
            stage=number,
            drawings=tuple(
                ShownDrawing(
                    seed=drawing.seed,
                    hash=pairings.seed_hash(drawing.seed),
                    origin=Drawing.From.CHOSEN if drawing.chosen else Drawing.From.FRESH,
                    given_up=drawing.given_up,
                    in_effect=drawing is drawings[-1],
                )
                for drawing in drawings
            ),
            by_hand=drawings[-1].by_hand,
        )
        for number, drawings in by_stage.items()
    )
