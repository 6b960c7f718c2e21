"""start.gg: responses of its interface (GraphQL, JSON) with the sets of an event or a phase."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from archive.errors import Message, _
from domain.kinds import MatchKind
from domain.results import Result
from interchange.completeness import compare_total
from interchange.importing import Importer
from interchange.json_access import date_in, inner, items, text, whole
from interchange.playoffs import is_playoff_name
from interchange.scores import BYE, read_score
from interchange.values import FoundEvent, FoundRound, Pairing, Printed, Source, Subject

_MOST_DEPTH = 12
_SWISS = {"SWISS", "ROUND_ROBIN", "CUSTOM_SCHEDULE", ""}


def _nodes(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file, outer ones before inner ones."""
    if depth > _MOST_DEPTH:
        return
    if isinstance(value, dict):
        yield value
    for child in value.values() if isinstance(value, dict) else value:
        if isinstance(child, dict | list):
            yield from _nodes(child, depth + 1)


def _is_set(value: dict[str, Any]) -> bool:
    return isinstance(value.get("slots"), list) and any(
        isinstance(slot, dict) and "entrant" in slot for slot in value["slots"]
    )


def _recognizes(source: Source) -> bool:
    return isinstance(source.json, dict | list) and any(map(_is_set, _nodes(source.json)))


def _read(source: Source) -> Sequence[FoundEvent]:
    event = FoundEvent(ranked_by_points=True)
    rounds: dict[tuple[str, str], FoundRound] = {}
    sets = 0
    for node in _nodes(source.json):
        if not event.name and "name" in node and ("sets" in node or "events" in node):
            event.name = text(node, "name")
            event.date = date_in(text(node, "startAt"))
            event.game_format = text(inner(node, "videogame"), "name")
        if _is_set(node):
            sets += 1
            _match(event, rounds, node, Message(_("match %(match)d"), match=sets))
        elif "placement" in node and "entrant" in node:
            _placement(event, node)
    _compare_pages(event, source.json, sets)
    ordered = sorted(rounds.values(), key=lambda round: (round.playoff, round.number))
    for number, round in enumerate(ordered, start=1):
        round.number = number
    event.rounds = ordered
    event.final_order = any(round.playoff for round in ordered)
    return [event]


def _compare_pages(event: FoundEvent, values: Any, sets: int) -> None:
    for node in _nodes(values):
        listed = node.get("nodes")
        if isinstance(listed, list) and any(
            isinstance(item, dict) and _is_set(item) for item in listed
        ):
            total = whole(inner(node, "pageInfo"), "total")
            if total is not None and total > sets:
                compare_total(event, total, sets, _("rows"))
            return


def _entrant(event: FoundEvent, value: dict[str, Any]) -> str:
    name = text(value, "name")
    if not name:
        people = items(value, "participants")
        name = " / ".join(filter(None, (text(person, "gamerTag") for person in people)))
    # "Team | Ada": a sponsor before the name.
    name = name.rsplit(" | ", 1)[-1]
    key = text(value, "id") or name
    return event.person(key, name).key if key else ""


def _placement(event: FoundEvent, node: dict[str, Any]) -> None:
    key = _entrant(event, inner(node, "entrant"))
    if key and all(line.key != key for line in event.printed):
        event.printed.append(Printed(key, whole(node, "placement")))


def _match(
    event: FoundEvent,
    rounds: dict[tuple[str, str], FoundRound],
    node: dict[str, Any],
    place: Message,
) -> None:
    slots = [slot for slot in items(node, "slots") if isinstance(slot, dict)]
    keys = [_entrant(event, inner(slot, "entrant")) for slot in slots]
    keys = [key for key in keys if key]
    if not keys or len(keys) > 2:
        if text(node, "winnerId"):
            event.note(Subject.RESULT, place, _("The match has no player."))
        return
    round = _round(event, rounds, node, place)
    if round is None:
        return
    if len(keys) == 1:
        if text(node, "displayScore"):
            event.note(Subject.RESULT, place, _("The row has no opponent. It is read as a bye."))
        round.pairings.append(Pairing(keys[0], games=BYE.games, kind=MatchKind.BYE))
        return
    pairing = Pairing(keys[0], keys[1])
    winner = text(node, "winnerId")
    values = [
        whole(inner(inner(inner(slot, "standing"), "stats"), "score"), "value") for slot in slots
    ]
    if values[0] is not None and values[1] is not None and min(values[0], values[1]) >= 0:
        pairing.games = (values[0], values[1], 0) if values[0] or values[1] else None
    elif shown := re.findall(r" (\d{1,2})(?= - |$)", text(node, "displayScore")):
        score = read_score("-".join(shown))
        pairing.games = score.games if score is not None and len(shown) == 2 else None
        for key in keys:
            if event.persons[key].name not in text(node, "displayScore"):
                words = _("“%(text)s” is not the name in the score of this match.")
                event.note(Subject.PERSON, place, words, text=event.persons[key].name[:40])
    if winner in keys:
        won = (1, 0, 0) if winner == keys[0] else (0, 1, 0)
        if not pairing.games or Result(*pairing.games).winner is not Result(*won).winner:
            pairing.games, pairing.scored = won, False
    round.pairings.append(pairing)


def _round(
    event: FoundEvent,
    rounds: dict[tuple[str, str], FoundRound],
    node: dict[str, Any],
    place: Message,
) -> FoundRound | None:
    """Return the round of a set, by its phase and number; None for a losers' bracket."""
    group = inner(node, "phaseGroup")
    phase = inner(group, "phase")
    kind = text(phase, "bracketType").upper() or text(group, "bracketType").upper()
    name = text(node, "fullRoundText")
    number = whole(node, "round")
    if (number is not None and number < 0) or name.casefold().startswith("losers"):
        event.note(Subject.ROUND, place, _("Matches of a losers' bracket are not possible here."))
        return None
    playoff = kind not in _SWISS or is_playoff_name(name)
    at = text(phase, "id") or text(phase, "name"), str(number or name)
    if at not in rounds:
        rounds[at] = FoundRound(number or len(rounds) + 1, playoff=playoff, name=name)
    return rounds[at]


IMPORTER = Importer("start-gg", "start.gg", _recognizes, _read)
