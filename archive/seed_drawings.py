"""The drawings of an archive: which pairings were ever made by lot, and from which seeds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Annotated

from msgspec import Meta

from archive.errors import _, refuse
from archive.field_types import CLEAN, Moment, Number, Part, Seed
from archive.rounds_and_matches import ArchivedRound
from domain.kinds import Origin
from domain.limits import NOTE_LENGTH


class ArchivedDrawing(Part, frozen=True, kw_only=True):
    """One drawing of round `round`, in the order in which they were made.

    `announced`: the seed whose hash was shown before, None where none was; `given_up`: why another
    drawing followed, or the round was thrown away.
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
    """Refuse drawings of rounds that can't have been drawn yet, and others than the round has."""
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
