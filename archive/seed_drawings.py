"""Drawings of an archive with their seeds, and the standings that cuts and pods were made from."""

from collections.abc import Sequence
from itertools import groupby
from typing import Annotated

from msgspec import Meta

from archive.errors import _, check_ids, refuse
from archive.field_types import CLEAN, Ids, Moment, Number, Part, Seed, Whole
from archive.rounds_and_matches import ArchivedRound
from domain.kinds import Origin
from domain.limits import NOTE_LENGTH


class ArchivedDrawing(Part, frozen=True, kw_only=True):
    """One drawing of round `round`, in the order in which they were made.

    `announced`: the seed whose hash was published before, None without one; `given_up`: why another
    drawing followed, or why the round was discarded.
    """

    round: Number
    seed: Seed
    origin: Origin = Origin.ANNOUNCED
    announced: Seed | None = None
    given_up: Annotated[str, Meta(max_length=NOTE_LENGTH, pattern=CLEAN)] = ""
    at: Moment | None = None


class ArchivedPodDrawing(Part, frozen=True, kw_only=True):
    """One drawing of the pods of a stage, in order.

    `chosen`: staff typed the seed; `given_up`: why the pods were drawn again; `by_hand`: players
    changed places after it.
    """

    seed: Seed
    chosen: bool = False
    given_up: Annotated[str, Meta(max_length=NOTE_LENGTH, pattern=CLEAN)] = ""
    by_hand: bool = False
    at: Moment | None = None


def implied_drawing(number: int, seed: int, again: int, *, of_bracket: bool) -> ArchivedDrawing:
    """Return the drawing of a round for which a file names a seed and no drawing.

    The round was drawn once, from the announced seed; a bracket from one that was not announced.
    For a round that was paired again, the origin of the last seed is unknown.
    """
    if of_bracket:
        return ArchivedDrawing(round=number, seed=seed, origin=Origin.FRESH)
    if again:
        return ArchivedDrawing(round=number, seed=seed, origin=Origin.UNKNOWN)
    return ArchivedDrawing(round=number, seed=seed, announced=seed)


def check_drawings(drawings: Sequence[ArchivedDrawing], rounds: Sequence[ArchivedRound]) -> None:
    """Refuse drawings that are out of order, too early, or contradict the seed of their round."""
    last = len(rounds) + 1
    for place, drawing in enumerate(drawings):
        if drawing.round > last or (place and drawing.round < drawings[place - 1].round):
            raise refuse(
                f"drawings[{place}].round",
                _("must be between %(least)d and %(most)d, not %(value)s."),
                least=drawings[place - 1].round if place else 1,
                most=last,
                value=drawing.round,
            )
    for number, some in groupby(enumerate(drawings), lambda entry: entry[1].round):
        place, newest = list(some)[-1]
        seed = rounds[number - 1].seed if number < last else None
        if seed is not None and seed != newest.seed:
            raise refuse(
                f"drawings[{place}].seed",
                _("Round %(number)d was paired with a different seed."),
                number=number,
            )


class ArchivedOrder(Part, frozen=True, kw_only=True):
    """The order of the standings that a cut, pods, or seeds were made from.

    `after`: the round whose standings it is, 0 for before round 1. `order`: the ids in that order.
    `groups`: the sizes of consecutive groups: above and below the cut line, each pod, each seed.
    """

    after: Whole
    order: Ids
    groups: tuple[Whole, ...]


class ArchivedBasis(Part, frozen=True, kw_only=True):
    """Basis of the cut, the pods and the seeds of a stage.

    `confirmed`: the ids that advanced by a cut that was undone and is not confirmed again.
    """

    cut: ArchivedOrder | None = None
    pods: ArchivedOrder | None = None
    seeds: ArchivedOrder | None = None
    confirmed: Ids = ()

    @property
    def orders(self) -> dict[str, ArchivedOrder]:
        """The orders by name, without those that are absent."""
        named = {"cut": self.cut, "pods": self.pods, "seeds": self.seeds}
        return {name: order for name, order in named.items() if order is not None}


def check_basis(path: str, basis: ArchivedBasis | None, known: frozenset[int], rounds: int) -> None:
    """Refuse a basis with unknown players, with an unknown round, or that does not add up."""
    if basis is None:
        return
    check_ids(f"{path}.confirmed", basis.confirmed, known)
    for name, made in basis.orders.items():
        check_ids(f"{path}.{name}.order", made.order, known)
        if made.after > rounds:
            raise refuse(
                f"{path}.{name}.after",
                _("must be between %(least)d and %(most)d, not %(value)s."),
                least=0,
                most=rounds,
                value=made.after,
            )
        if sum(made.groups) != len(made.order):
            raise refuse(
                f"{path}.{name}.groups",
                _("Expected number of items: %(expected)s. Found: %(count)d."),
                expected=len(made.order),
                count=sum(made.groups),
            )
