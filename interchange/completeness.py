"""Whether a file holds all that it announces, and nothing that has not happened yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from archive.errors import Message, Words, _
from domain.kinds import MatchKind
from interchange.values import FoundEvent, FoundRound, Subject

# Names that one sentence lists.
MOST_NAMED = 12
_TOTALS = {"recordstotal", "recordsfiltered", "totalrecords", "totalcount", "totalresults"}
_MORE = {"hasmore", "has_more", "hasnextpage"}


def compare_total(event: FoundEvent, announced: int | None, count: int, what: str) -> None:
    """Doubt a file that announces another number of players, rows or rounds than it holds."""
    if announced is not None and announced != count:
        event.doubt(
            Subject.FILE,
            Message(Words(what)),
            _("The file announces %(announced)d and holds %(count)d. Download all of it."),
            announced=announced,
            count=count,
        )


def compare_page(event: FoundEvent, head: Mapping[str, Any], rows: int) -> None:
    """Doubt a file that is one page of several, by what its first object says of the others."""
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
    """Leave out a last round that is not paired yet: some byes are entered, and nobody plays.

    The others have not dropped because they are not in it.
    """
    while len(event.rounds) > 1 and _is_coming(event.rounds[-1], event.rounds[-2]):
        coming = event.rounds.pop()
        event.note(
            Subject.ROUND,
            Message(_("round %(number)d"), number=coming.number),
            _("The round is not paired yet. Its byes are not imported; award them here."),
        )


def note_departures(event: FoundEvent) -> None:
    """Say which players are in a round and in no later one: a list says nothing of drops."""
    swiss = [round for round in event.rounds if not round.playoff]
    last_in: dict[str, int] = {}
    for round in swiss:
        last_in |= {key: round.number for pairing in round.pairings for key in pairing.keys}
    for round in swiss[:-1]:
        names = [event.persons[key].name for key, at in last_in.items() if at == round.number]
        if names:
            event.remark(
                Subject.PERSON,
                Message(_("round %(number)d"), number=round.number),
                _("Players who are in no later round count as dropped: %(names)s"),
                names=", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else ""),
            )


def note_outstanding(event: FoundEvent) -> None:
    """Say how many matches of the newest round have no result, where others have one."""
    if not event.rounds:
        return
    newest = event.rounds[-1]
    played = [item for item in newest.pairings if item.second is not None]
    waiting = [item for item in played if item.games is None and not item.double_loss]
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
