"""Check that a file is complete, and that it contains no round that is still to be paired."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from archive.errors import Message, Words, _
from domain.kinds import MatchKind
from interchange.values import FoundEvent, FoundRound, Subject

FEW, MANY, MOST = 0.1, 0.34, 0.8
MOST_DEPTH = 4
# Lists that importers read, or that do not concern the event.
_LISTS = {"players", "participants", "standings", "decks", "eliminationplayers", "links", "data"}
_LISTS |= {"events", "phases", "columns", "sponsors"}
_MATCHES = {"rounds", "matches", "pairings", "sets", "nodes"}
# Placeholders that tools write without a name: numbers of their own.
_NUMBERED = re.compile(r"[A-Za-z_-]{0,2}\d{3,}|(?=.*\d)[0-9a-f-]{16,}", re.I)
# Names in a sentence.
MOST_NAMED = 12
_TOTALS = {"recordstotal", "recordsfiltered", "totalrecords", "totalcount", "totalresults"}
_MORE = {"hasmore", "has_more", "hasnextpage"}


def compare_total(event: FoundEvent, announced: int | None, count: int, what: str) -> None:
    """Question a file that announces another number of players, rows or rounds than it has."""
    if announced is not None and announced != count:
        event.doubt(
            Subject.FILE,
            Message(Words(what)),
            _("The file should have %(announced)d, but has %(count)d. Download the complete file."),
            announced=announced,
            count=count,
        )


def compare_page(event: FoundEvent, head: Mapping[str, Any], rows: int) -> None:
    """Question a file that is one page of several, according to the values of its head."""
    values = {key.casefold(): value for key, value in head.items()}
    totals = [values[key] for key in _TOTALS & values.keys() if type(values[key]) is int]
    if totals and max(totals) > rows:
        compare_total(event, max(totals), rows, _("rows"))
    elif any(values.get(key) is True for key in _MORE):
        event.doubt(
            Subject.FILE,
            Message(_("rows")),
            _("The file says that there are more pages. Download all of them."),
        )


def leave_out_coming(event: FoundEvent) -> None:
    """Leave out a last round that is not paired yet: some byes are entered, but no match.

    Players missing from it have not dropped.
    """
    while len(event.rounds) > 1 and _is_coming(event.rounds[-1], event.rounds[-2]):
        coming = event.rounds.pop()
        event.note(
            Subject.ROUND,
            Message(_("round %(number)d"), number=coming.number),
            _("The round is not paired yet. Its byes are not imported; award them here."),
        )


def question_busy(event: FoundEvent) -> None:
    """Question a round in which players have several matches: it may combine several rounds."""
    for round in event.rounds:
        pairs = {frozenset(item.keys) for item in round.pairings if item.second is not None}
        matches = Counter(key for pair in pairs for key in pair)
        again = [key for key, count in matches.items() if count > 1]
        if again and (max(matches.values()) > 2 or len(again) > MANY * len(matches)):
            name = event.persons[max(again, key=lambda key: matches[key])].name
            event.doubt(
                Subject.RESULT,
                Message(_("round %(number)d"), number=round.number),
                _("%(name)s plays more than once in this round. Are several rounds in one?"),
                name=name,
            )


def remark_absences(event: FoundEvent) -> None:
    """Remark on players without a match in a Swiss round, because lists do not mention drops.

    Players with a drop in the file are left out.
    """
    swiss = [round for round in event.rounds if not round.playoff]
    rounds = [{key for pairing in round.pairings for key in pairing.keys} for round in swiss]
    last = {key: at for at, people in enumerate(rounds) for key in people}
    first = {key: at for at, people in reversed([*enumerate(rounds)]) for key in people}
    for at, (round, people) in enumerate(zip(swiss, rounds, strict=True)):
        gone = [key for key in people if last[key] == at < len(swiss) - 1]
        gone = [key for key in gone if event.persons[key].dropped_after is None]
        away = [key for key in last if first[key] < at < last[key] and key not in people]
        late = [key for key in people if first[key] == at > 0]
        for keys, words in (
            (late, _("Players who are in no earlier round: %(names)s")),
            (away, _("Players who missed this round but played before and after it: %(names)s")),
            (gone, _("Players who are in no later round count as dropped: %(names)s")),
        ):
            if keys:
                place = Message(_("round %(number)d"), number=round.number)
                event.remark(Subject.PERSON, place, words, names=_listed(event, keys))


def _listed(event: FoundEvent, keys: Sequence[str]) -> str:
    names = sorted(event.persons[key].name for key in keys)
    return ", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else "")


def note_missing(event: FoundEvent, values: Any) -> None:
    """Note what is missing that files of its kind usually have; `values`: those of a JSON file."""
    _note_points(event, is_json=values is not None)
    _note_names(event)
    if not event.rounds and any(_lists_matches(values)):
        event.doubt(
            Subject.RESULT,
            Message(_("matches")),
            _("The file has lists of matches, but no match could be read."),
        )
    for key, value in values.items() if isinstance(values, dict) else ():
        many = isinstance(value, list) and any(isinstance(item, dict | list) for item in value)
        if many and str(key).casefold() not in _LISTS | _MATCHES:
            words = _("The list “%(name)s” was not read.")
            event.note(Subject.FILE, Message(_("file")), words, name=str(key)[:40])


def _note_points(event: FoundEvent, *, is_json: bool) -> None:
    without = [line for line in event.printed if line.points is None]
    if len(event.printed) > 1 and 0 < len(without) <= max(1, FEW * len(event.printed)):
        for line in without:
            name = event.persons[line.key].name
            event.note(Subject.STANDING, name, _("The line of standings has no points."))
    elif is_json and without:
        place = Message(_("standings"))
        event.remark(Subject.STANDING, place, _("The standings in the file have no points."))


def _note_names(event: FoundEvent) -> None:
    """Note players with a number for a name; question a file in which most names are numbers."""
    people = event.persons.values()
    numbered = [person for person in people if _NUMBERED.fullmatch(person.name)]
    if numbered and len(numbered) > MOST * len(people):
        words = _("The players have numbers in place of names.")
        event.doubt(Subject.PERSON, numbered[0].name, words)
        return
    noted = {note.place.text(str) for note in event.unread}
    for person in [person for person in numbered if person.name not in noted]:
        event.note(Subject.PERSON, person.name, _("The player has a number in place of a name."))


def _lists_matches(values: Any, depth: int = 0) -> Iterator[bool]:
    """Yield True for each list of matches in the values of a file."""
    if not isinstance(values, dict) or depth > MOST_DEPTH:
        return
    for key, value in values.items():
        if isinstance(value, list) and value and str(key).casefold() in _MATCHES:
            yield True
        yield from _lists_matches(value, depth + 1)


def remark_outstanding(event: FoundEvent) -> None:
    """Remark on matches of the newest round without a result, if other matches have one."""
    if not event.rounds:
        return
    newest = event.rounds[-1]
    played = [item for item in newest.pairings if len(item.keys) > 1]
    waiting = [
        item for item in played if item.games is None and not (item.double_loss or item.marks)
    ]
    if 0 < len(waiting) < len(played):
        event.remark(
            Subject.ROUND,
            Message(_("round %(number)d"), number=newest.number),
            _("%(count)d of %(all)d matches have no result and are outstanding."),
            count=len(waiting),
            all=len(played),
        )


def _is_coming(last: FoundRound, before: FoundRound) -> bool:
    def people(round: FoundRound) -> int:
        return sum(len(pairing.keys) for pairing in round.pairings)

    alone = all(pairing.kind is not MatchKind.PLAYED for pairing in last.pairings)
    return alone and people(last) * 2 < people(before)
