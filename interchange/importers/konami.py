"""Konami Tournament Software: `.Tournament` files (XML)."""

from collections.abc import Sequence
from fractions import Fraction
from xml.etree.ElementTree import Element

from archive.errors import Message, _
from domain.kinds import MatchKind
from interchange.documents import xml_root
from interchange.importing import Importer
from interchange.json_access import date_in
from interchange.scores import BYE, DRAWN, LOST, NO_GAMES, WON
from interchange.texts import clean
from interchange.values import FoundEvent, FoundRound, Pairing, Person, Printed, Source, Subject

_NOBODY = {"", "0", "-1", "bye"}
_DROPS = {"drop", "dropped", "disqualified", "dq", "expelled"}


def _recognizes(source: Source) -> bool:
    return source.root == "Tournament" and (
        "TournamentPlayers" in source.text or "TournMatch" in source.text
    )


def _text(element: Element, path: str) -> str:
    return clean(element.findtext(path) or "")


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else None


def _read(source: Source) -> Sequence[FoundEvent]:
    root = xml_root(source.text)
    event = FoundEvent(
        name=_text(root, "Name") or _text(root, "ID"),
        date=date_in(_text(root, "Date")),
        game_format="",
        venue=_text(root, "Location/Name"),
        profiles=("yu-gi-oh",),
        finished=True if _text(root, "Finalized").casefold() == "true" else None,
    )
    playoff_start = _whole(_text(root, "PlayoffRound")) or 0
    for player in root.iter("TournPlayer"):
        _player(event, player)
    rounds: dict[int, FoundRound] = {}
    listed = set(event.persons)
    for at, match in enumerate(root.iter("TournMatch"), start=1):
        _match(event, rounds, match, Message(_("match %(match)d"), match=at))
    event.rounds = [rounds[number] for number in sorted(rounds)]
    if playoff_start:
        for round in event.rounds:
            round.playoff = round.playoff or round.number >= playoff_start
    event.final_order = any(round.playoff for round in event.rounds)
    _check_link(event, listed)
    return [event]


def _player(event: FoundEvent, element: Element) -> None:
    key = _text(element, "Player/ID")
    name = clean(f"{_text(element, 'Player/FirstName')} {_text(element, 'Player/LastName')}")
    if not key:
        event.note(Subject.PERSON, name or "TournPlayer", _("The person has no number."))
        return
    if key in event.persons:
        event.note(Subject.PERSON, name or key, _("The number %(key)s appears twice."), key=key)
        return
    person = Person(key, name or key, platform_id=key)
    reason = _text(element, "DropReason").casefold()
    if reason in _DROPS:
        person.dropped_after = _whole(_text(element, "DropRound"))
        person.disqualified = reason in ("disqualified", "dq")
    event.persons[key] = person
    figures = _text(element, "Points")
    printed = Printed(key, _whole(_text(element, "Rank")))
    if figures.isascii() and figures.isdigit():
        # XXYYYZZZ: match points, opponents' and opponents' opponents' win percentage.
        full = figures.rjust(7, "0")
        printed.points = Fraction(int(full[:-6]))
        printed.figures = {
            "omw": Fraction(int(full[-6:-3]), 1000),
            "oomw": Fraction(int(full[-3:]), 1000),
        }
    event.printed.append(printed)


def _match(
    event: FoundEvent, rounds: dict[int, FoundRound], match: Element, place: Message
) -> None:
    number = _whole(_text(match, "Round"))
    keys = [clean(item.findtext("ID") or item.text or "") for item in match.findall("Player")]
    people = [key for key in keys if key.casefold() not in _NOBODY]
    if number is None or not people:
        event.note(Subject.RESULT, place, _("The match has no round or no player."))
        return
    round = rounds.setdefault(number, FoundRound(number))
    round.playoff |= _text(match, "PlayoffMatch").casefold() == "true"
    winner, status = _text(match, "Winner"), _text(match, "Status").casefold()
    table = _whole(_text(match, "Table")) or None
    for key in people:
        event.person(key)
    if len(people) == 1:
        named = "bye" in (status, *(key.casefold() for key in keys))
        won = winner == people[0] or (winner.casefold() in _NOBODY and named)
        kind = MatchKind.BYE if won else MatchKind.UNPAIRED
        games = BYE.games if won else NO_GAMES
        round.pairings.append(Pairing(people[0], games=games, kind=kind))
        return
    pairing = Pairing(people[0], people[1], table=table, scored=False)
    if winner in people:
        pairing.games = WON if winner == people[0] else LOST
    elif "draw" in status or "tie" in status:
        pairing.games = DRAWN
    elif "doubleloss" in status.replace(" ", "") or "double" in status:
        pairing.games, pairing.double_loss = NO_GAMES, True
    elif status not in ("", "active", "pending", "none", "unreported", "inprogress"):
        pairing.unreadable = status
    round.pairings.append(pairing)


def _check_link(event: FoundEvent, listed: set[str]) -> None:
    """Note players in the matches who are not on the list of players."""
    strangers = [key for key in event.persons if key not in listed]
    if not strangers or not listed:
        return
    event.unlinked = len(strangers) * 2 > len(event.persons) - len(strangers)
    played = {key for round in event.rounds for pairing in round.pairings for key in pairing.keys}
    for key in strangers:
        event.note(
            Subject.PERSON,
            key,
            _("The matches name this player, but the list of players does not."),
        )
    if event.unlinked:
        for key in listed - played:
            event.persons[key].dropped_after = 0


IMPORTER = Importer("konami", "Konami Tournament Software", _recognizes, _read)
