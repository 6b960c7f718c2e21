"""Netrunner: NRTM's JSON, as Cobra and others write it. Swiss rounds are double-sided or single."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from archive.errors import Message, _
from domain.kinds import MatchKind
from domain.results import Counts
from interchange.importing import Importer
from interchange.json_access import date_in, inner, items, objects, text, whole
from interchange.scores import BYE
from interchange.values import (
    FoundEvent,
    FoundRound,
    Pairing,
    Printed,
    Source,
    Subject,
    match_place,
)

GAME, TIE = 3, 1


def _recognizes(source: Source) -> bool:
    values = source.json
    if not isinstance(values, dict) or not isinstance(values.get("rounds"), list):
        return False
    named = {"preliminaryRounds", "cutToTop", "eliminationPlayers"} & values.keys()
    return bool(named) and isinstance(values.get("players"), list)


def _read(source: Source) -> Sequence[FoundEvent]:
    values = source.json
    double = _is_double_sided(values)
    event = FoundEvent(
        name=text(values, "name"),
        date=date_in(text(values, "date")),
        game_format="Netrunner",
        profiles=("netrunner",) if double else ("chess",),
        points=None if double else (3, 1, 0),
        ranked_by_points=True,
        games_to_win=2 if double else 1,
        finished=None,
    )
    for player in objects(values, "players"):
        _player(event, player)
    planned = whole(values, "preliminaryRounds")
    event.planned = planned if planned and 0 < planned < 100 else None
    for number, matches in enumerate(items(values, "rounds"), start=1):
        listed = matches if isinstance(matches, list) else objects(matches, "pairings")
        playable = [item for item in listed if isinstance(item, dict)]
        playoff = any(item.get("eliminationGame") is True for item in playable)
        round = FoundRound(number, playoff=playoff)
        for at, match in enumerate(playable, start=1):
            _match(event, round, match, match_place(number, at), double=double)
        event.rounds.append(round)
    return [event]


def _is_double_sided(values: dict[str, Any]) -> bool:
    """Return whether any match of the Swiss rounds has scores for both sides of a player."""
    return any(
        isinstance(match, dict)
        and match.get("eliminationGame") is not True
        and any(
            inner(match, side).get("runnerScore") is not None
            and inner(match, side).get("corpScore") is not None
            for side in ("player1", "player2")
        )
        for matches in items(values, "rounds")
        if isinstance(matches, list)
        for match in matches
    )


def _player(event: FoundEvent, player: dict[str, Any]) -> None:
    key, name = text(player, "id"), text(player, "name")
    if not key:
        event.note(Subject.PERSON, name or "player", _("The person has no number."))
        return
    event.person(key, name or key)
    points = whole(player, "matchPoints")
    printed = Printed(key, whole(player, "rank"), None if points is None else Fraction(points))
    event.printed.append(printed)


def _match(
    event: FoundEvent, round: FoundRound, match: dict[str, Any], place: Message, *, double: bool
) -> None:
    sides = [inner(match, side) for side in ("player1", "player2")]
    keys = [text(side, "id") for side in sides]
    if not any(keys):
        event.note(Subject.RESULT, place, _("The match has no player."))
        return
    for key in filter(None, keys):
        if key not in event.persons:
            event.note(
                Subject.PERSON,
                key,
                _("The matches name this player, but the list of players does not."),
            )
        event.person(key)
    if not all(keys):
        bye = Pairing(keys[0] or keys[1], games=BYE.games, kind=MatchKind.BYE)
        round.pairings.append(bye)
        return
    pairing = Pairing(keys[0], keys[1], table=whole(match, "table") or None)
    if round.playoff:
        pairing.games, pairing.scored = _winner(sides), False
    else:
        scores = [_score(side) for side in sides]
        pairing.games = _games(scores, match, double=double)
        pairing.scored = double
        if pairing.games is None and any(scores):
            pairing.unreadable = " – ".join(str(score) for score in scores)
    round.pairings.append(pairing)


def _score(side: dict[str, Any]) -> int | None:
    """Return the points of a player in a match, over both games if there are two."""
    combined = whole(side, "combinedScore")
    parts = [whole(side, key) for key in ("runnerScore", "corpScore")]
    known = [part for part in parts if part is not None]
    return combined if combined is not None else sum(known) if known else None


def _games(scores: Sequence[int | None], match: dict[str, Any], *, double: bool) -> Counts | None:
    """Return the games of a match from both players' points; None if it is outstanding."""
    first, second = scores
    if first is None and second is None:
        drawn = match.get("intentionalDraw") is True
        return ((1, 1, 0) if double else (0, 0, 1)) if drawn else None
    mine, theirs = first or 0, second or 0
    if not double:
        return (0, 0, 1) if mine == theirs and mine else _sign(mine - theirs)
    ties = {mine % GAME, theirs % GAME}
    if len(ties) > 1 or mine // GAME + theirs // GAME + ties.copy().pop() > 2:
        return None
    return mine // GAME, theirs // GAME, ties.pop()


def _sign(ahead: int) -> Counts | None:
    return (1, 0, 0) if ahead > 0 else (0, 1, 0) if ahead < 0 else None


def _winner(sides: Sequence[dict[str, Any]]) -> Counts | None:
    won = [side.get("winner") is True for side in sides]
    if won[0] != won[1]:
        return (1, 0, 0) if won[0] else (0, 1, 0)
    return _sign((_score(sides[0]) or 0) - (_score(sides[1]) or 0))


IMPORTER = Importer("nrtm", "NRTM", _recognizes, _read)
