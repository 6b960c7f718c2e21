"""Telling playoff rounds: by their names, or by who plays in them."""

from __future__ import annotations

import re

from domain.results import Result, Winner
from interchange.values import FoundRound

_NAME = re.compile(
    r"\b(top\s*\d+|quarter[\s-]*finals?|semi[\s-]*finals?|finals?|1/\d+\s*final|playoffs?|"
    r"round of \d+|elimination|bracket|third place|3rd place|champion)|準々決勝|準決勝|決勝|トップ",
    re.I,
)


def is_playoff_name(name: str) -> bool:
    """Return whether a round of this name is single elimination."""
    return bool(_NAME.search(name))


def mark_playoff(rounds: list[FoundRound]) -> list[FoundRound]:
    """Mark last rounds as a playoff that are one by who plays in them; return those.

    From the final back, each round has twice as many matches and its winners go on; the round
    before them has more players. Nothing is marked where a tool says which rounds are a playoff.
    """
    if len(rounds) < 2 or any(round.playoff for round in rounds):
        return []
    ordered = sorted(rounds, key=lambda round: round.number)
    count = 1
    if len(_players(ordered[-1])) != 2 or _winners(ordered[-1]) is None:
        return []
    while count < len(ordered):
        later, earlier = ordered[-count], ordered[-count - 1]
        winners = _winners(earlier)
        if winners is None or winners != _players(later):
            break
        count += 1
    marked = ordered[-count:]
    before = ordered[: len(ordered) - count]
    playing = len(_players(before[-1])) if before else 0
    least = 2 * len(_players(marked[0])) if count == 1 else len(_players(marked[0])) + 1
    if (before and playing < least) or (count == 1 and playing < 8):
        return []
    for round in marked:
        round.playoff = True
    return marked


def _players(round: FoundRound) -> set[str]:
    return {key for pairing in round.pairings for key in pairing.keys}


def _winners(round: FoundRound) -> set[str] | None:
    """Return who won a round; None where somebody drew, both lost or somebody was alone."""
    winners: set[str] = set()
    for pairing in round.pairings:
        if pairing.second is None or pairing.games is None or pairing.double_loss:
            return None
        winner = Result(*pairing.games).winner
        if winner is Winner.DRAWN:
            return None
        winners.add(pairing.first if winner.is_first else pairing.second)
    return winners
