"""Events as other games' software exports them, as tournaments of the engine."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from xml.etree.ElementTree import Element, parse

from standings.profile import PROFILES
from standings.types import Match, MatchKind, Stage, Tournament

WIN, LOSS, DRAW = (2, 0, 0), (0, 2, 0), (1, 1, 1)
OUTCOMES = {"1": WIN, "2": LOSS, "3": DRAW}
NOBODY = "0"


def _text(element: Element, path: str) -> str:
    return element.findtext(path) or ""


def konami(path: Path) -> tuple[Tournament, list[tuple[int, str, str]]]:
    """The Swiss rounds of a KTS file, and its printed figures: points, YYY, ZZZ.

    Players and matches of the file have different IDs, so the figures are not linked to players.
    """
    root = parse(path).getroot()
    printed = []
    for player in root.iter("TournPlayer"):
        figures = _text(player, "Points").rjust(7, "0")
        printed.append((int(figures[:-6] or 0), figures[-6:-3], figures[-3:]))
    matches = [
        _konami_match(match)
        for match in root.iter("TournMatch")
        if _text(match, "PlayoffMatch") == "False"
    ]
    players = {match.first for match in matches} | {match.second for match in matches}
    last = max(match.round for match in matches)
    ids = tuple(sorted(player for player in players if player is not None))
    return Tournament(PROFILES["yu-gi-oh"], ids, (Stage(1, last),), matches), printed


def _konami_match(match: Element) -> Match:
    number = int(_text(match, "Round"))
    first, second = (one.text or NOBODY for one in match.findall("Player"))
    winner = _text(match, "Winner")
    if NOBODY in (first, second):
        player = second if first == NOBODY else first
        kind = MatchKind.BYE if winner == player else MatchKind.UNPAIRED
        return Match(number, int(player), None, WIN if winner == player else (0, 0, 0), kind)
    if _text(match, "Status") == "Draw":
        return Match(number, int(first), int(second), DRAW)
    return Match(number, int(first), int(second), WIN if winner == first else LOSS)


@dataclass(frozen=True)
class Printed:
    """The printout of TOM: the players of one age group in order, and those without a match."""

    order: list[int]
    absent: set[int]


def tom(path: Path, category: str) -> tuple[Tournament, Printed]:
    """The pod of a TOM file, and the places of one age group in it."""
    root = parse(path).getroot()
    matches = []
    pods = root.find("pods")
    assert pods is not None
    for round in pods.iter("round"):
        number = round.get("number")
        if number is not None:
            matches += [_tom_match(int(number), match) for match in round.iter("match")]
    dropped = {
        int(player.get("userid", "")): int(_text(player, "dropped/round"))
        for player in root.iterfind("players/player")
        if player.find("dropped") is not None
    }
    order = [
        int(player.get("id", ""))
        for pod in root.iterfind("standings/pod")
        if pod.get("category") == category
        for player in pod
    ]
    played = {match.first for match in matches} | {match.second for match in matches}
    players = tuple(sorted(player for player in played if player is not None))
    last = max(match.round for match in matches)
    tournament = Tournament(
        PROFILES["pokemon"], players, (Stage(1, last),), matches, dropped=dropped
    )
    return tournament, Printed(order, set(order) - set(players))


def _tom_match(number: int, match: Element) -> Match:
    outcome = match.get("outcome", "")
    alone = match.find("player")
    if alone is not None:
        assert outcome == "5"
        return Match(number, int(alone.get("userid", "")), None, WIN, MatchKind.BYE)
    first, second = match.find("player1"), match.find("player2")
    assert first is not None
    assert second is not None
    ids = int(first.get("userid", "")), int(second.get("userid", ""))
    return Match(number, *ids, OUTCOMES[outcome])


def thousandths(value: Fraction | None) -> str:
    """A fraction of 1 as KTS prints it: "600"."""
    return "000" if value is None else str(int(value * 1000)).rjust(3, "0")
