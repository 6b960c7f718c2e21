"""Tables in which each player's row names the opponents, with the outcomes next to them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from domain.results import Result
from interchange.scores import read_score
from interchange.tables.column_words import RESULT_WORDS, compact
from interchange.tables.plausibility import is_nobody
from interchange.tables.sheets import Table
from interchange.tables.table_events import name_in
from interchange.typed.matches import DREW, LOST, WON

MOST = 0.8
# A column without an opponent in its first rows has none.
ROWS_OF_A_SAMPLE = 10
_WORD = re.compile(r"\w+")
# Numbered meanings of combined columns.
NAMED = ("opponent", "outcome")
_MARKS: Mapping[str, str] = {
    **dict.fromkeys(RESULT_WORDS["draw"], "d"),
    **dict.fromkeys(RESULT_WORDS["second"], "l"),
    **dict.fromkeys(RESULT_WORDS["first"] | RESULT_WORDS["bye"], "w"),
}
_VERBS = tuple(
    (re.compile(f"(?:{verb})", re.I), mark) for verb, mark in ((WON, "w"), (LOST, "l"), (DREW, "d"))
)
_BETWEEN = re.compile(r"\b(?:vs?\.?|versus|against|gegen|contre|contra|contro)(?!\w)", re.I)
GAMES = re.compile(r"\d{1,2}\s*[-:/]\s*\d{1,2}(?:\s*[-:/]\s*\d{1,2})?")


@dataclass(frozen=True, slots=True)
class _Round:
    """A round of a chart: its columns, and a cell such as "12:w" for each row."""

    columns: tuple[int, ...]
    cells: Sequence[str]


def with_numbers(table: Table) -> Table | None:
    """Return a table with a cell such as "12:w" added to each row for each column of opponents.

    The rows are numbered in order. None for a table without such columns.
    """
    names = [name_in(table, row) for _line, row in table.rows]
    numbers = {name: str(at) for at, name in enumerate(names, start=1) if not is_nobody(name)}
    if len(numbers) < len(names) or "second" in table.columns:
        return None
    rounds = [*_pairs(table, numbers)] or [*_singles(table, numbers)]
    if not rounds:
        return None
    width = max(len(table.headings), *(len(row) for _line, row in table.rows))
    rows = [
        (line, [*row, *[""] * (width - len(row)), str(at + 1), *(it.cells[at] for it in rounds)])
        for at, (line, row) in enumerate(table.rows)
    ]
    heads = [*table.headings, *[""] * (width - len(table.headings)), *[""] * (1 + len(rounds))]
    columns = dict(table.columns)
    for number, round in enumerate(rounds, start=1):
        columns |= {f"{key} {number}": at for key, at in zip(NAMED, round.columns, strict=False)}
    # A heading says which round it is, wherever its column is.
    numbered = {at: number for number, at in table.rounds.items()}
    headed = {
        numbered[it.columns[0]]: width + at
        for at, it in enumerate(rounds, start=1)
        if it.columns[0] in numbered
    }
    headed = headed if len(headed) == len(rounds) else {}
    return replace(table, columns=columns, rounds=headed, rows=rows, headings=heads)


def _columns(table: Table) -> list[list[str]]:
    width = max(len(row) for _line, row in table.rows)
    return [
        [row[at].strip() if at < len(row) else "" for _line, row in table.rows]
        for at in range(width)
    ]


def _free(table: Table, columns: Sequence[Sequence[str]]) -> list[int]:
    taken = {table.columns.get("first"), table.columns.get("last name")}
    return [at for at in range(len(columns)) if at not in taken]


def _pairs(table: Table, numbers: Mapping[str, str]) -> Iterator[_Round]:
    """Yield the rounds with a column of opponents followed by one of outcomes."""
    columns = _columns(table)
    for at in _free(table, columns):
        if at + 1 >= len(columns):
            continue
        opponents, outcomes = columns[at : at + 2]
        known = sum(cell in numbers or is_nobody(cell) for cell in opponents)
        named = sum(cell in numbers for cell in opponents)
        told = sum(not cell or compact(cell) in _MARKS for cell in outcomes)
        if named * 2 > len(opponents) and min(known, told) > MOST * len(opponents):
            marks = [_MARKS.get(compact(cell), cell) for cell in outcomes]
            cells = [*map(_cell, [numbers.get(cell, cell) for cell in opponents], marks)]
            yield _Round((at, at + 1), cells)


def _singles(table: Table, numbers: Mapping[str, str]) -> Iterator[_Round]:
    """Yield the rounds with a column of cells such as "W Ada Quill" or "Ada Quill (2-1)"."""
    columns = _columns(table)
    names = _by_first_word(numbers)
    for at in _free(table, columns):
        if not any(_named_in(cell, names) for cell in columns[at][:ROWS_OF_A_SAMPLE]):
            continue
        read = [_told(cell, names) for cell in columns[at]]
        known = sum(it is not None for it in read)
        named = sum(it is not None and it[0] in numbers for it in read)
        if named * 2 > len(read) and known > MOST * len(read):
            # A cell that names no opponent here is shown unchanged.
            opponents = [it or (cell, "") for it, cell in zip(read, columns[at], strict=True)]
            cells = [_cell(numbers.get(name, name), mark) for name, mark in opponents]
            yield _Round((at,), cells)


def _by_first_word(names: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """Return names by their first word, the longest first: "Ada" is a part of "Ada Quill"."""
    by_word: dict[str, list[str]] = {}
    for name in sorted(names, key=len, reverse=True):
        for word in _WORD.findall(name)[:1]:
            by_word.setdefault(word, []).append(name)
    return by_word


def _named_in(cell: str, names: Mapping[str, Sequence[str]]) -> str:
    """Return the name in a cell; "" for none."""
    words = _WORD.findall(cell)
    return next((name for word in words for name in names.get(word, ()) if name in cell), "")


def _told(cell: str, names: Mapping[str, Sequence[str]]) -> tuple[str, str] | None:
    """Return the opponent and the outcome in a cell; None for any other text."""
    name = _named_in(cell, names)
    rest = cell.replace(name, " ", 1) if name else cell
    rest = " ".join(re.sub(r"[()\[\],]", " ", _BETWEEN.sub(" ", rest)).split()).strip(" -–—:")
    if not name:
        words = [*map(compact, rest.split())]
        bye = not rest or any(word in RESULT_WORDS["bye"] for word in words)
        return ("", "w" if rest else "") if bye else None
    if (mark := _MARKS.get(compact(GAMES.sub("", rest)))) is not None:
        return name, mark
    for verb, mark in _VERBS:
        if verb.fullmatch(GAMES.sub("", rest).strip()):
            return name, mark
    score = read_score(rest)
    if score is None or score.games is None:
        return None
    winner = Result(*score.games).winner
    return name, "w" if winner.is_first else "l" if winner.is_second else "d"


def _cell(opponent: str, mark: str) -> str:
    if is_nobody(opponent):
        return {"w": "bye", "l": "0"}.get(mark, "")
    return f"{opponent}:{mark}"
