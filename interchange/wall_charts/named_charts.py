"""Tables in which each player's row names the opponents, with the outcome in the next column."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from interchange.tables.column_words import RESULT_WORDS, compact
from interchange.tables.plausibility import is_nobody
from interchange.tables.sheets import Table
from interchange.tables.table_events import name_in

MOST = 0.8
# Numbered meanings of combined columns.
NAMED = ("opponent", "outcome")
_MARKS: Mapping[str, str] = {
    **dict.fromkeys(RESULT_WORDS["draw"], "d"),
    **dict.fromkeys(RESULT_WORDS["second"], "l"),
    **dict.fromkeys(RESULT_WORDS["first"] | RESULT_WORDS["bye"], "w"),
}


def with_numbers(table: Table) -> Table | None:
    """Return a table with a cell such as "12:w" behind each row for each column of opponents.

    The rows are numbered in order. None for a table without such columns.
    """
    names = [name_in(table, row) for _line, row in table.rows]
    numbers = {name: str(at) for at, name in enumerate(names, start=1) if not is_nobody(name)}
    if len(numbers) < len(names) or "second" in table.columns:
        return None
    pairs = [*_opponents(table, numbers)]
    if not pairs:
        return None
    width = max(len(table.headings), *(len(row) for _line, row in table.rows))
    rows = [
        (line, [*row, *[""] * (width - len(row)), str(at), *_cells(row, pairs, numbers)])
        for at, (line, row) in enumerate(table.rows, start=1)
    ]
    heads = [*table.headings, *[""] * (width - len(table.headings)), *[""] * (1 + len(pairs))]
    columns = dict(table.columns)
    for at, (opponent, outcome) in enumerate(pairs, start=1):
        columns |= {f"opponent {at}": opponent, f"outcome {at}": outcome}
    return replace(table, columns=columns, rounds={}, rows=rows, headings=heads)


def _opponents(table: Table, numbers: Mapping[str, str]) -> Iterator[tuple[int, int]]:
    """Yield each column of opponents with the one of outcomes behind it."""
    width = max(len(row) for _line, row in table.rows)
    columns = [
        [row[at].strip() if at < len(row) else "" for _line, row in table.rows]
        for at in range(width)
    ]
    taken = {table.columns.get("first"), table.columns.get("last name")}
    for at in range(width - 1):
        known = sum(cell in numbers or is_nobody(cell) for cell in columns[at])
        named = sum(cell in numbers for cell in columns[at])
        told = sum(not cell or compact(cell) in _MARKS for cell in columns[at + 1])
        count = len(columns[at])
        if at not in taken and named * 2 > count and min(known, told) > MOST * count:
            yield at, at + 1


def _cells(
    row: Sequence[str], pairs: Sequence[tuple[int, int]], numbers: Mapping[str, str]
) -> list[str]:
    texts = [[row[at].strip() if at < len(row) else "" for at in pair] for pair in pairs]
    cells = []
    for opponent, outcome in texts:
        mark = _MARKS.get(compact(outcome), outcome)
        if is_nobody(opponent):
            cells.append({"w": "bye", "l": "0"}.get(mark, ""))
        else:
            cells.append(f"{numbers.get(opponent, opponent)}:{mark}")
    return cells
