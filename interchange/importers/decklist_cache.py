"""The decklist cache: JSON with Tournament, Decks, Rounds and Standings."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from archive.errors import _
from domain.kinds import MatchKind
from domain.results import Result, Winner
from interchange.importing import Importer
from interchange.json_access import date_in, inner, items, number_in, objects, text, whole
from interchange.playoffs import is_playoff_name, take_consolation
from interchange.scores import BOTH_LOST, NO_GAMES, read_score
from interchange.values import (
    FoundEvent,
    FoundRound,
    Pairing,
    Printed,
    Source,
    Subject,
    match_place,
)

_NOBODY = {"", "-", "bye", "null", "none", "(bye)", "*bye*"}
_KEYS = {"tournament", "decks", "rounds", "standings"}


def _recognizes(source: Source) -> bool:
    values = source.json
    return (
        isinstance(values, dict)
        and ("Tournament" in values or len({str(key).casefold() for key in values} & _KEYS) >= 3)
        and bool({"Decks", "Rounds", "Standings"} & values.keys())
    )


def _read(source: Source) -> Sequence[FoundEvent]:
    values: dict[str, Any] = source.json
    head = inner(values, "Tournament")
    event = FoundEvent(
        name=text(head, "Name"),
        date=date_in(text(head, "Date")),
        game_format=text(head, "Formats", "Format"),
        profiles=("one-third", "one-third-raw", "mtr", "dci-1999", "ja-2008"),
        finished=True,
    )
    for place, row in enumerate(items(values, "Standings")):
        _standing(event, place, row)
    for deck in objects(values, "Decks"):
        name = text(deck, "Player")
        if name:
            event.person(name).deck = _deck(deck)
    for place, item in enumerate(objects(values, "Rounds")):
        event.rounds.append(_round(event, place, item))
    take_consolation(event)
    _set_winners_only(event)
    _set_unknown_records(event)
    _settle_unplayed(event)
    # Platforms whose standings cover the playoff count its matches as wins.
    event.final_order = any(round.playoff for round in event.rounds)
    return [event]


def _set_winners_only(event: FoundEvent) -> None:
    """Treat scores as winners without game scores if no match of the file has several games."""
    played = [
        pairing
        for round in event.rounds
        for pairing in round.pairings
        if pairing.second is not None and pairing.games is not None and not pairing.double_loss
    ]
    if all(sum(pairing.games or NO_GAMES) == 1 for pairing in played):
        for pairing in played:
            pairing.scored = False


def _set_unknown_records(event: FoundEvent) -> None:
    """Remove records that are all zero next to points: the file leaves that column empty."""
    known = [line for line in event.printed if line.record is not None]
    if any(sum(line.record or NO_GAMES) for line in known):
        return
    if any(line.points for line in known):
        for line in known:
            line.record = None


def _settle_unplayed(event: FoundEvent) -> None:
    """Read 0-0-0 as a draw if the standings of both players count another draw.

    Otherwise both lost: platforms write a match without a report this way.
    """
    drawn: Counter[str] = Counter()
    for round in event.rounds:
        for pairing in round.pairings if not round.playoff else ():
            games = pairing.games
            if not games or pairing.second is None or pairing.double_loss:
                continue
            if Result(*games).winner is Winner.DRAWN:
                drawn.update(pairing.keys)
    printed = {line.key: line.record[2] for line in event.printed if line.record is not None}
    for round in event.rounds:
        for pairing in round.pairings:
            if not pairing.double_loss or pairing.second is None:
                continue
            if all(printed.get(key, 0) > drawn[key] for key in pairing.keys):
                pairing.double_loss, pairing.unplayed = False, True
                drawn.update(pairing.keys)


def _standing(event: FoundEvent, place: int, row: Any) -> None:
    name = text(row, "Player")
    if not name:
        event.note(Subject.STANDING, f"Standings[{place}]", _("The row has no player."))
        return
    if name.casefold() in _NOBODY:
        words = _("“%(name)s” is in the standings, so it is read as a player.")
        event.note(Subject.PERSON, f"Standings[{place}]", words, name=name)
    name = event.namesake(name) if name in event.persons else event.person(name).key
    wins, losses, draws = (whole(row, key) for key in ("Wins", "Losses", "Draws"))
    known = wins is not None and losses is not None
    figures = {
        figure: value
        for figure, key in (("omw", "OMWP"), ("gw", "GWP"), ("ogw", "OGWP"))
        if (value := number_in(text(row, key))) is not None and 0 <= value <= 1
    }
    event.printed.append(
        Printed(
            name,
            whole(row, "Rank"),
            number_in(text(row, "Points")),
            figures,
            (wins or 0, losses or 0, draws or 0) if known else None,
        )
    )


def _is_nobody(event: FoundEvent, name: str) -> bool:
    """Return whether a name means a missing opponent; a name in the standings never does."""
    return name.casefold() in _NOBODY and name not in event.persons


def _round(event: FoundEvent, place: int, item: dict[str, Any]) -> FoundRound:
    name = text(item, "RoundName", "Name", "Round") or f"Round {place + 1}"
    number = re.search(r"\d+", name)
    playoff = is_playoff_name(name)
    round = FoundRound(
        int(number[0]) if number and not playoff else place + 1, playoff=playoff, name=name
    )
    for at, match in enumerate(objects(item, "Matches")):
        first, second = text(match, "Player1"), text(match, "Player2")
        result = text(match, "Result")
        if _is_nobody(event, first):
            first, second = second, first
            result = re.sub(r"^(\d+)-(\d+)", r"\2-\1", result)
        if _is_nobody(event, first):
            event.note(Subject.RESULT, match_place(name, at + 1), _("The match has no player."))
            continue
        event.person(first)
        if _is_nobody(event, second):
            score = read_score(result)
            games = (score and score.games) or NO_GAMES
            # Without opponent and games, a no-show, which earns no points.
            lost = result == "0-0-0" or Result(*games).winner is Winner.SECOND
            kind = MatchKind.UNPAIRED if lost else MatchKind.BYE
            nameless = not second and not lost
            round.pairings.append(Pairing(first, games=games, kind=kind, nameless=nameless))
            continue
        event.person(second)
        score = BOTH_LOST if result == "0-0-0" else read_score(result, first, second)
        pairing = Pairing(first, second, unreadable="" if score else result)
        if score is not None:
            pairing.games, pairing.kind = score.games, score.kind
            pairing.double_loss, pairing.scored = score.double_loss, score.scored
        round.pairings.append(pairing)
    return round


def _deck(deck: dict[str, Any]) -> str:
    lines = []
    for part, title in (("Mainboard", ""), ("Sideboard", "Sideboard")):
        cards = [
            f"{whole(card, 'Count') or 1} {text(card, 'CardName')}"
            for card in objects(deck, part)
            if text(card, "CardName")
        ]
        lines += [title, *cards] if cards and title else cards
    return "\n".join(lines)


IMPORTER = Importer("decklist-cache", "Decklist cache", _recognizes, _read)
