"""Limitless: pairings and standings of a tournament as its interface gives them (JSON)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from archive.errors import Message, _
from domain.kinds import MatchKind
from interchange.importing import Importer
from interchange.json_access import date_in, inner, items, text, whole
from interchange.scores import BYE, NO_GAMES
from interchange.values import FoundEvent, FoundRound, Pairing, Printed, Source, Subject

WIN = 3


def _lists(value: Any) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the pairings and the standings of a file: one list, or an object with both."""
    parts = value if isinstance(value, list) else [*items(value, "pairings")]
    parts = parts if isinstance(value, list) else [*parts, *items(value, "standings")]
    rows = [row for row in parts if isinstance(row, dict)]
    pairings = [row for row in rows if {"round", "player1"} <= row.keys() and "phase" in row]
    standings = [row for row in rows if "player" in row and "placing" in row and "record" in row]
    return pairings, standings


def _recognizes(source: Source) -> bool:
    return isinstance(source.json, dict | list) and any(_lists(source.json))


def _read(source: Source) -> Sequence[FoundEvent]:
    pairings, standings = _lists(source.json)
    head = source.json if isinstance(source.json, dict) else {}
    event = FoundEvent(
        name=text(head, "name"),
        date=date_in(text(head, "date")),
        game_format=text(head, "format"),
        profiles=("pokemon", "mtr", "one-third"),
    )
    for row in standings:
        _standing(event, row)
    rounds: dict[int, FoundRound] = {}
    for at, row in enumerate(pairings, start=1):
        _match(event, rounds, row, Message(_("match %(match)d"), match=at))
    event.rounds = [rounds[number] for number in sorted(rounds)]
    event.final_order = bool(standings)
    return [event]


def _standing(event: FoundEvent, row: dict[str, Any]) -> None:
    key = text(row, "player")
    person = event.person(key, text(row, "name") or key)
    dropped = whole(row, "drop")
    person.dropped_after = dropped if dropped else None
    deck = inner(row, "deck")
    person.deck = _decklist(row) or text(deck, "name")
    counts = [whole(inner(row, "record"), kind) for kind in ("wins", "losses", "ties")]
    wins, losses, ties = counts
    known = wins is not None and losses is not None
    record = (wins or 0, losses or 0, ties or 0) if known else None
    points = None if record is None else Fraction(WIN * record[0] + record[2])
    event.printed.append(Printed(key, whole(row, "placing"), points, {}, record))


def _decklist(row: dict[str, Any]) -> str:
    held = row.get("decklist")
    groups = held.values() if isinstance(held, dict) else ()
    cards = [card for group in groups if isinstance(group, list) for card in group]
    return "\n".join(f"{whole(card, 'count') or 1} {text(card, 'name')}" for card in cards)


def _match(
    event: FoundEvent, rounds: dict[int, FoundRound], row: dict[str, Any], place: Message
) -> None:
    number, first = whole(row, "round"), text(row, "player1")
    if number is None or not first:
        event.note(Subject.RESULT, place, _("The match has no round or no player."))
        return
    # Bracket matches have a bracket position instead of a table.
    playoff = bool(text(row, "match"))
    round = rounds.setdefault(number, FoundRound(number, playoff=playoff))
    event.person(first)
    second, winner = text(row, "player2"), text(row, "winner")
    if not second:
        lost = winner in ("-1", "0")
        kind = MatchKind.UNPAIRED if lost else MatchKind.BYE
        games = NO_GAMES if lost else BYE.games
        round.pairings.append(Pairing(first, games=games, kind=kind))
        return
    event.person(second)
    pairing = Pairing(first, second, table=whole(row, "table") or None, scored=False)
    if winner in (first, second):
        pairing.games = (1, 0, 0) if winner == first else (0, 1, 0)
    elif winner == "0":
        pairing.games = (0, 0, 1)
    elif winner == "-1":
        pairing.games, pairing.double_loss = NO_GAMES, True
    elif winner:
        pairing.unreadable = winner
    round.pairings.append(pairing)


IMPORTER = Importer("limitless", "Limitless", _recognizes, _read)
