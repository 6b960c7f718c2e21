"""Tournament Operations Manager (Pokémon): `.tdf` files (XML). Each pod becomes an event."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from archive.errors import Message, _
from domain.kinds import MatchKind
from interchange.documents import xml_root
from interchange.importing import Importer
from interchange.json_access import date_in
from interchange.scores import BYE, DRAWN, LOST, NO_GAMES, WON
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

_GROUPS = {"0": "Junior", "1": "Senior", "2": "Master"}
_POD_NAMES = _GROUPS | {"8": "Junior and Senior", "9": "Senior and Master", "10": ""}
_ELIMINATION = "1"
_BYE = "5"
_GAMES = {"1": WON, "2": LOST, "3": DRAWN}
_DOUBLE_LOSSES = {"4", "10"}


def _recognizes(source: Source) -> bool:
    return source.root == "tournament" and (
        "<pods" in source.text or "<players" in source.text or "userid" in source.text
    )


def _text(element: Element, path: str) -> str:
    return clean(element.findtext(path) or "")


def _whole(text: str | None) -> int | None:
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None


def _read(source: Source) -> Sequence[FoundEvent]:
    root = xml_root(source.text)
    people: dict[str, Person] = {}
    head = FoundEvent(
        name=_text(root, "data/name") or _text(root, "data/id"),
        date=date_in(_text(root, "data/startdate")),
        game_format=clean(root.get("gametype", "")).replace("_", " ").title(),
        venue=clean(f"{_text(root, 'data/city')} {_text(root, 'data/country')}"),
    )
    for element in root.iterfind("players/player"):
        _player(head, people, element)
    pods = [pod for pod in root.iterfind("pods/pod") if pod.find("rounds") is not None]
    if not pods:
        return [_event(root, head, people, None, several=False)]
    events = [_event(root, head, people, pod, several=len(pods) > 1) for pod in pods]
    seated = {key for event in events for key in event.persons}
    for key, person in people.items():
        if key not in seated:
            events[0].note(
                Subject.PERSON,
                person.name,
                _("The player has no pod and no matches, and is left out."),
            )
    return events


def _player(head: FoundEvent, people: dict[str, Person], element: Element) -> None:
    key = (element.get("userid") or "").strip()
    name = clean(f"{_text(element, 'firstname')} {_text(element, 'lastname')}")
    if not key or key in people:
        head.note(Subject.PERSON, name or "player", _("The person has no unique number."))
        return
    person = Person(key, name or key, platform_id=key)
    dropped = element.find("dropped")
    if dropped is not None:
        person.dropped_after = _whole(_text(dropped, "round"))
        person.disqualified = _text(dropped, "status") == "2"
    people[key] = person


def _event(
    root: Element,
    head: FoundEvent,
    people: dict[str, Person],
    pod: Element | None,
    *,
    several: bool,
) -> FoundEvent:
    category = "" if pod is None else pod.get("category", "")
    title = _POD_NAMES.get(category, category) if several else ""
    event = FoundEvent(
        name=f"{head.name} {title}".strip(),
        date=head.date,
        game_format=head.game_format,
        venue=head.venue,
        profiles=("pokemon",),
        unread=list(head.unread),
    )
    if pod is None:
        event.persons = dict(people)
        return event
    for element in pod.iterfind("subgroups/subgroup/players/player"):
        _add(event, people, element.get("userid", ""))
    for place, item in enumerate(pod.iterfind("rounds/round"), start=1):
        number = _whole(item.get("number")) or place
        round = FoundRound(number, playoff=item.get("type") == _ELIMINATION)
        for at, match in enumerate(item.iter("match"), start=1):
            _match(event, people, round, match, match_place(number, at))
        event.rounds.append(round)
    for standings in root.iterfind("standings/pod"):
        group = standings.get("category", "")
        for element in standings.iterfind("player"):
            key = element.get("id") or element.get("userid") or ""
            if key in event.persons and standings.get("type") != "dnf":
                event.printed.append(Printed(key, _whole(element.get("place")), group=group))
    event.final_order = any(round.playoff for round in event.rounds)
    event.finished = True if event.printed else None
    return event


def _add(event: FoundEvent, people: dict[str, Person], key: str) -> None:
    if not key or key in event.persons:
        return
    if key not in people:
        event.note(
            Subject.PERSON,
            key,
            _("The matches name this player, but the list of players does not."),
        )
    event.persons[key] = people.get(key) or Person(key, key, platform_id=key)


def _match(
    event: FoundEvent, people: dict[str, Person], round: FoundRound, match: Element, place: Message
) -> None:
    outcome = match.get("outcome", "")
    elements = [
        element for tag in ("player", "player1", "player2") for element in match.iterfind(tag)
    ]
    keys = [key for element in elements if (key := element.get("userid", "")) not in ("", "0")]
    if not keys:
        event.note(Subject.RESULT, place, _("The match has no player."))
        return
    for key in keys:
        _add(event, people, key)
    if len(keys) == 1:
        won = outcome in (_BYE, "1", "")
        kind = MatchKind.BYE if won else MatchKind.UNPAIRED
        round.pairings.append(Pairing(keys[0], games=BYE.games if won else NO_GAMES, kind=kind))
        return
    pairing = Pairing(keys[0], keys[1], table=_whole(_text(match, "tablenumber")) or None)
    pairing.scored = False
    pairing.games = _GAMES.get(outcome)
    if outcome in _DOUBLE_LOSSES:
        pairing.games, pairing.double_loss = NO_GAMES, True
    elif pairing.games is None and outcome not in ("", "0"):
        pairing.unreadable = f"outcome {outcome}"
    round.pairings.append(pairing)


IMPORTER = Importer("tom", "Tournament Operations Manager", _recognizes, _read)
