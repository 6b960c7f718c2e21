"""Challonge: the JSON of its interface, a tournament with its participants and matches."""

import re
from collections.abc import Sequence
from typing import Any

from archive.errors import Message, _
from domain.kinds import MatchKind
from domain.results import Counts, Result
from interchange.importing import Importer
from interchange.json_access import date_in, inner, items, number_in, text, whole
from interchange.playoffs import take_consolation
from interchange.scores import BYE
from interchange.values import FoundEvent, FoundRound, Pairing, Printed, Source, Subject

_SET = re.compile(r"(-?\d{1,3})-(-?\d{1,3})")
_ELIMINATION = {"single elimination", "double elimination"}


def _tournament(value: Any) -> dict[str, Any]:
    """Return the object with participants and matches; empty if there is none."""
    head = inner(value, "tournament") or (value if isinstance(value, dict) else {})
    return head if {"participants", "matches"} <= head.keys() else {}


def _recognizes(source: Source) -> bool:
    head = _tournament(source.json)
    matches = [inner(item, "match") or item for item in items(head, "matches")]
    signs = {"player1_id", "scores_csv", "winner_id"}
    return bool(head) and (
        "tournament_type" in head
        or any(isinstance(match, dict) and signs <= match.keys() for match in matches)
    )


def _read(source: Source) -> Sequence[FoundEvent]:
    head = _tournament(source.json)
    kind = text(head, "tournament_type").casefold()
    event = FoundEvent(
        name=text(head, "name"),
        date=date_in(text(head, "started_at", "start_at", "created_at")),
        game_format=text(head, "game_name"),
        finished=True if text(head, "state") == "complete" else None,
        ranked_by_points=True,
        final_order=kind in _ELIMINATION,
    )
    _take_scoring(event, head)
    aliases: dict[str, str] = {}
    for item in items(head, "participants"):
        _participant(event, inner(item, "participant") or item, aliases)
    rounds: dict[int, FoundRound] = {}
    for at, item in enumerate(items(head, "matches"), start=1):
        match = inner(item, "match") or item
        _match(event, rounds, match, aliases, Message(_("match %(match)d"), match=at))
    event.rounds = [rounds[number] for number in sorted(rounds)]
    grouped = any(
        (inner(item, "match") or item).get("group_id")
        for item in items(head, "matches")
        if isinstance(item, dict)
    )
    for round in event.rounds:
        round.playoff = kind in _ELIMINATION and not grouped
    take_consolation(event)
    if kind == "swiss":
        _add_byes(event)
    return [event]


def _take_scoring(event: FoundEvent, head: dict[str, Any]) -> None:
    """Take the points of a win and a tie, which Challonge counts in halves."""
    win, tie = (number_in(text(head, f"pts_for_match_{kind}")) for kind in ("win", "tie"))
    if win is None or tie is None or not win:
        return
    scale = 1 if win.denominator == 1 and tie.denominator == 1 else 2
    values = [win * scale, tie * scale]
    if all(value.denominator == 1 for value in values) and values[0] >= values[1] >= 0:
        event.points = (int(values[0]), int(values[1]), 0)
        event.points_per_draw = scale


def _participant(event: FoundEvent, person: Any, aliases: dict[str, str]) -> None:
    key = text(person, "id")
    name = text(person, "display_name", "name", "username", "challonge_username")
    if not key:
        event.note(Subject.PERSON, name or "participant", _("The person has no number."))
        return
    event.person(key, name or key)
    # Group matches refer to players by different numbers.
    aliases |= {str(other): key for other in items(person, "group_player_ids")}
    rank = whole(person, "final_rank")
    if rank is not None:
        event.printed.append(Printed(key, rank))


def _match(
    event: FoundEvent,
    rounds: dict[int, FoundRound],
    match: Any,
    aliases: dict[str, str],
    place: Message,
) -> None:
    keys = [text(match, f"player{side}_id") for side in (1, 2)]
    keys = [aliases.get(key, key) for key in keys]
    number = whole(match, "round")
    if number is None or not all(keys):
        if any(keys) or text(match, "state") != "pending":
            event.note(Subject.RESULT, place, _("The match has no round or no player."))
        return
    if number < 0:
        event.note(Subject.ROUND, place, _("Matches of a losers' bracket are not possible here."))
        return
    for key in keys:
        event.person(key)
    round = rounds.setdefault(number, FoundRound(number))
    pairing = Pairing(keys[0], keys[1])
    score, winner = text(match, "scores_csv"), text(match, "winner_id")
    pairing.games, pairing.scored = _games(score), True
    won = {keys[0]: (1, 0, 0), keys[1]: (0, 1, 0)}.get(aliases.get(winner, winner))
    if won is not None and (pairing.games is None or not _agrees(pairing.games, won)):
        pairing.games, pairing.scored = won, False
    elif pairing.games is None and text(match, "state") == "complete":
        pairing.games, pairing.scored = (0, 0, 1), False
    elif text(match, "state") in ("open", "pending") and won is None:
        pairing.games = None
    round.pairings.append(pairing)


def _games(score: str) -> Counts | None:
    """Return the games of a score: of one set its points, of several sets who won each."""
    sets = [(int(hit[1]), int(hit[2])) for hit in _SET.finditer(score)]
    if not sets or min(map(min, sets)) < 0:
        return None
    if len(sets) == 1:
        first, second = sets[0]
        return (first, second, 0) if first or second else None
    won = sum(first > second for first, second in sets)
    lost = sum(first < second for first, second in sets)
    return won, lost, len(sets) - won - lost


def _agrees(games: Counts, won: Counts) -> bool:
    return Result(*games).winner is Result(*won).winner


def _add_byes(event: FoundEvent) -> None:
    """Add a bye for a player who is the only one without a match in a round.

    The interface does not list byes.
    """
    last = dict.fromkeys(event.persons, 0)
    for round in event.rounds:
        last |= {key: round.number for pairing in round.pairings for key in pairing.keys}
    for round in event.rounds:
        busy = {key for pairing in round.pairings for key in pairing.keys}
        idle = [key for key in event.persons if key not in busy and last[key] >= round.number - 1]
        if len(idle) == 1:
            round.pairings.append(Pairing(idle[0], games=BYE.games, kind=MatchKind.BYE))
            event.remark(
                Subject.RESULT,
                Message(_("round %(number)d"), number=round.number),
                _("%(name)s has no match and is taken to have had the bye."),
                name=event.persons[idle[0]].name,
            )


IMPORTER = Importer("challonge", "Challonge", _recognizes, _read)
