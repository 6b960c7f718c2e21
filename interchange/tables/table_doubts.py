"""What speaks against the meaning that a table's columns were given, and which were not read."""

from __future__ import annotations

from archive.errors import Message, _
from interchange.tables.pasted import bare_name
from interchange.tables.plausibility import FEW, Content, content_of, is_plausible_name, share_of
from interchange.tables.sheets import Table
from interchange.values import Column, FoundEvent, Subject

SAMPLE = 3
# A box that asks for one kind of table knows this, and does not doubt it.
GUESSED = _("The table has no headings. The columns follow from their content.")
# The kinds of content that fit a meaning; every other meaning takes any text.
_FITTING: dict[str, tuple[Content, ...]] = {
    "points": (Content.WHOLE, Content.NUMBER),
    "omw": (Content.SHARE, Content.NUMBER, Content.WHOLE),
    "gw": (Content.SHARE, Content.NUMBER, Content.WHOLE),
    "ogw": (Content.SHARE, Content.NUMBER, Content.WHOLE),
    "oomw": (Content.SHARE, Content.NUMBER, Content.WHOLE),
    "email": (Content.MAIL,),
    "wins1": (Content.WHOLE,),
    "wins2": (Content.WHOLE,),
}
_PEOPLE = ("first", "second")
# Columns with these contents can be the results that no heading names.
_RESULTS = (Content.RECORD,)


def question_table(event: FoundEvent, table: Table) -> None:
    """Add the doubts about a table to its event, and a note for each column that was not read."""
    if not event.columns:
        event.columns = columns_of(table)
    if table.chosen:
        return
    place = Message(_("line %(line)d"), line=table.line or 1)
    _question_names(event, table, place)
    _question_width(event, table, place)
    _question_contents(event, table, place)
    _name_unread(event, table, place)
    if table.rounds:
        event.doubt(
            Subject.RESULT,
            place,
            _("The columns “%(first)s” to “%(last)s” may hold results. They name no opponents."),
            first=table.headings[min(table.rounds.values())].strip()[:40],
            last=table.headings[max(table.rounds.values())].strip()[:40],
        )
    if table.guessed:
        event.doubt(Subject.FILE, place, GUESSED)


def columns_of(table: Table) -> list[Column]:
    """Return the columns of a table as they were taken."""
    width = max((len(row) for _line, row in table.rows), default=0)
    meanings = {at: meaning for meaning, at in table.columns.items()}
    meanings |= {at: f"round {number}" for number, at in table.rounds.items()}
    heads = table.headings
    return [
        Column(
            heads[at].strip() if at < len(heads) else "",
            meanings.get(at, ""),
            tuple(row[at].strip() for _line, row in table.rows[:SAMPLE] if at < len(row)),
        )
        for at in range(max(width, len(heads)))
    ]


def _cells(table: Table, at: int) -> list[str]:
    return [row[at].strip() for _line, row in table.rows if at < len(row) and row[at].strip()]


def _question_names(event: FoundEvent, table: Table, place: Message) -> None:
    for meaning in _PEOPLE:
        at = table.columns.get(meaning)
        if at is None:
            continue
        names = [bare_name(cell) for cell in _cells(table, at)]
        odd = [name for name in names if _is_odd(name)]
        if len(odd) > FEW * len(names):
            event.doubt(
                Subject.PERSON,
                place,
                _("“%(text)s” does not look like the name of a player."),
                text=odd[0][:40],
            )


def _is_odd(name: str) -> bool:
    # What is in the place of a missing opponent is no name, and rightly there.
    return content_of(name) is not Content.EMPTY and not is_plausible_name(name)


def _question_width(event: FoundEvent, table: Table, place: Message) -> None:
    """Doubt headings that are fewer than the cells of most rows: then they name other columns."""
    heads = len(table.headings)
    wider = sum(any(cell.strip() for cell in row[heads:]) for _line, row in table.rows)
    if heads and wider * 2 > len(table.rows):
        event.doubt(
            Subject.FILE,
            place,
            _("The rows have more cells than there are headings, which is %(count)d."),
            count=heads,
        )


def _question_contents(event: FoundEvent, table: Table, place: Message) -> None:
    for meaning, kinds in _FITTING.items():
        at = table.columns.get(meaning)
        cells = [] if at is None else _cells(table, at)
        if at is not None and cells and share_of(cells, *kinds) < 1 - 2 * FEW:
            event.doubt(
                Subject.FILE,
                place,
                _("The column “%(heading)s” holds “%(text)s”, which does not fit."),
                heading=table.headings[at].strip() if at < len(table.headings) else meaning,
                text=next((c for c in cells if content_of(c) not in kinds), cells[0])[:40],
            )


def _name_unread(event: FoundEvent, table: Table, place: Message) -> None:
    read = {*table.columns.values(), *table.rounds.values()}
    read |= {at for places in table.repeated.values() for at in places}
    for at, heading in enumerate(table.headings):
        cells = _cells(table, at)
        if at in read or not cells:
            continue
        event.note(
            Subject.FILE,
            place,
            _("The column “%(heading)s” was not read."),
            heading=heading.strip()[:40] or str(at + 1),
        )
        is_result = "second" in table.columns and not (
            {"result", "winner", "wins1"} & table.columns.keys()
        )
        if is_result and share_of(cells, *_RESULTS) > FEW:
            event.doubt(
                Subject.RESULT,
                place,
                _("The column “%(heading)s” may hold the results."),
                heading=heading.strip()[:40] or str(at + 1),
            )
