"""Wizards Event Reporter: `.wer` files (XML)."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from archive.errors import Message, _
from domain.kinds import MatchKind
from interchange.documents import xml_root
from interchange.importing import Importer
from interchange.json_access import date_in
from interchange.scores import BYE, NO_GAMES
from interchange.texts import clean
from interchange.values import (
    FoundEvent,
    FoundRound,
    Pairing,
    Person,
    Printed,
    Source,
    Subject,
    match_place,
)

_WIN, _DRAW, _BYE, _LOSS = "1", "2", "3", "4"
_NOBODY = {"", "0", "-1"}


def _recognizes(source: Source) -> bool:
    return source.root.casefold() in ("event", "events", "wer", "eventreporter") and (
        "<participation" in source.text or "<matches" in source.text
    )


def _read(source: Source) -> Sequence[FoundEvent]:
    root = xml_root(source.text)
    events = [root] if root.tag.casefold() == "event" else list(root.iter("event"))
    return [_event(element) for element in events]


def _whole(text: str | None) -> int | None:
    return (
        int(text)
        if text and text.strip().isascii() and text.strip().isdigit() and len(text.strip()) < 9
        else None
    )


def _event(element: Element) -> FoundEvent:
    event = FoundEvent(
        name=clean(element.get("title", "")) or clean(element.get("sanctionnumber", "")),
        date=date_in(element.get("startdate", "")),
        game_format=clean(element.get("format", "")).title(),
        venue=clean(element.get("orgname", "")),
        profiles=("mtr", "dci-1999", "ja-2008"),
        planned=_whole(element.get("numberofrounds")) or None,
    )
    for person in element.iterfind("participation/person"):
        _person(event, person)
    by_team = any(
        round.get("teamformat", "").casefold() == "true" for round in element.iter("round")
    )
    teams = list(element.iterfind("participation/team"))
    if by_team and any(len(team.findall("member")) > 1 for team in teams):
        _teams(event, teams)
    for role in element.iterfind("participation/role"):
        _role(event, role)
    _unseated(event)
    start = _whole(element.get("playoffstartround")) or 0
    has_playoff = element.get("isplayoff", "").casefold() == "true" and start > 0
    for place, item in enumerate(element.iterfind("matches/round"), start=1):
        number = _whole(item.get("number")) or place
        round = FoundRound(number, playoff=has_playoff and number >= start)
        for at, match in enumerate(item.iterfind("match"), start=1):
            _match(event, round, match, match_place(number, at))
        event.rounds.append(round)
    event.final_order = has_playoff
    status = element.get("status", "")
    event.finished = True if status in ("7", "8", "9", "10") else None
    return event


def _person(event: FoundEvent, person: Element) -> None:
    key = (person.get("id") or "").strip()
    parts = (person.get(part, "") for part in ("first", "middle", "last"))
    name = clean(" ".join(parts))
    if not key:
        event.note(Subject.PERSON, name or "person", _("The person has no number."))
        return
    if key in event.persons:
        event.note(Subject.PERSON, name or key, _("The number %(key)s appears twice."), key=key)
        return
    event.persons[key] = Person(key, name or key, platform_id=key)


def _teams(event: FoundEvent, teams: list[Element]) -> None:
    """Replace the players by their teams; matches name the team's first player."""
    people = dict(event.persons)
    event.persons.clear()
    for team in teams:
        members = [member.get("person", "") for member in team.iterfind("member")]
        names = tuple(people[key].name for key in members if key in people)
        name = clean(team.get("name", "")) or " / ".join(names)
        key = team.get("id", "")
        event.persons[key] = Person(key, name or key, members=names)
        event.team_size = max(event.team_size, len(members))


def _role(event: FoundEvent, role: Element) -> None:
    """Read a role: players with their final places, and disqualified players."""
    for ref in role.iterfind("ref"):
        person = event.persons.get(ref.get("person", ""))
        if person is None:
            continue
        if role.get("cd") == "PL" and role.get("type") == "DQ":
            person.disqualified = True
        elif role.get("cd") == "PL":
            event.printed.append(Printed(person.key, _whole(ref.get("seq"))))


def _unseated(event: FoundEvent) -> None:
    """Leave out judges and organizers, who are persons in the file without being players."""
    players = {printed.key for printed in event.printed}
    if not players or event.team_size > 1:
        return
    for key in [key for key, person in event.persons.items() if key not in players]:
        if not event.persons[key].disqualified:
            event.persons[key].dropped_after = 0


def _match(event: FoundEvent, round: FoundRound, match: Element, place: Message) -> None:
    first = (match.get("person") or match.get("team") or "").strip()
    second = (match.get("opponent") or "").strip()
    if first in _NOBODY:
        event.note(Subject.RESULT, place, _("The match has no player."))
        return
    for key in {first, second} - _NOBODY - event.persons.keys():
        event.note(
            Subject.PERSON,
            key,
            _("The matches name this player, but the list of players does not."),
        )
    event.person(first)
    outcome = match.get("outcome", "")
    won, lost, drawn = (_whole(match.get(key)) or 0 for key in ("win", "loss", "draw"))
    games = (won, lost, drawn)
    if second in _NOBODY:
        bye = outcome in (_BYE, _WIN, "")
        kind = MatchKind.BYE if bye else MatchKind.UNPAIRED
        round.pairings.append(Pairing(first, games=BYE.games if bye else NO_GAMES, kind=kind))
        return
    event.person(second)
    pairing = Pairing(first, second)
    won, _lost, _drawn = games
    if outcome in (_WIN, _DRAW):
        if not any(games):
            games, pairing.scored = ((2, 0, 0) if outcome == _WIN else (0, 0, 3)), outcome == _DRAW
        pairing.games = games
    elif outcome == _LOSS or any(games):
        pairing.games = games if any(games) else (0, 2, 0)
    elif outcome in ("5", "6"):
        pairing.games, pairing.double_loss = NO_GAMES, True
    elif outcome not in ("", "0"):
        pairing.unreadable = f"outcome {outcome}"
    round.pairings.append(pairing)


IMPORTER = Importer("wer", "Wizards Event Reporter", _recognizes, _read)
