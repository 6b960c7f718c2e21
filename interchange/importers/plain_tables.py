"""Tables of any tool: CSV, text with columns, XLSX; pairings, results, standings, players."""

from collections.abc import Sequence
from dataclasses import replace

from archive.errors import _
from interchange.importing import Importer
from interchange.refused import CARDS
from interchange.tables.pasted import has_cards
from interchange.tables.scored_lines import scored_lines
from interchange.tables.sheets import MOST_SHOWN, Table, sheets_of, tabbed, tables_in, tables_of
from interchange.tables.table_events import add_tables
from interchange.tables.unheaded import headless, names_alone, unlined
from interchange.values import ForeignError, FoundEvent, Skipped, Source

# Texts with fewer lines are first read as a list of names.
LEAST_LINES = 3
# A longer text needs headings, or is a list of names: what else it may be is not guessed.
MOST_GUESSED = 6000
TEXT = _("text around the table")


def _recognizes(source: Source) -> bool:
    return source.json is None and not source.root


def _read(source: Source) -> Sequence[FoundEvent]:
    event = FoundEvent(players=source.players)
    if source.columns:
        add_tables(event, [chosen_table(source, source.columns)])
        return [event]
    tables, headed = _tables_in(source)
    if not tables and (block := _longest_block(source.text)):
        tables, headed = _tables_in(replace(source, data=block.encode(), text=block))
        left = zip(source.text.splitlines(), block.splitlines(), strict=False)
        for at, (line, kept) in enumerate(left, start=1):
            if tables and line != kept:
                event.skipped.append(Skipped(at, line.strip()[:MOST_SHOWN], TEXT))
    if not tables and headed:
        raise ForeignError(_("There are no rows below these headings."))
    if not tables and has_cards(source.text.splitlines()):
        raise ForeignError(CARDS)
    if not tables:
        raise ForeignError(
            _(
                "No row of headings was found. Put one above the rows, such as “Round, Table, "
                "Player 1, Player 2, Result”."
            )
        )
    add_tables(event, tables)
    return [event]


def _tables_in(source: Source) -> tuple[list[Table], bool]:
    """Return the tables of a file, and whether the file has headings."""
    tables = tables_of(source.data)
    headed = bool(tables)
    if not any(table.rows for table in tables):
        tables = []
    if not tables and source.text.count("\n") > MOST_GUESSED:
        alone = names_alone(source.text)
        return [alone] if alone else [], headed
    tables = tables or unlined(source.text)
    if not tables and len(source.text.split("\n")) < LEAST_LINES:
        alone = names_alone(source.text)
        tables = [alone] if alone else []
    if not tables:
        tables = [table for sheet in sheets_of(source.data) if (table := headless(sheet))]
    if not tables and (scored := scored_lines(source.text)):
        tables = [scored]
    if not tables and (alone := names_alone(_text_of(source))):
        tables = [alone]
    return tables, headed


def _longest_block(text: str) -> str:
    """Return a text with only its longest paragraph; "" if that is short or the only one.

    All other lines are empty, so that line numbers stay the same.
    """
    lines = text.splitlines()
    blocks: list[list[int]] = [[]]
    for at, line in enumerate(lines):
        if line.strip():
            blocks[-1].append(at)
        elif blocks[-1]:
            blocks.append([])
    longest = {*max(blocks, key=len)}
    if len(longest) < LEAST_LINES or len(longest) == sum(map(len, blocks)):
        return ""
    return "\n".join(line if at in longest else "" for at, line in enumerate(lines))


def _text_of(source: Source) -> str:
    """Return a text, or the first sheet of a workbook as one."""
    rows = [] if source.text else next(iter(sheets_of(source.data))).rows
    return source.text or "\n".join(tabbed([cell for cell in row if cell]) for row in rows)


def chosen_table(source: Source, meanings: Sequence[str]) -> Table:
    """Return the first table of a file with the column meanings that a person chose."""
    if [*meanings] == ["first"] and (alone := names_alone(_text_of(source))):
        return replace(alone, chosen=True, guessed=False)
    sheet = next(iter(sheets_of(source.data)))
    columns = {meaning: at for at, meaning in enumerate(meanings) if meaning}
    if "loser" in columns:
        columns.setdefault("second", columns["loser"])
    headed = next(tables_in(sheet), None)
    guess = None if headed is not None else headless(sheet)
    if guess is not None:
        # Words above figures are headings, even unknown ones.
        return replace(guess, columns=columns, chosen=True, guessed=False)
    start = headed.line if headed is not None else 0
    numbered = [(at, row) for at, row in enumerate(sheet.rows, start=1) if at > start]
    filled = [(at, row) for at, row in numbered if any(cell.strip() for cell in row)]
    headings = sheet.rows[start - 1] if start else []
    return Table(columns, rows=filled, sheet=sheet.name, line=start, headings=headings, chosen=True)


IMPORTER = Importer("table", "CSV or XLSX", _recognizes, _read)
