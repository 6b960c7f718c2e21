"""What goes into the pairing engine and what comes out: frozen values, no behaviour beyond them."""

from __future__ import annotations

from dataclasses import dataclass

MAX_POINTS = 1_000_000
"""Match points lie in -MAX_POINTS..MAX_POINTS, so that every weight fits the matcher's integers."""


class PairingError(ValueError):
    """The state cannot be paired as given: lengths differ, an index is unknown, ..."""


@dataclass(frozen=True, slots=True)
class PairingState:
    """The players to pair and what has happened to them so far.

    points: match points of each player; the player's index is its name everywhere here.
    opponents: for each player the players met before (symmetric).
    byes: for each player the number of byes so far.
    forbidden: pairs (i, j), i < j, that must not be made. Like a rematch they are made only when
        nothing else is possible, and each then counts as one rematch in the cost.
    pods: the pod of each player, or None. A pair across pods counts as a rematch too, so it is
        made only when a pod cannot be paired inside itself (two odd pods share one pair).
    """

    points: tuple[int, ...]
    opponents: tuple[frozenset[int], ...]
    byes: tuple[int, ...]
    forbidden: frozenset[tuple[int, int]] = frozenset()
    pods: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """What a pairing costs, compared in the order of the fields; less is better.

    rematches: pairs that should not be made (met before, forbidden, across pods).
    bye_had, bye_points: byes so far and match points of the player with the bye; None without one.
    sum_abs, sum_sq: sums over all pairs of the difference in match points and of its square.
    """

    rematches: int
    bye_had: int | None
    bye_points: int | None
    sum_abs: int
    sum_sq: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """A pairing in table order and its proof.

    pairs: highest match points first (sum, then the higher of the two), random among equals; the
        first-named player of a pair is drawn.
    bye: the player without an opponent, None in an even field.
    cost, bound: what it costs and what every pairing of the state costs at least.
    proven: cost equals bound, so no pairing is better.
    uniform: every best pairing was equally likely.
    method: how bound was found: "parity", "subsets", "windows", "matching", "search" or, without
        a proof, "best effort".
    """

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    cost: Cost
    bound: Cost
    proven: bool
    method: str
    uniform: bool
