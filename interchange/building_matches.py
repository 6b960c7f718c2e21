"""Convert the pairings of a round into matches of an archive, and correct what does not fit."""

from collections import Counter
from dataclasses import replace

from archive.document import Json
from archive.errors import Message, _
from domain.kinds import MatchKind
from domain.limits import MOST_GAMES, MOST_WINS
from domain.results import Counts, Result, Winner
from domain.table_marks import LOST
from interchange.scores import NO_GAMES, turned
from interchange.values import FoundEvent, FoundRound, Pairing, Subject


def matches_of(
    event: FoundEvent, round: FoundRound, numbers: dict[str, int], *, last: bool
) -> list[Json]:
    """Return the matches of a round; `last`: results of the round may be outstanding."""
    busy: set[str] = set()
    tables: set[int] = set()
    matches: list[Json] = []
    free = max((pairing.table or 0 for pairing in round.pairings), default=0)
    pairs: dict[frozenset[str], Pairing] = {}
    # A list by players contains each match twice, once per player.
    times = Counter(frozenset(item.keys) for item in round.pairings if item.second is not None)
    by_player = set(times.values()) == {2}
    for pairing in round.pairings:
        where = _near(event, round, pairing)
        twin = pairs.setdefault(frozenset(pairing.keys), pairing)
        if twin is not pairing and _same(twin, pairing):
            if not by_player:
                event.note(Subject.FILE, where, _("The match is in the file twice."))
            continue
        pairing = _namesakes(event, pairing, busy)
        repeated = [key for key in pairing.keys if key in busy]
        if repeated or len(set(pairing.keys)) < len(pairing.keys):
            name = event.persons[repeated[0] if repeated else pairing.first].name
            event.note(
                Subject.RESULT,
                where,
                _("%(name)s plays twice in this round. This match is left out."),
                name=name,
            )
            continue
        busy.update(pairing.keys)
        match = _match(event, pairing, where, last=last)
        if len(pairing.keys) > 1:
            table = pairing.table
            if table is None or table in tables:
                free += 1
                table = free
            tables.add(table)
            match = {"table": table} | match
        place = {"slot": pairing.slot} if pairing.slot else {}
        matches.append(match | place | {"players": [numbers[key] for key in pairing.keys]})
    return matches


def _namesakes(event: FoundEvent, pairing: Pairing, busy: set[str]) -> Pairing:
    """Return a pairing with a namesake in place of each player who already plays."""
    if not any(person.namesake_of for person in event.persons.values()):
        return pairing
    other = {
        person.namesake_of: key
        for key, person in event.persons.items()
        if person.namesake_of in busy and key not in busy
    }
    second = pairing.second
    return replace(
        pairing,
        first=other.get(pairing.first, pairing.first),
        second=None if second is None else other.get(second, second),
    )


def _same(twin: Pairing, pairing: Pairing) -> bool:
    """Return whether two lines describe the same match, possibly from both sides."""
    games = pairing.games
    if games is not None and pairing.first != twin.first:
        games = turned(games)
    return games == twin.games and pairing.double_loss == twin.double_loss


def _near(event: FoundEvent, round: FoundRound, pairing: Pairing) -> Message:
    names = " – ".join(event.persons[key].name for key in pairing.keys)
    return Message(_("round %(number)d, %(names)s"), number=round.number, names=names)


def _match(event: FoundEvent, pairing: Pairing, where: Message, *, last: bool) -> Json:
    if pairing.seats:
        return _table(event, pairing, where, last=last)
    if pairing.kind is MatchKind.BYE:
        if pairing.half:
            event.note(
                Subject.RESULT,
                where,
                _("This program has no half-win byes. The bye is counted as a loss."),
            )
            return {"unpaired": True, "games": list(NO_GAMES)}
        return {"bye": True, "games": [min(2, event.games_to_win), 0, 0]}
    if pairing.kind is MatchKind.UNPAIRED:
        return {"unpaired": True, "games": list(NO_GAMES)}
    if pairing.double_loss:
        return {"double_loss": True, "games": list(NO_GAMES)}
    if pairing.unplayed:
        return {"games": list(NO_GAMES)}
    if pairing.unreadable:
        event.note(
            Subject.RESULT, where, _("“%(text)s” is not a result."), text=pairing.unreadable[:60]
        )
    if pairing.games is not None:
        games = fitting(pairing, event.games_to_win)
        if games is not None:
            return {"games": list(games)}
        event.note(
            Subject.RESULT,
            where,
            _("%(score)s is not a possible score. The winner is kept, the games are not."),
            score="-".join(map(str, pairing.games)),
        )
        return {"games": list(_sign(pairing.games, event.games_to_win))}
    if last:
        return {}
    event.note(
        Subject.RESULT,
        where,
        _("The file has no result. It counts as a loss for both until you correct it."),
    )
    return {"double_loss": True, "games": list(NO_GAMES)}


def _table(event: FoundEvent, pairing: Pairing, where: Message, *, last: bool) -> Json:
    """Return the result of a table of three to five; without one it is noted as a loss for all."""
    if pairing.unreadable:
        words = _("“%(text)s” is not a result.")
        event.note(Subject.RESULT, where, words, text=pairing.unreadable[:60])
    if pairing.marks:
        return {"games": list(NO_GAMES), "marks": pairing.marks}
    if last:
        return {}
    event.note(
        Subject.RESULT,
        where,
        _("The file has no result. It counts as a loss for everybody until you correct it."),
    )
    return {"games": list(NO_GAMES), "marks": LOST * len(pairing.seats)}


def fitting(pairing: Pairing, games_to_win: int) -> Counts | None:
    """Return the games of a pairing; None for an impossible score."""
    games = pairing.games or NO_GAMES
    if not pairing.scored:
        return _sign(games, games_to_win)
    most, least = max(games[:2]), min(games[:2])
    possible = most <= MOST_WINS and least < games_to_win and sum(games) <= MOST_GAMES
    return games if possible and any(games) else None


def _sign(games: Counts, games_to_win: int) -> Counts:
    """Return a score that only shows the winner of a match."""
    winner = Result(*games).winner
    if winner is Winner.DRAWN:
        return (0, 0, 1) if games_to_win == 1 else (1, 1, 0)
    return (games_to_win, 0, 0) if winner.is_first else (0, games_to_win, 0)
