"""Cross tables of Swiss-Manager and its lists: a column for each round, with cells like 15w1."""

import re
from collections.abc import Sequence

from archive.errors import Message, _
from domain.kinds import MatchKind
from interchange.completeness import leave_out_coming
from interchange.importing import Importer
from interchange.json_access import number_in
from interchange.scores import BYE, NO_GAMES
from interchange.tables.sheets import Table, tables_of
from interchange.tables.table_doubts import note_unread, place_of, question_width
from interchange.tables.table_events import name_in, turned
from interchange.texts import clean
from interchange.values import (
    ForeignError,
    FoundEvent,
    FoundRound,
    Pairing,
    Printed,
    Source,
    Subject,
)

_CELL = re.compile(r"(\d{1,4})\s*([wbs])?\s*([10½=+-]|1/2|0[.,]5)?k?", re.I)
_BYE = re.compile(r"(?:bye|spielfrei|-+)?\s*([1+½=0-]|1/2)?", re.I)


def _recognizes(source: Source) -> bool:
    if source.json is not None or source.root:
        return False
    try:
        return any(_is_cross(table) for table in tables_of(source.data))
    except ForeignError:
        return False  # the next importer says what is wrong


def _is_cross(table: Table) -> bool:
    cells = [row[at] for _line, row in table.rows for at in table.rounds.values() if at < len(row)]
    filled = [cell for cell in cells if cell.strip()]
    fitting = sum(bool(re.match(r"\d+\s*[wbs]\s*[10½=+-]?", cell, re.I)) for cell in filled)
    return bool(table.rounds) and fitting * 2 > len(filled)


def _read(source: Source) -> Sequence[FoundEvent]:
    return [_event(table) for table in tables_of(source.data) if _is_cross(table)][:1]


def _event(table: Table) -> FoundEvent:
    event = FoundEvent(
        name=clean(table.sheet),
        profiles=("chess",),
        points=(2, 1, 0),
        points_per_draw=2,
        ranked_by_points=True,
        games_to_win=1,
    )
    question_width(event, table, place_of(table, table.line))
    note_unread(event, table)
    keys: list[tuple[int, str, list[str]]] = []
    column = max(("start", "rank"), key=lambda meaning: _agreeing(table, meaning))
    for line, row in table.rows:
        name = name_in(table, row)
        number = number_in(table.cell(row, column))
        if not name or number is None:
            continue
        key = str(int(number))
        if key in event.persons:
            event.note(
                Subject.PERSON,
                Message(_("line %(line)d"), line=line),
                _("The number %(key)s appears twice."),
                key=key,
            )
            continue
        event.person(key, turned(name))
        rank = number_in(table.cell(row, "rank"))
        event.printed.append(
            Printed(key, int(rank) if rank else None, number_in(table.cell(row, "points")))
        )
        keys.append((line, key, row))
    for round_number, at in sorted(table.rounds.items()):
        round = FoundRound(round_number)
        own = {key: row[at].strip() if at < len(row) else "" for _line, key, row in keys}
        for line, key, _row in keys:
            _match(event, round, own, key, line)
        event.rounds.append(round)
    _without_absent(event)
    event.rounds = [round for round in event.rounds if round.pairings]
    leave_out_coming(event)
    return event


def _without_absent(event: FoundEvent) -> None:
    """Take out the rounds of players who are absent from every round: they did not take part."""
    here = {
        key
        for round in event.rounds
        for pairing in round.pairings
        if pairing.kind is not MatchKind.UNPAIRED
        for key in pairing.keys
    }
    for round in event.rounds:
        round.pairings = [item for item in round.pairings if here.issuperset(item.keys)]


def _agreeing(table: Table, column: str) -> int:
    """Count the cells that the opponent's cell confirms, if numbers are those of a column."""
    rows = {table.cell(row, column): row for _line, row in table.rows}
    count = 0
    for key, row in rows.items():
        for at in table.rounds.values():
            cell = _CELL.fullmatch(row[at].strip()) if at < len(row) else None
            back = rows.get(cell[1], []) if cell else []
            other = _CELL.fullmatch(back[at].strip()) if at < len(back) else None
            count += bool(other and other[1] == key)
    return count


def _match(event: FoundEvent, round: FoundRound, own: dict[str, str], key: str, line: int) -> None:
    cell = _CELL.fullmatch(own[key])
    place = Message(_("line %(line)d, round %(number)d"), line=line, number=round.number)
    if cell is None or not cell[2]:
        alone = _BYE.fullmatch(own[key])
        if own[key] and alone is None:
            event.note(Subject.RESULT, place, _("“%(text)s” is not a result."), text=own[key][:20])
        elif alone is not None and alone[1]:
            won, half = alone[1] in "1+", alone[1] in ("½", "1/2", "=")
            kind = MatchKind.BYE if won or half else MatchKind.UNPAIRED
            games = BYE.games if won or half else NO_GAMES
            round.pairings.append(Pairing(key, games=games, kind=kind, half=half))
        return
    opponent = str(int(cell[1]))
    back = _CELL.fullmatch(own.get(opponent, ""))
    if back is None or str(int(back[1])) != key:
        event.note(Subject.RESULT, place, _("The two players do not name each other as opponents."))
        return
    if cell[2].lower() != "w":
        if back[2] and back[2].lower() == "w":
            return  # read from the other side
        if int(opponent) < int(key):
            return
    pairing = Pairing(key, opponent, scored=False)
    if cell[3] and cell[3] in "1+":
        pairing.games = (1, 0, 0)
    elif cell[3] in ("½", "1/2", "=", "0.5", "0,5"):
        pairing.games = (0, 0, 1)
    elif back[3] and back[3] in "1+":
        pairing.games = (0, 1, 0)
    elif cell[3] and back[3]:
        pairing.games, pairing.double_loss = NO_GAMES, True
    round.pairings.append(pairing)


IMPORTER = Importer("cross-table", "Swiss-Manager", _recognizes, _read)
