"""The script of a called booster draft: its steps in order, each with its length in seconds.

Times of the picks and of the reviews: Magic Tournament Rules, Appendix B. They depend on the cards
in the booster alone. The rules name no time for passing and for opening: those are the caller's.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate

PICK_SECONDS: Mapping[int, int] = {
    15: 40, 14: 40, 13: 35, 12: 30, 11: 25, 10: 25, 9: 20, 8: 20, 7: 15, 6: 10, 5: 10,
    4: 5, 3: 5, 2: 5, 1: 0,
}  # fmt: skip
"""The seconds of a pick by the cards in the booster; more cards have the time of fifteen."""

FIRST_REVIEW, LATER_REVIEW = 30, 45
"""Seconds to review the cards after the first booster, and after each later one but the last."""

CONSTRUCTION_MINUTES = 25
"""Minutes of deck registration and construction after a draft."""

PASSING = 10
OPENING = 40
SEATING = 120

FEWEST_CARDS, MOST_CARDS = 2, 20
MOST_PACKS = 6
JUST_BEGUN = 2
LAST_SECONDS = 5
BUILD_WARNINGS = (600, 300, 60)
"""Seconds before the end of a pick, and of deck construction, at which the caller says so."""


class StepKind(StrEnum):
    """A kind of step."""

    SEATS = "seats"
    OPEN = "open"
    PICK = "pick"
    HAND_ON = "hand-on"
    REVIEW = "review"
    DONE = "done"
    BUILD = "build"
    TABLES = "tables"


@dataclass(frozen=True, slots=True)
class Step:
    """A step: from `start`, for `seconds`; `pack` counts from 1, `cards` are in the booster."""

    kind: StepKind
    start: int
    seconds: int
    pack: int = 0
    cards: int = 0

    @property
    def end(self) -> int:
        """The second at which the step ends."""
        return self.start + self.seconds

    @property
    def to_left(self) -> bool:
        """Whether boosters are passed to the left: the first booster, the third, and so on."""
        return self.pack % 2 == 1

    @property
    def warnings(self) -> tuple[int, ...]:
        """The remaining seconds at which the caller gives a warning; none in a short pick."""
        if self.kind is StepKind.PICK and self.seconds > 2 * LAST_SECONDS:
            return (LAST_SECONDS,)
        if self.kind is StepKind.BUILD:
            return tuple(left for left in BUILD_WARNINGS if left < self.seconds)
        return ()


@dataclass(frozen=True, slots=True)
class Script:
    """The steps of a draft, without gaps; the last one lasts 0 seconds."""

    steps: tuple[Step, ...]
    starts: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "starts", tuple(step.start for step in self.steps))

    @property
    def seconds(self) -> int:
        """The length of the draft in seconds."""
        return self.steps[-1].end

    def at(self, position: float) -> int:
        """Return the index of the step at the given number of seconds after the start."""
        return max(bisect_right(self.starts, position) - 1, 0)

    def following(self, position: float) -> int:
        """Return the start of the next step; in the last step, its own start."""
        index = self.at(position)
        return self.starts[min(index + 1, len(self.starts) - 1)]

    def before(self, position: float) -> int:
        """Return the start of this step; in its first two seconds, that of the previous one."""
        index = self.at(position)
        if position - self.starts[index] < JUST_BEGUN and index:
            index -= 1
        return self.starts[index]


def pick_seconds(cards: int) -> int:
    """Return the seconds of a pick from a booster with the given number of cards."""
    return PICK_SECONDS[min(cards, max(PICK_SECONDS))]


def draft_script(packs: int, cards: int, *, passing: int = PASSING) -> Script:
    """Return the script of a draft with this many boosters of this many cards each.

    Players take their seats; each booster is opened and counted; every pick but that of the last
    card has its time, and the boosters are passed after it; a review follows every booster but the
    last. Raises ValueError for numbers of boosters or cards that no draft has.
    """
    if not (1 <= packs <= MOST_PACKS and FEWEST_CARDS <= cards <= MOST_CARDS):
        raise ValueError(f"a draft of {packs} boosters with {cards} cards")
    plain: list[tuple[StepKind, int, int, int]] = [(StepKind.SEATS, SEATING, 0, 0)]
    for pack in range(1, packs + 1):
        plain.append((StepKind.OPEN, OPENING, pack, cards))
        for left in range(cards, 1, -1):
            plain.append((StepKind.PICK, pick_seconds(left), pack, left))
            plain.append((StepKind.HAND_ON, passing, pack, left - 1))
        if pack < packs:
            review = FIRST_REVIEW if pack == 1 else LATER_REVIEW
            plain.append((StepKind.REVIEW, review, pack, 0))
    plain.append((StepKind.DONE, 0, packs, 0))
    return _script(plain)


def construction_script(minutes: int) -> Script:
    """Return the script of deck construction: the time to build, and the call to the tables."""
    return _script([(StepKind.BUILD, minutes * 60, 0, 0), (StepKind.TABLES, 0, 0, 0)])


def _script(plain: Sequence[tuple[StepKind, int, int, int]]) -> Script:
    starts = accumulate((seconds for _kind, seconds, _pack, _cards in plain), initial=0)
    return Script(
        tuple(
            Step(kind, start, seconds, pack, left)
            for (kind, seconds, pack, left), start in zip(plain, starts, strict=False)
        )
    )


@dataclass(frozen=True, slots=True)
class PodLag:
    """A pod that is `lag` seconds behind the others; `held`: the position at which it is paused."""

    lag: int = 0
    held: int | None = None

    def position(self, of_all: float) -> float:
        """Return the position of the pod in the script, given the position of the other pods."""
        return of_all - self.lag if self.held is None else float(self.held)

    def paused(self, of_all: float) -> PodLag:
        """Return the pod paused at its current position."""
        return self if self.held is not None else PodLag(self.lag, int(self.position(of_all)))

    def resumed(self, of_all: float) -> PodLag:
        """Return the pod resumed from the position at which it was paused."""
        return self if self.held is None else PodLag(int(of_all) - self.held)
