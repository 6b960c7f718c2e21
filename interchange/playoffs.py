"""Telling playoff rounds: by their names, or by who plays in them."""

import re
from collections.abc import Iterable

from archive.errors import Message, _
from domain.kinds import MatchKind
from domain.results import Result, Winner
from interchange.values import FoundEvent, FoundRound, Pairing, Subject

_NAME = re.compile(
    r"\b(top\s*\d+|quarter[\s-]*finals?|semi[\s-]*finals?|finals?|1/\d+\s*final|playoffs?|"
    r"round of \d+|elimination|bracket|third place|champion|"
    r"\d+(st|nd|rd|th)( and \d+(st|nd|rd|th))? places?)\b|準々決勝|準決勝|決勝|トップ",
    re.I,
)


def is_playoff_name(name: str) -> bool:
    """Return whether a round of this name is single elimination."""
    return bool(_NAME.search(name))


def is_playoff_title(text: str) -> bool:
    """Return whether a line is the name of a round of a playoff, and nothing else."""
    return bool(_NAME.fullmatch(text.strip(" \t:.-–—")))


def take_consolation(event: FoundEvent) -> None:
    """Take out matches of players who lost in the playoff already; each is noted."""
    lost: set[str] = set()
    for round in sorted(event.rounds, key=lambda round: round.number):
        if not round.playoff:
            continue
        for pairing in [pairing for pairing in round.pairings if lost & set(pairing.keys)]:
            round.pairings.remove(pairing)
            names = " – ".join(event.persons[key].name for key in pairing.keys)
            event.note(
                Subject.ROUND,
                Message(_("%(round)s, %(names)s"), round=round.name, names=names),
                _("A match for the places below the final is not part of the playoff here."),
            )
        for pairing in round.pairings:
            lost |= set(pairing.keys) - (_winners_of([pairing]) or set(pairing.keys))


def mark_playoff(rounds: list[FoundRound]) -> list[FoundRound]:
    """Mark last rounds as a playoff that are one by who plays in them; return those.

    From the last round back, exactly the winners of each round go on; the round before them has
    more players. Without a final, three rounds have to be like that. Nothing is marked where a
    tool says which rounds are a playoff.
    """
    if len(rounds) < 2 or any(round.playoff for round in rounds):
        return []
    ordered = sorted(rounds, key=lambda round: round.number)
    count = 1
    if _winners(ordered[-1]) is None:
        return []
    final = ends_in_a_final(ordered)
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
    if (before and playing < least) or (count == 1 and playing < 8) or (count < 3 and not final):
        return []
    for round in marked:
        round.playoff = True
    return marked


def ends_in_a_final(rounds: list[FoundRound]) -> bool:
    """Return whether two players play in the last of these rounds, which are in order."""
    return len(_players(rounds[-1])) == 2


def _players(round: FoundRound) -> set[str]:
    return {key for pairing in round.pairings for key in pairing.keys}


def _winners(round: FoundRound) -> set[str] | None:
    """Return who won a round, byes included; None where a match had no winner."""
    return _winners_of(round.pairings)


def _winners_of(pairings: Iterable[Pairing]) -> set[str] | None:
    winners: set[str] = set()
    for pairing in pairings:
        if pairing.kind is MatchKind.BYE:
            winners.add(pairing.first)
            continue
        if pairing.second is None or pairing.games is None or pairing.double_loss:
            return None
        winner = Result(*pairing.games).winner
        if winner is Winner.DRAWN:
            return None
        winners.add(pairing.first if winner.is_first else pairing.second)
    return winners
