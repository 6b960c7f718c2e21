"""Doubts about the column meanings of a table, and columns that were not read."""

import re
from collections import Counter
from collections.abc import Sequence

from archive.errors import Message, _
from interchange.completeness import compare_total
from interchange.tables.headings import meaning_of
from interchange.tables.name_parts import bare_name
from interchange.tables.plausibility import (
    FEW,
    MANY,
    Content,
    content_of,
    is_marked,
    is_nobody,
    is_plausible_name,
    numbered,
    share_of,
)
from interchange.tables.result_columns import has_marks
from interchange.tables.sheets import Table
from interchange.values import Column, FoundEvent, Subject

# This many rows show what the last one should contain.
SAMPLE, LEAST_OTHERS = 3, 2
# A box for one kind of table need not question it.
GUESSED = _("The table has no headings. The columns follow from their content.")
# Kinds of content that fit a meaning; all other meanings accept any text.
_FITTING: dict[str, tuple[Content, ...]] = {
    "points": (Content.WHOLE, Content.NUMBER),
    "omw": (Content.SHARE, Content.NUMBER, Content.WHOLE),
    "gw": (Content.SHARE, Content.NUMBER, Content.WHOLE),
    "ogw": (Content.SHARE, Content.NUMBER, Content.WHOLE),
    "oomw": (Content.SHARE, Content.NUMBER, Content.WHOLE),
    "email": (Content.MAIL,),
    "wins1": (Content.WHOLE, Content.NUMBER),
    "wins2": (Content.WHOLE, Content.NUMBER),
}
_NUMBERED: dict[str, tuple[Content, ...]] = {"rank": (Content.WHOLE,), "table": (Content.WHOLE,)}
_PARTS = ("first name", "last name")
# Known columns without information about an event.
_UNUSED = ("pod",)
# A second column of these has a different meaning.
_ONCE = ("record",)
_PEOPLE = ("first", "second")
_NAMED = (*_PEOPLE, *_PARTS)
# A second column of these is another match.
_OF_MATCHES = ("first", "result")
# "Quill, Ada", "VS. Ada Quill", "Ada Quill [2.0]": signs common to all names of a column.
_AROUND_NAMES = (re.compile(","), re.compile(r"^vs\b", re.I), re.compile(r"[)\]）】]$"))
_FIGURES = (Content.WHOLE, Content.NUMBER, Content.RECORD)
# So many games a side can have won.
_GAMES = re.compile(r"[0-3]")
_DIGITS = re.compile(r"\d+")


def question_table(event: FoundEvent, table: Table) -> None:
    """Add the doubts about a table to its event, and a note for each column that was not read."""
    if not event.columns:
        event.columns = columns_of(table)
    if table.chosen:
        return
    if table.announced is not None:
        compare_total(event, table.announced, _counted(table), _("rows"))
    place = Message(_("line %(line)d"), line=table.line or 1)
    _question_names(event, table, place)
    question_width(event, table, place)
    _question_contents(event, table, place)
    _name_unread(event, table, place)
    _name_unread_cells(event, table)
    _note_cut(event, table)
    _note_unlike(event, table)
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
    if table.stacked:
        words = _(
            "Each line of the file is one cell. Check that its rows were put together correctly."
        )
        event.doubt(Subject.FILE, Message(_("rows")), words)


def _counted(table: Table) -> int:
    """Return the rows of a table, or the players of pairings if that is the announced number."""
    named = [row for _line, row in table.rows if any(table.cell(row, key) for key in _NAMED)]
    people = {table.cell(row, key) for row in named for key in _PEOPLE} - {""}
    is_of_players = "second" in table.columns and len(people) == table.announced
    return len(people) if is_of_players else len(named)


def columns_of(table: Table) -> list[Column]:
    """Return the columns of a table with their meanings; the loser's is the opponent's as well."""
    width = max((len(row) for _line, row in table.rows), default=0)
    meanings = {at: key for key, at in sorted(table.columns.items(), key=lambda c: c[0] == "loser")}
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
        odd = [name for name in names if _is_odd(name)] or numbered(names)
        if len(odd) > FEW * len(names):
            event.doubt(
                Subject.PERSON,
                place,
                _("“%(text)s” does not look like the name of a player."),
                text=odd[0][:40],
            )


def _is_odd(name: str) -> bool:
    # The text in place of a missing opponent is rightly not a name.
    if content_of(name) is Content.EMPTY or is_nobody(name):
        return False
    two = " vs " in name or " vs. " in name or is_marked(name)
    return two or not is_plausible_name(name) or name.count('"') % 2 == 1


def question_width(event: FoundEvent, table: Table, place: Message) -> None:
    """Question headings fewer than the cells of most rows: they may name other columns."""
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
                _("The column “%(heading)s” has “%(text)s”, which does not fit."),
                heading=table.headings[at].strip() if at < len(table.headings) else meaning,
                text=next((c for c in cells if content_of(c) not in kinds), cells[0])[:40],
            )


def place_of(table: Table, line: int) -> Message:
    """Return the place of a row: its line, and its sheet if there are several."""
    if table.sheet:
        return Message(_("sheet “%(sheet)s”, line %(line)d"), sheet=table.sheet, line=line)
    return Message(_("line %(line)d"), line=line)


def note_unread(event: FoundEvent, table: Table) -> None:
    """Note the columns, rows and cells of a table that were not read."""
    _name_unread(event, table, Message(_("line %(line)d"), line=table.line or 1))
    _name_unread_cells(event, table)
    _note_cut(event, table)
    _note_unlike(event, table)


def _name_unread_cells(event: FoundEvent, table: Table) -> None:
    """Note unread lines, rows with an unusual number of cells, and unreadable cells."""
    for line in table.before:
        words = _("The line is above the headings and was not read.")
        event.note(Subject.FILE, place_of(table, line), words)
    usual, rare = _usual_width(table), _rarely_empty(table)
    people = [(key, table.columns[key]) for key in _PEOPLE if key in table.columns]
    mentions = [key for key, at in people if all(n.startswith("@") for n in _cells(table, at))]
    for line, row in table.rows:
        place = place_of(table, line)
        short = len(row) < usual and (len(row) > 1 or bool(table.cell(row, "first")))
        beyond = row[max(usual, len(table.headings)) :]
        if usual and (short or any(cell.strip() for cell in beyond)):
            words = _("The row has %(count)d cells, most rows have %(most)d. Check what was read.")
            event.note(Subject.FILE, place, words, count=len(row), most=usual)
        # A row without a player gets a single note.
        if any(table.cell(row, meaning) for meaning in (*_PEOPLE, *_PARTS)):
            _name_odd_cells(event, table, place, row, mentions)
            for meaning in rare:
                if not table.cell(row, meaning):
                    words = _("The column “%(heading)s” is empty in this row.")
                    event.note(Subject.STANDING, place, words, heading=_heading(table, meaning))


def _name_odd_cells(
    event: FoundEvent, table: Table, place: Message, row: Sequence[str], mentions: Sequence[str]
) -> None:
    """Note the cells of a row that do not fit their column; `mentions` are columns of "@ada"."""
    for meaning, kinds in (_FITTING | _NUMBERED).items():
        text = table.cell(row, meaning)
        if text and content_of(text) not in (*kinds, Content.EMPTY):
            _note_cell(event, table, meaning, place, text)
    for meaning in _PARTS:
        if table.cell(row, meaning).count('"') % 2:
            _note_cell(event, table, meaning, place, '"')
    for meaning in _PEOPLE:
        cell = table.cell(row, meaning)
        # "@ada" among other names may be a name, and is read as "ada".
        text = cell if cell.startswith("@") and meaning not in mentions else bare_name(cell)
        if _is_odd(text):
            words = _("“%(text)s” does not look like the name of a player.")
            event.note(Subject.PERSON, place, words, text=text[:40])


def _note_cut(event: FoundEvent, table: Table) -> None:
    """Note a last row that lacks a cell of all other rows: the file may be cut off there."""
    *others, (line, last) = table.rows
    is_bye = "second" in table.columns and is_nobody(table.cell(last, "second"))
    if len(others) < LEAST_OTHERS or is_bye:
        return
    for at in range(max(len(row) for _line, row in others)):
        below = at >= len(last) or not last[at].strip()
        if below and all(at < len(row) and row[at].strip() for _line, row in others):
            words = _("The last row lacks a cell that all others have. Is the file complete?")
            event.note(Subject.FILE, place_of(table, line), words)
            return
    at = max((at for at, cell in enumerate(last) if cell.strip()), default=-1)
    kinds = {_DIGITS.sub("9", row[at].strip()) for _line, row in others if 0 <= at < len(row)}
    kind = _DIGITS.sub("9", last[at].strip())
    if len(kinds) == 1 and kind not in kinds and kinds.pop().startswith(kind):
        words = _("The last cell is shorter than all above it. Is the file complete?")
        event.note(Subject.FILE, place_of(table, line), words)


def _note_unlike(event: FoundEvent, table: Table) -> None:
    """Note a last row with a name unlike all others: the file may be cut off there."""
    *others, (line, last) = table.rows
    for meaning in _PEOPLE if len(others) >= LEAST_OTHERS else ():
        name = table.cell(last, meaning)
        above = [cell for _line, row in others if not is_nobody(cell := table.cell(row, meaning))]
        for sign in _AROUND_NAMES:
            alike = len(above) >= LEAST_OTHERS and all(map(sign.search, above))
            if alike and not is_nobody(name) and not sign.search(name):
                words = _("“%(text)s” is not written like the names above. Is the file complete?")
                event.note(Subject.FILE, place_of(table, line), words, text=name[:40])


def _usual_width(table: Table) -> int:
    """Return the expected number of cells: that of most rows, or the number of headings."""
    widths = Counter(len(row) for _line, row in table.rows if len(row) > 1)
    if not widths:
        return 0
    usual, times = widths.most_common(1)[0]
    settled = times > 2 and times * 2 > len(table.rows)
    return usual if settled or not table.headings else len(table.headings)


def _rarely_empty(table: Table) -> list[str]:
    """Return the figures of standings that few rows lack; all rows should have points."""
    if "second" in table.columns:
        return []
    figures = [key for key in ("omw", "gw", "ogw", "oomw", "record") if key in table.columns]
    empty = {
        key: sum(not table.cell(row, key) for _line, row in table.rows if table.cell(row, "first"))
        for key in figures
    }
    few = max(1, FEW * len(table.rows))
    rare: list[str] = [key for key in figures if empty[key] <= few and len(table.rows) > 1]
    return ["points", *rare] if "points" in table.columns else rare


def _note_cell(event: FoundEvent, table: Table, meaning: str, place: Message, text: str) -> None:
    event.note(
        Subject.FILE,
        place,
        _("“%(text)s” in the column “%(heading)s” was not read."),
        text=text[:40],
        heading=_heading(table, meaning),
    )


def _heading(table: Table, meaning: str) -> str:
    at = table.columns[meaning]
    return table.headings[at].strip()[:40] if at < len(table.headings) else meaning


def _has_figures(cell: str) -> bool:
    return all(content_of(part) in _FIGURES for part in cell.split())


def _name_unread(event: FoundEvent, table: Table, place: Message) -> None:
    losers = {"losses", "loser"} & table.columns.keys()
    unused = {*_UNUSED} | ({"wins"} if not losers else set())
    unused |= {"matchdraws"} if not losers and "winner" not in table.columns else set()
    lacks_result = "second" in table.columns and not (
        {"result", "winner", "wins1"} & table.columns.keys()
    )
    records = table.repeated.get("record", [])
    if lacks_result and (len(records) == 1 or any(has_marks(_cells(table, at)) for at in records)):
        unused = {*unused, "record"}  # for the match, or for one player
    read = {at for meaning, at in table.columns.items() if meaning not in unused}
    read |= {*table.rounds.values()}
    read |= {
        at
        for meaning, places in table.repeated.items()
        for at in places
        if meaning not in unused
        and (len(places) < 2 or meaning not in _OF_MATCHES)
        and (meaning not in _ONCE or "second" in table.columns)
    }
    lacks_points = "rank" in table.columns and not (
        {"second", "points", "record", "losses", "wins"} & table.columns.keys()
    )
    most = max((len(row) for _line, row in table.rows), default=0)
    for at in range(max(most, len(table.headings))):
        heading = table.headings[at] if at < len(table.headings) else ""
        cells = _cells(table, at)
        if at in read or not cells:
            continue
        event.note(
            Subject.FILE,
            place,
            _("The column “%(heading)s” was not read."),
            heading=heading.strip()[:40] or str(at + 1),
        )
        shown = heading.strip()[:40] or str(at + 1)
        told = share_of(cells, Content.RECORD) > FEW or has_marks(cells, most=MANY)
        told = told or (not meaning_of(heading) and all(map(_GAMES.fullmatch, cells)))
        if lacks_result and told:
            words = _("The column “%(heading)s” may hold the results.")
            event.doubt(Subject.RESULT, place, words, heading=shown)
        elif lacks_points and sum(map(_has_figures, cells)) > (1 - FEW) * len(cells):
            words = _("The table has places and no points. “%(heading)s” may hold them.")
            event.doubt(Subject.STANDING, place, words, heading=shown)
